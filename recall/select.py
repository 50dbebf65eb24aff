"""Which few memories belong in the agent's context now, and why each of them.

Exact before light: a key that is named, an action that is asked for, files that a memory speaks of, then its words; and
for what no word finds its meaning, where an embedding model is installed.
Silence is the usual answer: a memory must be named, asked for or clearly spoken of. Constraints are always there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from classifiers.search_words import LONGEST_TEXT
from recall.finding import Finder
from recall.gate import look
from recall.intents import Lexicon
from recall.meant import SAYS_MORE, THING, about, beside, meant, outnamed
from recall.situation import Situation
from recall.staleness import missing
from recall.weighing import (
    NAMED,
    OF_SERVICES,
    Scale,
    Weighed,
    kind_of,
    matches,
    service_words,
    target_words,
)
from storage.drawer import at_places, outlines_at
from storage.search import RULES, WITH_PATHS, action_mark
from storage.tables import Memory

KEY = re.compile(r"(?<![a-z0-9_-])[a-z][a-z0-9_-]*:[^\s,;\"'`)\]]+")
"""A key, as it stands in a text."""

TAIL = 0.6
"""The share of the best one's score below which the others are left out."""

FOUND = 50
"""Memories that are looked at for their words."""

OVERHEAD = 15
"""Tokens of the label around a memory: type, proof and date."""

A_LITTLE = 0.05
"""The share of a question's weight that what its meaning speaks for must hold: where no word agrees, the model is wrong more often
than right."""

WITH_TOOL = frozenset({"infra", "publish"})
"""Actions that a rule holds for when it speaks of the tool or service that they are done with."""

UNDO, UNDONE = "rollback", "deploy"
"""Where the drawer knows how the second is undone, who asks for that does not ask for it to be done again."""


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
        works = actions | lexicon.works_of(query)
        speaking = {
            work: {
                place
                for first, *others in lexicon.rules_for(work)
                for place in ranking.holding(first, situation.scopes, *others, RULES)
            }
            for work in (works | SAYS_MORE if THING in actions else works)
        }
        undoing = UNDO in actions and bool(ranking.holding(action_mark(UNDO), situation.scopes))
        if undoing:
            actions, works = actions - {UNDONE}, works - {UNDONE}
        asked = {place for action in actions for place in ranking.holding(action_mark(action), situation.scopes)}
        words = {word for concept in concepts if not concept.part for term, _ in concept.terms for word in term}
        words -= lexicon.action_words
        scale = Scale(situation, {(hit.scope, hit.key): hit for hit in hits}, words, now)
        spoken = frozenset().union(*map(lexicon.words_for, actions), lexicon.orders_of(query)) if asked else frozenset()
        scale.asking = frozenset(
            number for number, each in enumerate(concepts) if not spoken.isdisjoint(each.terms[0][0])
        )
        scale.ordinary = lexicon.ordinary
        scale.deciding = lexicon.decision_of(query)
        scale.words = [{word for term, _ in each.terms for word in term} for each in concepts]
        scale.said = [{word for term, sure in each.terms if sure == 1 for word in term} for each in concepts]
        scale.weights = [each.weight for each in concepts]
        scale.telling = frozenset(number for number, each in enumerate(concepts) if not each.vague) - scale.asking
        hinted = {
            place
            for action in lexicon.hints_of(query) - actions
            for place in ranking.holding(action_mark(action), situation.scopes)
            if scale.names & (service_words if action in OF_SERVICES - {THING} else target_words)(place[1])
        }
        scale.asked = meant(asked, hinted, scale)
        tools = {
            word for _, key in scale.asked if kind_of(key)[-1] in WITH_TOOL for word in scale.names & service_words(key)
        }
        said = frozenset().union(*scale.words)
        narrowed = {
            work: {
                place
                for first, *others in lexicon.narrowing(work)
                if not said.issuperset((first, *others))
                for place in ranking.holding(first, situation.scopes, *others, RULES)
            }
            for work in works
            if speaking[work]
        }
        scale.about = about(works, speaking, narrowed).union(
            place for word in tools for place in ranking.holding(word, situation.scopes, RULES)
        )
        named = {(scope, key) for key in KEY.findall(query.lower()) for scope in situation.scopes}
        bound = set(ranking.holding(WITH_PATHS, situation.scopes)) if situation.files or situation.near else set()
    scale.asked_for = {scale.held(place) for place in scale.asked}
    scale.beside = beside(scale)
    clear = {place for place in scale.spoken if scale.speaks(place)}
    scale.clear = frozenset(clear - outnamed(clear, clear | scale.asked, scale))
    wanted = scale.clear | scale.asked | scale.about | named
    paths = (*situation.files, *situation.near)
    with finder.store.looking():  # one connection for both looks
        ranked = sorted(
            filter(
                None,
                (
                    scale.weigh(memory)
                    for memory in outlines_at(finder.store, wanted | bound, owner=finder.owner)
                    if (memory.scope, memory.key) in wanted or any(matches(path, memory.paths) for path in paths)
                ),
            ),
            key=lambda one: (-one.score, one.place[1]),
        )
        ranked = ranked or list(_alike(finder, scale))
        worth = [one for one in ranked if one.score >= TAIL * ranked[0].score]
        given = {(one.memory.scope, one.memory.key) for one in constraints}
        others = _whole((one for one in worth if one.place not in given), finder, limits.top)
        return [*constraints, *_within(_standing(others, situation, left_out), limits)]


def _alike(finder: Finder, scale: Scale) -> Iterator[Weighed]:
    """What means what is asked and also says a little of it, when nothing else is found; where a model is installed."""
    if finder.meaning is not None and any(hit.share >= A_LITTLE for hit in scale.spoken.values()):
        found = finder.meaning.nearest(scale.situation.query, scale.situation.scopes)
        if found is not None and scale.share(found[0]) >= A_LITTLE:
            place, cosine = found
            yield Weighed(place, cosine, (f"it means much the same (cosine {cosine:.2f})",))


def _whole(ranked: Iterable[Weighed], finder: Finder, at_once: int) -> Iterator[Chosen]:
    """The memories themselves: the first few are read, and more only when some of those are left out."""
    waiting = iter(ranked)
    while some := list(islice(waiting, max(at_once, 1))):
        memories = at_places(finder.store, [one.place for one in some], owner=finder.owner)
        there = {(memory.scope, memory.key): memory for memory in memories}
        yield from (Chosen(there[one.place], one.score, one.why) for one in some if one.place in there)


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
