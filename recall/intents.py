"""What a person asks for, in the drawer's words: actions of keys, and other words for the same thing.

The lexicon is data (`lexicon.toml`): Korean and English first, with a person's own words added.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib import resources
from itertools import accumulate, chain
from typing import TypeAlias, TypeVar

from classifiers.search_words import COMMON, pairs, runs_of, words_of
from recall.hearing import Vocabulary
from recall.ranking import Concept
from recall.ranking import word as one_word
from recall.refusals import wanted
from recall.spelling import meant

GAP = 5
"""Words that `…` in a phrase may stand for: "push the new build to production"; twice as many letters without spaces."""

SENTENCES = 40
"""Clauses of a text that are looked at one by one; what is left after them is one more."""

OTHER = 0.8
"""How surely a word is meant that only means the same as one of the text."""

VAGUE = 0.25
"""What a word counts that stands in what is said of anything."""

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


@dataclass(frozen=True)
class Lexicon:
    """Phrases by action, groups of words that mean the same, and words that say little."""

    actions: Mapping[str, tuple[Phrase, ...]]
    groups: tuple[tuple[Phrase, ...], ...]
    vague: frozenset[str]
    hints: Mapping[str, tuple[Phrase, ...]] = field(default_factory=dict)  # of actions whose target must be named too
    plain_vague: frozenset[str] = frozenset()  # those that say little, as they are written

    def actions_of(self, text: str) -> frozenset[str]:
        """The actions that the text asks for."""
        asked = Asked(self.spelt(wanted(text)))
        return frozenset(action for action, phrase in asked.which(self.acting) if asked.for_action(phrase))

    def hints_of(self, text: str) -> frozenset[str]:
        """The actions that the text asks for if it names a target of theirs."""
        asked = Asked(self.spelt(wanted(text)))
        return frozenset(action for action, phrase in asked.which(self.hinting) if asked.for_action(phrase))

    def sentences(self, text: str, drawer: Vocabulary | None = None) -> list[list[Concept]]:
        """What each clause or line of the text speaks of."""
        found = (self.concepts(each, drawer) for each in _SENTENCE.split(wanted(text), SENTENCES))
        return [concepts for concepts in found if concepts]

    def concepts(self, text: str, drawer: Vocabulary | None = None) -> list[Concept]:
        """What the text speaks of: its words, and for those that have others, all that say the same.

        With the drawer's own words, also those that one in Hangul sounds like.
        """
        text = self.spelt(text, drawer.words if drawer else frozenset())
        asked = Asked(text)
        found: list[Concept] = []
        covered: set[str] = set()
        for number, held in sorted(asked.spoken(asked.which(self.naming)).items()):
            covered.update(word for phrase in held for word in phrase.words)
            terms = ((each.words, 1.0 if each in held else OTHER) for each in self.groups[number])
            telling = any(word not in self.vague for each in held for word in each.words)
            found.append(Concept(tuple(terms), 1.0 if telling else VAGUE))
        for run in runs_of(text):
            new = [word for word in run if word not in covered]
            covered.update(new)
            if new and drawer and (heard := drawer.heard("".join((run[0], *(pair[1:] for pair in run[1:]))))):
                found.append(Concept(((tuple(run), 1.0), *(((word,), OTHER) for word in heard))))
                continue
            found += (one_word(each, (VAGUE if each in self.vague else 1.0) / len(run)) for each in new)
        return found

    def spelt(self, text: str, others: Collection[str] = ()) -> str:
        """The text, its misspelt Latin words set right: to one of the lexicon's, or of `others`."""
        return _MISSPELT.sub(lambda match: self._right(match.group(), others), text)

    def _right(self, word: str, others: Collection[str]) -> str:
        small = word.lower()
        if small in self.latin or small in COMMON or small in others or words_of(small)[-1] in others:
            return word
        return next((each for each in meant(small) if each in self.latin or each in others), word)

    def words_for(self, action: str) -> frozenset[str]:
        """The words that speak of an action, such as deploy and 배포 of deploy."""
        return self.spoken.get(action, frozenset())

    @cached_property
    def spoken(self) -> Mapping[str, frozenset[str]]:
        """Those of every action."""
        found = {}
        for action in self.actions:
            name = phrase(action).words
            same = (each for group in self.groups if any(name == one.words for one in group) for each in group)
            found[action] = frozenset(word for each in same for word in each.words[:1])
        return found

    @cached_property
    def acting(self) -> Openings[str]:
        """The actions and their phrases, by what a phrase begins with."""
        return _openings((action, each) for action, phrases in self.actions.items() for each in phrases)

    @cached_property
    def hinting(self) -> Openings[str]:
        """The same of hints."""
        return _openings((action, each) for action, phrases in self.hints.items() for each in phrases)

    @cached_property
    def naming(self) -> Openings[int]:
        """The numbers of the groups and their phrases, by what a phrase begins with."""
        return _openings((number, each) for number, phrases in enumerate(self.groups) for each in phrases)

    @cached_property
    def latin(self) -> frozenset[str]:
        """All Latin words of the phrases, as they are written."""
        phrases = (*chain(*self.actions.values()), *chain(*self.hints.values()), *chain(*self.groups))
        return frozenset(word for each in phrases for part in each.plain for word in part).union(self.plain_vague)

    @cached_property
    def action_words(self) -> frozenset[str]:
        """The words that speak of some action; they name no target."""
        return frozenset().union(*self.spoken.values())


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
    return Phrase(tuple(frozenset(stem for word in part for stem in _stems(word)) for part in plain), plain)


class Asked:
    """A text that is asked for phrases."""

    def __init__(self, text: str) -> None:
        self.stems = list(_stems(text))
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


def _openings(phrases: Iterable[tuple[Whose, Phrase]]) -> Openings[Whose]:
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


_SENTENCE = re.compile(r"(?<=[.!?,;])\s+|(?<=[。！？])|\n+")
_PARTS = re.compile(r"…|[^\W_]+(?:\|[^\W_]+)*")
_WORD = re.compile(f"(?:(?!{_SPACELESS.pattern})[^\\W_])+|{_SPACELESS.pattern}+")
_TOKEN = re.compile(r"\S+|\n")
_MISSPELT = re.compile(r"(?<![\w./:@-])[A-Za-z]{5,20}(?![A-Za-z0-9_./:@-])")
"""A word by itself, long enough; a name with other signs in it is written as it is."""


def _stems(text: str) -> Iterator[str]:
    """Every word of the text without its ending, common ones included, for phrases are made of those too."""
    for word in _WORD.findall(text.lower()):
        yield (words_of(word) or [word])[-1] if word.isascii() else word


def lexicon(own: Mapping[str, Sequence[str]] | None = None) -> Lexicon:
    """The lexicon, with a person's own phrases for actions."""
    packaged = _packaged()
    if not own:
        return packaged
    actions = dict(packaged.actions)
    for action, phrases in own.items():
        actions[action] = (*actions.get(action, ()), *(phrase(text) for text in phrases))
    return replace(packaged, actions=actions)


@lru_cache(maxsize=1)
def _packaged() -> Lexicon:
    data = tomllib.loads(resources.files("recall").joinpath("lexicon.toml").read_text(encoding="utf-8"))
    actions, hints = (
        {action: tuple(phrase(text) for text in phrases) for action, phrases in data[name].items()}
        for name in ("actions", "with_target")
    )
    groups = tuple(tuple(phrase(text) for text in group) for group in data["same"]["groups"])
    vague = " ".join(data["vague"]["words"])
    return Lexicon(actions, groups, frozenset(words_of(vague)), hints, frozenset(vague.split()))
