"""How far a lesson has come."""

from __future__ import annotations

from enum import StrEnum


class Maturity(StrEnum):
    """How far a lesson has come."""

    OBSERVATION = "observation"  # seen once
    PATTERN = "pattern"  # the same error and the same fix, seen twice or more
    RULE = "rule"  # what was learned in one project prevented the error in another
    CONSTRAINT = "constraint"  # a person has it enforced before anything runs


def maturity(seen: int, *, elsewhere: bool = False, guards: bool = False) -> Maturity:
    """How far a lesson has come that was seen `seen` times, and perhaps was seen to prevent its error `elsewhere`.

    However often it is seen, only what was tried again becomes a rule, and only a person makes it a constraint.
    """
    if guards:
        return Maturity.CONSTRAINT
    if elsewhere:
        return Maturity.RULE
    return Maturity.PATTERN if seen > 1 else Maturity.OBSERVATION
