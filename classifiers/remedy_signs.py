"""Which command lines may hold a remedy: told by single words, before a line is taken apart.

The words are read off the patterns of `remedies`, so that there is one list only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from classifiers.pattern_literals import Texts, alternatives, literals_of
from classifiers.remedies import COMMANDS

_Signs: TypeAlias = "list[tuple[frozenset[str], Texts]]"
"""What stands in the line of a remedy besides its first word: of each, one of these words or of these texts."""

_SHORT = 3  # letters: such a piece counts only as a word of its own
_WORD = re.compile(r"\w+")
_BEGINNING = re.compile(r"\(\?:([^()]*)\)|([^|]*)")  # one of several programs, or one
_FIRST = re.compile(r"(?:\\\$)?(\w+)(\??)")


def may_mend(line: str) -> bool:
    """Whether a command of the line may be a remedy."""
    words = set(_WORD.findall(line))
    known = _signs()
    for word in known.keys() & words:
        for signs in known[word]:
            if all(not words.isdisjoint(short) or any(text in line for text in long) for short, long in signs):
                return True
    return False


@cache
def _signs() -> dict[str, list[_Signs]]:
    """First word of a remedy -> the signs of each that begins so."""
    found: dict[str, list[_Signs]] = {}
    for _, text in COMMANDS:
        for way in alternatives(text[len("(?:") : text.rindex(")")]):
            begins = frozenset(_first_words(way))
            literals = literals_of.__wrapped__(way)  # asked for this once
            pieces = [need for texts in (literals.texts, *literals.also) for need in _pieces(texts)]
            signs = [_told(need) for need in pieces if not begins.issuperset(need)]
            for word in begins:
                found.setdefault(word, []).append(signs)
    return found


def _first_words(way: str) -> Iterator[str]:
    beginning = _BEGINNING.match(way)
    for program in (beginning[1] or beginning[2]).split("|") if beginning else ():
        if first := _FIRST.match(program):
            yield first[1]
            if first[2]:
                yield first[1][:-1]


def _pieces(texts: Texts) -> list[Texts]:
    """Single words of `texts`, of each of which one is in the line: options or quotes may stand between them there."""
    words = [text.split() for text in texts]
    if len(words) == 1:
        return [(word,) for word in words[0]]
    return [tuple(max(each, key=len) for each in words)] if all(words) else []


def _told(need: Texts) -> tuple[frozenset[str], Texts]:
    short = frozenset(text for text in need if len(text) <= _SHORT and _WORD.fullmatch(text))
    return short, tuple(text for text in need if text not in short)
