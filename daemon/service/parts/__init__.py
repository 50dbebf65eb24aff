"""What `setup` installs, a part a file; `registry.PARTS` lists them in the order they are installed.

A part says which changes it wants in this home, and what brings it to life and ends it. It makes no change itself:
`installing` does, notes each one first, and takes exactly those back.
"""

from __future__ import annotations

from typing import Protocol

from daemon.service.changes import Change
from daemon.service.machine import Machine


class Part(Protocol):
    """One thing that can be installed by itself; `name` is its flag."""

    name: str
    says: str  # one line for help and for the question

    def changes(self, machine: Machine) -> tuple[Change, ...]:
        """The changes it wants here, in order; none where it has no place."""

    def begin(self, machine: Machine, *, changed: bool) -> list[str]:
        """Its changes stand: bring it to life. `changed` is False when they stood before. Lines to tell the person."""

    def end(self, machine: Machine) -> list[str]:
        """Its changes are about to be taken back: stop it."""

    def ended(self, machine: Machine) -> None:
        """They are taken back: let others forget it."""
