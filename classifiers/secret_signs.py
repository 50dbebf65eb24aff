"""What a text holds that may be, or name, a secret: told before any pattern of one is tried.

Most text holds nothing of the kind. All words that call for a pattern are looked for in one pass.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import regex

from classifiers.literal_finder import LiteralFinder
from classifiers.secret_judges import Match
from classifiers.secret_passes import ALL, FOREIGN, JWT, NAMED, OPTION, PASSES, PREFIXED, URL
from classifiers.secret_patterns import NAME_WORDS

# Each begins with one literal character, which `re` looks for at memory speed. Every provider's prefix ends in one of
# them or begins with an A, and a token that the terminal's edge cut goes on in the next line.
RUN = r"[A-Za-z0-9_\-]{0,15}+(?:[A-Za-z0-9_\-]|\r?\n[ \t]{0,4}[A-Za-z0-9_\-]{16})"
_AFTER_UNDERSCORE = re.compile("_" + RUN).search
_AFTER_DASH = re.compile("-" + RUN).search
_AFTER_DOT = re.compile(r"\." + RUN).search
_AFTER_A = re.compile(r"A(?:KIA|SIA|Iza|TATT|TCTT|KCp|A[A-Za-z0-9_\-]{30})").search
_AFTER_SK = re.compile("SK[0-9a-f]{32}").search
_SHORT_OPTION = re.compile(r" -(?:-user|-proxy-user|[A-Za-z]{0,3}[upawPUbSk])").search
_SLASH_OPTION = re.compile(" /(?:user|p):").search
_SCRIPT = re.compile("[ñЀ-ӿ぀-ヿ一-鿿가-힣]").search

_NAMED = (
    "pass", "token", "key", "secre", "auth", "pw", "cred", "cookie", "mdp", "bearer", "login", "obscure", "identified",
    "securestr", "contrase", "senha", "kennwort", "jeton",
)  # fmt: skip
_LOCATED = ("://", "@tcp(", ":5432:", ":6432:", ":*:", "sig=")
_PREFIXED = ("dapi", "1//0", "q~")
_SINGLE = ("eyj", " set ", " /", "sk")
_TRIGGERS = tuple(trigger for _, triggers, _, _ in PASSES for trigger in triggers)
_WORDS = tuple(
    dict.fromkeys(
        word
        for words in (_NAMED, _LOCATED, _PREFIXED, _SINGLE, NAME_WORDS, _TRIGGERS)
        for word in words
        if len(word) > 1
    )
)
"""All that is looked for, in lower case; a trigger of one letter is in nearly every text."""


def _places(words: Iterable[str]) -> frozenset[int]:
    return frozenset(_WORDS.index(word) for word in words)


_OF_NAMED, _OF_LOCATED, _OF_PREFIXED, _OF_NAMES = map(_places, (_NAMED, _LOCATED, _PREFIXED, NAME_WORDS))
_EYJ, _SET, _SLASH, _SK = (_WORDS.index(word) for word in _SINGLE)
_SHAPES = [
    (family, None if min(map(len, triggers)) < 2 else _places(triggers), pattern, change)
    for family, triggers, pattern, change in PASSES
]
_BY_FAMILIES = [[shape for shape in _SHAPES if shape[0] & families] for families in range(ALL + 1)]


@cache
def _finder() -> LiteralFinder:
    return LiteralFinder(_WORDS)


class Look:
    """What one text holds: `families` of shapes of which there are signs, and what is to be looked for therefore."""

    __slots__ = ("_found", "_same", "_words", "families")

    def __init__(self, text: str) -> None:
        low = text.lower()
        self._same = len(low) == len(text)  # a few letters grow in lower case
        self._found = _finder().spans(low)
        self._words = {place for place, _, _ in self._found}
        self.families = _families(text, low, self._words)

    def passes(self) -> Iterator[tuple[regex.Pattern[str], Callable[[Match], str]]]:
        """The shapes that may be there, in their order, and what is done with what each matches."""
        for _, triggers, pattern, change in _BY_FAMILIES[self.families]:
            if triggers is None or not triggers.isdisjoint(self._words):
                yield pattern, change

    def names(self) -> list[int] | None:
        """Where the words of names begin, in order; None where that cannot be told."""
        return sorted(start for place, start, _ in self._found if place in _OF_NAMES) if self._same else None


def _families(text: str, low: str, words: set[int]) -> int:
    families = 0 if words.isdisjoint(_OF_NAMED) else NAMED
    if (
        _AFTER_UNDERSCORE(text)
        or _AFTER_DASH(text)
        or _AFTER_DOT(text)
        or _AFTER_A(text)
        or (_SK in words and _AFTER_SK(text))
        or (not words.isdisjoint(_OF_PREFIXED) and ("dapi" in text or "1//0" in text or "Q~" in text))
    ):
        families |= PREFIXED
    if _SET in words or _SHORT_OPTION(text) or (_SLASH in words and _SLASH_OPTION(low)):
        families |= OPTION
    if not words.isdisjoint(_OF_LOCATED):
        families |= URL
    if _EYJ in words and "eyJ" in text:
        families |= JWT
    if not text.isascii() and _SCRIPT(text):
        families |= FOREIGN
    return families
