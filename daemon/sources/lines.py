"""A byte buffer, split into its whole lines.

Only the newline byte ends a line: `splitlines` would also break at a bare carriage return, which progress bars print,
and, on text, at U+2028, which stands raw inside JSON strings. A carriage return before the newline stays in the data.
"""

from __future__ import annotations

from array import array

from classifiers.lines import Lines

MAX_LINES = 32_768
"""Lines of one batch at most: 8 MiB of empty lines would otherwise become a gigabyte of records."""


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
