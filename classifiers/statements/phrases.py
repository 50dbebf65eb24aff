"""A phrase with choices in it, as `wording` writes it ("until {i|we} {say|ask}*"): what it matches, found by its literals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import prod

from classifiers.pattern_literals import holds, literals_of

FEW = 6
"""Texts up to which an entry is looked for as each of them; what stands for more is a `Phrase`."""
_GROUP = re.compile(r"\{([^{}]*)\}")
_BAR = re.compile(r"\|(?![^{]*\})")
_SPACES = re.compile(r"\s+")
_MAYBE = re.compile(r"\{([^{}]*[^|{}])\|\} ")


def entries_of(text: str) -> Iterator[str]:
    """The entries of a part one by one; those that are `Phrase`s keep their braces."""
    for entry in _BAR.split(text):
        groups = [group.split("|") if place % 2 else [group] for place, group in enumerate(_GROUP.split(entry))]
        if prod(map(len, groups)) > FEW:
            yield entry
            continue
        for chosen in product(*groups):
            words = _SPACES.sub(" ", "".join(chosen)).strip()
            if words:
                yield words


def is_phrase(entry: str) -> bool:
    """Whether an entry has choices left, or a word that may go on before its end."""
    return "{" in entry or "*" in entry.rstrip("*")


class Phrase:
    """An entry that stands for many texts; `literals` tell where it may be."""

    __slots__ = ("_compiled", "_pattern", "literals", "played")

    def __init__(self, entry: str, played: frozenset[str]) -> None:
        self.played = played
        self._pattern = _pattern_of(entry)
        self._compiled: re.Pattern[str] | None = None
        self.literals = literals_of(self._pattern, 0)

    def finditer(self, said: str) -> Iterator[re.Match[str]]:
        """Where it stands in `said` (plain)."""
        if not holds(said, self.literals.also):
            return iter(())
        if self._compiled is None:
            self._compiled = re.compile(self._pattern)
        return self._compiled.finditer(said)


def _pattern_of(entry: str) -> str:
    entry = _MAYBE.sub(_spaced_out, entry)  # no second space where nothing stands
    made = []
    for place, group in enumerate(_GROUP.split(entry)):
        ways = [_word_pattern(way) for way in (group.split("|") if place % 2 else (group,))]
        full = sorted(filter(None, ways), key=len, reverse=True)  # the longest is tried first
        made.append(ways[0] if len(ways) == 1 else f"(?:{'|'.join(full)}){'?' if len(full) < len(ways) else ''}")
    return rf"(?<![^\W_])(?:{''.join(made)})(?![^\W_])"


def _spaced_out(group: re.Match[str]) -> str:
    return "{" + "|".join(way.rstrip() + " " for way in group[1].split("|")) + "|}"


def _word_pattern(words: str) -> str:
    return re.sub(r"[.+?()\[\]]", r"\\\g<0>", words).replace("*", r"\w*")
