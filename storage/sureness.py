"""How sure a lesson is: pure rules.

A lesson's confidence is the mean of a Beta distribution. What it was mined with weighs like two trials; each time that it
prevented its error, or did not, is one more. Before it was tried it is never surer than `UNTRIED`, however often it was
seen: that an error came back with the same fix shows that both exist, not that the one mends the other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from classifiers.maturity import Maturity, maturity
from classifiers.vocabulary import GLOBAL, MemoryType

UNTRIED = 0.75
"""The most confidence a lesson has that nobody was seen to be helped by."""

WEIGHT = 2.0
"""How many trials the first confidence counts like."""


def untried(kind: MemoryType, confidence: float) -> float:
    """The confidence a memory starts with."""
    return min(confidence, UNTRIED) if kind is MemoryType.LESSON else confidence


def sure(first: float, prevented: int, still_failed: int) -> float:
    """The confidence after trials: the mean of Beta(2·first + prevented, 2·(1 - first) + still_failed)."""
    return round((WEIGHT * first + prevented) / (WEIGHT + prevented + still_failed), 4)


def grown(scope: str, seen: int, prevented_in: Collection[str], guard: Mapping[str, object]) -> Maturity:
    """How far a lesson of this scope has come.

    It was reused in another project when it prevented its error outside its own; of one that holds everywhere it is not
    known where it was learned, so that takes two.
    """
    places = set(prevented_in) - {scope}
    return maturity(seen, elsewhere=len(places) > (scope == GLOBAL), guards=bool(guard))
