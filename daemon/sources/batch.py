"""What one read of a source hands on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from classifiers.vocabulary import Line
from daemon.sources.resume import Reason
from storage.checkpoints import Checkpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Whole lines of one file, and the step its checkpoint takes when they are stored.

    Commit by compare-and-swap on `previous`. `next.carry` is the carry to hand to the format (empty when reading starts
    over); replace it by the carry the format gives back. `previous.path` differs from `path` when the file was moved.
    """

    path: str
    format: str
    lines: Sequence[Line]
    previous: Checkpoint | None
    next: Checkpoint
    reason: Reason
    final: bool = False  # the artefact is complete after these lines: the format may close what is open
    more: bool = False  # read on at once: the bound ended this batch, not the file

    @property
    def idle(self) -> bool:
        """There is nothing to classify, and nothing is lost if `next` is not stored."""
        return not self.lines and not self.final and self.reason in (Reason.UNCHANGED, Reason.GROWN)
