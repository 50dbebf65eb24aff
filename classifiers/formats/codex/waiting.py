"""What waits between two batches: the carry of Codex's format, typed."""

from __future__ import annotations

import re

import msgspec

from classifiers.vocabulary import Carry, Dialect, Where

PENDING = 64
"""Calls without an output that are kept; the oldest is forgotten first."""

RUNNING = 32
"""Commands still running that are kept; the oldest is told as running and forgotten."""

TEXT_CAP = 8_192
"""Characters of a command, and of the agent's words, that wait."""

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.jsonl)")


class Waiting(msgspec.Struct, array_like=True, gc=False):
    """A call without an output, or words that may not be the turn's last.

    `text` is a command, the session polled, or words; `files` are what a patch changes, each with its change.
    """

    key: str
    text: str
    line: int
    offset: int
    at: str
    cwd: str
    name: str = ""
    dialect: Dialect = Dialect.POSIX
    files: dict[str, str] = {}
    stopped: bool = False  # Ctrl-C was sent to it
    unconfined: bool = False  # it runs outside the sandbox

    @property
    def where(self) -> Where:
        """The position of its line."""
        return Where(self.line, self.offset)


class State(msgspec.Struct):
    """The whole carry. Everything in it is bounded."""

    session: str = ""
    home: str = ""  # the folder the session started in, which `remote` belongs to
    remote: str = ""
    cwd: str = ""
    dialect: Dialect | None = None  # the usual shell, where the session tells it
    person: bool = True  # whether prompts can be a person's: no sub-agent, no program
    paginated: bool = False
    turn: str = ""
    spoken: int = 0  # words of anyone in this turn so far
    compacted: int = 0
    calls: dict[str, Waiting] = {}  # by call id
    running: dict[str, Waiting] = {}  # by session id of the process
    said: Waiting | None = None  # the agent's last words so far

    @classmethod
    def of(cls, carry: Carry, path: str) -> State:
        """The state in `carry`; a fresh one when the carry is of another version (only what waited is lost)."""
        try:
            state = msgspec.convert(carry, cls)
        except msgspec.ValidationError:
            state = cls()
        if not state.session:
            named = _UUID.search(path)
            state.session = named[0] if named else ""
        return state

    def carry(self) -> Carry:
        """The state as plain JSON values."""
        plain: Carry = msgspec.to_builtins(self)
        return plain

    def call(self, waiting: Waiting, call_id: str) -> None:
        """Keep a call until its output comes."""
        self.calls[call_id] = waiting
        if len(self.calls) > PENDING:
            del self.calls[next(iter(self.calls))]

    def in_turn(self, turn: str | None) -> None:
        """A turn begins, or goes on."""
        if turn and turn != self.turn:
            self.turn, self.spoken = turn, 0
