"""A byte buffer, seen as its whole lines.

Only the newline byte ends a line: `splitlines` would also break at a bare carriage return, which progress bars print,
and, on text, at U+2028, which stands raw inside JSON strings. A carriage return before the newline stays in the data.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import overload

from classifiers.vocabulary import Line

MAX_LINES = 32_768
"""Lines of one batch at most: 8 MiB of empty lines would otherwise become a gigabyte of records."""

_line = partial(tuple.__new__, Line)  # skips NamedTuple's own constructor, which is a Python function


class Lines(Sequence[Line]):
    """The lines of a buffer, each made when it is its turn and gone when nobody keeps it: its bytes stay in the cache.

    `data` begins with them, and `ends` says where in it each one ends; `offset` and `number` are those of its first
    byte. A line longer than `max_line` bytes (0: no bound) keeps its first `max_line`.
    """

    __slots__ = ("_data", "_ends", "_max_line", "_number", "_offset")

    def __init__(self, data: bytes, offset: int, number: int, ends: array[int], max_line: int = 0) -> None:
        self._data = data
        self._offset = offset
        self._number = number
        self._ends = ends
        self._max_line = max_line if 0 < max_line < len(data) else 0

    def __len__(self) -> int:
        return len(self._ends)

    def __iter__(self) -> Iterator[Line]:
        every = self._every()
        return (bounded(line, self._max_line) for line in every) if self._max_line else every

    def _every(self) -> Iterator[Line]:
        data, offset = self._data, self._offset
        at = 0
        for number, end in enumerate(self._ends, self._number):
            yield _line((data[at:end], offset + at, number, False))
            at = end + 1

    @overload
    def __getitem__(self, index: int) -> Line: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Line]: ...

    def __getitem__(self, index: int | slice) -> Line | Sequence[Line]:
        if isinstance(index, int) and 0 <= index < len(self._ends):
            return next(islice(self, index, None))
        return list(self)[index]


def split(
    data: bytes, offset: int = 0, number: int = 1, *, limit: int = MAX_LINES, max_line: int = 0, final: bool = False
) -> tuple[Lines, int]:
    """The whole lines at the start of `data`, and how many bytes they and their newlines took.

    `offset` and `number` are those of the first byte. At most `limit` lines are taken (below 0: no bound); what follows
    the last newline is not a line yet and is left, unless `final` says that nothing comes after it.
    """
    ends = array("q")
    find, end = data.find, -1
    for _ in range(limit if limit >= 0 else len(data)):  # `count` would take three times as long as all of this
        end = find(b"\n", end + 1)
        if end < 0:
            break
        ends.append(end)
    used = ends[-1] + 1 if ends else 0
    if final and used < len(data) and data.find(b"\n", used) < 0:
        ends.append(len(data))
        used = len(data)
    return Lines(data, offset, number, ends, max_line), used


def bounded(line: Line, max_line: int) -> Line:
    """The same line, or its marked head if it is longer than `max_line` bytes."""
    return line if len(line.data) <= max_line else Line(line.data[:max_line], line.offset, line.number, cut=True)
