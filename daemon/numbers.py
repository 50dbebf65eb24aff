"""Numbers with their nouns, for whatever speaks to a person."""

from __future__ import annotations


def number_of(count: int, noun: str) -> str:
    """`1 memory`, `2 memories`: a number with its noun, which is given in the singular."""
    many = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{count:,} {noun if count == 1 else many}"
