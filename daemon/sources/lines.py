"""A byte buffer, seen as its whole lines.

Only the newline byte ends a line: `splitlines` would also break at a bare carriage return, which progress bars print,
and, on text, at U+2028, which stands raw inside JSON strings. A carriage return before the newline stays in the data.
"""

from __future__ import annotations

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

    `data` begins with them; `offset` and `number` are those of its first byte, and `count` is how many lines are meant
    (the last of which ends with `data` where it has no newline). A line longer than `max_line` bytes (0: no bound) keeps its first `max_line`.
    """

    __slots__ = ("_count", "_data", "_max_line", "_number", "_offset")

    def __init__(self, data: bytes, offset: int, number: int, count: int, max_line: int = 0) -> None:
        self._data = data
        self._offset = offset
        self._number = number
        self._count = count
        self._max_line = max_line if 0 < max_line < len(data) else 0

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Line]:
        every = self._every()
        return (bounded(line, self._max_line) for line in every) if self._max_line else every

    def _every(self) -> Iterator[Line]:
        data, find, offset = self._data, self._data.find, self._offset
        at = 0
        for number in range(self._number, self._number + self._count):
            end = find(b"\n", at)
            yield _line((data[at : end if end >= 0 else None], offset + at, number, False))
            at = end + 1

    @overload
    def __getitem__(self, index: int) -> Line: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Line]: ...

    def __getitem__(self, index: int | slice) -> Line | Sequence[Line]:
        if isinstance(index, int) and 0 <= index < self._count:
            return next(islice(self, index, None))
        return list(self)[index]


def split(
    data: bytes, offset: int = 0, number: int = 1, *, limit: int = MAX_LINES, max_line: int = 0, final: bool = False
) -> tuple[Lines, int]:
    """The whole lines at the start of `data`, and how many bytes they and their newlines took.

    `offset` and `number` are those of the first byte. At most `limit` lines are taken (below 0: no bound); what follows
    the last newline is not a line yet and is left, unless `final` says that nothing comes after it.
    """
    used = data.rfind(b"\n") + 1
    count = data.count(b"\n")
    if 0 <= limit < count:
        used = len(data) - len(data.split(b"\n", limit)[-1])
        count = limit
    elif final and used < len(data):
        used = len(data)
        count += 1
    return Lines(data, offset, number, count, max_line), used


def bounded(line: Line, max_line: int) -> Line:
    """The same line, or its marked head if it is longer than `max_line` bytes."""
    return line if len(line.data) <= max_line else Line(line.data[:max_line], line.offset, line.number, cut=True)
