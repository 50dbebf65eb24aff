"""Cline's tasks, and those of Roo and Kilo: two documents beside each other in `…/globalStorage/<extension>/tasks/<id>/`.

`ui_messages.json` is what the person saw, `api_conversation_history.json` what the model saw. Both tell the same story,
so both make their keys of the task, the text and how often it came before: reading both counts once. `Where.line` is
the 0-based index of the message.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from classifiers.formats.cline.history import read_history
from classifiers.formats.cline.task import Task
from classifiers.formats.cline.ui import read_ui
from classifiers.json_documents import document, joined, numbered
from classifiers.vocabulary import Carry, Line, Reading, SourceKind

_UI = re.compile(rb'[\s\xef\xbb\xbf]*\[\s*\{\s*"ts"\s*:\s*\d+\s*,\s*"type"\s*:\s*"(?:say|ask)"')
_API = re.compile(
    rb'[\s\xef\xbb\xbf]*\[\s*\{\s*"role"\s*:\s*"user"\s*,\s*"content"\s*:\s*(?:\[\s*\{\s*"type"\s*:\s*"text"\s*,\s*"text"\s*:\s*)?"'
)
_MESSAGES = msgspec.json.Decoder(list[msgspec.Raw])


class Cline:
    """Reads `ui_messages.json`."""

    name = "cline"
    kind = SourceKind.TRANSCRIPT
    whole = True

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  any name may hold one
        """A list that begins with a time and something said or asked."""
        return 95 if _UI.match(head) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  whole
        """Read all messages. The screen tells no exit status."""
        data = joined(lines)
        found = document(_MESSAGES, data)
        if found is None:
            return Reading(skipped=len(lines))
        task = Task(path, data)
        read_ui(task, numbered(found, data))
        return task.session.whole(lines)


class ClineHistory:
    """Reads `api_conversation_history.json`."""

    name = "cline_history"
    kind = SourceKind.TRANSCRIPT
    whole = True

    def sniff(self, head: bytes, name: str) -> int:
        """A list that begins with what a user said, where the name or a task tells that it is Cline's."""
        if not _API.match(head):
            return 0
        return 90 if "api_conversation_history" in name else 60 if b"<task>" in head[:400] else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  whole
        """Read all messages."""
        data = joined(lines)
        found = document(_MESSAGES, data)
        if found is None:
            return Reading(skipped=len(lines))
        task = Task(path, data)
        read_history(task, numbered(found, data))
        return task.session.whole(lines)


FORMAT = Cline()
HISTORY = ClineHistory()
