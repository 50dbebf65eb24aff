"""A CI step while it is still being read: its script, and as much of its output as may wait in a carry.

A job's log is read in batches and a step may be longer than memory, so the output keeps its head, its tail and, between
them, only lines that look like results. Every line left out stays as an empty line: the n-th line of the output is
always line `first_output_line + n` of the log.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Protocol

from classifiers.vocabulary import Carry, CiStep, Line, Output, Reading, Where

HEAD = 24_000
TAIL = 24_000
MIDDLE = 12_000
"""Characters kept of a step's first lines, of its last lines, and of the results between them."""
WIDTH = 2_000
"""Characters kept of one line: its beginning and its end."""
SCRIPT = 16_000
"""Characters kept of a script."""

_RESULT = (
    *(" passed", " failed", " passing", " failing", " tests", " example", " error", " failure", " added", " changed"),
    *("Tests:", "Test Suites:", "Tests run:", "test result:", "BUILD ", "FAIL", "OK", "rror:", "Finished"),
    *("uccess", "ublish", "ushed", "reated", "eploy", "omplete", "digest:", "✓", "✔", "✅", "❌"),
)
"""What lines with results hold; a regex of these costs forty times as much."""


def digest(*parts: str) -> str:
    """A short stable hash of some texts, for keys."""
    return blake2b("\x00".join(parts).encode("utf-8", "replace"), digest_size=8).hexdigest()


class Log(Protocol):
    """A job's log while it is read: the records of the steps that ended, and the carry of the rest."""

    records: list[CiStep]

    def read(self, line: Line) -> None:
        """Read one line."""

    def close(self, *, passed: bool | None) -> None:
        """End the step that is open, if one is."""

    def to_carry(self) -> Carry:
        """What the next batch goes on from."""


def steps_of(log: Log, lines: Sequence[Line], *, final: bool) -> Reading:
    """What the lines gave; at `final` the step that is open ends, and nothing says how."""
    for line in lines:
        log.read(line)
    if final:
        log.close(passed=None)
    return Reading(records=tuple(log.records), carry=log.to_carry(), parsed=len(lines))


class StepLog:
    """An open step. `facts` holds what else its format must remember about it, as JSON values."""

    def __init__(self, number: int, offset: int, **facts: Any) -> None:
        self.number = number
        self.offset = offset
        self.facts: dict[str, Any] = facts
        self.script: list[str] = []
        self.first = 0
        self._script_size = 0
        self._count = 0
        self._head: list[str] = []
        self._head_size = 0
        self._tail: deque[str] = deque()
        self._tail_size = 0
        self._middle: list[tuple[int, str]] = []
        self._middle_size = 0

    @property
    def where(self) -> Where:
        """The first line of the step."""
        return Where(self.number, self.offset)

    @property
    def quiet(self) -> bool:
        """Whether nothing but empty lines was printed so far."""
        return not self._tail and not any(self._head)

    def run(self, command: str) -> None:
        """Add a line to the script."""
        if self._script_size + len(command) <= SCRIPT:
            self.script.append(command)
            self._script_size += len(command) + 1

    def add(self, number: int, text: str) -> None:
        """Add line `number` of the log to the output; numbers must rise."""
        self.first = self.first or number
        while self.first + self._count < number:
            self._append("")
        self._append(text if len(text) <= WIDTH else f"{text[: WIDTH - 800]} … {text[-797:]}")

    def _append(self, text: str) -> None:
        self._count += 1
        size = len(text) + 1
        if not self._tail and self._head_size + size <= HEAD:
            self._head.append(text)
            self._head_size += size
            return
        self._tail.append(text)
        self._tail_size += size
        while self._tail_size > TAIL:
            index = self._count - len(self._tail)
            old = self._tail.popleft()
            self._tail_size -= len(old) + 1
            if self._middle_size + len(old) <= MIDDLE and any(word in old for word in _RESULT):
                self._middle.append((index, old))
                self._middle_size += len(old)

    def output(self) -> Output:
        """What was printed, put together only when it is looked at."""
        head, middle, tail, count = list(self._head), list(self._middle), list(self._tail), self._count
        if not count:
            return Output()
        return Output(lambda: _joined(head, middle, tail, count))

    def to_carry(self) -> Carry:
        """The step as JSON values, under 80 kB whatever its length."""
        return {
            "at": [self.number, self.offset],
            "facts": self.facts,
            "script": self.script,
            "first": self.first,
            "count": self._count,
            "head": self._head,
            "middle": [list(entry) for entry in self._middle],
            "tail": list(self._tail),
        }

    @classmethod
    def from_carry(cls, carry: Carry) -> StepLog:
        """The step that `to_carry` wrote; texts may have been masked in between, line for line."""
        step = cls(carry["at"][0], carry["at"][1], **carry["facts"])
        for command in carry["script"]:
            step.run(command)
        step.first, step._count = carry["first"], carry["count"]
        step._head = list(carry["head"])
        step._head_size = sum(len(text) + 1 for text in step._head)
        step._tail = deque(carry["tail"])
        step._tail_size = sum(len(text) + 1 for text in step._tail)
        step._middle = [(index, text) for index, text in carry["middle"]]
        step._middle_size = sum(len(text) for _, text in step._middle)
        return step


def _joined(head: list[str], middle: list[tuple[int, str]], tail: list[str], count: int) -> str:
    if len(head) == count:
        return "\n".join(head)
    pieces = ["\n".join(head)]
    last = len(head) - 1
    for index, text in [*middle, (count - len(tail), "\n".join(tail))]:
        pieces += ["\n" * (index - last), text]
        last = index
    return "".join(pieces)
