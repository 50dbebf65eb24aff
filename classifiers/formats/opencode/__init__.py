"""opencode: sessions as it exports them, and the database it keeps them in."""

from __future__ import annotations

from classifiers.formats.opencode.database import DATABASE
from classifiers.formats.opencode.export import Opencode

FORMAT = Opencode()

__all__ = ["DATABASE", "FORMAT"]
