"""Goose's sessions database, table `messages`: one row a message, whose content is a JSON list of parts.

Written from its source and samples of schema 7 to 15. The shell's exit status stands in `structuredContent` of newer
versions; without it a result that is no error proves nothing by itself. A history that is edited or compacted is written
anew with new rows, so keys are the calls' own ids. Rows come as JSON objects a line (`storage.foreign`).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from classifiers import row_lines
from classifiers.agent_session import Ending, Session, stamp
from classifiers.json_lines import NOTHING, lazy_text, start_of, text_of, typed
from classifiers.vocabulary import Carry, Line, Reading, RunState, SourceKind, Where

_TYPED_BY_A_PERSON = frozenset({None, "", "user", "terminal", "acp"})  # not: sub_agent, scheduled, hidden, gateway
_EDITING = frozenset({"write", "create", "str_replace", "insert", "edit_file"})
_QUIET = frozenset(
    {"thinking", "redactedThinking", "reasoning", "image", "toolConfirmationRequest", "contextLengthExceeded"}
)
_QUIET |= {"summarizationRequested", "frontendToolRequest", "systemNotification", "actionRequired"}
_DECLINED = ("declined to run", "has denied", "user rejected")


class Row(row_lines.Row, gc=False):
    """A row; `content` and `metadata` are JSON in text."""

    session: str
    role: str
    content: str
    created: float | None = None
    metadata: str | None = None
    cwd: str | None = None
    kind: str | None = None


class Arguments(msgspec.Struct, gc=False):
    """A tool's arguments, of whichever tool."""

    command: str | None = None
    path: str | None = None


class Wanted(msgspec.Struct, gc=False):
    """A tool and its arguments."""

    name: str = ""
    arguments: msgspec.Raw = NOTHING


class Answered(msgspec.Struct, gc=False):
    """Either a call or a result: `status` is success or error."""

    status: str = ""
    value: msgspec.Raw = NOTHING
    error: str | None = None


class Part(msgspec.Struct, gc=False):
    """A part of a message."""

    type: str = ""
    text: str | None = None
    id: str = ""
    tool_call: Answered | None = msgspec.field(name="toolCall", default=None)
    tool_result: Answered | None = msgspec.field(name="toolResult", default=None)


class Structured(msgspec.Struct, gc=False):
    """What the shell tool tells of its end."""

    exit_code: int | None = None
    timed_out: bool | None = None


class Result(msgspec.Struct, gc=False):
    """What a tool gave back."""

    content: msgspec.Raw = NOTHING
    is_error: bool | None = msgspec.field(name="isError", default=None)
    structured: msgspec.Raw = msgspec.field(name="structuredContent", default=NOTHING)


class Metadata(msgspec.Struct, gc=False):
    """Who sees a message: what only the agent sees, nobody typed."""

    user_visible: bool = msgspec.field(name="userVisible", default=True)


_ROW = msgspec.json.Decoder(Row)
_PARTS: msgspec.json.Decoder[list[msgspec.Raw]] = msgspec.json.Decoder(list[msgspec.Raw])
_PART = msgspec.json.Decoder(Part)
_WANTED = msgspec.json.Decoder(Wanted)
_ARGUMENTS = msgspec.json.Decoder(Arguments)
_RESULT = msgspec.json.Decoder(Result)
_STRUCTURED = msgspec.json.Decoder(Structured)
_METADATA = msgspec.json.Decoder(Metadata)


class Goose:
    """See the module."""

    name = "goose"
    kind = SourceKind.TRANSCRIPT
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  the schema stands in the first pages
        """A database with Goose's tables, or its rows."""
        return row_lines.claimed(self.name, (b"content_json", b"created_timestamp", b"working_dir"), head)

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002
        """Fold rows into records; those of several sessions come mixed."""
        session = Session("goose", carry)
        row_lines.conversation(session, row_lines.rows(self.name, _ROW, lines), _message)
        if final:
            session.close()
        return session.reading()


def _message(session: Session, row: Row, where: Where) -> bool:
    told = (typed(_METADATA, row.metadata) if row.metadata else None) or Metadata()
    session.state.person = row.kind in _TYPED_BY_A_PERSON and told.user_visible
    at = stamp(row.created)
    row_lines.begun(session, row.session, row.cwd or "", where, at)
    for number, raw in enumerate(_parts(row.content)):
        part = typed(_PART, raw)
        if part is None:
            session.unknown["part"] += 1
        elif part.type == "text":
            if row.role == "user" and part.text:
                said = session.call(f"{row.session}:{row.created or row.row}:{number}", "", where, at=at)
                session.heard(said, part.text)
        elif part.type == "toolRequest":
            _asked(session, part, where, at)
        elif part.type == "toolResponse":
            _answered(session, part, where)
        elif part.type not in _QUIET:
            session.unknown[part.type] += 1
    return True


def _parts(content: str) -> list[msgspec.Raw]:
    found: list[msgspec.Raw] | None = typed(_PARTS, content)
    return found or []


def _key(session: Session, part: Part) -> str:
    """Ids of calls are the model's; some number them from 1 in each session."""
    return f"{session.state.session}:{part.id}"


def _asked(session: Session, part: Part, where: Where, at: str) -> None:
    wanted = typed(_WANTED, part.tool_call.value) if part.tool_call and part.tool_call.value else None
    if wanted is None:
        return
    given = (typed(_ARGUMENTS, wanted.arguments) if wanted.arguments else None) or Arguments()
    tool = wanted.name.rpartition("__")[2]
    key = _key(session, part)
    if tool == "shell" and given.command:
        session.wait(key, session.call(key, given.command, where, at=at, name="shell"))
    elif given.path and (tool in _EDITING or (tool == "text_editor" and given.command in _EDITING)):
        session.wait(key, session.call(key, given.path, where, at=at, name="edit"))


def _answered(session: Session, part: Part, where: Where) -> None:
    call = session.state.calls.pop(_key(session, part), None)
    if call is None or part.tool_result is None:
        return
    ending = _ending(part.tool_result)
    if call.name == "shell":
        session.ran(call, ending, where)
    elif not ending.failed:
        session.edited(call)


def _ending(answer: Answered) -> Ending:
    if answer.status == "error":
        declined = any(word in (answer.error or "") for word in _DECLINED)
        return Ending(RunState.NOT_RUN if declined else RunState.FINISHED, failed=True)
    if start_of(answer.value, 1).startswith(b"["):  # older versions
        return Ending(output=lazy_text(answer.value))
    result = (typed(_RESULT, answer.value) if answer.value else None) or Result()
    told = (typed(_STRUCTURED, result.structured) if result.structured else None) or Structured()
    output = lazy_text(result.content)
    if told.timed_out:
        return Ending(RunState.INTERRUPTED, told.exit_code, failed=True, output=output)
    failed = bool(result.is_error) or bool(told.exit_code)
    if failed and any(word in text_of(result.content)[:400] for word in _DECLINED):
        return Ending(RunState.NOT_RUN, failed=True, output=output)
    return Ending(exit=told.exit_code, failed=failed, output=output)


FORMAT = Goose()
