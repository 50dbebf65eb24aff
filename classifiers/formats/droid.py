"""Droid's sessions (Factory): `~/.factory/sessions/<folder>/<id>.jsonl`, one entry a line.

Reminders stand beside the person's words in one message; what only the person sees (`visibility`) is the program's.
The exit status is in the text of a result, when it is told at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from classifiers.agent_session import Ending, Session
from classifiers.json_lines import cut, text_of, typed
from classifiers.message_blocks import Block
from classifiers.vocabulary import Carry, Line, Output, Reading, RunState, SourceKind, Where

_SHELL = "Execute"
_EDITS = frozenset({"Create", "Edit", "MultiEdit", "Write", "ApplyPatch"})
_QUIET = frozenset({"todo_state", "session_end", "compaction_state", "session_settings", "title"})

_FIRST = re.compile(rb'[\s\xef\xbb\xbf]*\{\s*"type"\s*:\s*"session_start"\s*,\s*"id"')
_CODED = re.compile(
    r"\n*\[Process exited with code (-?\d{1,10})\]\s*\Z|\A(?:Error: )?Command failed \(exit code: (-?\d{1,10})\)"
)
_NOT_RUN = (
    "Error: Tool call was rejected",
    "User rejected",
    "Request cancelled",
    "Error: User cancelled",
    "Permission denied by",
)
_STOPPED = ("timed out", "Command timed out", "aborted")


class Given(msgspec.Struct, gc=False):
    """A tool's input, of whichever tool."""

    command: str | None = None
    file_path: str | None = None


class Message(msgspec.Struct, gc=False):
    """What was said."""

    role: str = ""
    content: list[Block] | str | None = None
    visibility: str | None = None


class Entry(msgspec.Struct, gc=False):
    """One line."""

    type: str
    id: str = ""
    timestamp: str | None = None
    cwd: str | None = None
    message: Message | None = None


_ENTRY = msgspec.json.Decoder(Entry)
_GIVEN = msgspec.json.Decoder(Given)


class Droid:
    """See the module."""

    name = "droid"
    kind = SourceKind.TRANSCRIPT
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  any name may hold one
        """A first line that starts a session."""
        return 90 if _FIRST.match(head) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002
        """Read entries; at `final`, calls without a result are dropped."""
        reader = _Reader(carry)
        for where, entry in reader.session.entries(_ENTRY, lines):
            reader.take(where, entry)
        return reader.session.reading(final=final)


class _Reader:
    """Folds entries into records."""

    def __init__(self, carry: Carry) -> None:
        self.session = Session("droid", carry)

    def take(self, where: Where, entry: Entry) -> None:
        """Read one entry."""
        state = self.session.state
        state.at = entry.timestamp or state.at
        if entry.type == "session_start":
            state.session, state.cwd = entry.id, entry.cwd or ""
            self.session.start(where)
        elif entry.type == "message":
            if entry.message is not None:
                self._message(where, entry.id, entry.message)
        elif entry.type not in _QUIET:
            self.session.unknown[entry.type] += 1

    def _message(self, where: Where, own: str, message: Message) -> None:
        blocks = message.content
        if isinstance(blocks, str):
            blocks = [Block(type="text", text=blocks)]
        results = False
        for block in blocks or []:
            if block.type == "tool_use":
                self._called(where, block)
            elif block.type == "tool_result":
                results = True
                self._done(where, block)
        if message.role == "user" and not results and message.visibility in {None, "both", "all"}:
            text = "\n".join(block.text for block in blocks or [] if block.type == "text" and block.text)
            self.session.heard(self.session.call(own, "", where), text)

    def _called(self, where: Where, block: Block) -> None:
        if not block.id or not (block.name == _SHELL or block.name in _EDITS):
            return
        given = (typed(_GIVEN, block.input) if block.input else None) or Given()
        text = given.command if block.name == _SHELL else given.file_path
        if text:
            self.session.wait(block.id, self.session.call(block.id, text, where, name=block.name))

    def _done(self, where: Where, block: Block) -> None:
        call = self.session.state.calls.pop(block.tool_use_id, None)
        if call is None:
            return
        if call.name == _SHELL:
            self.session.ran(call, _ending(text_of(block.content), failed=bool(block.is_error)), where)
        elif not block.is_error:
            self.session.edited(call)


def _ending(text: str, *, failed: bool) -> Ending:
    coded = _CODED.search(text[:200]) or _CODED.search(text[-200:])
    output = Output(cut(text))
    if coded:
        code = int(coded[1] or coded[2])
        return Ending(exit=code, failed=code != 0, output=output)
    if failed and text.startswith(_NOT_RUN):
        return Ending(RunState.NOT_RUN, output=output)
    stopped = failed and any(mark in text[-200:] for mark in _STOPPED)
    return Ending(RunState.INTERRUPTED if stopped else RunState.FINISHED, failed=failed, output=output)


FORMAT = Droid()
