"""What a hasty hand meant: one letter slipped, was doubled, left out or swapped with its neighbour."""

from __future__ import annotations

from collections.abc import Iterator

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
