"""What waits between two batches: the carry of Claude Code's format, typed."""

from __future__ import annotations

from typing import Any

import msgspec

from classifiers.formats.claude_code.entries import Entry
from classifiers.json_lines import instant
from classifiers.vocabulary import Carry, Where

PENDING = 64
"""Calls without a result that are kept; the oldest is forgotten first."""

KEPT = 32
"""Background tasks and queued prompts that are kept."""

TEXT_CAP = 8_192
"""Characters of a command, and of words, that wait."""


class Over(msgspec.Struct, array_like=True, gc=False):
    """The end of a background task, whose output may yet be read."""

    line: int
    offset: int
    exit: int | None


class Waiting(msgspec.Struct, array_like=True, gc=False):
    """A call without a result, or words that may not be the last: what it is, and where and when it was read.

    `name` is the call's tool, `task` the background task it became; of a look at a task's output file the call that began
    it. `text` is a command, a path, a task or words. `over` says where a task was told to have ended well, and with which
    status.
    """

    key: str
    text: str
    line: int
    offset: int
    at: str
    session: str
    cwd: str
    name: str = ""
    task: str = ""
    unconfined: bool = False  # it runs outside the sandbox
    change: str = ""  # what an edit changes, as `edits` writes it
    over: Over | None = None

    @property
    def where(self) -> Where:
        """The position of its line."""
        return Where(self.line, self.offset)

    def base(self) -> dict[str, Any]:
        """The fields that every record of it has."""
        return {
            "key": self.key,
            "where": self.where,
            "at": instant(self.at),
            "session": self.session,
            "cwd": self.cwd,
        }


class State(msgspec.Struct):
    """The whole carry. Everything in it is bounded."""

    session: str = ""
    cwd: str = ""
    started: list[str] = []  # sessions whose start was told
    calls: dict[str, Waiting] = {}  # by tool_use id
    tasks: dict[str, Waiting] = {}  # commands in the background, by tool_use id
    bang: Waiting | None = None  # the person's own `!` command
    said: Waiting | None = None  # the agent's last words so far
    queue: list[Waiting] = []  # prompts typed while the agent worked, with "" for what was no prompt
    heard: list[str] = []  # digests of queued prompts already told

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

    def call(self, waiting: Waiting, tool_use: str) -> None:
        """Keep a call until its result comes."""
        self.calls[tool_use] = waiting
        if len(self.calls) > PENDING:
            del self.calls[next(iter(self.calls))]


def waiting(where: Where, entry: Entry, key: str, text: str, name: str = "") -> Waiting:
    """What waits, at the line where it was read."""
    return Waiting(
        key,
        text[:TEXT_CAP],
        where.line,
        where.offset,
        entry.timestamp or "",
        entry.session_id or "",
        entry.cwd or "",
        name,
    )
