"""Gemini CLI's sessions: `~/.gemini/tmp/<project>/chats/session-*`, one document to 2025, a log of lines since 2026.

The document (`.json`) is rewritten whole. The log (`.jsonl`) writes a message again whenever it changes, patches its
metadata (`$set`) and takes messages back (`$rewindTo`). No file names the project's folder. Ids are the keys, so a
document that became a log counts once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from classifiers.formats.gemini_cli.messages import MESSAGE
from classifiers.formats.gemini_cli.reader import Reader
from classifiers.json_documents import document, joined, numbered
from classifiers.json_lines import typed
from classifiers.vocabulary import Carry, Line, Reading, SourceKind

_START = re.compile(rb'\A[\s\xef\xbb\xbf]*\{\s*"sessionId"\s*:\s*"[^"]*",\s*"projectHash"\s*:')
_DOCUMENT = re.compile(
    rb'\A[\s\xef\xbb\xbf]*\{(?:\s*"(?:sessionId|projectHash|startTime|lastUpdated|kind|summary)"\s*:\s*"(?:[^"\\]|\\.){0,4000}"\s*,)*'
    rb'\s*"messages"\s*:\s*\[\s*(?:\]|\{)'
)
_MESSAGE = re.compile(rb'"type"\s*:\s*"(?:user|gemini|info|error|warning)"')
_LOG_LINE = re.compile(
    rb'\n\s*\{\s*"(?:id"\s*:\s*"[^"]*",\s*"(?:timestamp|type)|\$set|\$rewindTo|sessionId)"', re.MULTILINE
)


class GeminiCli:
    """Reads the document; `Where.line` is the 0-based index of the message."""

    name = "gemini_cli"
    kind = SourceKind.TRANSCRIPT
    whole = True

    def sniff(self, head: bytes, name: str) -> int:
        """An object of a session's few facts and its messages; keys may have been sorted, and the facts come last."""
        if _is_log(head, name):
            return 0
        if _START.match(head):
            return 95 if b'"messages"' in head else 60
        return 90 if _DOCUMENT.match(head) and _MESSAGE.search(head) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  whole
        """Read all messages in their order."""
        data = joined(lines)
        found = document(MESSAGE, data)
        if found is None or found.messages is None:
            return Reading(skipped=len(lines))
        reader = Reader({})
        reader.metadata(found)
        for where, raw in numbered(found.messages, data):
            message = typed(MESSAGE, raw)
            if message is not None:
                reader.message(where, message)
        reader.close()
        return reader.session.whole(lines)


class GeminiCliLog:
    """Reads the log. A command told once stays told, even if its message is taken back: it did run."""

    name = "gemini_cli_log"
    kind = SourceKind.TRANSCRIPT
    whole = False

    def sniff(self, head: bytes, name: str) -> int:
        """A first line with a session's id and its project's hash, closed on that line."""
        return 95 if _is_log(head, name) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002
        """Read lines; words no answer followed yet wait, for a rewind may take them back."""
        reader = Reader(carry)
        for line in lines:
            reader.take(line)
        if final:
            reader.close()
        return reader.session.reading()


def _is_log(head: bytes, name: str) -> bool:
    if not _START.match(head):
        return False
    first, newline, _ = head.strip(b"\xef\xbb\xbf \r\n").partition(b"\n")
    if not first.rstrip().endswith(b"}"):
        return False
    return name.endswith(".jsonl") or (bool(newline) and _LOG_LINE.search(head) is not None)


FORMAT = GeminiCli()
LOG = GeminiCliLog()
