"""What a hasty hand meant: a letter slipped, was doubled, left out or swapped with its neighbour, a word was split."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from classifiers.search_words import COMMON
from recall.phrases import stem_of

LONG = 6
"""Letters from which on a word is known when it is misspelt; shorter ones are too near to others."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_NEAR = {
    letter: row[max(0, place - 1) : place] + row[place + 1 : place + 2]
    for row in _ROWS
    for place, letter in enumerate(row)
}
"""The letters beside each on a keyboard."""


def meant(wrong: str) -> Iterator[str]:
    """The words of `LONG` letters or more that may have become this one; their first and last letters stand."""
    inner = range(1, len(wrong) - 1)
    found = (
        *(wrong[:at] + wrong[at + 1] + wrong[at] + wrong[at + 2 :] for at in inner[:-1]),
        *(wrong[:at] + wrong[at + 1 :] for at in inner if wrong[at] == wrong[at - 1]),
        *(wrong[:at] + other + wrong[at + 1 :] for at in inner for other in _NEAR.get(wrong[at], "")),
        *(wrong[:at] + letter + wrong[at:] for at in range(1, len(wrong)) for letter in _LETTERS),
    )
    return (each for each in found if len(each) >= LONG and each != wrong)


_SPLIT = re.compile(
    r"(?<![\w./:@-])([A-Za-z]{2,})[ -](?=(in|out|on|off|up|down|back|over|[A-Za-z]{3,})(?![A-Za-z0-9_./:@-]))",
    re.IGNORECASE,
)
_MISSPELT = re.compile(r"(?<![\w./:@-])[A-Za-z]{5,20}(?![A-Za-z0-9_./:@-])")
"""A word by itself, long enough; a name with other signs in it is written as it is."""


def spelt(text: str, known: Callable[[str], bool]) -> str:
    """The text with its words as those that are known: slips set right, and two words that are known as one together."""
    text = _MISSPELT.sub(lambda match: _right(match.group(), known), text)
    for match in reversed(list(_SPLIT.finditer(text))):
        one = f"{stem_of(match[1].lower())}{match[2].lower()}"
        if known(one):
            text = f"{text[: match.start()]}{one}{text[match.end(2) :]}"
    return text


def _right(word: str, known: Callable[[str], bool]) -> str:
    small = word.lower()
    if known(small) or small in COMMON or known(stem_of(small)):
        return word
    return next((each for each in meant(small) if known(each)), word)
