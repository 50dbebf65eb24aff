"""What speaks for a memory in one situation, and how much."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache
from typing import NamedTuple

from classifiers.search_words import LONGEST_TEXT, words_of
from classifiers.vocabulary import MemoryType
from recall.ranking import Hit, Place
from recall.situation import Situation
from storage.drawer import Outline

NAMED, ASKED, FILES, NEAR = 1.0, 0.7, 0.75, 0.6
"""What a memory's score begins with when its key is named, its action asked for, its files touched, or files near them."""
ASKED_TOO = 0.55
"""The same for the action of one of several parts of which none is named: behind the rules for the action."""

PROJECT = 0.1
"""More for the action of the workspace's own project than for one of its parts."""

ABOUT = 0.66
"""What a rule begins with that speaks of the action that is asked for."""

IS_ASKED = "its action is asked for"

CLEAR = 0.34
"""The share of a question's weight that a memory must hold to be spoken of at all (tuned on tests/recall/prompts.toml)."""
CLEAR_WITH_TARGET = 0.2
"""The same when the service or host of its key is named, or all that its key says."""
CLEAR_ALONE, CLEAR_HALF, CLEAR_ORDINARY = 0.6, 0.3, 0.8
"""The same when it holds one word of the question only; and that says half of what its key does; or any program has it."""

CLEAR_DECIDED = 0.12
"""The same of a decision when what was decided is asked."""

NEARBY = 0.2
"""How much the words of a memory add to a score that it has for another reason."""

SAID = frozenset(MemoryType) - {MemoryType.CAPABILITY, MemoryType.PROCEDURE}
"""What a key begins with that names what was said; any other names what is done, and a target of that."""

OF_SERVICES = frozenset({"auth", "db", "ssh", "infra", "publish"})
"""Actions whose keys begin their target with a service or host; others name a project and its parts."""

HALF_LIFE = 90.0
"""Days after which a memory's newness counts half."""


class Weighed(NamedTuple):
    """A memory that something speaks for, not read yet."""

    place: Place
    score: float
    why: tuple[str, ...]


class Scale:
    """Weighs memories in one situation."""

    clear: AbstractSet[Place] = frozenset()  # what speaks of enough of the question to be given for that alone
    asked: AbstractSet[Place] = frozenset()
    beside: AbstractSet[Place] = frozenset()  # of those the parts that nothing is said of
    asked_for: AbstractSet[AbstractSet[int]] = frozenset()  # what each of those speaks of
    about: AbstractSet[Place] = frozenset()
    asking: AbstractSet[int] = frozenset()  # the places of concepts that only say which action is asked for
    telling: frozenset[int] = frozenset()  # of those that say more
    words: Sequence[AbstractSet[str]] = ()  # of all
    said: Sequence[AbstractSet[str]] = ()  # of those the ones that are said, not only meant
    weights: Sequence[float] = ()
    deciding: bool = False  # it is asked what was decided
    ordinary: AbstractSet[str] = frozenset()  # words that name no memory which is about more

    def __init__(
        self, situation: Situation, spoken: Mapping[Place, Hit], words: Collection[str], now: datetime
    ) -> None:
        self.situation = situation
        self.query = situation.query[:LONGEST_TEXT].lower()
        self.all_names = frozenset(words)
        self.names = self.all_names.difference(words_of(situation.workspace.name))
        self.spoken = spoken
        self.now = now

    def weigh(self, memory: Outline) -> Weighed | None:
        """The memory with its score and reasons; None when nothing speaks for it."""
        place = (memory.scope, memory.key)
        share = self.share(place)
        reasons: list[tuple[float, str]] = []
        if memory.key in self.query:
            reasons.append((NAMED, "its key is named"))
        if place in self.asked:
            asked = ASKED_TOO if place in self.beside else ASKED + self._project(memory)
            reasons.append((asked, IS_ASKED))
        if place in self.about:
            reasons.append((ABOUT, "it holds for the action that is asked for"))
        touched = next((path for path in self.situation.files if matches(path, memory.paths)), None)
        if touched is not None:
            reasons.append((FILES, f"it is about {touched}"))
        reached = next((path for path in self.situation.near if matches(path, memory.paths)), None)
        if reached is not None:
            reasons.append((NEAR, f"it is about {reached}, which imports this or is imported"))
        if place in self.clear and place not in self.beside:
            reasons.append((share * ASKED, f"it speaks of {share:.0%} of what was asked"))
        if not reasons:
            return None
        nearby = 0.0 if place in self.beside else NEARBY * share
        score = max(score for score, _ in reasons) + nearby + self._standing(memory)
        return Weighed(place, score, tuple(why for _, why in reasons))

    def named(self, key: str) -> bool:
        """Does the question name the key's target, or a part of it?"""
        return bool(self.targets(key))

    def targets(self, key: str) -> frozenset[str]:
        """The words of the key's target that the question names."""
        return self.names & target_words(key) if self.names else self.names

    def said_of(self, key: str) -> frozenset[str]:
        """The same, with those of the workspace's name."""
        return self.all_names & target_words(key) if self.all_names else self.all_names

    def whole(self, key: str) -> bool:
        """Does the question name all of the key's target?"""
        return all(word in self.all_names or word.removesuffix("db") in self.all_names for word in plain_words(key))

    def speaks(self, place: Place) -> bool:
        """Does the memory speak of enough of the question?"""
        hit = self.spoken[place]
        held = self.telling & hit.concepts
        if self.deciding and held and kind_of(hit.key)[-1] == MemoryType.DECISION:
            return hit.share >= CLEAR_DECIDED
        if hit.share < CLEAR_WITH_TARGET or not held:
            return False
        done = kind_of(hit.key)[-1] not in SAID
        if done and any(held <= other for other in self.asked_for):
            return place in self.asked  # it is what is asked for that is spoken of, not what else is done there
        one = sum(map(self.weights.__getitem__, held)) <= 1
        ordinary = one and all(self.said[number] & self.ordinary for number in held)
        if self.deciding and is_rule(hit.key) and not ordinary:
            return True
        if hit.share >= (CLEAR_ORDINARY if ordinary else CLEAR_ALONE if one else CLEAR):
            return True
        return hit.share >= (self._called(hit.key) if done else self._told(hit.key, held, one=one))

    def _called(self, key: str) -> float:
        """The share that is enough where the service or host of a key is named."""
        called = kind_of(key)[-1] in OF_SERVICES - {"publish"} and self.names & service_words(key)
        return CLEAR_WITH_TARGET if called else math.inf

    def _told(self, key: str, held: AbstractSet[int], *, one: bool) -> float:
        """The share that is enough where much is named of what a key says, or a service that a rule speaks of."""
        if is_rule(key) and held & self.services:
            return CLEAR_WITH_TARGET
        named, number = self.targets(key), len(target_words(key))
        if len(named) == number:
            return CLEAR_WITH_TARGET
        if 2 * len(named) < number or named <= self.ordinary:
            return math.inf
        return CLEAR_HALF if one else CLEAR_WITH_TARGET

    @cached_property
    def services(self) -> frozenset[int]:
        """The places of concepts that name a service or host of some key: a rule that speaks of one holds for it."""
        called = (hit for hit in self.spoken.values() if kind_of(hit.key)[-1] in OF_SERVICES)
        named = {word for hit in called for word in self.names & service_words(hit.key)}
        return frozenset(number for number in self.telling if named.intersection(self.words[number]))

    def held(self, place: Place) -> frozenset[int]:
        """What the memory speaks of beside the action, of what tells something."""
        hit = self.spoken.get(place)
        return self.telling & hit.concepts if hit else frozenset()

    def outdone(self, place: Place, other: Place) -> bool:
        """Does the other one speak of all that this one does and more, and of another target?"""
        if not self.held(place) < self.held(other) or target_of(place[1]) == target_of(other[1]):
            return False
        mine, others = self.targets(place[1]), self.targets(other[1])
        return mine <= others and (bool(others) or not self.of_project(place[1]))

    def share(self, place: Place) -> float:
        """How much of the question the memory speaks of."""
        hit = self.spoken.get(place)
        return hit.share if hit else 0.0

    def of_project(self, key: str) -> bool:
        """Is the key's target the workspace's own project, and no part of it?"""
        return key.rpartition(":")[2] == self.situation.workspace.name

    def _project(self, memory: Outline) -> float:
        return PROJECT if self.of_project(memory.key) else 0.0

    def _standing(self, memory: Outline) -> float:
        """What a memory counts by itself: how sure it is and how lately it was seen."""
        days = max(0.0, (self.now - memory.last_seen).total_seconds() / 86400)
        return 0.05 * memory.confidence + 0.05 * math.exp2(-days / HALF_LIFE)


@lru_cache(maxsize=16_384)
def kind_of(key: str) -> tuple[str, ...]:
    """The action of a key, behind `procedure` for one: how it is done stands beside that it can be done."""
    first, second, *_ = [*key.split(":", 2), ""]
    return (first, second) if first == MemoryType.PROCEDURE else (first,)


def is_rule(key: str) -> bool:
    """Is it a rule's?"""
    return kind_of(key)[-1] == MemoryType.RULE


def target_of(key: str) -> str:
    """What stands behind a key's action."""
    return key.removeprefix(f"{MemoryType.PROCEDURE}:").partition(":")[2]


@lru_cache(maxsize=16_384)  # a large drawer's, for each recall looks at dozens
def target_words(key: str) -> frozenset[str]:
    """The words of what stands behind the first part of a key; influxdb is called influx too."""
    words = words_of(key.partition(":")[2])
    return frozenset((*words, *(word.removesuffix("db") for word in words if len(word) > 4)))


@lru_cache(maxsize=16_384)
def plain_words(key: str) -> frozenset[str]:
    """The words of a key's target as they are written."""
    return frozenset(words_of(target_of(key)))


@lru_cache(maxsize=4096)
def service_words(key: str) -> frozenset[str]:
    """What the target begins with: the service or host, not what is kept there."""
    words = words_of(key.rpartition(":")[2].partition("/")[0])
    return frozenset((*words, *(word.removesuffix("db") for word in words if len(word) > 4)))


def matches(path: str, globs: Iterable[str]) -> bool:
    """Does one of the globs match?"""
    return any(fnmatchcase(path, glob.replace("**/", "*").replace("**", "*")) for glob in globs)
