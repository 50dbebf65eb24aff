"""The stored claim "this source was consumed up to here", with its proof, and a step from one claim to the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from classifiers.vocabulary import Draft

if TYPE_CHECKING:
    from classifiers.attempts import Attempt  # with it comes what judges records, which verbs that look never need

DRIFT = 3
"""Broken lines in a row that make a file one whose format has changed. One alone may be a crash or a full disk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """How far one source was read.

    The anchor alone decides whether a file still is what it was; head, device and inode only help to find a file that
    was moved. `size` and `mtime_ns` tell an unchanged file without opening it.
    """

    path: str
    format: str
    offset: int = 0  # bytes consumed; just past a newline, or the end of a complete artefact
    lines: int = 0  # lines consumed
    anchor: str = ""  # hash of up to 256 bytes just before `offset`
    anchor_length: int = 0
    head: str = ""  # hash of the first bytes, never beyond `offset`, so that growth does not change it
    head_length: int = 0
    device: int = 0
    inode: int = 0
    size: int = 0  # as of the last read
    mtime_ns: int = 0
    drift: int = 0  # lines skipped since a batch of which anything was understood
    carry: bytes = b""  # JSON: what the format and the miner hand to their next batch
    final: bool = False  # the artefact was complete at this offset and what was open has been closed

    @property
    def drifted(self) -> bool:
        """Its format has changed, or it never was of this format: nothing of it is understood any more."""
        return self.drift >= DRIFT or 0 < self.drift == self.lines


@dataclass(frozen=True, slots=True)
class Step:
    """One batch of one source: where reading began and ended, and what it proposes.

    `previous` is None for a source never read before. A file that was renamed has another path in `next`.
    """

    previous: Checkpoint | None
    next: Checkpoint
    drafts: tuple[Draft, ...] = ()
    parsed: int = 0  # lines
    skipped: int = 0  # lines
    unknown: int = 0  # lines of record types nobody knows
    attempts: tuple[Attempt, ...] = ()
