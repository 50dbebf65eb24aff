"""What the follower knows of one file, and when it is to be read."""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from typing import NamedTuple, Self

from daemon.sources.packed import glance, pack, unpack
from daemon.sources.walk import Source
from storage.checkpoints import Checkpoint

DATABASES = (".db", ".sqlite", ".sqlite3")
LOG = "-wal"  # what SQLite adds to a database's name for its write-ahead log

_LONGEST_WAIT = 300.0
_TAIL = 1024 * 1024
_LOW = (1 << 64) - 1
_packed = struct.Struct(">qiQQQbQ").pack
"""Size, modification time (96 bits: past 2262 it needs more than 64), inode (128 bits on ReFS), device (64 and a sign)."""


class Look(bytes):
    """What a stat tells: size, modification time, inode and device, in a third of the memory that four numbers take.

    Any difference is a change: clocks and modification times may go backwards. Only the device's number means nothing:
    some file systems get another one at every start.
    """

    __slots__ = ()

    def __new__(cls, size: int, mtime_ns: int, inode: int, device: int) -> Self:
        """Of what a stat names so."""
        late, far, wide = mtime_ns >> 64, inode >> 64, device >> 64
        return super().__new__(cls, _packed(size, late, mtime_ns & _LOW, far & _LOW, inode & _LOW, wide, device & _LOW))

    @property
    def size(self) -> int:
        """In bytes."""
        return int.from_bytes(self[:8], "big", signed=True)

    @property
    def mtime_ns(self) -> int:
        """When it was last written."""
        return int.from_bytes(self[8:20], "big", signed=True)

    @property
    def inode(self) -> int:
        """Its number on the device."""
        return int.from_bytes(self[20:36], "big")

    @property
    def device(self) -> int:
        """The number of what it lies on."""
        return int.from_bytes(self[36:], "big", signed=True)

    @property
    def identity(self) -> tuple[int, int]:
        """Which file it is, as far as the file system tells."""
        return self.device, self.inode

    def same(self, other: Look | None) -> bool:
        """Nothing changed between the two."""
        return other is not None and self[:36] == other[:36]


class Work(NamedTuple):
    """A file to read now."""

    path: str
    format: str
    checkpoint: Checkpoint | None  # without its carry
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
    stored: bytes | None = None  # its checkpoint, packed
    stored_at: str = ""  # the path of that checkpoint: another one while a move is under way
    format: str | None = None
    read: Look | None = None  # the look that has been read; None: not yet
    sniffed: int = -1  # size at which its content told no format
    sent: Look | None = None  # the look when it was handed out; not None: someone is reading it
    due: float = 0.0
    failures: int = 0
    more: bool = False
    passed: int = 0  # the last pass over everything that found it

    @property
    def checkpoint(self) -> Checkpoint | None:
        """How far it was read, without the carry."""
        return None if self.stored is None else unpack(self.stored_at, self.stored)

    @property
    def stale(self) -> bool:
        """There is something on disk that has not been read."""
        return self.more or (not self.look.same(self.read) and bool(self.look.size or self.stored))

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
        self.keep(checkpoint)
        self.read, self.sent, self.more = None, None, False
        if self.source.format is None:
            self.format, self.sniffed = (checkpoint.format if checkpoint else None), -1

    def go_on(self, stored: bytes) -> None:
        """It appeared, and this is its checkpoint: it may be just as it was left."""
        seen = glance(stored)
        self.stored, self.stored_at = stored, self.path
        self.format = seen.format if self.source.format is None else self.format
        if self.look.same(Look(seen.size, seen.mtime_ns, seen.inode, 0)) and seen.offset >= seen.size:
            self.read = self.look

    def keep(self, checkpoint: Checkpoint | None) -> None:
        """This is how far it was read."""
        self.stored = None if checkpoint is None else pack(checkpoint)
        self.stored_at = self.path if checkpoint is None or checkpoint.path == self.path else checkpoint.path

    def _other(self, look: Look) -> bool:
        """It may be another file by now, in another format."""
        before = self.checkpoint
        return look.inode != self.look.inode or look.size < (before.offset if before else 0)

    def failed(self, now: float) -> None:
        """Wait before the next try: twice as long each time, up to five minutes."""
        self.sent = None
        self.failures += 1
        self.due = now + min(_LONGEST_WAIT, 2.0 ** min(self.failures, 9))

    def consumed(self, checkpoint: Checkpoint, now: float, *, more: bool, left: int) -> None:
        """It was read up to `checkpoint`, which is stored; keeping it is the roster's.

        `left` bytes would have to be read again next time.
        """
        before = self.checkpoint
        if before and before.final and not checkpoint.final:
            self.settle = min(_LONGEST_WAIT, self.settle * 2)  # it was taken for complete too early
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
    newest = max(found.st_mtime_ns, log.st_mtime_ns)
    return Look(found.st_size + log.st_size, newest, found.st_ino, found.st_dev)
