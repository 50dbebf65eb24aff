"""opencode's messages and their parts, alike in an export and in its database.

A tool's state is "completed" for commands that failed; the exit status is in its metadata.
"""

from __future__ import annotations

import re

import msgspec

from classifiers.agent_session import Ending, Session, stamp
from classifiers.agent_tools import told_as
from classifiers.edits import replaced
from classifiers.json_lines import NOTHING, cut, typed
from classifiers.vocabulary import Output, RunState, Speech, Where

_EDITS = frozenset({"edit", "write", "apply_patch", "patch", "multiedit"})
QUIET = frozenset(
    {"reasoning", "step-start", "step-finish", "patch", "subtask", "snapshot", "file", "agent", "retry", "compaction"}
)
"""Types of parts that tell nothing of their own."""

_PATCHED = re.compile(r"^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$", re.MULTILINE)
_REJECTED = ("The user rejected permission", "The user has specified a rule which prevents")
_FEEDBACK = "with the following feedback:"


class Time(msgspec.Struct, gc=False):
    """Milliseconds since 1970."""

    created: float | None = None
    start: float | None = None


class Folder(msgspec.Struct, gc=False):
    """Where an answer was made."""

    cwd: str | None = None


class Info(msgspec.Struct, gc=False):
    """A session, or a message."""

    id: str = ""
    role: str | None = None
    directory: str | None = None
    parent_session: str | None = msgspec.field(name="parentID", default=None)
    time: Time | None = None
    path: Folder | None = None


class Input(msgspec.Struct, gc=False):
    """A tool's input, of whichever tool."""

    command: str | None = None
    workdir: str | None = None
    file: str | None = msgspec.field(name="filePath", default=None)
    old: str | None = msgspec.field(name="oldString", default=None)
    new: str | None = msgspec.field(name="newString", default=None)
    patch: str | None = msgspec.field(name="patchText", default=None)


class Metadata(msgspec.Struct, gc=False):
    """What a tool tells of its end."""

    exit: int | None = None
    output: str | None = None
    timeout: msgspec.Raw = NOTHING


class ToolState(msgspec.Struct, gc=False):
    """How far a call got."""

    status: str | None = None
    input: msgspec.Raw = NOTHING
    output: str | None = None
    error: str | None = None
    metadata: msgspec.Raw = NOTHING
    time: Time | None = None


class Part(msgspec.Struct, gc=False):
    """A part of a message."""

    type: str = ""
    id: str = ""
    text: str | None = None
    synthetic: bool | None = None
    ignored: bool | None = None
    tool: str | None = None
    state: ToolState | None = None

    @property
    def ended(self) -> ToolState | None:
        """A tool's state once it has its end."""
        return None if self.state is None or self.state.status in {"pending", "running"} else self.state


class Message(msgspec.Struct, gc=False):
    """A message."""

    info: Info
    parts: list[msgspec.Raw]


_INPUT = msgspec.json.Decoder(Input)
_METADATA = msgspec.json.Decoder(Metadata)


def tool(session: Session, part: Part, key: str, where: Where, at: str, cwd: str) -> None:
    """The records of a tool's part that has its end; none of one that runs."""
    state = part.ended
    if state is None:
        return
    given = (typed(_INPUT, state.input) if state.input else None) or Input()
    at = stamp(state.time.start if state.time else None) or at
    if part.tool == "bash" and given.command:
        call = session.call(key, given.command, where, at=at, cwd=given.workdir or cwd)
        session.ran(call, _ending(state))
    elif asked := told_as(part.tool or ""):
        session.ran(session.call(key, asked, where, at=at, cwd=cwd), _answered(state))
    elif part.tool in _EDITS and state.status == "completed":
        files = [given.file] if given.file else _PATCHED.findall(given.patch or "")
        for number, file in enumerate(dict.fromkeys(files)):
            numbered_key = f"{key}:{number}" if number else key
            call = session.call(numbered_key, file.strip(), where, at=at, cwd=cwd)
            session.edited(call, replaced(file, given.old, given.new))
    if state.status == "error" and _FEEDBACK in (state.error or "")[:400]:
        said = session.call(f"{key}:said", "", where, at=at, cwd=cwd)
        session.heard(said, (state.error or "").partition(_FEEDBACK)[2], Speech.REJECTION)


def _answered(state: ToolState) -> Ending:
    """How a call of a server's tool ended: there is no exit status, only an answer or an error."""
    if state.status == "completed":
        return Ending(exit=0, output=Output(cut(state.output or "")))
    return _ending(state)


def _ending(state: ToolState) -> Ending:
    told = (typed(_METADATA, state.metadata) if state.metadata else None) or Metadata()
    if state.status == "error":
        error = state.error or ""
        stopped = "aborted" in error.lower() and not error.startswith(_REJECTED)
        output = Output(cut(told.output or error))
        return Ending(RunState.INTERRUPTED if stopped else RunState.NOT_RUN, failed=True, output=output)
    output = Output(cut((told.output if state.output is None else state.output) or ""))
    tail = (state.output or "")[-400:]
    if bytes(told.timeout) not in (b"", b"null", b"false") or (
        told.exit is None and "terminated command after" in tail
    ):
        return Ending(RunState.INTERRUPTED, told.exit, failed=True, output=output)
    return Ending(exit=told.exit, failed=bool(told.exit), output=output)
