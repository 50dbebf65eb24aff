"""One file per source format, each knowing nothing of the others.

A format turns whole lines, and the carry of its last batch, into records. Splitting the same lines into batches at any
place gives the same records; broken lines are counted and skipped; no input raises.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from classifiers.vocabulary import Carry, Line, Reading, SourceKind


class Format(Protocol):
    """How one kind of source is read."""

    name: str
    kind: SourceKind
    whole: bool  # one document rewritten whole: `read` gets all its lines at once, with an empty carry

    def sniff(self, head: bytes, name: str) -> int:
        """How sure are we, from the first bytes (up to 64 KiB) and the file's path? 0 is no, 100 is certain."""

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:
        """Read the next lines.

        `final` says that the file is complete (a log that went quiet, or a scan's end), so what is still open may be
        closed. `path` is the source's path, for formats whose names say something, and is never opened.
        """
