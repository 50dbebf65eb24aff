"""Kiro CLI's sessions (Amazon Q's before): lines in `~/.kiro/sessions/cli/<id>.jsonl`, or one conversation as a document.

The document is what the database holds for one folder, and what exports write; `Where.line` is then the 0-based index
of its entry. A shell's result carries its exit status in a JSON part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from classifiers.formats.kiro.database import KiroDatabase
from classifiers.formats.kiro.history import CONVERSATION, Reader
from classifiers.formats.kiro.log import ENTRY, LogReader
from classifiers.json_documents import document, joined, numbered
from classifiers.vocabulary import Carry, Line, Reading, SourceKind

_LINE = re.compile(
    rb'[\s\xef\xbb\xbf]*\{\s*(?:"version"\s*:\s*[^,{}]{1,20},\s*)?"kind"\s*:\s*"(?:Prompt|AssistantMessage|ToolResults|Clear|Compaction)"'
)
_CONVERSATION = re.compile(rb'[\s\xef\xbb\xbf]*\{\s*"conversation_id"\s*:\s*"[^"]*"\s*,')
_ENTRY = re.compile(rb'"history"\s*:\s*\[\s*(?:\]|\{\s*"user"\s*:)')


class Kiro:
    """Reads the lines."""

    name = "kiro"
    kind = SourceKind.TRANSCRIPT
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  any name may hold one
        """A first line of a known kind."""
        return 90 if _LINE.match(head) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:
        """Read lines; at `final`, calls without a result are dropped."""
        reader = LogReader(carry, path)
        for where, entry in reader.session.entries(ENTRY, lines):
            reader.take(where, entry)
        return reader.session.reading(final=final)


class KiroHistory:
    """Reads the document."""

    name = "kiro_history"
    kind = SourceKind.TRANSCRIPT
    whole = True

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  any name may hold one
        """A conversation's id, and a history of what a user said."""
        return 90 if _CONVERSATION.match(head) and _ENTRY.search(head) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  whole
        """Read all entries."""
        data = joined(lines)
        found = document(CONVERSATION, data)
        if found is None:
            return Reading(skipped=len(lines))
        reader = Reader(found, path)
        for where, raw in numbered(found.history, data):
            reader.entry(where, raw)
        return reader.session.whole(lines)


FORMAT = Kiro()
HISTORY = KiroHistory()
DATABASE = KiroDatabase()
