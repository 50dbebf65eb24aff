"""From a checkpoint to the next batch of a source that is a database: its rows are its lines.

A line's number and offset are its row's own number, and the checkpoint's offset is the position reading goes on from
(see `storage.foreign`). Its anchor is of the row that stood there, so another database under the same path is noticed.
"""

from __future__ import annotations

import os
import platform
import time

import msgspec

from classifiers.formats import Format
from classifiers.lines import bounded
from classifiers.vocabulary import Line
from daemon.sources.batch import Batch
from daemon.sources.resume import Reason
from daemon.sources.trouble import Trouble, TroubleKind, from_error
from daemon.sources.watched import looked
from storage.checkpoints import Checkpoint
from storage.foreign import TABLES, ForeignError, rows


class _Open(msgspec.Struct):
    """What a format's carry names: rows it has seen that were not at their end."""

    open: list[int] = []


class _Carry(msgspec.Struct):
    format: _Open = msgspec.field(default_factory=_Open)


def is_database(form: Format) -> bool:
    """Whether this format is read by rows."""
    return form.name in TABLES


def read_rows(path: str, checkpoint: Checkpoint | None, form: Format, *, max_line: int, final: bool) -> Batch | Trouble:
    """As `tail.read`. A database that is locked or damaged is a Trouble, and tried again later."""
    known = checkpoint if checkpoint and checkpoint.format == form.name else None
    try:
        look = looked(path, os.stat(path))  # noqa: PTH116  before reading: a row written meanwhile is a change
        position, anchor = (known.offset, known.anchor) if known else (0, "")
        now = time.time_ns() // 1_000_000
        found = rows(path, form.name, position, anchor, _waiting(known), host=platform.node(), now=now)
    except ForeignError as trouble:
        return Trouble(path, TroubleKind.FAILED, trouble.title)
    except (OSError, ValueError) as error:
        return from_error(path, error)
    kept = None if found.fresh else known
    lines = [
        bounded(Line(data, number, number), max_line) for number, data in zip(found.numbers, found.lines, strict=True)
    ]
    step = Checkpoint(
        path=path,
        format=form.name,
        offset=found.position,
        lines=(kept.lines if kept else 0) + len(lines),
        anchor=found.anchor,
        device=look.device,
        inode=look.inode,
        size=look.size,
        mtime_ns=look.mtime_ns,
        drift=kept.drift if kept else 0,
        carry=kept.carry if kept else b"",
    )
    return Batch(
        path=path,
        format=form.name,
        lines=lines,
        previous=checkpoint,
        next=step,
        reason=_reason(checkpoint, found.fresh, bool(lines)),
        final=final and not found.more,
        more=found.more,
    )


def _reason(checkpoint: Checkpoint | None, fresh: bool, grown: bool) -> Reason:  # noqa: FBT001
    if checkpoint is None:
        return Reason.FIRST_SIGHT
    if fresh:
        return Reason.REPLACED
    return Reason.GROWN if grown else Reason.UNCHANGED


def _waiting(known: Checkpoint | None) -> list[int]:
    if known is None or not known.carry:
        return []
    try:
        return msgspec.json.decode(known.carry, type=_Carry).format.open
    except msgspec.DecodeError:  # another version's
        return []
