"""Copilot CLI's events: `~/.copilot/session-state/<id>/events.jsonl`, one event a line, seen from 1.0.12 to 1.0.64.

`success` is true for commands that failed; the exit status stands at the end of their text. Hooks' events repeat what
other events say and are left alone, and of a prompt only `content` is the person's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from classifiers.agent_session import Call, Ending, Session
from classifiers.agent_tools import told_as
from classifiers.json_lines import NOTHING, cut, text_of, typed
from classifiers.vocabulary import Carry, Dialect, Line, Output, Reading, RunState, SourceKind, Speech, Where

_SHELLS = {"bash": Dialect.POSIX, "powershell": Dialect.POWERSHELL}
_EDITS = frozenset({"create", "edit", "str_replace_editor", "apply_patch", "write"})
_POLLS = frozenset({"read_bash", "read_powershell", "stop_bash", "stop_powershell", "write_bash", "write_powershell"})
_FOLLOWED = frozenset(_SHELLS) | _EDITS | _POLLS
_QUIET = frozenset(
    {"abort", "session.shutdown", "session.resume", "session.info", "session.error", "session.idle", "session.model_change",
     "session.truncation", "session.snapshot_rewind", "session.handoff", "session.compaction_start", "session.usage_info",
     "session.warning", "session.mode_changed", "session.task_complete", "session.title_changed", "session.plan_changed",
     "session.context_changed", "session.workspace_file_changed", "session.import_legacy", "system.message",
     "assistant.intent", "assistant.message", "assistant.reasoning", "assistant.turn_start", "assistant.turn_end",
     "assistant.usage", "hook.start", "hook.end", "tool.user_requested", "tool.execution_partial_result",
     "tool.execution_progress", "permission.requested", "permission.completed", "subagent.started", "subagent.completed",
     "subagent.failed", "subagent.selected", "subagent.deselected", "skill.invoked", "user_input.requested"}
)  # fmt: skip

_FIRST = re.compile(rb'[\s\xef\xbb\xbf]*\{\s*"type"\s*:\s*"session\.(?:start|import_legacy)"\s*,\s*"data"\s*:\s*\{')
_EVENT = re.compile(
    rb'\A[\s\xef\xbb\xbf]*\{"type":"(?:session|user|assistant|tool|hook|system|permission|subagent|abort)[.\w]*","data":\{'
)
_TAIL = 200
_EXIT = re.compile(
    r"\n?<(?:shellId: ?\S{1,80} |command with shellId: ?\S{1,80} )?(?:exited|completed) with exit code (-?\d{1,10})>\s*\Z"
)
_SHELL_ID = re.compile(r"shellId: ?([\w.-]{1,80})")
_RUNNING = ("still running", "started in background", "started in detached")
_FEEDBACK = "User feedback:"
_ASKED = "mcp"
"""What a waiting call of a server's tool is called."""


class Context(msgspec.Struct, gc=False, rename="camel"):
    """Where a session starts."""

    cwd: str | None = None
    branch: str | None = None
    repository: str | None = None
    host_type: str | None = None


class Kind(msgspec.Struct, gc=False, rename="camel"):
    """What a notification is about."""

    type: str | None = None
    shell_id: str | None = None
    exit_code: int | None = None


class Arguments(msgspec.Struct, gc=False, rename="camel"):
    """A tool's arguments, of whichever tool."""

    command: str | None = None
    path: str | None = None
    shell_id: str | None = None


class Result(msgspec.Struct, gc=False):
    """What a tool gave."""

    content: msgspec.Raw = NOTHING


class Failure(msgspec.Struct, gc=False):
    """Why a tool did not run."""

    message: str | None = None
    code: str | None = None


class Metrics(msgspec.Struct, gc=False):
    """Numbers about a call."""

    exit_code: int | None = None


class Telemetry(msgspec.Struct, gc=False):
    """Facts about a call."""

    metrics: Metrics | None = None


class Data(msgspec.Struct, gc=False, rename="camel"):
    """What an event carries, of whichever type."""

    session_id: str | None = None
    context: msgspec.Raw = NOTHING
    content: msgspec.Raw = NOTHING
    source: msgspec.Raw = NOTHING
    parent_tool_call_id: str | None = None
    tool_call_id: str | None = None
    tool_name: str | None = None
    mcp_server_name: str | None = None
    mcp_tool_name: str | None = None
    arguments: msgspec.Raw = NOTHING
    success: bool | None = None
    result: msgspec.Raw = NOTHING
    error: msgspec.Raw = NOTHING
    tool_telemetry: msgspec.Raw = NOTHING
    kind: msgspec.Raw = NOTHING


class Event(msgspec.Struct, gc=False, rename="camel"):
    """One line."""

    type: str
    data: Data
    id: str = ""
    timestamp: str | None = None
    agent_id: str | None = None


_EVENTS = msgspec.json.Decoder(Event)
_CONTEXT = msgspec.json.Decoder(Context)
_ARGUMENTS = msgspec.json.Decoder(Arguments)
_RESULT = msgspec.json.Decoder(Result)
_FAILURE = msgspec.json.Decoder(Failure)
_TELEMETRY = msgspec.json.Decoder(Telemetry)
_KIND = msgspec.json.Decoder(Kind)


class CopilotCli:
    """See the module."""

    name = "copilot_cli"
    kind = SourceKind.TRANSCRIPT
    whole = False

    def sniff(self, head: bytes, name: str) -> int:
        """Sure at a session's start; nearly so where the first line is another event."""
        if _FIRST.match(head):
            return 95 if b'"copilotVersion"' in head or b'"producer"' in head or b'"sessionId"' in head else 70
        return 80 if _EVENT.match(head) and (name.endswith("events.jsonl") or b'"parentId"' in head) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002
        """Read events; at `final`, commands in the background are told as running."""
        reader = _Reader(carry)
        for where, event in reader.session.entries(_EVENTS, lines):
            reader.take(where, event)
        return reader.session.reading(final=final)


class _Reader:
    """Folds events into records."""

    def __init__(self, carry: Carry) -> None:
        self.session = Session("copilot", carry)
        self._handlers = {
            "session.start": self._start,
            "session.resume": self._start,
            "session.compaction_complete": self._compacted,
            "user.message": self._words,
            "tool.execution_start": self._called,
            "tool.execution_complete": self._done,
            "system.notification": self._noticed,
        }

    def take(self, where: Where, event: Event) -> None:
        """Read one event."""
        self.session.state.at = event.timestamp or self.session.state.at
        handler = self._handlers.get(event.type)
        if handler is not None:
            handler(where, event)
        elif event.type not in _QUIET:
            self.session.unknown[event.type] += 1

    def _start(self, where: Where, event: Event) -> None:
        state, data = self.session.state, event.data
        state.session = data.session_id or state.session
        context = (typed(_CONTEXT, data.context) if data.context else None) or Context()
        state.cwd = context.cwd or state.cwd
        state.branch = context.branch or state.branch
        if context.repository and context.host_type in {None, "github"} and context.repository.count("/") == 1:
            state.remote = f"https://github.com/{context.repository}.git"
        self.session.start(where)

    def _compacted(self, where: Where, event: Event) -> None:
        self.session.compacted(event.id, where)

    def _words(self, where: Where, event: Event) -> None:
        """A person's, unless a skill, a schedule or another agent sent them."""
        data = event.data
        if event.agent_id or data.parent_tool_call_id or bytes(data.source) not in (b"", b"null", b'"user"'):
            return
        self.session.heard(self.session.call(event.id, "", where), text_of(data.content))

    def _called(self, where: Where, event: Event) -> None:
        data = event.data
        if not data.tool_call_id:
            return
        if data.tool_name not in _FOLLOWED:
            self._asked(where, data, data.tool_call_id)
            return
        given = (typed(_ARGUMENTS, data.arguments) if data.arguments else None) or Arguments()
        text = (
            given.shell_id if data.tool_name in _POLLS else given.command if data.tool_name in _SHELLS else given.path
        )
        if text:
            self.session.wait(
                data.tool_call_id, self.session.call(data.tool_call_id, text, where, name=data.tool_name or "")
            )

    def _asked(self, where: Where, data: Data, key: str) -> None:
        """A server's tool was called; one that asks a database is told as a command."""
        asked = told_as(data.mcp_tool_name or data.tool_name or "", data.mcp_server_name or "")
        if asked:
            self.session.wait(key, self.session.call(key, asked, where, name=_ASKED))

    def _done(self, where: Where, event: Event) -> None:
        data = event.data
        call = self.session.state.calls.pop(data.tool_call_id or "", None)
        failure = (typed(_FAILURE, data.error) if data.error else None) or Failure()
        if not data.success and _FEEDBACK in (failure.message or "")[:400]:
            said = self.session.call(f"{data.tool_call_id}:said", "", where)
            self.session.heard(said, (failure.message or "").partition(_FEEDBACK)[2], Speech.REJECTION)
        if call is None:
            return
        if call.name in _EDITS:
            if data.success:
                self.session.edited(call)
            return
        self._ended(call, where, data, failure)

    def _ended(self, call: Call, where: Where, data: Data, failure: Failure) -> None:
        result = (typed(_RESULT, data.result) if data.result else None) or Result()
        text = text_of(result.content) or failure.message or ""
        ending, task = _ending(text, data, failure)
        if call.name == _ASKED:
            ending = Ending(exit=0, output=Output(cut(text))) if data.success else ending
            self._ran(call, ending, where)
        elif call.name in _POLLS:
            asked = self.session.state.tasks.get(call.text)
            if asked is not None and (ending.exit is not None or call.name.startswith("stop")):
                del self.session.state.tasks[call.text]
                stopped = ending if ending.exit is not None else ending._replace(state=RunState.INTERRUPTED)
                self._ran(asked, stopped, where)
        elif task:
            self.session.background(task, call)
        else:
            self._ran(call, ending, where)

    def _ran(self, call: Call, ending: Ending, where: Where) -> None:
        self.session.ran(call, ending, where, dialect=_SHELLS.get(call.name, Dialect.POSIX))

    def _noticed(self, where: Where, event: Event) -> None:
        """A command in the background ended."""
        kind = (typed(_KIND, event.data.kind) if event.data.kind else None) or Kind()
        call = self.session.state.tasks.pop(kind.shell_id or "", None) if kind.exit_code is not None else None
        if call is not None:
            self._ran(call, Ending(exit=kind.exit_code, failed=bool(kind.exit_code)), where)


def _ending(text: str, data: Data, failure: Failure) -> tuple[Ending, str]:
    """How a command ended, and the shell it runs in when it has not."""
    coded = _EXIT.search(text[-_TAIL:])
    if coded:
        body = text[: len(text) - len(coded[0])]
        return Ending(exit=int(coded[1]), failed=int(coded[1]) != 0, output=Output(cut(body))), ""
    output = Output(cut(text))
    telemetry = (typed(_TELEMETRY, data.tool_telemetry) if data.tool_telemetry else None) or Telemetry()
    if telemetry.metrics and telemetry.metrics.exit_code is not None:
        code = telemetry.metrics.exit_code
        return Ending(exit=code, failed=code != 0, output=output), ""
    if not data.success:
        ran = failure.code in {"timeout", "aborted"} or "timed out" in text[:200]
        return Ending(RunState.INTERRUPTED if ran else RunState.NOT_RUN, failed=True, output=output), ""
    ends = text[:_TAIL] + text[-2 * _TAIL :]
    if any(mark in ends for mark in _RUNNING):
        shell = _SHELL_ID.search(ends)
        return Ending(RunState.RUNNING, output=output), shell[1] if shell else ""
    return Ending(output=output), ""


FORMAT = CopilotCli()
