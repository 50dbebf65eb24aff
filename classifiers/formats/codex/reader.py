"""Lines of a rollout into records.

A command's record is made where its output tells the end: a command that outlives its call is ended by the poll that
sees it exit. Prompts are stored twice, as a model's input (with much that no person wrote) and as an event; only the
event is read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from classifiers.agent_tools import told_as
from classifiers.formats.codex import items
from classifiers.formats.codex.asked import Asked, asked, is_patch, patched_files, script_call
from classifiers.formats.codex.endings import Ending, ending_of, script_ending
from classifiers.formats.codex.items import Git, Item
from classifiers.formats.codex.waiting import RUNNING, TEXT_CAP, State, Waiting
from classifiers.json_lines import BROKEN, cut, instant, loosely, start_of, text_of, typed
from classifiers.lines import spans
from classifiers.trust import human_text
from classifiers.vocabulary import (
    Actor,
    AgentMessage,
    Carry,
    CommandRun,
    Dialect,
    FileEdit,
    HumanMessage,
    Line,
    Mark,
    Output,
    Reading,
    Record,
    RunState,
    SessionMark,
    Where,
)

_UNIQUE = 16  # characters from which a call id is random enough to be the only one of its kind
_WINDOWS = re.compile(r"[A-Za-z]:[\\/]")
_ABSOLUTE = re.compile(r"[/~]|[A-Za-z]:[\\/]|\\\\")
_USER_INFO = re.compile(r"//[^/@]*@")
_SHELL = re.compile(rb"<shell>\s*(powershell|pwsh|cmd)")
_PLAIN = (b"", b"null", b'"plain"')  # `kind` of a prompt that is no injected context
_BRACE = ord("}")


class Reader:
    """Reads one batch: the state of the carry, and the records it gives."""

    def __init__(self, carry: Carry, path: str) -> None:
        self._state = State.of(carry, path)
        self._records: list[Record] = []
        self._unknown: Counter[str] = Counter()
        self._parsed = 0
        self._skipped = 0
        self._quiet = items.QUIET_HEADS
        self._handlers: dict[tuple[str, str | None], Callable[[Where, Item], None]] = {
            ("response_item", "message"): self._message,
            ("response_item", "function_call"): self._function_call,
            ("response_item", "custom_tool_call"): self._custom_call,
            ("response_item", "local_shell_call"): self._local_call,
            ("response_item", "function_call_output"): self._output,
            ("response_item", "custom_tool_call_output"): self._output,
            ("event_msg", "user_message"): self._user_message,
            ("event_msg", "agent_message"): self._agent_message,
            ("event_msg", "item_completed"): self._item_completed,
            ("event_msg", "task_started"): self._turn,
            ("event_msg", "turn_started"): self._turn,
            ("event_msg", "task_complete"): self._turn_over,
            ("event_msg", "turn_complete"): self._turn_over,
            ("event_msg", "turn_aborted"): self._turn_over,
        }
        self._bare = {"session_meta": self._session, "turn_context": self._turn, "compacted": self._compacted}

    def reading(self) -> Reading:
        """What the lines gave."""
        return Reading(tuple(self._records), self._state.carry(), self._parsed, self._skipped, dict(self._unknown))

    def read(self, lines: Sequence[Line]) -> None:
        """Read lines; those that are no line of a rollout are counted."""
        for data, start, end, number, offset, was_cut in spans(lines):
            if was_cut:
                self._skipped += 1
            elif data.startswith(self._quiet, start + items.STAMP, end) and data[end - 1] == _BRACE:
                self._parsed += 1
            else:
                self._take(data[start:end], number, offset)

    def _take(self, line: bytes, number: int, offset: int) -> None:
        try:
            item = items.ITEM.decode(line)
        except BROKEN:
            loose = loosely(items.ITEM, line)
            if loose is None:
                self._skipped += bool(line.strip())
                return
            item = loose
        self._parsed += 1
        inner = item.payload.type
        handler = self._handlers.get((item.type, inner)) or self._bare.get(item.type)
        if handler is not None:
            handler(Where(number, offset), item)
            if line.startswith(items.CONTEXT_HEAD, items.STAMP):  # said before every request, mostly word for word
                self._quiet = (*items.QUIET_HEADS, line[items.STAMP :])
        elif item.type in items.QUIET:
            if inner not in items.QUIET[item.type]:
                self._unknown[f"{item.type}/{inner}"] += 1
        elif item.type not in items.QUIET[""]:
            self._unknown[item.type] += 1

    def close(self) -> None:
        """Tell what is still open; a call without an output proves nothing."""
        self._flush()
        for call in self._state.running.values():
            self._ran(call, call.where, Ending(RunState.RUNNING))
        self._state.running.clear()
        self._state.calls.clear()

    # --- where it happens ---------------------------------------------------------------------------------------------

    def _session(self, where: Where, item: Item) -> None:
        """Only the first: a fork's file goes on with its parent's."""
        state, meta = self._state, item.payload
        if state.home or not meta.cwd:
            return
        git = (typed(items.GIT, meta.git) if meta.git else None) or Git()
        state.session = text_of(meta.id) or state.session
        state.home = state.cwd = meta.cwd
        self._quiet = items.QUIET_HEADS
        state.remote = _USER_INFO.sub("//", git.repository_url or "")
        state.paginated = text_of(meta.history_mode) == "paginated"
        program = text_of(meta.source) == "exec" or text_of(meta.originator) == "codex_exec"
        child = any(text_of(each) for each in (meta.parent_thread_id, meta.agent_role))
        child = child or b"subagent" in start_of(meta.source, 200).lower()
        state.person = not program and not child
        if child:
            return
        start = self._waiting(where, item, f"codex:start:{state.session}", "")
        self._records.append(SessionMark(**self._base(start), mark=Mark.START, branch=git.branch or ""))

    def _turn(self, where: Where, item: Item) -> None:  # noqa: ARG002 - a handler
        self._in_turn(item.payload.turn_id)
        self._state.cwd = item.payload.cwd or self._state.cwd

    def _in_turn(self, turn: str | None) -> None:
        """A turn begins or goes on; what its context says is news from here on."""
        self._state.in_turn(turn)
        self._quiet = items.QUIET_HEADS

    def _compacted(self, where: Where, item: Item) -> None:
        self._flush()
        self._state.compacted += 1
        mark = self._waiting(where, item, f"codex:{self._state.session}:compact:{self._state.compacted}", "")
        self._records.append(SessionMark(**self._base(mark), mark=Mark.COMPACT))

    def _message(self, where: Where, item: Item) -> None:  # noqa: ARG002 - a handler
        """A model's input; read only for the shell that its first item names."""
        if self._state.dialect is None and item.payload.role == "user":
            told = _SHELL.search(start_of(item.payload.content, 4_096))
            if told:
                self._state.dialect = Dialect.CMD if told[1] == b"cmd" else Dialect.POWERSHELL

    def _waiting(self, where: Where, item: Item, key: str, text: str) -> Waiting:
        return Waiting(key, text[:TEXT_CAP], where.line, where.offset, item.timestamp or "", self._state.cwd)

    def _base(self, waiting: Waiting) -> dict[str, Any]:
        return {
            "key": waiting.key,
            "where": waiting.where,
            "at": instant(waiting.at),
            "session": self._state.session,
            "cwd": waiting.cwd,
            "remote": self._remote(waiting.cwd),
        }

    def _remote(self, cwd: str) -> str:
        home, remote = self._state.home, self._state.remote
        inside = remote and home and (cwd == home or cwd.startswith((f"{home}/", f"{home}\\")))
        return remote if inside else ""

    # --- calls --------------------------------------------------------------------------------------------------------

    def _function_call(self, where: Where, item: Item) -> None:
        name = item.payload.name or ""
        if name in items.SHELLS or name == items.POLL:
            self._asked(where, item, name, asked(item.payload.arguments))
        elif name == items.PATCH:
            self._patch(where, item, text_of(item.payload.arguments))
        elif command := told_as(name.removeprefix("_"), (item.payload.namespace or "").removeprefix("mcp__")):
            self._asked(where, item, name, Asked(command, Dialect.POSIX))

    def _local_call(self, where: Where, item: Item) -> None:
        self._asked(where, item, "local_shell", asked(item.payload.action))

    def _custom_call(self, where: Where, item: Item) -> None:
        name = item.payload.name or ""
        if name == items.PATCH:
            self._patch(where, item, text_of(item.payload.input))
        elif name == items.SCRIPT:
            self._asked(where, item, name, script_call(text_of(item.payload.input)))
        elif name in items.SHELLS:
            self._asked(where, item, name, asked(item.payload.input))

    def _asked(self, where: Where, item: Item, name: str, what: Asked) -> None:
        call_id = item.payload.call_id
        if not call_id or not (what.command or what.polls):
            return
        if is_patch(what.command):
            self._patch(where, item, what.command)
            return
        call = self._waiting(where, item, self._call_key(call_id), what.command or what.polls)
        call.cwd = self._folder(what.workdir)
        call.name = items.POLL if what.polls else name
        call.unconfined = what.unconfined
        call.dialect = what.dialect or self._usual(call.cwd)
        if what.stops and (target := self._state.running.get(what.polls)):
            target.stopped = True
        self._state.call(call, call_id)

    def _patch(self, where: Where, item: Item, patch: str) -> None:
        files = dict(islice(patched_files(patch).items(), 64))
        if item.payload.call_id and files:
            call = self._waiting(where, item, self._call_key(item.payload.call_id), "")
            call.name, call.files = items.PATCH, files
            self._state.call(call, item.payload.call_id)

    def _call_key(self, call_id: str) -> str:
        """A call's id is random, so the copies in forks share it; a short one of another model provider is not."""
        return f"codex:{call_id}" if len(call_id) >= _UNIQUE else f"codex:{self._state.session}:{call_id}"

    def _folder(self, workdir: str) -> str:
        if not workdir or _ABSOLUTE.match(workdir):
            return workdir or self._state.cwd
        return f"{self._state.cwd}/{workdir}" if workdir != "." else self._state.cwd

    def _usual(self, cwd: str) -> Dialect:
        if self._state.dialect is not None:
            return self._state.dialect
        return Dialect.POWERSHELL if _WINDOWS.match(cwd) else Dialect.POSIX

    # --- what came of them --------------------------------------------------------------------------------------------

    def _output(self, where: Where, item: Item) -> None:
        call = self._state.calls.pop(item.payload.call_id or "", None)
        if call is None:
            return
        script = call.name == items.SCRIPT
        ending = script_ending(item.payload.output) if script else ending_of(item.payload.output)
        if call.name == items.PATCH:
            self._patched(call, ending)
        elif call.name == items.POLL:
            if ending.state is not RunState.RUNNING and ending.exit is not None:
                self._polled(call.text, where, ending)
        elif ending.state is RunState.RUNNING and ending.session:
            self._goes_on(call, ending.session)
        else:
            self._ran(call, where, ending)

    def _patched(self, call: Waiting, ending: Ending) -> None:
        told = ending.output.text if ending.output else ""
        if ending.exit == 0 or (ending.exit is None and told.startswith(("Success", "Done"))):
            base = self._base(call)
            for number, (path, change) in enumerate(call.files.items()):
                key = f"{call.key}:{number}" if number else call.key
                self._records.append(FileEdit(**(base | {"key": key}), path=path, change=Output(change)))

    def _goes_on(self, call: Waiting, session: str) -> None:
        running = self._state.running
        if session in running:  # the number is used again, so that process is gone
            self._ran(running[session], running.pop(session).where, Ending(RunState.RUNNING))
        running[session] = call
        if len(running) > RUNNING:
            oldest = running.pop(next(iter(running)))
            self._ran(oldest, oldest.where, Ending(RunState.RUNNING))

    def _polled(self, session: str, where: Where, ending: Ending) -> None:
        call = self._state.running.pop(session, None)
        if call is not None:
            self._ran(call, where, replace(ending, duration=None, state=_stopped(call, ending)))

    def _ran(self, call: Waiting, result: Where, ending: Ending) -> None:
        self._records.append(
            CommandRun(
                key=call.key,
                where=call.where,
                at=instant(call.at),
                session=self._state.session,
                cwd=call.cwd,
                remote=self._remote(call.cwd),
                command=call.text,
                actor=Actor.AGENT,
                dialect=call.dialect,
                state=ending.state,
                exit=ending.exit,
                failed=ending.failed,
                output=ending.output or Output(),
                result=result,
                unconfined=call.unconfined,
                weak=call.name == items.SCRIPT,
                duration=ending.duration,
            )
        )

    # --- who said what ------------------------------------------------------------------------------------------------

    def _user_message(self, where: Where, item: Item) -> None:
        if not self._state.paginated and bytes(item.payload.kind) in _PLAIN:
            self._person(where, item, text_of(item.payload.message))

    def _agent_message(self, where: Where, item: Item) -> None:
        if not self._state.paginated:
            self._agent(where, item, text_of(item.payload.message))

    def _item_completed(self, where: Where, item: Item) -> None:
        """Words in the paginated history, which may keep the older events beside them."""
        self._in_turn(item.payload.turn_id)
        said = typed(items.SAID, item.payload.item) if item.payload.item and self._state.paginated else None
        if said is None:
            return
        text = said.text or text_of(said.content)
        if said.type in {"UserMessage", "user_message"}:
            self._person(where, item, text)
        elif said.type in {"AgentMessage", "agent_message"}:
            self._agent(where, item, text)

    def _person(self, where: Where, item: Item, text: str) -> None:
        self._flush()
        key = self._said_key("said")
        words = human_text(cut(text)) if self._state.person else ""
        if words:
            self._records.append(HumanMessage(**self._base(self._waiting(where, item, key, "")), text=words))

    def _agent(self, where: Where, item: Item, text: str) -> None:
        key = self._said_key("answer")
        if text and self._state.person:
            self._state.said = self._waiting(where, item, key, text)

    def _said_key(self, what: str) -> str:
        self._state.spoken += 1
        return f"codex:{self._state.turn or self._state.session}:{what}:{self._state.spoken}"

    def _turn_over(self, where: Where, item: Item) -> None:  # noqa: ARG002 - a handler
        self._flush()

    def _flush(self) -> None:
        """Tell the agent's last words of the turn."""
        said, self._state.said = self._state.said, None
        if said is not None:
            self._records.append(AgentMessage(**self._base(said), text=said.text))


def _stopped(call: Waiting, ending: Ending) -> RunState:
    return RunState.INTERRUPTED if call.stopped else ending.state
