"""Bytes out of one open file: never more than asked for, and a giant line without holding it."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from typing import NamedTuple

from classifiers.vocabulary import Line
from daemon.sources.lines import split
from daemon.sources.resume import ANCHOR

_BLOCK = 1024 * 1024
_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_FLAGS |= getattr(os, "O_NONBLOCK", 0) | getattr(
    os, "O_NOCTTY", 0
)  # a pipe or terminal named like a log must not hold us


class Bounds(NamedTuple):
    """How much one read may take."""

    max_bytes: int
    max_line: int
    final: bool  # the file is complete: its last line needs no newline


class Taken(NamedTuple):
    """What one read consumed."""

    lines: Sequence[Line]
    end: int  # offset just past the last consumed byte
    tail: bytes  # up to ANCHOR bytes just before `end`
    more: bool  # the bound ended it, not the file


def opened(path: str) -> io.FileIO:
    """The file, open for reading, unbuffered. Raises OSError, and ValueError for what cannot be a path."""
    return io.FileIO(path, "rb", opener=_open)


def _open(path: str, _flags: int) -> int:
    return os.open(path, _FLAGS)


def at(file: io.FileIO, offset: int, length: int) -> bytes:
    """Up to `length` bytes from `offset`; fewer only where the file ends."""
    file.seek(offset)
    return ahead(file, length)


def ahead(file: io.FileIO, length: int) -> bytes:
    """Up to `length` bytes from where the file stands; fewer only where it ends."""
    data = file.read(length) or b""
    if len(data) == length or not data:
        return data
    parts = [data]
    missing = length - len(data)
    while missing and (data := file.read(missing) or b""):
        parts.append(data)
        missing -= len(data)
    return b"".join(parts)


def take(file: io.FileIO, offset: int, number: int, size: int, before: bytes, bounds: Bounds) -> Taken:
    """The next whole lines from `offset`, the first of which is line `number`.

    `size` is where reading stops even if the file has grown meanwhile; `before` are the bytes just before `offset`.
    """
    data = at(file, offset, min(bounds.max_bytes, size - offset))
    read_to = offset + len(data)
    final = bounds.final and read_to >= size
    lines, used = split(data, offset, number, max_line=bounds.max_line, final=final)
    if not lines and read_to < size:
        return _take_long(file, Line(data, offset, number), size, before, bounds)
    more = read_to < size or data.find(b"\n", used) >= 0
    return Taken(lines, offset + used, _last(before, data[max(0, used - ANCHOR) : used]), more)


def _take_long(file: io.FileIO, start: Line, size: int, before: bytes, bounds: Bounds) -> Taken:
    """One line longer than a batch: its head is kept, the rest is passed over block by block.

    `start` is what was read of it so far, without a newline in it, and the file stands just behind that.
    """
    head = [start.data]  # joined once: every copy of so much takes fresh memory
    end = start.offset + len(start.data)
    tail = _last(before, start.data)
    ended = False
    while end < size and not ended and (block := ahead(file, min(_BLOCK, size - end))):
        cut = block.find(b"\n")
        piece, ended = (block[:cut], True) if cut >= 0 else (block, False)
        head.append(piece[: max(0, bounds.max_line + start.offset - end)])
        end += len(piece) + ended
        tail = _last(tail, piece + b"\n" if ended else piece)
    if not ended and (not bounds.final or end == start.offset):
        return Taken([], start.offset, before, more=False)
    length = end - start.offset - ended
    kept = b"".join(head)[: bounds.max_line]
    return Taken([Line(kept, start.offset, start.number, length > bounds.max_line)], end, tail, more=end < size)


def _last(before: bytes, data: bytes) -> bytes:
    return data[-ANCHOR:] if len(data) >= ANCHOR else (before + data)[-ANCHOR:]
