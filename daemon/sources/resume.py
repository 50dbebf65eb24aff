"""Where reading goes on, and why: a pure decision.

Only the anchor decides: the hash of the bytes just before the offset must still be the one in the checkpoint. Inode and
size cannot prove it (a CI log restarts under the same name, size and banner; inodes are used again).
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import NamedTuple

from storage.checkpoints import Checkpoint

ANCHOR = 256
"""Bytes before the offset that prove continuity. At 256 an accidental repeat at the same offset is a curiosity."""


class Reason(StrEnum):
    """Why reading starts where it starts."""

    FIRST_SIGHT = "first_sight"
    UNCHANGED = "unchanged"
    GROWN = "grown"
    TRUNCATED = "truncated"
    REPLACED = "replaced"  # other bytes stand before the offset, or it is now read as another format
    MOVED = "moved"  # known under another path
    REOPENED = "reopened"  # it was taken for complete, and went on


_FRESH = frozenset({Reason.FIRST_SIGHT, Reason.TRUNCATED, Reason.REPLACED, Reason.REOPENED})


class Resume(NamedTuple):
    """Where to read from."""

    offset: int
    lines: int  # lines before that offset
    reason: Reason

    @property
    def fresh(self) -> bool:
        """Reading starts over, with an empty carry."""
        return self.reason in _FRESH


def digest(data: bytes) -> str:
    """Anchor or head of these bytes; "" for none."""
    return hashlib.blake2b(data, digest_size=16).hexdigest() if data else ""


def resume(
    checkpoint: Checkpoint | None, size: int, anchor_at_offset: str | None, *, path: str, form: str | None = None
) -> Resume:
    """Decide from the checkpoint, the file's size and the anchor found at the checkpoint's offset.

    `anchor_at_offset` is None when the file is too short to hold it. `path` is where the file stands now, `form` the
    name of the format it is read with (None: the checkpoint's). A complete artefact that grew is read anew, because
    what was open in it had been closed; natural keys keep what was stored from being stored twice.
    """
    if checkpoint is None:
        return Resume(0, 0, Reason.FIRST_SIGHT)
    moved = checkpoint.path != path
    if form not in (None, checkpoint.format):
        return Resume(0, 0, Reason.REPLACED)
    if size < checkpoint.offset or anchor_at_offset != checkpoint.anchor:
        lost = Reason.TRUNCATED if size < checkpoint.offset else Reason.REPLACED
        return Resume(0, 0, Reason.FIRST_SIGHT if moved else lost)
    if checkpoint.final and size > checkpoint.offset:
        return Resume(0, 0, Reason.REOPENED)
    if moved:
        return Resume(checkpoint.offset, checkpoint.lines, Reason.MOVED)
    grown = size > checkpoint.offset
    return Resume(checkpoint.offset, checkpoint.lines, Reason.GROWN if grown else Reason.UNCHANGED)
