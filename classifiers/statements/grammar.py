"""Tells the kinds of `kinds` in an English sentence."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from classifiers.statements.hints import Hints
from classifiers.statements.kinds import ANYWHERE, KINDS, NEEDS, NEVER, ORDERS, TOPIC, WHATEVER
from classifiers.statements.parts import CLAUSE, UNKNOWN, is_english, words
from classifiers.vocabulary import MemoryType

_BLOCKED = ("this", "it", "who", "screen")
_REMARK = 60
"""Characters of a sentence that only says that another one holds."""


class _Spelling(NamedTuple):
    type: MemoryType
    why: str
    pattern: re.Pattern[str]
    never: re.Pattern[str] | None = None


class _Grammar:
    """The kinds in the letters of the words."""

    def __init__(self) -> None:
        self._words = words()
        hints = Hints(self._words, [part for needs in NEEDS.values() for need in needs for part in need.split()])
        self.hints = lru_cache(maxsize=32)(hints.of)  # of a line, of the sentence that it is, for each question
        self._kinds = tuple(_Spelling(kind, why, self._compiled(how)) for kind, why, how in KINDS)
        self._anywhere = tuple(
            _Spelling(kind, why, self._compiled(how), self._compiled(never)) for kind, why, how, never in ANYWHERE
        )
        self._topic, self._orders, self._never = map(self._compiled, (TOPIC, ORDERS, NEVER))
        self._task, self._harm, self._points = map(self._compiled, ("<screen|if> | ^ <asks>", "<bad>", "<this>"))
        self._keeps = self._compiled("[^<if|do|use|write|ask>]{0,2} <keeps> [^<if|do|use|write|ask>]{0,3}")
        self._needs = {why: tuple(hints.mask(need.split()) for need in needs) for why, needs in NEEDS.items()}
        masks = {mask for masks in self._needs.values() for mask in masks}
        self._alone = sum(mask for mask in masks if not mask & (mask - 1))
        self._together = tuple(mask for mask in masks if mask & (mask - 1))
        self._remark = hints.mask(["keeps"])

    def may_tell(self, line: str) -> bool:
        """Whether `line` holds the parts of any kind; False is sure."""
        hints = self.hints(line)
        return bool(hints & self._alone) or any(hints & mask == mask for mask in self._together)

    def may_keep(self, line: str) -> bool:
        """Whether `line` holds what keeps an order; False is sure."""
        return bool(self.hints(line) & self._remark)

    def told(self, said: str) -> tuple[MemoryType, str] | None:
        """As what a sentence lasts, and why."""
        hints = self.hints(said)
        possible = {why for why, masks in self._needs.items() if any(hints & mask == mask for mask in masks)}
        if not possible:
            return None
        parts = self._words.spelled(said)
        if self._topic.search(parts):
            for kind, why, pattern, never in self._anywhere:
                if why in possible and pattern.search(parts) and not (never and never.search(parts)):
                    return kind, why
        parts = self._words.bare(parts)
        if self._task.search(parts):
            return None
        harm = self._harm.search(parts)
        for kind, why, pattern, _ in self._kinds:
            if why in possible and (not harm or why in WHATEVER):
                found = pattern.search(parts)
                if found and not self._points.search(found[0]):
                    return kind, why
        return None

    def only_keeps(self, said: str) -> bool:
        """Whether `said` says no more than that the sentence before it holds for good."""
        return self.may_keep(said) and bool(self._keeps.fullmatch(self._words.spelled(said)))

    def orders(self, said: str) -> bool:
        """Whether `said` orders something of work."""
        parts = self._words.spelled(said)
        return all(one.search(parts) for one in (self._orders, self._topic)) and not self._never.search(parts)

    def _compiled(self, kind: str) -> re.Pattern[str]:
        blocked = self._words.letters(_BLOCKED)
        kind = re.sub(r"\[\^(,?)<([a-z|]+)>(?:\+<([a-z|]+)>)?\]", self._all_but, kind)
        kind = kind.replace("<NOCOPY>", f"[^{blocked}{CLAUSE}{self._letters('copy')}]")
        kind = re.sub(r"\bS ", f"(?:^|{CLAUSE})[{CLAUSE}{self._letters('lasts|ever|we|note|each')}]*", kind)
        kind = re.sub(r" E\b", f"(?:{CLAUSE}[^{self._letters('if|screen|this')}]*)?$", kind)
        kind = kind.replace("~~", f"[^{blocked}]{{0,9}}?").replace("~", f"[^{CLAUSE}{blocked}]{{0,7}}?")
        kind = re.sub(r"<([a-z|]+)>", lambda parts: f"[{self._letters(parts[1]) or _NOTHING}]", kind)
        return re.compile(kind.replace(" ", "").replace("·", UNKNOWN))

    def _letters(self, parts: str) -> str:
        return self._words.letters(parts.split("|"))

    def _all_but(self, parts: re.Match[str]) -> str:
        given = set(self._letters(parts[3])) if parts[3] else set()
        taken = "".join(letter for letter in self._letters(parts[2]) if letter not in given)
        return f"[^{parts[1] and CLAUSE}{taken or _NOTHING}]"


_NOTHING = "\0"  # a letter that nothing is spelled with


@cache
def _grammar() -> _Grammar:
    return _Grammar()


def may_be_kind(line: str) -> bool:
    """Whether a sentence of `line` may be of a kind; False is sure, also where another part of it is in another language."""
    return _grammar().may_tell(line)


def may_keep(line: str) -> bool:
    """Whether a sentence of `line` may say that the one before it holds for good; False is sure."""
    return _grammar().may_keep(line)


def kind_of(said: str) -> tuple[MemoryType, str] | None:
    """As what a sentence lasts by what it is about, and why; None when it is of no such kind."""
    return _grammar().told(said) if is_english(said) else None


def only_keeps(said: str) -> bool:
    """Whether a short sentence says no more than that the one before it holds for good."""
    return len(said) <= _REMARK and is_english(said) and _grammar().only_keeps(said)


def takes_a_word(said: str) -> bool:
    """Whether a sentence orders something of work, so that the next may say that it holds for good."""
    return not said.endswith("?") and is_english(said) and _grammar().orders(said)
