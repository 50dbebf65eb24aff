"""A byte buffer, taken apart into whole lines.

Only the newline byte ends a line: `splitlines` would also break at a bare carriage return, which progress bars print,
and, on text, at U+2028, which stands raw inside JSON strings. A carriage return before the newline stays in the data.
"""

from __future__ import annotations

from functools import partial
from itertools import accumulate, count, repeat
from operator import add

from classifiers.vocabulary import Line

MAX_LINES = 32_768
"""Lines of one batch at most: 8 MiB of empty lines would otherwise become a gigabyte of tuples."""

_line = partial(tuple.__new__, Line)  # skips NamedTuple's own constructor, which is a Python function


def split(
    data: bytes, offset: int = 0, number: int = 1, *, limit: int = MAX_LINES, max_line: int = 0
) -> tuple[list[Line], int]:
    """The whole lines at the start of `data`, and how many bytes they and their newlines took.

    `offset` and `number` are those of the first byte. At most `limit` lines are taken; what follows the last newline
    is not a line yet and is left. A line longer than `max_line` bytes (0: no bound) keeps its first `max_line`.
    """
    parts = data.split(b"\n", limit)
    rest = parts.pop()
    starts = map(add, accumulate(map(len, parts), initial=offset), count())
    lines: list[Line] = list(map(_line, zip(parts, starts, count(number), repeat(False))))
    if 0 < max_line < len(data):
        lines = [bounded(line, max_line) for line in lines]
    return lines, len(data) - len(rest)


def bounded(line: Line, max_line: int) -> Line:
    """The same line, or its marked head if it is longer than `max_line` bytes."""
    return line if len(line.data) <= max_line else Line(line.data[:max_line], line.offset, line.number, cut=True)
