"""From a checkpoint to the next batch: open once, prove continuity, read bounded, split, say how far it went.

Nothing is kept between two reads. A partial last line is read again next time, so there is no buffer to lose, and a
batch is built from one open file, so its lines and its anchor are of the same bytes.
"""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass

from classifiers.formats import Format
from classifiers.vocabulary import Line
from daemon.sources.batch import Batch
from daemon.sources.lines import split
from daemon.sources.reading import Bounds, at, opened, take
from daemon.sources.resume import Reason, Resume, digest, resume
from daemon.sources.rows import is_database, read_rows
from daemon.sources.trouble import Trouble, TroubleKind, from_error
from daemon.sources.watched import DATABASES, LOG
from storage.checkpoints import Checkpoint

__all__ = ["Batch", "Reason", "Resume", "Trouble", "TroubleKind", "anchored", "peek", "read", "resume"]

MAX_BYTES = 2 * 1024 * 1024  # larger ones leave holes in the heap that Python never gives back
MAX_LINE = 32 * 1024 * 1024  # seen: transcript lines of several MiB, images pasted into a prompt
MAX_WHOLE = 64 * 1024 * 1024
MAX_WHOLE_LINES = 1_000_000
HEAD = 1024  # bytes hashed to find a moved file again
PEEK = 64 * 1024  # what a format may sniff at
_LFS = b"version https://git-lfs.github.com/spec"


@dataclass(frozen=True, slots=True)
class _Open:
    """The open file and what was asked of it."""

    file: io.FileIO
    size: int
    stat: os.stat_result
    path: str
    checkpoint: Checkpoint | None
    format: str

    def batch(self, start: Resume, lines: Sequence[Line], step: Checkpoint, *, final: bool, more: bool) -> Batch:
        return Batch(
            path=self.path,
            format=self.format,
            lines=lines,
            previous=self.checkpoint,
            next=step,
            reason=start.reason,
            final=final,
            more=more,
        )

    def step(
        self, end: int, lines: int, tail: bytes, head: tuple[str, int], *, drift: int, carry: bytes, final: bool
    ) -> Checkpoint:
        return Checkpoint(
            path=self.path,
            format=self.format,
            offset=end,
            lines=lines,
            anchor=digest(tail),
            anchor_length=len(tail),
            head=head[0],
            head_length=head[1],
            device=self.stat.st_dev,
            inode=self.stat.st_ino,
            size=self.size,
            mtime_ns=self.stat.st_mtime_ns,
            drift=drift,
            carry=carry,
            final=final,
        )


def read(
    path: str,
    checkpoint: Checkpoint | None,
    form: Format,
    *,
    max_bytes: int = MAX_BYTES,
    max_line: int = MAX_LINE,
    final: bool = False,
) -> Batch | Trouble:
    """Read the next batch: at most `max_bytes` bytes, but always a whole line if there is one.

    A line over `max_line` bytes keeps its head and is marked cut. With `final` the file is taken for complete, and a
    last line without a newline is read as well. A format whose `whole` is set gets the whole document whenever it
    changed. Raises nothing: what goes wrong with the file is a Trouble, and its checkpoint stays.
    """
    if is_database(form):
        return read_rows(path, checkpoint, form, max_line=max_line, final=final)
    try:
        with opened(path) as file:
            found = os.fstat(file.fileno())
            if trouble := _refusal(path, file, found, form if checkpoint is None else None):
                return trouble
            asked = _Open(file, found.st_size, found, path, checkpoint, form.name)
            if form.whole:
                return _read_whole(asked, final=final)
            return _read_lines(asked, Bounds(max_bytes, max_line, final))
    except (OSError, ValueError) as error:
        return from_error(path, error)


def peek(path: str, length: int = PEEK) -> bytes | Trouble:
    """The first bytes (up to `length`) of a regular file, to tell its format by. Of a database also those of its log."""
    try:
        with opened(path) as file:
            head = _refusal(path, file, os.fstat(file.fileno()), None) or at(file, 0, length)
    except (OSError, ValueError) as error:
        return from_error(path, error)
    if isinstance(head, bytes) and path.endswith(DATABASES):
        try:
            with opened(path + LOG) as log:
                return head + at(log, 0, length)
        except OSError:  # it has none
            return head
    return head


def anchored(path: str, checkpoint: Checkpoint) -> bool:
    """Does the file at `path` continue what `checkpoint` claims? False when it cannot be read."""
    try:
        with opened(path) as file:
            regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            return regular and digest(_before(file, checkpoint)) == checkpoint.anchor
    except (OSError, ValueError):
        return False


def _refusal(path: str, file: io.FileIO, found: os.stat_result, form: Format | None) -> Trouble | None:
    """Why this open file is not text to follow, if it is not. `form` is asked about a file seen for the first time."""
    if not stat.S_ISREG(found.st_mode):
        return Trouble(path, TroubleKind.NOT_REGULAR)
    if found.st_size < HEAD and at(file, 0, len(_LFS)) == _LFS:
        return Trouble(path, TroubleKind.LFS_POINTER)
    if form is not None:
        head = at(file, 0, PEEK)
        if b"\0" in head and form.sniff(head, path) == 0:
            return Trouble(path, TroubleKind.BINARY)
    return None


def _before(file: io.FileIO, checkpoint: Checkpoint | None) -> bytes:
    """The bytes the checkpoint's anchor was made of, as they stand there now."""
    if checkpoint is None or not checkpoint.anchor_length:
        return b""
    return at(file, checkpoint.offset - checkpoint.anchor_length, checkpoint.anchor_length)


def _read_lines(asked: _Open, bounds: Bounds) -> Batch:
    before = _before(asked.file, asked.checkpoint)
    start = resume(asked.checkpoint, asked.size, digest(before), path=asked.path, form=asked.format)
    known = None if start.fresh else asked.checkpoint
    taken = take(asked.file, start.offset, start.lines + 1, asked.size, before if known else b"", bounds)
    was_final = known is not None and known.final
    final = bounds.final and not taken.more
    step = asked.step(
        taken.end,
        start.lines + len(taken.lines),
        taken.tail,
        _head(asked.file, known, taken.end),
        drift=known.drift if known else 0,
        carry=known.carry if known else b"",
        final=final or was_final,
    )
    return asked.batch(start, taken.lines, step, final=final and not was_final, more=taken.more)


def _head(file: io.FileIO, known: Checkpoint | None, end: int) -> tuple[str, int]:
    """Hash and length of the first bytes, never beyond what was consumed, so that growth does not change it."""
    wanted = min(HEAD, end)
    if known and known.head_length == wanted:
        return known.head, known.head_length
    first = at(file, 0, wanted)
    return digest(first), len(first)


def _read_whole(asked: _Open, *, final: bool) -> Batch | Trouble:
    """One document: its anchor is the hash of all of it, because reports of the same end and size differ in the middle."""
    if asked.size > MAX_WHOLE:
        return Trouble(asked.path, TroubleKind.TOO_LARGE, f"over {MAX_WHOLE // 1024 // 1024} MiB")
    data = at(asked.file, 0, asked.size)
    if data.count(b"\n") > MAX_WHOLE_LINES:
        return Trouble(asked.path, TroubleKind.TOO_LARGE, f"over {MAX_WHOLE_LINES:,} lines")
    known = asked.checkpoint
    length = known.offset if known else 0
    found = resume(known, len(data), digest(data[:length]), path=asked.path, form=asked.format)
    same = known is not None and not found.fresh and len(data) == length
    unread = not same or (final and known is not None and not known.final)
    lines, _ = split(data if unread else b"", limit=-1, final=True)
    count = len(lines) if unread or known is None else known.lines
    was_final = same and known is not None and known.final
    step = asked.step(
        len(data),
        count,
        data,
        _head(asked.file, None, len(data)),
        drift=known.drift if known and not unread else 0,
        carry=b"",
        final=final or was_final,
    )
    start = Resume(0, 0, found.reason)
    return asked.batch(start, lines, step, final=final and unread, more=False)
