"""One daemon at a time. The lock is held by the open file, so it ends with the process, however that ends."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from classifiers.vocabulary import SeorapError


class AlreadyRunning(SeorapError):
    """Another daemon holds the lock."""


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold the lock while the block runs. Raises AlreadyRunning with the other daemon's process id."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            number = os.read(descriptor, 20).decode(errors="replace").strip()
            raise AlreadyRunning(
                f"Seorap already runs here (process {number or 'unknown'}).",
                "That one keeps watching; `seorap status` shows it. Every other verb works beside it.",
            ) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)


def holder(path: Path) -> int | None:
    """The process id of the running daemon, or None when none runs."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        text = os.read(descriptor, 20).decode(errors="replace").strip()
        return int(text) if text.isdigit() else -1
    finally:
        os.close(descriptor)
    return None
