"""Pi's sessions: `~/.pi/agent/sessions/<folder>/<time>_<id>.jsonl`, one entry a line, seen in version 3 of the file.

A command that failed is an error whose text ends in "Command exited with code N"; one that did not fail exited with 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from classifiers.agent_session import Call, Ending, Session
from classifiers.json_lines import NOTHING, cut, lazy_text, text_of, typed
from classifiers.vocabulary import Actor, Carry, Line, Output, Reading, RunState, SourceKind, Where

_SHELL = "bash"
_EDITS = frozenset({"write", "edit"})
_QUIET = frozenset(
    {"thinking_level_change", "model_change", "branch_summary", "custom", "custom_message", "label", "session_info"}
)

_FIRST = re.compile(rb'[\s\xef\xbb\xbf]*\{\s*"type"\s*:\s*"session"\s*,')
_EXIT = re.compile(r"\n*Command exited with code (-?\d{1,10})\s*\Z")
_STOPPED = re.compile(r"\n*Command (?:aborted|timed out after [\d.]+ seconds)\s*\Z")


class Given(msgspec.Struct, gc=False):
    """A tool's arguments, of whichever tool."""

    command: str | None = None
    path: str | None = None


class Block(msgspec.Struct, gc=False):
    """A part of an answer."""

    type: str = ""
    id: str = ""
    name: str = ""
    arguments: msgspec.Raw = NOTHING


class Message(msgspec.Struct, gc=False, rename="camel"):
    """What was said, called or printed."""

    role: str = ""
    content: msgspec.Raw = NOTHING
    tool_call_id: str | None = None
    is_error: bool | None = None
    command: str | None = None  # role bashExecution: the person's own `!` command
    output: str | None = None
    exit_code: int | None = None
    cancelled: bool | None = None


class Entry(msgspec.Struct, gc=False):
    """One line."""

    type: str
    id: str = ""
    timestamp: str | None = None
    cwd: str | None = None
    message: Message | None = None


_ENTRY = msgspec.json.Decoder(Entry)
_BLOCKS = msgspec.json.Decoder(list[Block])
_GIVEN = msgspec.json.Decoder(Given)


class Pi:
    """See the module."""

    name = "pi"
    kind = SourceKind.TRANSCRIPT
    whole = False

    def sniff(self, head: bytes, name: str) -> int:
        """A first line that is a session with a folder and the version of the file."""
        if not _FIRST.match(head):
            return 0
        first = head.lstrip(b"\xef\xbb\xbf \r\n").partition(b"\n")[0]
        if b'"cwd"' not in first:
            return 0
        return 90 if b'"version"' in first or "/.pi/" in name.replace("\\", "/") else 60

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002
        """Read entries; at `final`, calls without a result are dropped."""
        reader = _Reader(carry)
        for where, entry in reader.session.entries(_ENTRY, lines):
            reader.take(where, entry)
        return reader.session.reading(final=final)


class _Reader:
    """Folds entries into records."""

    def __init__(self, carry: Carry) -> None:
        self.session = Session("pi", carry)

    def take(self, where: Where, entry: Entry) -> None:
        """Read one entry."""
        state = self.session.state
        state.at = entry.timestamp or state.at
        if entry.type == "session":
            state.session, state.cwd = entry.id, entry.cwd or ""
            self.session.start(where)
        elif entry.type == "compaction":
            self.session.compacted(f"{state.session}:{entry.id}", where)
        elif entry.type == "message":
            if entry.message is not None:
                self._message(where, entry.id, entry.message)
        elif entry.type not in _QUIET:
            self.session.unknown[entry.type] += 1

    def _message(self, where: Where, own: str, message: Message) -> None:
        key = f"{self.session.state.session}:{own}"
        match message.role:
            case "user":
                self.session.heard(self.session.call(key, "", where), text_of(message.content))
            case "assistant":
                for block in typed(_BLOCKS, message.content) or [] if message.content else []:
                    self._called(where, block)
            case "toolResult":
                self._done(where, message)
            case "bashExecution":
                self._own(self.session.call(key, message.command or "", where), where, message)
            case _:
                pass

    def _called(self, where: Where, block: Block) -> None:
        if block.type != "toolCall" or not block.id or not (block.name == _SHELL or block.name in _EDITS):
            return
        given = (typed(_GIVEN, block.arguments) if block.arguments else None) or Given()
        text = given.command if block.name == _SHELL else given.path
        if text:
            self.session.wait(block.id, self.session.call(block.id, text, where, name=block.name))

    def _done(self, where: Where, message: Message) -> None:
        call = self.session.state.calls.pop(message.tool_call_id or "", None)
        if call is None:
            return
        if call.name == _SHELL:
            self.session.ran(call, _ending(message), where)
        elif not message.is_error:
            self.session.edited(call)

    def _own(self, call: Call, where: Where, message: Message) -> None:
        if call.text:
            state = RunState.INTERRUPTED if message.cancelled else RunState.FINISHED
            output = Output(cut(message.output or ""))
            ending = Ending(state, message.exit_code, bool(message.exit_code), output)
            self.session.ran(call, ending, where, actor=Actor.PERSON)


def _ending(message: Message) -> Ending:
    if not message.is_error:
        return Ending(exit=0, output=lazy_text(message.content))
    text = text_of(message.content)
    coded = _EXIT.search(text[-100:])
    if coded:
        body = text[: len(text) - len(coded[0])]
        return Ending(exit=int(coded[1]), failed=int(coded[1]) != 0, output=Output(cut(body)))
    stopped = _STOPPED.search(text[-100:])
    return Ending(RunState.INTERRUPTED if stopped else RunState.NOT_RUN, failed=True, output=Output(cut(text)))


FORMAT = Pi()
