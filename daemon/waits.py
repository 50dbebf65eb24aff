"""How long coding agents wait for what they ask: a histogram of fixed size, in a small file of the state folder.

The daemon writes it in place after each answer, so that `seorap status` reads it without waking a server for it. Only
durations are in it. Its file is numbers of 64 bits: how many answers ever, their sum in microseconds, and the counts.
"""

from __future__ import annotations

import os
import threading
import time
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

BOUNDS = tuple(round(200 * 1.2**step) for step in range(52))
"""Microseconds at which the counts end, from 0.2 ms to 2.2 s: a percentile is told at most a fifth too high."""

FADES = 10_000
"""Answers after which all counts are halved: last week tells more than last year."""

SHARES = (0.5, 0.95, 0.99)

_LENGTH = 2 + len(BOUNDS)
_MOST = 1 << 62  # no count of ours


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """What was measured; times in seconds."""

    answered: int
    total: float
    shares: dict[float, float]  # by share of the answers: within which time they came


class Stopwatch:
    """Measures, and keeps what it measured in `file`, where there is one. Threads may share it."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._numbers = (_read(file) if file else None) or _none()
        self._lock = threading.Lock()

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Measure the block, however it ends."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.note(time.perf_counter() - began)

    def note(self, seconds: float) -> None:
        """An answer took so long. On a full disk the file stays as it is."""
        micros = round(seconds * 1e6)
        with self._lock:
            numbers = self._numbers
            if sum(numbers[2:]) >= FADES:
                numbers[2:] = array("Q", [count // 2 for count in numbers[2:]])
            numbers[0] += 1
            numbers[1] += micros
            numbers[2 + min(bisect_left(BOUNDS, micros), len(BOUNDS) - 1)] += 1
            if self._file is not None:
                with suppress(OSError):
                    _write(self._file, numbers.tobytes())


def waits(file: Path) -> Waits | None:
    """What a daemon measured so far; None when nobody asked anything, or nothing can be read."""
    numbers = _read(file)
    if numbers is None or not any(numbers[2:]):
        return None
    sums = list(accumulate(numbers[2:]))

    shares = {share: BOUNDS[bisect_left(sums, share * sums[-1])] / 1e6 for share in SHARES}
    return Waits(answered=numbers[0], total=numbers[1] / 1e6, shares=shares)


def _none() -> array[int]:
    return array("Q", bytes(8 * _LENGTH))


def _read(file: Path) -> array[int] | None:
    try:
        data = file.read_bytes()
    except OSError:
        return None
    numbers = array("Q", data) if len(data) == 8 * _LENGTH else None
    return numbers if numbers and max(numbers) < _MOST else None


def _write(file: Path, data: bytes) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.write(descriptor, data)
        os.ftruncate(descriptor, len(data))
    finally:
        os.close(descriptor)
