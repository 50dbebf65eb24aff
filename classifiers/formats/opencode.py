"""opencode's exported sessions: one document `{info, messages: [{info, parts}]}`, seen in 1.2.

A tool's state is "completed" for commands that failed; the exit status is in its metadata. opencode itself keeps
sessions in a database, so these files come from `opencode export` and from plugins. `Where.line` is the 0-based index
of the message, parts are keyed by their own ids.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from classifiers.agent_session import Ending, Session, stamp
from classifiers.json_documents import document, joined, numbered
from classifiers.json_lines import NOTHING, cut, typed
from classifiers.vocabulary import Carry, Line, Output, Reading, RunState, SourceKind, Speech, Where

_EDITS = frozenset({"edit", "write", "apply_patch", "patch", "multiedit"})
_PARTS = frozenset(
    {"reasoning", "step-start", "step-finish", "patch", "subtask", "snapshot", "file", "agent", "retry", "compaction"}
)
_START = re.compile(rb'[\s\xef\xbb\xbf]*\{\s*"info"\s*:\s*\{\s*"id"\s*:\s*"(?:ses_|REDACTED)')
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


class Message(msgspec.Struct, gc=False):
    """A message."""

    info: Info
    parts: list[msgspec.Raw]


class Export(msgspec.Struct, gc=False):
    """The document."""

    info: Info
    messages: list[msgspec.Raw]


_EXPORT = msgspec.json.Decoder(Export)
_MESSAGE = msgspec.json.Decoder(Message)
_PART = msgspec.json.Decoder(Part)
_INPUT = msgspec.json.Decoder(Input)
_METADATA = msgspec.json.Decoder(Metadata)


class Opencode:
    """See the module."""

    name = "opencode"
    kind = SourceKind.TRANSCRIPT
    whole = True

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  any name may hold one
        """An object that begins with a session's `info`."""
        return 95 if _START.match(head) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  whole
        """Read all messages; a sub-agent's session (one with a parent) has commands, but no person's words."""
        data = joined(lines)
        found = document(_EXPORT, data)
        if found is None:
            return Reading(skipped=len(lines))
        reader = _Reader(found.info)
        for where, raw in numbered(found.messages, data):
            message = typed(_MESSAGE, raw)
            if message is not None:
                reader.message(where, message)
        return reader.session.whole(lines)


class _Reader:
    """Folds messages into records."""

    def __init__(self, info: Info) -> None:
        self.session = Session("opencode", {})
        state = self.session.state
        state.session, state.cwd = info.id, info.directory or ""
        state.person = not info.parent_session
        state.at = stamp(info.time.created if info.time else None)
        self.session.start(Where(0, 0))

    def message(self, where: Where, message: Message) -> None:
        info = message.info
        at = stamp(info.time.created if info.time else None)
        cwd = (info.path.cwd if info.path else None) or ""
        parts = [part for part in (typed(_PART, raw) for raw in message.parts) if part is not None]
        for part in parts:
            if part.type == "tool":
                self._tool(where, part, at, cwd)
            elif part.type not in _PARTS and part.type != "text":
                self.session.unknown[part.type] += 1
        # An expanded command or an answer to a sub-agent comes with a message's other parts, all of them synthetic.
        typed_in = [part for part in parts if part.type == "text" and not part.synthetic and not part.ignored]
        if info.role == "user" and typed_in:
            text = "\n".join(part.text for part in typed_in if part.text)
            self.session.heard(self.session.call(self._key(typed_in[0], where), "", where, at=at), text)

    def _tool(self, where: Where, part: Part, at: str, cwd: str) -> None:
        state = part.state
        if state is None or state.status in {"pending", "running"}:
            return
        given = (typed(_INPUT, state.input) if state.input else None) or Input()
        at = stamp(state.time.start if state.time else None) or at
        key = self._key(part, where)
        if part.tool == "bash" and given.command:
            call = self.session.call(key, given.command, where, at=at, cwd=given.workdir or cwd)
            self.session.ran(call, _ending(state))
        elif part.tool in _EDITS and state.status == "completed":
            files = [given.file] if given.file else _PATCHED.findall(given.patch or "")
            for number, file in enumerate(dict.fromkeys(files)):
                numbered_key = f"{key}:{number}" if number else key
                self.session.edited(self.session.call(numbered_key, file.strip(), where, at=at, cwd=cwd))
        if state.status == "error" and _FEEDBACK in (state.error or "")[:400]:
            said = self.session.call(f"{key}:said", "", where, at=at, cwd=cwd)
            self.session.heard(said, (state.error or "").partition(_FEEDBACK)[2], Speech.REJECTION)

    def _key(self, part: Part, where: Where) -> str:
        """The part's id, or its place where a cleaned file says the same id again."""
        self.session.state.count += 1
        own = part.id if part.id.startswith("prt_") else ""
        if own and self.session.once(own):
            return own
        return f"{self.session.state.session}:{where.line}:{self.session.state.count}"


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


FORMAT = Opencode()
