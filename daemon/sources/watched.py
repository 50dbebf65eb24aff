"""What the follower knows of one file, and when it is to be read."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import NamedTuple

from daemon.sources.walk import Source
from storage.checkpoints import Checkpoint

DATABASES = (".db", ".sqlite", ".sqlite3")
LOG = "-wal"  # what SQLite adds to a database's name for its write-ahead log

_LONGEST_WAIT = 300.0
_TAIL = 1024 * 1024


class Look(NamedTuple):
    """What a stat tells. Any difference is a change: clocks and modification times may go backwards.

    Only the device's number means nothing: some file systems get another one at every start.
    """

    size: int
    mtime_ns: int
    inode: int
    device: int

    @property
    def identity(self) -> tuple[int, int]:
        """Which file it is, as far as the file system tells."""
        return self.device, self.inode

    def same(self, other: Look | None) -> bool:
        """Nothing changed between the two."""
        return other is not None and self[:3] == other[:3]


class Work(NamedTuple):
    """A file to read now."""

    path: str
    format: str
    checkpoint: Checkpoint | None
    final: bool  # it has been quiet for long enough to be complete
    source: str


@dataclass(slots=True)
class Watched:
    """One followed file."""

    path: str
    source: Source
    look: Look
    changed: float  # when it was last seen to change, on the follower's clock
    settle: float
    checkpoint: Checkpoint | None = None
    format: str | None = None
    read: Look | None = None  # the look that has been read; None: not yet
    sniffed: int = -1  # size at which its content told no format
    sent: Look | None = None  # the look when it was handed out; not None: someone is reading it
    due: float = 0.0
    failures: int = 0
    more: bool = False

    @property
    def stale(self) -> bool:
        """There is something on disk that has not been read."""
        return self.more or (not self.look.same(self.read) and bool(self.look.size or self.checkpoint))

    def saw(self, look: Look, now: float) -> bool:
        """Take note of a stat; did it change?"""
        if look.same(self.look):
            return False
        if self.source.format is None and self._other(look):
            self.format, self.sniffed = None, -1
        self.look = look
        self.changed = now
        return True

    def start_over(self, checkpoint: Checkpoint | None) -> None:
        """Read from `checkpoint` next."""
        self.checkpoint, self.read, self.sent, self.more = checkpoint, None, None, False
        if self.source.format is None:
            self.format, self.sniffed = (checkpoint.format if checkpoint else None), -1

    def _other(self, look: Look) -> bool:
        """It may be another file by now, in another format."""
        return look.inode != self.look.inode or look.size < (self.checkpoint.offset if self.checkpoint else 0)

    def failed(self, now: float) -> None:
        """Wait before the next try: twice as long each time, up to five minutes."""
        self.sent = None
        self.failures += 1
        self.due = now + min(_LONGEST_WAIT, 2.0 ** min(self.failures, 9))

    def consumed(self, checkpoint: Checkpoint, now: float, *, more: bool, left: int) -> None:
        """It was read up to `checkpoint`, which is stored. `left` bytes would have to be read again next time."""
        if self.checkpoint and self.checkpoint.final and not checkpoint.final:
            self.settle = min(_LONGEST_WAIT, self.settle * 2)  # it was taken for complete too early
        self.checkpoint = checkpoint
        self.format = checkpoint.format
        self.read = look_of(checkpoint)
        if self.look.same(self.sent):  # else a later look is already known
            self.look = self.read
        self.sent, self.failures, self.more = None, 0, more
        self.due = 0.0 if more or left < _TAIL else now + min(_LONGEST_WAIT, left / _TAIL / 2)


def look_of(found: os.stat_result | Checkpoint) -> Look:
    """The look of a stat result, or the one a checkpoint was made at."""
    if isinstance(found, Checkpoint):
        return Look(found.size, found.mtime_ns, found.inode, found.device)
    return Look(found.st_size, found.st_mtime_ns, found.st_ino, found.st_dev)


def looked(path: str, found: os.stat_result) -> Look:
    """The look of the file at `path`. A database's newest rows stand in its write-ahead log, which counts as part of it."""
    look = look_of(found)
    if not path.endswith(DATABASES):
        return look
    try:
        log = os.stat(path + LOG)  # noqa: PTH116  as cheap as it gets
    except OSError:
        return look
    return look._replace(size=look.size + log.st_size, mtime_ns=max(look.mtime_ns, log.st_mtime_ns))
