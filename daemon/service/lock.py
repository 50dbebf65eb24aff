"""One daemon at a time. The lock is held by the open file, so it ends with the process, however that ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from classifiers.vocabulary import SeorapError

if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 30  # what is locked there cannot be read by others, so it is not where the process id stands

    def _taken(descriptor: int) -> bool:
        os.lseek(descriptor, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _taken(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


_FLAGS = os.O_RDWR | getattr(os, "O_CLOEXEC", 0)


class AlreadyRunning(SeorapError):
    """Another daemon holds the lock."""


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold the lock while the block runs. Raises AlreadyRunning with the other daemon's process id."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(path, _FLAGS | os.O_CREAT, 0o600)
    try:
        if not _taken(descriptor):
            raise AlreadyRunning(
                f"Seorap already runs here (process {_number(descriptor) or 'unknown'}).",
                "That one keeps watching; `seorap status` shows it. Every other verb works beside it.",
            )
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)


def holder(path: Path) -> int | None:
    """The process id of the running daemon, or None when none runs."""
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError:
        return None
    try:
        if _taken(descriptor):
            return None
        text = _number(descriptor)
        return int(text) if text.isdigit() else -1
    finally:
        os.close(descriptor)


def _number(descriptor: int) -> str:
    """The process id that stands in the file."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    return os.read(descriptor, 20).decode(errors="replace").strip()
