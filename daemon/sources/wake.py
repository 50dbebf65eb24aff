"""Hints that something changed, so that the daemon looks sooner than it would anyway.

Hints are hints: the watching library loses events when the kernel's queue overflows, sees nothing below a root once
the system's limit of watches is reached, and its thread dies of an exception in a handler. All of that only makes
Seorap slower, and is said.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Self

import structlog
from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from daemon.sources.patterns import WatchRoot
from daemon.sources.walk import Source

log = structlog.get_logger()

# Without this, our own reading makes open and close events; above some 5,000 folders they overflow the queue for ever.
EVENTS: list[type[FileSystemEvent]] = [
    FileCreatedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileDeletedEvent,
    DirCreatedEvent,
    DirMovedEvent,
    DirDeletedEvent,
]
LIMITS = (Path("/proc/sys/fs/inotify/max_user_watches"), Path("/proc/sys/user/max_inotify_watches"))
"""Of a user, and of a user namespace such as a container's: whichever is lower holds."""


class Wake:
    """Watches the folders of all sources and calls `hint` with a path, or None for "anywhere", from its own thread."""

    def __init__(self, sources: Iterable[Source], hint: Callable[[str | None], None]) -> None:
        self._sources = tuple(sources)
        self._hint = hint
        self._handler = _Handler(hint)
        self._overflow = _Overflow(hint)
        self._watches: dict[WatchRoot, ObservedWatch] = {}
        self._observer: BaseObserver | None = None  # none where the system has no inotify instance left for this user
        self._refused = ""

    def __enter__(self) -> Self:
        logging.getLogger("watchdog.observers").addHandler(self._overflow)
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger("watchdog.observers").removeHandler(self._overflow)
        self._stop()

    @property
    def degraded(self) -> str:
        """Why changes are noticed by the periodic look alone, at least in part; "" when all is watched."""
        return self._refused

    def refresh(self) -> None:
        """Watch what has appeared since, and start anew if the watching thread has died."""
        if self._observer is None or not self._observer.is_alive():
            if self._observer is not None:
                log.warning("wake.restarted", why="the watching thread had ended")
            self._stop()
            self._watches = {}
            self._start()
            if self._observer is not None:
                self._hint(None)
            return
        for root, watch in list(self._watches.items()):
            if not Path(root.path).is_dir():
                self._observer.unschedule(watch)
                del self._watches[root]
        self._schedule()

    def _start(self) -> None:
        try:
            self._observer = Observer()
            self._observer.start()
        except OSError as trouble:
            self._observer = None
            self._refuse(trouble)
            return
        self._refused = ""
        self._schedule()

    def _stop(self) -> None:
        if self._observer is not None and self._observer.is_alive():
            self._observer.stop()
            self._observer.join(timeout=5)

    def _schedule(self) -> None:
        if self._observer is None or not self._observer.is_alive():
            return
        wanted = {root for source in self._sources for root in source.watch_roots() if Path(root.path).is_dir()}
        new = sorted(wanted - self._watches.keys())
        for root in new:
            try:
                self._watches[root] = self._observer.schedule(
                    self._handler,
                    root.path,
                    recursive=root.recursive,
                    event_filter=EVENTS,
                    follow_symlink=root.recursive,
                )
            except OSError as trouble:
                self._refuse(trouble)
        if new and not self._refused:
            self._refused = over_limit(root for root in self._watches if root.recursive)

    def _refuse(self, trouble: OSError) -> None:
        why = f"the system refused to watch all folders ({trouble.strerror or trouble})"
        if why != self._refused:
            self._refused = why
            log.warning("wake.refused", why=why)


class _Handler(FileSystemEventHandler):
    """Passes paths on. It must never raise: the watching thread would end."""

    def __init__(self, hint: Callable[[str | None], None]) -> None:
        self._hint = hint

    def on_any_event(self, event: FileSystemEvent) -> None:
        try:
            for path in {event.src_path, event.dest_path} - {"", b""}:
                self._hint(os.fsdecode(path))
        except Exception as trouble:  # noqa: BLE001  see above; the periodic look finds it
            log.debug("wake.failed", why=type(trouble).__name__)


class _Overflow(logging.Handler):
    """The library only logs that the kernel's queue overflowed; to us it means: look everywhere."""

    def __init__(self, hint: Callable[[str | None], None]) -> None:
        super().__init__(logging.WARNING)
        self._hint = hint

    def emit(self, record: logging.LogRecord) -> None:
        if "overflow" in record.getMessage().lower():
            self._hint(None)


def over_limit(roots: Iterable[WatchRoot]) -> str:
    """Why not all folders below these can be watched, "" when they can.

    The library is silent when the limit is reached below a root, so the folders are counted against it.
    """
    limits = []
    for file in LIMITS:
        try:
            limits.append(int(file.read_text()))
        except (OSError, ValueError):  # another system, or an older one
            continue
    limit = min(limits, default=sys.maxsize)
    folders = sum(1 for root in roots for _ in os.walk(root.path))
    if folders < limit:
        return ""
    return f"{folders:,} folders, and the system allows {limit:,} watches (sysctl fs.inotify.max_user_watches)"
