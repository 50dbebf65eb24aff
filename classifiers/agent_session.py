"""A coding agent's session while it is being read: its open calls, where it happens, and the records it gave so far.

What the agents' formats share and no more: each knows its own file's shapes, and this knows what a call that waits for
its result looks like in a carry. Everything kept is bounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar

import msgspec

from classifiers.json_lines import cut, instant, typed
from classifiers.trust import human_text
from classifiers.vocabulary import (
    Actor,
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
    Speech,
    Where,
)

E = TypeVar("E")

PENDING = 256
"""Calls without a result that are kept; the oldest is forgotten first."""

COMMAND = 8_192
"""Characters of a command that waits; a longer one is a script in a here-document, and its head says what it is."""

TOLD = 512
"""Ids of what was told already that are remembered, for logs that write one message several times."""


class Call(msgspec.Struct, array_like=True):
    """A call without a result, or words that wait. `text` is a command, a path or words, `name` the tool."""

    key: str
    text: str
    line: int = 0
    offset: int = 0
    at: str = ""
    cwd: str = ""
    name: str = ""

    @property
    def where(self) -> Where:
        """The position it was read at."""
        return Where(self.line, self.offset)


class State(msgspec.Struct):
    """The carry of an agent's format."""

    session: str = ""
    cwd: str = ""
    remote: str = ""
    branch: str = ""
    person: bool = True  # a person speaks here; False in a sub-agent's session
    started: bool = False
    at: str = ""  # of the last line that had a time
    count: int = 0  # for keys, in files whose lines have no ids
    calls: dict[str, Call] = {}
    tasks: dict[str, Call] = {}  # commands in the background, by the id their agent polls
    told: list[str] = []
    held: list[Call] = []  # a person's words that may still be taken back or go on

    @classmethod
    def of(cls, carry: Carry) -> State:
        """The state in `carry`; a fresh one when the carry is of another version (only what waited is lost)."""
        try:
            return msgspec.convert(carry, cls)
        except msgspec.ValidationError:
            return cls()

    def carry(self) -> Carry:
        """The state as plain JSON values."""
        plain: Carry = msgspec.to_builtins(self)
        return plain


class Ending(NamedTuple):
    """How a command ended."""

    state: RunState = RunState.FINISHED
    exit: int | None = None
    failed: bool = False
    output: Output | None = None


class Session:
    """One batch of a session: the state of the carry, and the records it gives. `tool` begins every key."""

    def __init__(self, tool: str, carry: Carry) -> None:
        self.tool = tool
        self.state = State.of(carry)
        self.records: list[Record] = []
        self.unknown: Counter[str] = Counter()
        self.parsed = 0
        self.skipped = 0

    def entries(self, decoder: msgspec.json.Decoder[E], lines: Sequence[Line]) -> Iterator[tuple[Where, E]]:
        """Each line that is an entry of the log, with its place; what is none is counted."""
        for line in lines:
            entry = None if line.cut else typed(decoder, line.data)
            if entry is None:
                self.skipped += bool(line.cut or line.data.strip())
                continue
            self.parsed += 1
            yield Where(line.number, line.offset), entry

    def reading(self, *, final: bool = False) -> Reading:
        """What the lines gave; at `final`, after which nothing comes, the session is closed."""
        if final:
            self.close()
        return Reading(tuple(self.records), self.state.carry(), self.parsed, self.skipped, dict(self.unknown))

    def whole(self, lines: Sequence[Line]) -> Reading:
        """What a whole document gave: nothing of it is carried on."""
        return Reading(tuple(self.records), {}, len(lines), 0, dict(self.unknown))

    def call(self, key: str, text: str, where: Where, *, at: str = "", cwd: str = "", name: str = "") -> Call:
        """Something that happened at `where`, not yet a record. `cwd` defaults to the session's."""
        state = self.state
        return Call(
            f"{self.tool}:{key}", text[:COMMAND], where.line, where.offset, at or state.at, cwd or state.cwd, name
        )

    def wait(self, call_id: str, call: Call) -> None:
        """Keep a call until its result comes."""
        self.state.calls[call_id] = call
        if len(self.state.calls) > PENDING:
            del self.state.calls[next(iter(self.state.calls))]

    def background(self, task: str, call: Call) -> None:
        """Keep a command that went to the background; the oldest of too many is told as running."""
        tasks = self.state.tasks
        tasks[task] = call
        if len(tasks) > PENDING:
            self.ran(tasks.pop(next(iter(tasks))), Ending(RunState.RUNNING))

    def close(self) -> None:
        """The end of the file: commands in the background are told as running, open calls prove nothing."""
        for call in self.state.tasks.values():
            self.ran(call, Ending(RunState.RUNNING))
        self.state.tasks = {}
        self.state.calls = {}

    def once(self, name: str) -> bool:
        """Whether `name` was not told before; it is from now on."""
        told = self.state.told
        if name in told:
            return False
        self.state.told = [*told[1 - TOLD :], name]
        return True

    def start(self, where: Where, at: str = "") -> None:
        """The session starts, unless it did before or is a sub-agent's."""
        if self.state.started or not self.state.person:
            return
        self.state.started = True
        mark = self.call(f"start:{self.state.session}", "", where, at=at)
        self.records.append(SessionMark(**self._base(mark), mark=Mark.START, branch=self.state.branch))

    def compacted(self, key: str, where: Where, at: str = "") -> None:
        """The session was summarised to make room."""
        self.records.append(SessionMark(**self._base(self.call(key, "", where, at=at)), mark=Mark.COMPACT))

    def heard(self, said: Call, text: str, speech: Speech = Speech.PROMPT) -> None:
        """A person said `text`; what tools put into it is cut, and nothing is told when nothing is left."""
        words = human_text(cut(text)) if self.state.person else ""
        if words:
            self.records.append(HumanMessage(**self._base(said), text=words, speech=speech))

    def ran(
        self,
        call: Call,
        ending: Ending,
        result: Where | None = None,
        *,
        actor: Actor = Actor.AGENT,
        dialect: Dialect = Dialect.POSIX,
    ) -> None:
        """The command of `call` ended so."""
        self.records.append(
            CommandRun(
                **self._base(call),
                command=call.text,
                actor=actor,
                dialect=dialect,
                state=ending.state,
                exit=ending.exit,
                failed=ending.failed,
                output=ending.output or Output(),
                result=result,
            )
        )

    def edited(self, call: Call, change: str = "") -> None:
        """The file of `call` was changed; `change` is as `edits` writes it."""
        self.records.append(FileEdit(**self._base(call), path=call.text, change=Output(change)))

    def _base(self, call: Call) -> dict[str, Any]:
        return {
            "key": call.key,
            "where": call.where,
            "at": instant(call.at),
            "session": self.state.session,
            "cwd": call.cwd,
            "remote": self.state.remote,
        }


def stamp(number: float | None) -> str:
    """A time in seconds or milliseconds since 1970 as ISO 8601, "" for none and for what is no such time."""
    if number is None:
        return ""
    seconds = number / 1000 if number > 1e11 else number
    return datetime.fromtimestamp(seconds, UTC).isoformat() if 0 < seconds < 1e11 else ""


def absolute(folder: str) -> bool:
    """Whether `folder` is a path from a root, of either kind of system."""
    return folder.startswith(("/", "\\\\", "~")) or folder[1:3] in {":\\", ":/"}
