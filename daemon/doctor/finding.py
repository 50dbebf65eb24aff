"""What a check sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from daemon.settings import Settings


class State(StrEnum):
    """How bad it is."""

    FINE = "fine"
    NOTE = "note"  # works; could be better, or is not set up
    TROUBLE = "trouble"  # something does not work


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was seen. `mend` puts it right and may raise SeorapError or OSError."""

    check: str
    state: State
    says: str
    hint: str = ""  # what a person can do
    mend: Callable[[], object] | None = None
    mended: bool = False


@dataclass(frozen=True, slots=True)
class Patient:
    """What is examined, and when."""

    settings: Settings
    now: datetime


@dataclass(frozen=True, slots=True)
class Check:
    """One part's check. `look` may raise SeorapError or OSError: that is a finding too."""

    name: str
    look: Callable[[Patient], Iterator[Finding]]
