"""What a person asks for, in the drawer's words: actions of keys, and other words for the same thing.

The lexicon is data (`lexicon.toml`): Korean and English first, with a person's own words added.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib import resources
from itertools import chain
from typing import NamedTuple

from classifiers.search_words import runs_of, words_of
from recall.hearing import Vocabulary
from recall.phrases import Asked, Openings, Phrase, openings_of, phrase
from recall.ranking import Concept, Term
from recall.ranking import word as one_word
from recall.refusals import wanted
from recall.spelling import spelt

SENTENCES = 40
"""Clauses of a text that are looked at one by one; what is left after them is one more."""

OTHER = 0.8
"""How surely a word is meant that only means the same as one of the text."""


class Work(NamedTuple):
    """Work that no action of a key is for: what asks for it, and what the rules speak of that govern it."""

    asked: tuple[Phrase, ...]
    rules: tuple[Phrase, ...]


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Phrases by action, groups of words that mean the same, and words that say little."""

    actions: Mapping[str, tuple[Phrase, ...]]
    groups: tuple[tuple[Phrase, ...], ...]
    vague: frozenset[str]
    hints: Mapping[str, tuple[Phrase, ...]] = field(default_factory=dict)  # of actions whose target must be named too
    plain_vague: frozenset[str] = frozenset()  # those that say little, as they are written
    ordinary: frozenset[str] = frozenset()  # things that any program has
    works: Mapping[str, Work] = field(default_factory=dict)
    narrow: Mapping[str, tuple[Phrase, ...]] = field(default_factory=dict)  # what a rule is for that speaks of more
    decided: tuple[Phrase, ...] = ()  # what asks for a decision

    def actions_of(self, text: str) -> frozenset[str]:
        """The actions that the text asks for."""
        asked = _asked(self, text)
        return frozenset(action for action, phrase in asked.which(self.acting) if asked.for_action(phrase))

    def orders_of(self, text: str) -> frozenset[str]:
        """The words by which it asks for them: push of "push the site to production"."""
        asked = _asked(self, text)
        phrases = {phrase for _, phrase in asked.which(self.acting) if asked.for_action(phrase)}
        return frozenset(word for each in phrases if each.of_several for word in each.parts[0])

    def hints_of(self, text: str) -> frozenset[str]:
        """The actions that the text asks for if it names a target of theirs."""
        asked = _asked(self, text)
        return frozenset(action for action, phrase in asked.which(self.hinting) if asked.for_action(phrase))

    def works_of(self, text: str) -> frozenset[str]:
        """The work that the text asks for and that is no action of a key."""
        asked = _asked(self, text)
        return frozenset(work for work, phrase in asked.which(self.working) if asked.for_action(phrase))

    def rules_for(self, asked: str) -> Collection[Term]:
        """What a rule speaks of that holds for an action or other work: all words of one of the terms."""
        return self._ruled[asked] if asked in self._ruled else {(word,) for word in self.words_for(asked)}

    @cached_property
    def _ruled(self) -> Mapping[str, Collection[Term]]:
        return {
            name: frozenset(term for each in work.rules for term in self._terms(each))
            for name, work in self.works.items()
        }

    def narrowing(self, asked: str) -> Collection[Term]:
        """What a rule holds for alone when it speaks of it beside the action or work."""
        return self._narrow.get(asked, ())

    @cached_property
    def _narrow(self) -> Mapping[str, Collection[Term]]:
        return {
            action: frozenset(term for each in phrases for term in self._terms(each))
            for action, phrases in self.narrow.items()
        }

    def decision_of(self, text: str) -> bool:
        """Does the text ask for what was decided?"""
        asked = _asked(self, text)
        return any(asked.for_action(phrase) for _, phrase in asked.which(self.deciding))

    def _terms(self, one: Phrase) -> Iterable[Term]:
        """The words that say it, and those of what means the same."""
        if one.words in self.same:
            return (each.words for each in self.groups[self.same[one.words]])
        return one.terms

    @cached_property
    def _asked(self) -> Callable[[str], Asked]:
        """What is wanted of a text, taken apart; the last few stay, for the same one is asked about in several ways."""
        return lru_cache(maxsize=4)(lambda text: Asked(self.spelt(wanted(text))))

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
            telling = any(each.of_several or not self.vague.issuperset(each.words) for each in held)
            found.append(Concept(tuple(terms), vague=not telling))
        orders = {word for match in _ORDER.finditer(text) for word in words_of(match.group())}
        for run in runs_of(text):
            new = [word for word in run if word not in covered]
            covered.update(new)
            if not self.vague.issuperset(new) and (heard := self._heard(run, drawer)):
                found.append(Concept(((tuple(run), 1.0), *((term, OTHER) for term in heard))))
                continue
            whole = run[-1] if run[0].isascii() else None
            found += (
                one_word(
                    each, 1 / len(run), vague=each in orders or self._is_vague(each), part=whole not in {None, each}
                )
                for each in new
            )
        return found

    def _is_vague(self, word: str) -> bool:
        """Does it stand in what is said of anything, or is it a small number?"""
        return word in self.vague or (len(word) < 3 and word.isdigit())

    def _heard(self, run: Sequence[str], drawer: Vocabulary | None) -> Collection[Term]:
        """What the pairs of a word in Hangul sound like, of the drawer's words and of those of groups."""
        whole = _joined(run)
        words = {*(drawer.heard(whole) if drawer else ()), *self.grouped_words.heard(whole, foreign=True)}
        groups = (self.groups[self.group_of[word]] for word in words if word in self.group_of)
        return dict.fromkeys([*((word,) for word in words), *(each.words for group in groups for each in group)])

    def spelt(self, text: str, others: Collection[str] = ()) -> str:
        """The text, its words as the lexicon or `others` write them; 퍼블리쉬, which sounds like an action, is publish."""
        text = spelt(text, lambda word: word in self.latin or word in others)
        return _HANGUL.sub(lambda match: self._said(match.group()), text)

    def _said(self, run: str) -> str:
        bare = "".join(_joined(each) for each in runs_of(run))
        heard = self.acting_words.heard(bare, foreign=True) if len(bare) > 2 else ()
        return run.replace(bare, f"{heard[0]} ") if len(heard) == 1 and not self._listed(bare) else run

    def _listed(self, run: str) -> bool:
        asked = Asked(run)
        return bool(asked.spoken(asked.which(self.naming)))

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
        return openings_of((action, each) for action, phrases in self.actions.items() for each in phrases)

    @cached_property
    def hinting(self) -> Openings[str]:
        """The same of hints."""
        return openings_of((action, each) for action, phrases in self.hints.items() for each in phrases)

    @cached_property
    def working(self) -> Openings[str]:
        """The same of works."""
        return openings_of((name, each) for name, work in self.works.items() for each in work.asked)

    @cached_property
    def deciding(self) -> Openings[str]:
        """The same of what asks for a decision."""
        return openings_of(("", each) for each in self.decided)

    @cached_property
    def same(self) -> Mapping[Term, int]:
        """The number of the group of what each phrase is found by."""
        return {each.words: number for number, group in enumerate(self.groups) for each in group}

    @cached_property
    def naming(self) -> Openings[int]:
        """The numbers of the groups and their phrases, by what a phrase begins with."""
        return openings_of((number, each) for number, phrases in enumerate(self.groups) for each in phrases)

    @cached_property
    def latin(self) -> frozenset[str]:
        """All Latin words of the phrases, as they are written."""
        works = chain.from_iterable(work.asked for work in self.works.values())
        phrases = (*chain(*self.actions.values(), *self.hints.values(), *self.groups), *works, *self.decided)
        return frozenset(word for each in phrases for part in each.plain for word in part).union(self.plain_vague)

    @cached_property
    def group_of(self) -> Mapping[str, int]:
        """The number of the group of each Latin word that alone says what its group does."""
        return {word[0]: number for word, number in self.same.items() if len(word) == 1 and word[0].isascii()}

    @cached_property
    def grouped_words(self) -> Vocabulary:
        """Those words, by their sound."""
        return Vocabulary(self.group_of)

    @cached_property
    def acting_words(self) -> Vocabulary:
        """The Latin words that speak of some action, by their sound."""
        return Vocabulary(word for word in self.action_words if word.isascii())

    @cached_property
    def action_words(self) -> frozenset[str]:
        """The words that speak of some action; they name no target."""
        return frozenset().union(*self.spoken.values())


_ORDER = re.compile(
    "[가-힣]*[가-힣](?<![해켜])(?:줘요?|주세요|줄래요?|줄\\s?수|봐요?|봐줘|둬|놔줘?|버려|보자)(?![가-힣])"
)
"""A Korean verb in an order: 나눠줘. What is to be done may be done to anything; a noun is done with 해줘."""

_SENTENCE = re.compile(r"(?<=[.!?,;])\s+|(?<=[。！？])|\n+")
_HANGUL = re.compile("[가-힣]{3,20}")


def _joined(pairs: Sequence[str]) -> str:
    return "".join((pairs[0], *(pair[1:] for pair in pairs[1:])))


@lru_cache(maxsize=4)
def _asked(lexicon: Lexicon, text: str) -> Asked:
    return Asked(lexicon.spelt(wanted(text)))


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
    vague, ordinary = (" ".join(data[name]["words"]) for name in ("vague", "ordinary"))
    plain = frozenset(vague.split())
    works = {
        name: Work(*(tuple(phrase(text) for text in work[part]) for part in Work._fields))
        for name, work in data["work"].items()
    }
    return Lexicon(
        actions,
        groups,
        frozenset(words_of(vague)),
        hints,
        plain,
        frozenset(words_of(ordinary)),
        works,
        {action: tuple(phrase(text) for text in phrases) for action, phrases in data["narrow"].items()},
        tuple(phrase(text) for text in data["decided"]["asked"]),
    )
