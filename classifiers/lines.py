"""The lines of one buffer, and where in it they stand.

Making a line copies its bytes, so who passes over many of them goes by `spans` instead.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TypeAlias, overload

from classifiers.vocabulary import Line

Span: TypeAlias = tuple[bytes, int, int, int, int, bool]
"""A buffer, start and end of a line in it, and the line's number, offset and `cut`. What is cut was left out or may be."""

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

    def spans(self) -> Iterator[Span]:
        """Each line where it stands."""
        data, offset, bound = self._data, self._offset, self._max_line or len(self._data)
        at = 0
        for number, end in enumerate(self._ends, self._number):
            yield data, at, end, number, offset + at, end - at > bound
            at = end + 1

    @overload
    def __getitem__(self, index: int) -> Line: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Line]: ...

    def __getitem__(self, index: int | slice) -> Line | Sequence[Line]:
        if isinstance(index, int) and 0 <= index < len(self._ends):
            return next(islice(self, index, None))
        return list(self)[index]


def spans(lines: Sequence[Line]) -> Iterator[Span]:
    """Each line where it stands: in the buffer that it shares with others, or in its own bytes."""
    if isinstance(lines, Lines):
        return lines.spans()
    return ((line.data, 0, len(line.data), line.number, line.offset, line.cut) for line in lines)


def bounded(line: Line, max_line: int) -> Line:
    """The same line, or its marked head if it is longer than `max_line` bytes."""
    return line if len(line.data) <= max_line else Line(line.data[:max_line], line.offset, line.number, cut=True)
