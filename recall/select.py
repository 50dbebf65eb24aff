"""Which few memories belong in the agent's context now, and why each of them.

Exact before light: a key that is named, an action that is asked for, files that a memory speaks of, then its words; and
for what no word finds its meaning, where an embedding model is installed.
Silence is the usual answer: a memory must be named, asked for or clearly spoken of. Constraints are always there.
"""

from __future__ import annotations

import math
import os
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from classifiers.search_words import LONGEST_TEXT, words_of
from classifiers.vocabulary import MemoryType
from recall.finding import Finder
from recall.gate import look
from recall.intents import VAGUE, Lexicon
from recall.ranking import Hit, Place
from recall.situation import Situation
from recall.staleness import missing
from storage.drawer import Outline, at_places, outlines_at
from storage.search import RULES, WITH_PATHS, action_mark
from storage.tables import Memory

KEY = re.compile(r"(?<![a-z0-9_-])[a-z][a-z0-9_-]*:[^\s,;\"'`)\]]+")
"""A key, as it stands in a text."""

NAMED, ASKED, FILES, NEAR = 1.0, 0.7, 0.75, 0.6
"""What a memory's score begins with when its key is named, its action asked for, its files touched, or files near them."""
PROJECT = 0.1
"""More for the action of the workspace's own project than for one of its parts."""

ABOUT = 0.66
"""What a rule begins with that speaks of the action that is asked for."""

TAIL = 0.6
"""The share of the best one's score below which the others are left out."""

CLEAR_WITH_TARGET = 0.25
"""The same when the memory's target is named."""
CLEAR_ALONE = 0.6
"""The same when it speaks of one thing in the question only."""

NEARBY = 0.2
"""How much the words of a memory add to a score that it has for another reason."""

FOUND = 50
"""Memories that are looked at for their words."""

OVERHEAD = 15
"""Tokens of the label around a memory: type, proof and date."""

CLEAR = 0.34
"""The share of a question's weight that a memory must hold to be spoken of at all (tuned on tests/recall/prompts.toml)."""

A_LITTLE = 0.05
"""The same of what its meaning speaks for: where no word agrees, the model is wrong more often than right."""

IS_ASKED = "its action is asked for"

NEEDS_TARGET = frozenset({"auth", "ssh", "infra", "publish"})
"""Actions of which a machine knows many: they are only meant when the target is named too."""

SAID = frozenset(MemoryType) - {MemoryType.CAPABILITY, MemoryType.PROCEDURE}
"""What a key begins with that names what was said; any other names what is done, and a target of that."""

OF_SERVICES = frozenset({"auth", "db", "ssh", "infra", "publish"})
"""Actions whose keys begin their target with a service or host; others name a project and its parts."""

WITH_TOOL = frozenset({"infra", "publish"})
"""Actions that a rule holds for when it speaks of the tool or service that they are done with."""

THING = "db"
SAYS_MORE = frozenset({"migrate", "deploy"})
"""What can be done to a database. `db` is named after a thing, and a rule for one of these that names it is not for `db`."""

HALF_LIFE = 90.0
"""Days after which a memory's newness counts half."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A memory that was chosen."""

    memory: Memory
    score: float  # 0 to about 1.3
    why: tuple[str, ...]


LeftOut = Callable[[Memory, tuple[str, ...]], None]
"""Hears of a memory that names what is gone."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much an agent is given at once."""

    top: int = 5  # memories
    budget: int = 800  # tokens


def select(
    finder: Finder,
    situation: Situation,
    *,
    lexicon: Lexicon,
    now: datetime,
    limits: Limits = Limits(),
    left_out: LeftOut = lambda memory, missing: None,  # noqa: ARG005
) -> list[Chosen]:
    """The memories for this situation, the best first, within the limits; constraints that forbid it before all.

    A memory that names what is gone from the workspace is not given; `left_out` is told of it and what is missing.
    """
    query = situation.query[:LONGEST_TEXT]
    actions = lexicon.actions_of(query)
    constraints = [
        Chosen(memory, NAMED, (f"you made it a constraint: {pattern}",))
        for memory, pattern in look(finder, situation).forbidding
    ]
    with finder.ranking() as ranking:
        sentences = lexicon.sentences(query, ranking.vocabulary)
        concepts = list(dict.fromkeys(concept for sentence in sentences for concept in sentence))
        hits = ranking.find(concepts, situation.scopes, FOUND, sentences if len(sentences) > 1 else ())
        speaking = {
            action: {
                place for word in lexicon.words_for(action) for place in ranking.holding(word, situation.scopes, RULES)
            }
            for action in (actions | SAYS_MORE if THING in actions else actions)
        }
        asked = {place for action in actions for place in ranking.holding(action_mark(action), situation.scopes)}
        words = {word for concept in concepts for term, _ in concept.terms for word in term} - lexicon.action_words
        scale = _Scale(situation, {(hit.scope, hit.key): hit for hit in hits}, words, now)
        spoken = frozenset().union(*map(lexicon.words_for, actions)) if asked else frozenset()
        scale.asking = frozenset(
            number for number, each in enumerate(concepts) if not spoken.isdisjoint(each.terms[0][0])
        )
        scale.telling = frozenset(number for number, each in enumerate(concepts) if each.weight > VAGUE) - scale.asking
        scale.asked = _meant(asked, scale).union(
            place
            for action in lexicon.hints_of(query) - actions
            for place in ranking.holding(action_mark(action), situation.scopes)
            if scale.names & (_service_words if action in OF_SERVICES else _target_words)(place[1])
        )
        tools = {word for _, key in scale.asked if _kind(key)[-1] in WITH_TOOL for word in scale.targets(key)}
        scale.about = _about(actions, speaking).union(
            place for word in tools for place in ranking.holding(word, situation.scopes, RULES)
        )
        named = {(scope, key) for key in KEY.findall(query.lower()) for scope in situation.scopes}
        bound = set(ranking.holding(WITH_PATHS, situation.scopes)) if situation.files or situation.near else set()
    scale.asked_for = {scale.held(place) for place in scale.asked}
    scale.clear = frozenset(place for place in scale.spoken if scale.speaks(place))
    wanted = scale.clear | scale.asked | scale.about | named
    paths = (*situation.files, *situation.near)
    ranked = sorted(
        filter(
            None,
            (
                scale.weigh(memory)
                for memory in outlines_at(finder.store, wanted | bound, owner=finder.owner)
                if (memory.scope, memory.key) in wanted or any(_matches(path, memory.paths) for path in paths)
            ),
        ),
        key=lambda one: (-one.score, one.place[1]),
    )
    ranked = ranked or list(_alike(finder, scale))
    worth = [one for one in ranked if one.score >= TAIL * ranked[0].score]
    given = {(one.memory.scope, one.memory.key) for one in constraints}
    others = _whole((one for one in worth if one.place not in given), finder, limits.top)
    return [*constraints, *_within(_standing(others, situation, left_out), limits)]


class _Weighed(NamedTuple):
    """A memory that something speaks for, not read yet."""

    place: Place
    score: float
    why: tuple[str, ...]


def _alike(finder: Finder, scale: _Scale) -> Iterator[_Weighed]:
    """What means what is asked and also says a little of it, when nothing else is found; where a model is installed."""
    if finder.meaning is not None and any(hit.share >= A_LITTLE for hit in scale.spoken.values()):
        found = finder.meaning.nearest(scale.situation.query, scale.situation.scopes)
        if found is not None and scale.share(found[0]) >= A_LITTLE:
            place, cosine = found
            yield _Weighed(place, cosine, (f"it means much the same (cosine {cosine:.2f})",))


def _whole(ranked: Iterable[_Weighed], finder: Finder, at_once: int) -> Iterator[Chosen]:
    """The memories themselves: the first few are read, and more only when some of those are left out."""
    waiting = iter(ranked)
    while some := list(islice(waiting, max(at_once, 1))):
        memories = at_places(finder.store, [one.place for one in some], owner=finder.owner)
        there = {(memory.scope, memory.key): memory for memory in memories}
        yield from (Chosen(there[one.place], one.score, one.why) for one in some if one.place in there)


class _Scale:
    """Weighs memories in one situation."""

    clear: AbstractSet[Place] = frozenset()  # what speaks of enough of the question to be given for that alone
    asked: AbstractSet[Place] = frozenset()
    asked_for: AbstractSet[AbstractSet[int]] = frozenset()  # what each of those speaks of
    about: AbstractSet[Place] = frozenset()
    asking: AbstractSet[int] = frozenset()  # the places of concepts that only say which action is asked for
    telling: frozenset[int] = frozenset()  # of those that say more

    def __init__(
        self, situation: Situation, spoken: Mapping[Place, Hit], words: Collection[str], now: datetime
    ) -> None:
        self.situation = situation
        self.query = situation.query[:LONGEST_TEXT].lower()
        self.names = frozenset(words).difference(words_of(situation.workspace.name))
        self.spoken = spoken
        self.now = now

    def weigh(self, memory: Outline) -> _Weighed | None:
        """The memory with its score and reasons; None when nothing speaks for it."""
        place = (memory.scope, memory.key)
        share = self.share(place)
        reasons: list[tuple[float, str]] = []
        if memory.key in self.query:
            reasons.append((NAMED, "its key is named"))
        if place in self.asked:
            reasons.append((ASKED + self._project(memory), IS_ASKED))
        if place in self.about:
            reasons.append((ABOUT, "it holds for the action that is asked for"))
        touched = next((path for path in self.situation.files if _matches(path, memory.paths)), None)
        if touched is not None:
            reasons.append((FILES, f"it is about {touched}"))
        reached = next((path for path in self.situation.near if _matches(path, memory.paths)), None)
        if reached is not None:
            reasons.append((NEAR, f"it is about {reached}, which imports this or is imported"))
        if place in self.clear:
            reasons.append((share * ASKED, f"it speaks of {share:.0%} of what was asked"))
        if not reasons:
            return None
        score = max(score for score, _ in reasons) + NEARBY * share + self._standing(memory)
        return _Weighed(place, score, tuple(why for _, why in reasons))

    def named(self, key: str) -> bool:
        """Does the question name the key's target, or a part of it?"""
        return bool(self.targets(key))

    def targets(self, key: str) -> frozenset[str]:
        """The words of the key's target that the question names."""
        return self.names & _target_words(key) if self.names else self.names

    def speaks(self, place: Place) -> bool:
        """Does the memory speak of enough of the question?"""
        hit = self.spoken[place]
        if hit.share < CLEAR_WITH_TARGET or hit.concepts <= self.asking:
            return False
        if _kind(hit.key)[-1] not in SAID and any(self.held(place) <= other for other in self.asked_for):
            return place in self.asked  # it is what is asked for that is spoken of, not what else is done there
        return hit.share >= (CLEAR if len(hit.concepts) > 1 else CLEAR_ALONE) or self._called(hit.key)

    def _called(self, key: str) -> bool:
        """Does the question name the service or host of a key, or most of what a key says?"""
        if _kind(key)[-1] not in SAID:
            return bool(self.names & _service_words(key))
        return 2 * len(self.targets(key)) >= len(_target_words(key))

    def held(self, place: Place) -> frozenset[int]:
        """What the memory speaks of beside the action, of what tells something."""
        hit = self.spoken.get(place)
        return self.telling & hit.concepts if hit else frozenset()

    def outdone(self, place: Place, other: Place) -> bool:
        """Does the other one speak of all that this one does and more, and of another target?"""
        if not self.held(place) < self.held(other) or _target(place[1]) == _target(other[1]):
            return False
        mine, others = self.targets(place[1]), self.targets(other[1])
        return mine <= others and (bool(others) or not self._of_project(place[1]))

    def share(self, place: Place) -> float:
        """How much of the question the memory speaks of."""
        hit = self.spoken.get(place)
        return hit.share if hit else 0.0

    def _of_project(self, key: str) -> bool:
        return key.rpartition(":")[2] == self.situation.workspace.name

    def _project(self, memory: Outline) -> float:
        return PROJECT if self._of_project(memory.key) else 0.0

    def _standing(self, memory: Outline) -> float:
        """What a memory counts by itself: how sure it is and how lately it was seen."""
        days = max(0.0, (self.now - memory.last_seen).total_seconds() / 86400)
        return 0.05 * memory.confidence + 0.05 * math.exp2(-days / HALF_LIFE)


def _about(actions: AbstractSet[str], speaking: Mapping[str, AbstractSet[Place]]) -> frozenset[Place]:
    """The rules that speak of an action that is asked for; `speaking` has those that speak of each."""
    about = {place for action in actions for place in speaking[action]}
    if THING in actions:
        more = {place for action in SAYS_MORE - actions for place in speaking[action]}
        about -= more.difference(*(speaking[action] for action in actions - {THING}))
    return frozenset(about)


def _meant(asked: Iterable[Place], scale: _Scale) -> set[Place]:
    """Which of the memories of actions that are asked for are meant: those whose target is named, or all.

    What speaks of less of the question than another one, and of nothing else, is not meant: the other one is.
    """
    by_action: dict[str, list[Place]] = defaultdict(list)
    for place in asked:
        by_action[_kind(place[1])[-1]].append(place)
    meant: set[Place] = set()
    for action, places in by_action.items():
        some = places
        if action in NEEDS_TARGET:
            some = [place for place in places if scale.named(place[1]) or scale.share(place) >= CLEAR]
        others = [place for place in some if scale.held(place)]
        meant.update(place for place in some if not any(scale.outdone(place, other) for other in others))
    return meant


def _kind(key: str) -> tuple[str, ...]:
    """The action of a key, behind `procedure` for one: how it is done stands beside that it can be done."""
    first, second, *_ = [*key.split(":", 2), ""]
    return (first, second) if first == MemoryType.PROCEDURE else (first,)


def _target(key: str) -> str:
    return key.removeprefix(f"{MemoryType.PROCEDURE}:").partition(":")[2]


@lru_cache(maxsize=4096)
def _target_words(key: str) -> frozenset[str]:
    return frozenset(words_of(key.partition(":")[2]))


@lru_cache(maxsize=4096)
def _service_words(key: str) -> frozenset[str]:
    """What the target begins with: the service or host, not what is kept there."""
    return frozenset(words_of(key.rpartition(":")[2].partition("/")[0]))


def _matches(path: str, globs: Iterable[str]) -> bool:
    return any(fnmatchcase(path, glob.replace("**/", "*").replace("**", "*")) for glob in globs)


def tokens(text: str) -> int:
    """About how many tokens a text costs: a quarter of its ASCII letters, and one for each other."""
    ascii_letters = len(text.encode("ascii", "ignore"))
    return ascii_letters // 4 + len(text) - ascii_letters + 1


def cost(memory: Memory) -> int:
    """About how many tokens a memory costs in an agent's context."""
    return tokens(memory.key) + tokens(memory.body) + OVERHEAD


def _standing(ranked: Iterable[Chosen], situation: Situation, left_out: LeftOut) -> Iterator[Chosen]:
    for one in ranked:
        gone = missing(one.memory, situation.workspace, os.path.exists)
        if gone:
            left_out(one.memory, gone)
        else:
            yield one


def _within(ranked: Iterable[Chosen], limits: Limits) -> Iterator[Chosen]:
    budget = limits.budget
    for one in islice(ranked, limits.top):
        budget -= cost(one.memory)
        if budget < 0:
            return
        yield one
