"""Phrases of the lexicon, and where they stand in a text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, product
from typing import TypeAlias, TypeVar

from classifiers.search_words import COMMON, pairs, words_of

GAP = 5
"""Words that `…` in a phrase may stand for: "push the new build to production"; twice as many letters without spaces."""

NO_ACTION = frozenset(
    words_of(
        "button page form screen component function method class icon string heading label dialog modal variable field"
        " script file folder word mode text title link banner step steps note notes 버튼 화면 페이지 폼 함수 아이콘 컴포넌트 노트"
    )
)
"""What follows a word that would ask for an action when it only names a thing: the login button, the deploy script."""

Whose = TypeVar("Whose", str, int)
Openings: TypeAlias = "Mapping[str, Sequence[tuple[Whose, Phrase]]]"

_SPACELESS = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u31f0-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, eq=False)
class Phrase:
    """Words that stand one after the other, each with its alternatives, none for a gap.

    Of a script without spaces, the texts that stand one after the other with a gap between them.
    """

    parts: tuple[frozenset[str], ...] = ()  # stems
    plain: tuple[frozenset[str], ...] = ()  # the same as they are written
    spaceless: tuple[tuple[str, ...], ...] = ()

    @cached_property
    def words(self) -> tuple[str, ...]:
        """What it is found by in the index; of alternatives the first of a script without spaces, else none."""
        if self.spaceless:
            return tuple(pair for part in self.spaceless for pair in pairs(part[0]))
        return tuple(word for part in self.parts for word in part if word not in COMMON)

    @property
    def terms(self) -> Iterator[tuple[str, ...]]:
        """What it is found by in the index, for each choice among its alternatives."""
        if self.spaceless:
            return (tuple(pair for part in each for pair in pairs(part)) for each in product(*self.spaceless))
        return product(*filter(None, self.parts))

    @property
    def of_several(self) -> bool:
        """Is it of several words? Together they tell what each alone would not: on call."""
        return len(self.parts) > 1

    @property
    def openings(self) -> Iterator[str]:
        """What a text must hold for the phrase to stand there: a stem, or two letters that are next to each other."""
        if self.spaceless:
            return (part[:2] for part in self.spaceless[0])
        return iter(self.parts[0] if self.parts else ())

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What finds it in a text without spaces."""
        gap = f"[^.!?。！？\\n]{{0,{GAP * 2}}}?"
        return re.compile(gap.join(f"(?:{'|'.join(map(re.escape, part))})" for part in self.spaceless))


def phrase(text: str) -> Phrase:
    """A phrase of the lexicon: `…` is a gap, `|` stands between alternatives."""
    if _SPACELESS.search(text):
        parts = (part for part in re.sub(r"\s+", "", text).lower().split("…"))
        return Phrase(spaceless=tuple(tuple(part.split("|")) for part in parts))
    plain = tuple(frozenset() if part == "…" else frozenset(part.split("|")) for part in _PARTS.findall(text.lower()))
    return Phrase(tuple(frozenset(stem for word in part for stem in stems_of(word)) for part in plain), plain)


class Asked:
    """A text that is asked for phrases."""

    def __init__(self, text: str) -> None:
        self.stems = list(stems_of(text))
        tokens = _TOKEN.findall(text.lower())
        self.together = "".join(tokens)
        self.starts = frozenset(accumulate(map(len, tokens), initial=0))
        self.openings = {*self.stems, *pairs(self.together), *self.together}

    def which(self, phrases: Openings[Whose]) -> Iterator[tuple[Whose, Phrase]]:
        """The phrases that may stand in the text: their beginning does."""
        for opening in self.openings & phrases.keys():
            yield from phrases[opening]

    def spoken(self, phrases: Iterable[tuple[int, Phrase]]) -> Mapping[int, Collection[Phrase]]:
        """The phrases that stand in the text, but for those that are only a piece of a longer one: log of login."""
        found = {each: tuple(self._places(each[1])) for each in phrases}
        places = {place for held in found.values() for place in held}
        spoken: dict[int, list[Phrase]] = defaultdict(list)
        for (number, each), held in found.items():
            if any(not any(_within(place, other) for other in places) for place in held):
                spoken[number].append(each)
        return spoken

    def for_action(self, one: Phrase) -> bool:
        """Does it stand where it does not only name a thing?"""
        return any(self._does(one, end) for _, end in self._places(one))

    def _does(self, one: Phrase, end: int) -> bool:
        if one.spaceless:
            return not NO_ACTION.intersection(words_of(self.together[end : end + 12])[:1])
        return not end or self.stems[end] not in NO_ACTION

    def _places(self, one: Phrase) -> Iterator[tuple[int, int]]:
        """Where it begins and ends: letters of a text without spaces, or words, which are counted from the end."""
        if one.spaceless:
            for match in one.pattern.finditer(self.together):
                if self._is_whole(match.start(), one.spaceless[0]):
                    yield match.span()
            return
        for start in range(len(self.stems)):
            end = _match(self.stems, start, one.parts)
            if end is not None:
                yield start - len(self.stems), end - len(self.stems)

    def _is_whole(self, start: int, first: Sequence[str]) -> bool:
        """Does what stands at `start` begin a word, or stand within one? 분배 포함 is no 배포."""
        held = next(part for part in first if self.together.startswith(part, start))
        if start in self.starts:
            return True
        if len(held) == 1 and not self.together[start - 1].isascii():
            return False  # 잡 of 복잡 is no job
        return self.starts.isdisjoint(range(start + 1, start + len(held)))


def openings_of(phrases: Iterable[tuple[Whose, Phrase]]) -> Openings[Whose]:
    """The phrases by what they begin with."""
    found: dict[str, list[tuple[Whose, Phrase]]] = defaultdict(list)
    for whose, each in phrases:
        for opening in each.openings:
            found[opening].append((whose, each))
    return found


def _within(place: tuple[int, int], other: tuple[int, int]) -> bool:
    return place != other and other[0] <= place[0] and place[1] <= other[1]


def _match(stems: Sequence[str], start: int, parts: Sequence[Collection[str]]) -> int | None:
    place, slack = start, 0
    for part in parts:
        if not part:
            slack = GAP
            continue
        window = stems[place : place + 1 + slack]
        found = next((number for number, stem in enumerate(window) if stem in part), None)
        if found is None:
            return None
        place += found + 1
        slack = 0
    return place


_PARTS = re.compile(r"…|[^\W_]+(?:\|[^\W_]+)*")
_WORD = re.compile(f"(?:(?!{_SPACELESS.pattern})[^\\W_])+|{_SPACELESS.pattern}+")
_TOKEN = re.compile(r"\S+|\n")


def stems_of(text: str) -> Iterator[str]:
    """Every word of the text without its ending, common ones included, for phrases are made of those too."""
    return (stem_of(word) if word.isascii() else word for word in _WORD.findall(text.lower()))


def stem_of(word: str) -> str:
    """A Latin word in lower case without its ending."""
    return (words_of(word) or [word])[-1]
