"""What a person asks for, in the drawer's words: actions of keys, and other words for the same thing.

The lexicon is data (`lexicon.toml`): Korean and English first, with a person's own words added.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources

from classifiers.search_words import pairs, runs_of, words_of
from recall.ranking import Concept
from recall.ranking import word as one_word

GAP = 5
"""Words that `…` in a phrase may stand for: "push the new build to production"."""

OTHER = 0.8
"""How surely a word is meant that only means the same as one of the text."""

VAGUE = 0.25
"""What a word counts that stands in what is said of anything."""

NO_ACTION = frozenset(
    words_of(
        "button page form screen component function method class icon string heading label dialog modal variable field"
        " script file folder word mode text title link banner step steps 버튼 화면 페이지 폼 함수 아이콘 컴포넌트"
    )
)
"""What follows a word that would ask for an action when it only names a thing: the login button, the deploy script."""

_SPACELESS = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u31f0-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True)
class Lexicon:
    """Phrases by action, groups of words that mean the same, and words that say little."""

    actions: Mapping[str, tuple[Phrase, ...]]
    groups: tuple[tuple[Phrase, ...], ...]
    vague: frozenset[str]

    def actions_of(self, text: str) -> frozenset[str]:
        """The actions that the text asks for."""
        asked = Asked(text)
        return frozenset(
            action for action, phrases in self.actions.items() if any(asked.for_action(phrase) for phrase in phrases)
        )

    def concepts(self, text: str) -> list[Concept]:
        """What the text speaks of: its words, and for those that have others, all that say the same."""
        asked = Asked(text)
        found: list[Concept] = []
        covered: set[str] = set()
        for group in self.groups:
            held = [phrase for phrase in group if asked.holds(phrase)]
            if held:
                covered.update(word for phrase in held for word in phrase.words)
                found.append(Concept(tuple((each.words, 1.0 if each in held else OTHER) for each in group)))
        for run in runs_of(text):
            new = [word for word in run if word not in covered]
            covered.update(new)
            found += (one_word(each, (VAGUE if each in self.vague else 1.0) / len(run)) for each in new)
        return found

    def words_for(self, action: str) -> frozenset[str]:
        """The words that speak of an action, such as deploy and 배포 of deploy."""
        return self.spoken.get(action, frozenset())

    @cached_property
    def spoken(self) -> Mapping[str, frozenset[str]]:
        """Those of every action."""
        found = {}
        for action in self.actions:
            name = phrase(action)
            same = (each for group in self.groups if name in group for each in group)
            found[action] = frozenset(word for each in same for word in each.words[:1])
        return found

    @cached_property
    def action_words(self) -> frozenset[str]:
        """The words that speak of some action; they name no target."""
        return frozenset().union(*self.spoken.values())


@dataclass(frozen=True)
class Phrase:
    """Words that stand one after the other, None for a gap; of a script without spaces the text itself."""

    parts: tuple[str | None, ...]
    spaceless: str = ""

    @cached_property
    def words(self) -> tuple[str, ...]:
        """What it is found by in the index."""
        return tuple(pairs(self.spaceless)) if self.spaceless else tuple(part for part in self.parts if part)


def phrase(text: str) -> Phrase:
    """A phrase of the lexicon."""
    if _SPACELESS.search(text):
        return Phrase((), re.sub(r"\s+", "", text).lower())
    return Phrase(tuple(None if part == "…" else part for part in _stems(text)))


class Asked:
    """A text that is asked for phrases."""

    def __init__(self, text: str) -> None:
        self.stems = list(_stems(text))
        self.stemmed = frozenset(self.stems)
        self.words = frozenset(words_of(text))
        self.together = re.sub(r"\s+", "", text).lower()

    def holds(self, wanted: Phrase) -> bool:
        """Does the phrase stand anywhere?"""
        return next(self._ends(wanted), None) is not None

    def for_action(self, wanted: Phrase) -> bool:
        """Does it stand where it does not only name a thing?"""
        return any(self._does(end) for end in self._ends(wanted))

    def _does(self, end: int | str) -> bool:
        after = words_of(end)[:1] if isinstance(end, str) else self.stems[end : end + 1]
        return not NO_ACTION.intersection(after)

    def _ends(self, wanted: Phrase) -> Iterator[int | str]:
        """Where it ends: the number of the next word, or what follows in a text without spaces."""
        if wanted.spaceless:
            place = self.together.find(wanted.spaceless)
            if place >= 0:
                yield self.together[place + len(wanted.spaceless) :][:12]
            return
        if not wanted.parts or wanted.parts[0] not in self.stemmed:
            return
        for start in range(len(self.stems)):
            end = _match(self.stems, start, wanted.parts)
            if end is not None:
                yield end


def _match(stems: Sequence[str], start: int, parts: Sequence[str | None]) -> int | None:
    place, slack = start, 0
    for part in parts:
        if part is None:
            slack = GAP
            continue
        window = stems[place : place + 1 + slack]
        if part not in window:
            return None
        place += window.index(part) + 1
        slack = 0
    return place


_WORD = re.compile(r"…|[^\W_]+")


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
    return Lexicon(actions, packaged.groups, packaged.vague)


@lru_cache(maxsize=1)
def _packaged() -> Lexicon:
    data = tomllib.loads(resources.files("recall").joinpath("lexicon.toml").read_text(encoding="utf-8"))
    actions = {action: tuple(phrase(text) for text in phrases) for action, phrases in data["actions"].items()}
    groups = tuple(tuple(phrase(text) for text in group) for group in data["same"]["groups"])
    return Lexicon(actions, groups, frozenset(words_of(" ".join(data["vague"]["words"]))))
