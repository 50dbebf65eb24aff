"""How far behind the reading is: what stands on disk against what the checkpoints say was read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from daemon import app
from daemon.settings import Settings
from daemon.sources.packed import Glance, glance, pack
from daemon.sources.tail import peek
from daemon.sources.walk import walk
from daemon.sources.watched import DATABASES
from storage.claims import checkpoints
from storage.engine import Store
from storage.values import Owner

FAR = 1024 * 1024
"""Bytes that are looked through for the end of a line."""


@dataclass(slots=True)
class Lag:
    """One source. A file with a whole line that was not read is behind; one of no known format never is.

    A database is behind until it was read once.
    """

    source: str
    label: str  # the same, without a name a person gave
    files: int = 0
    behind: int = 0  # files
    unread: int = 0  # bytes of them; a database, which is read by rows, has none to count
    seconds: float = 0.0  # since the change that waits longest


def lags(settings: Settings, store: Store, owner: Owner, *, now: datetime) -> Iterator[Lag]:
    """Every source that has files, in the order of the sources; a file counts for the first that follows it."""
    known = {each.path: glance(pack(each)) for each in checkpoints(store, owner)}
    seen: set[str] = set()
    sources = app.sources(settings)
    named = len(sources) - len(settings.config.sources)  # those that config.toml names come last
    for number, source in enumerate(sources, 1):
        found = Lag(source.name, source.name if number <= named else f"configured-{number - named}")
        for path, look in walk(source):
            if path in seen:
                continue
            seen.add(path)
            found.files += 1
            point = known.get(path)
            if point is None and source.format is None and not _has_format(path):
                continue
            if _is_behind(path, look, point):
                found.behind += 1
                found.unread += 0 if path.endswith(DATABASES) else _unread(look.st_size, point)
                found.seconds = max(found.seconds, now.timestamp() - look.st_mtime)
        if found.files:
            yield found


def _is_behind(path: str, look: os.stat_result, point: Glance | None) -> bool:
    """There is something the reader would take. Its last look at what it did not take is in no checkpoint."""
    if point is None:
        return True
    if (look.st_size, look.st_mtime_ns) == (point.size, point.mtime_ns) or path.endswith(DATABASES):
        return False  # whether a database has new rows is told by reading them alone
    return look.st_size < point.offset or _line_waits(path, point.offset)


def _line_waits(path: str, offset: int) -> bool:
    """A whole line stands behind the offset, or more than is worth looking through."""
    try:
        with open(path, "rb") as stream:  # noqa: PTH123  undecodable names
            stream.seek(offset)
            waits = stream.read(FAR)
    except OSError:
        return False
    return b"\n" in waits or len(waits) == FAR


def _unread(size: int, point: Glance | None) -> int:
    read = 0 if point is None else point.offset
    return size - read if size >= read else size  # it was begun anew


def _has_format(path: str) -> bool:
    from classifiers.formats.registry import sniff  # noqa: PLC0415  thirty formats that `status` rarely needs

    head = peek(path)
    return isinstance(head, bytes) and sniff(head, path) is not None
