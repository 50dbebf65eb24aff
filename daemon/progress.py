"""How far the first catch-up is, on a terminal: lines, speed, time left."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Self, TextIO

EVERY = 0.2  # seconds between two drawings


class Progress:
    """One line that is drawn over itself while its context lasts. Draws nothing where `stream` is no terminal, or none at all."""

    def __init__(self, stream: TextIO | None, clock: Callable[[], float]) -> None:
        """`clock` in seconds, never going back."""
        self._stream = stream if stream is not None and stream.isatty() else None
        self._clock = clock
        self._began = clock()
        self._drawn = float("-inf")
        self._shown = False
        self.lines = 0
        self.bytes = 0

    def add(self, lines: int, size: int, left: int) -> None:
        """`lines` and `size` bytes were read, `left` bytes still wait."""
        self.lines += lines
        self.bytes += size
        now = self._clock()
        if self._stream is not None and now - self._drawn >= EVERY:
            self._drawn = now
            self._shown = True
            self._stream.write(f"\r\x1b[K{self.text(left)[: _columns(self._stream) - 1]}")
            self._stream.flush()

    def text(self, left: int) -> str:
        """What the line says."""
        seconds = max(self._clock() - self._began, 0.001)
        speed = self.bytes / seconds
        ends = f", {_span(left / speed)} left" if speed and left else ""
        return f"reading: {self.lines:,} lines, {_size(self.bytes)} of {_size(self.bytes + left)}, {speed / 1e6:.0f} MB/s{ends}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Take the line away, whatever ended the reading."""
        if self._stream is not None and self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def _columns(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):  # it does not know
        return 80


def _size(number: float) -> str:
    for unit in ("B", "kB", "MB"):
        if number < 1000:
            return f"{number:.0f} {unit}"
        number /= 1000
    return f"{number:.1f} GB"


def _span(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
