"""Which memories hold the words of a question, and how well: BM25 over an index in memory.

Pure: `recall.finding` keeps it in step with the drawer. Postings are packed arrays, so ten thousand memories take a few
megabytes; a word that very many hold is only counted for memories that rarer words have found.
"""

from __future__ import annotations

import heapq
import math
import sys
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Self

from recall.hearing import Vocabulary

SATURATION = 1.2
"""BM25's k1, at its usual place: how soon a word that stands there again counts less."""

LENGTH = 0.3
"""BM25's b: how much a long memory has to hold more. Memories are short; 0.3 finds more than the usual 0.75."""

USUAL = 20
"""Words of a memory of usual length. A fixed one, so that a memory's weights do not change with its neighbours."""

ABSENT = 0.5
"""What a word counts that no memory holds: the question may be about something else, or only say it in other words."""

LOOKED_AT = 2000
"""Memories that one word brings in at most, the newest; a question of common words only is about nothing in particular."""

ENOUGH = 200
"""When the rarer words have found so many memories, a more common word brings in no more, and only adds to theirs."""

Place = tuple[str, str]
"""A memory's scope and key."""

Term = tuple[str, ...]
"""Words that must all stand in a memory."""


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing a question speaks of: the terms that say it, each with how surely it does (0 to 1)."""

    terms: tuple[tuple[Term, float], ...]
    weight: float = 1.0  # how much it tells of what the question is about


def word(text: str, weight: float = 1.0) -> Concept:
    """The concept that one word is."""
    return Concept((((text,), 1.0),), weight)


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that speaks of something in the question."""

    scope: str
    key: str
    score: float  # BM25
    share: float  # of the question's weight, the rarity of its concepts, that the memory holds: 0 to 1
    concepts: AbstractSet[int]  # the places of those it holds, among all


@dataclass(slots=True)
class _Posting:
    """The memories that hold a word: their slots, which ascend, and what the word weighs there."""

    slots: array[int] = field(default_factory=lambda: array("I"))
    weights: array[float] = field(default_factory=lambda: array("f"))

    @classmethod
    def of(cls, weights: Mapping[int, float]) -> Self:
        """A posting of these slots."""
        slots = sorted(weights)
        return cls(array("I", slots), array("f", (weights[slot] for slot in slots)))

    def __len__(self) -> int:
        return len(self.slots)

    def weight(self, slot: int) -> float:
        """What the word weighs there, 0 where it does not stand."""
        place = bisect_left(self.slots, slot)
        return self.weights[place] if place < len(self.slots) and self.slots[place] == slot else 0.0


class Ranking:
    """The words of all memories of an owner, by scope."""

    def __init__(self) -> None:
        self._shelves: dict[str, _Shelf] = defaultdict(_Shelf)
        self.vocabulary = Vocabulary()

    def put(self, place: Place, words: Mapping[str, int]) -> None:
        """Set a memory's words, each with how much it counts; none takes the memory out."""
        scope, key = place
        self.vocabulary.learn(words)
        self._shelves[scope].put(key, words)

    def holding(self, word: str, scopes: Collection[str]) -> list[Place]:
        """The memories of the scopes that hold the word, in no order that means anything."""
        return [
            (scope, key)
            for scope in dict.fromkeys(scopes)
            if scope in self._shelves
            for key in self._shelves[scope].holding(word)
        ]

    def find(
        self,
        concepts: Sequence[Concept],
        scopes: Collection[str],
        limit: int,
        parts: Sequence[Collection[Concept]] = (),
    ) -> list[Hit]:
        """The memories of the scopes that speak of some concepts, the best first; ties by scope and key.

        `parts` are the concepts of each sentence, when there are several: a memory that speaks of much of one of them
        counts like one that speaks of as much of the whole.
        """
        shelves = [(scope, self._shelves[scope]) for scope in dict.fromkeys(scopes) if scope in self._shelves]
        total = sum(len(shelf.slots) for _, shelf in shelves)
        said = [[shelf.said(concept) for _, shelf in shelves] for concept in concepts]
        counts = [sum(map(len, found)) for found in said]
        rarity = [math.log(1 + (total - count + 0.5) / (count + 0.5)) for count in counts]
        telling = [
            concept.weight * rare * (1.0 if count else ABSENT)
            for concept, rare, count in zip(concepts, rarity, counts, strict=True)
        ]
        wholes = [range(len(concepts)), *_numbers(concepts, parts)]
        order = sorted((each for each, count in enumerate(counts) if count), key=lambda each: (counts[each], each))
        hits: list[Hit] = []
        for place, (scope, shelf) in enumerate(shelves):
            found = [(said[each][place], rarity[each]) for each in order]
            scores = _scores(found)
            for slot in heapq.nsmallest(limit, scores, key=lambda slot: (-scores[slot], shelf.keys[slot])):
                held = {each for each in order if said[each][place].weight(slot)}
                share = max(_share(held, whole, telling) for whole in wholes)
                hits.append(Hit(scope, shelf.keys[slot], scores[slot], share, held))
        return sorted(hits, key=lambda hit: (-hit.score, hit.scope, hit.key))[:limit]


def _numbers(concepts: Sequence[Concept], parts: Sequence[Collection[Concept]]) -> list[list[int]]:
    """The places of each part's concepts among all."""
    place = {concept: number for number, concept in enumerate(concepts)}
    return [[place[concept] for concept in part] for part in parts]


def _share(held: Collection[int], whole: Sequence[int], telling: Sequence[float]) -> float:
    """How much of a sentence is held; one thing that it says is no sentence, but it may be all of a question."""
    kept = [telling[each] for each in whole if each in held]
    if len(whole) < len(telling) and len(kept) < 2:
        return 0.0
    return sum(kept) / sum(telling[each] for each in whole)


def _scores(found: Sequence[tuple[_Posting, float]]) -> dict[int, float]:
    """BM25 of each slot; `found` has where each concept stands and its rarity, the rarest first."""
    scores: dict[int, float] = {}
    for posting, rare in found:
        if len(scores) < ENOUGH:
            newest = zip(posting.slots[-LOOKED_AT:], posting.weights[-LOOKED_AT:], strict=True)
            for slot, weight in newest:
                scores[slot] = scores.get(slot, 0.0) + rare * weight
        else:
            slots, weights, last = posting.slots, posting.weights, len(posting.slots)
            for slot in scores:
                place = bisect_left(slots, slot)
                if place < last and slots[place] == slot:
                    scores[slot] += rare * weights[place]
    return scores


class _Shelf:
    """The index of one scope. A slot is never used again: memories change seldom, and an empty one costs little."""

    def __init__(self) -> None:
        self.slots: dict[str, int] = {}
        self.keys: list[str] = []
        self.words: list[tuple[str, ...]] = []
        self.postings: dict[str, _Posting] = {}

    def put(self, key: str, words: Mapping[str, int]) -> None:
        self._take_out(key)
        if not words:
            return
        slot = len(self.keys)
        self.slots[key] = slot
        self.keys.append(key)
        self.words.append(tuple(sys.intern(word) for word in words))
        length = sum(words.values())
        norm = SATURATION * (1 - LENGTH + LENGTH * length / USUAL)
        for word in self.words[slot]:
            posting = self.postings.setdefault(word, _Posting())
            posting.slots.append(slot)
            posting.weights.append(words[word] * (SATURATION + 1) / (words[word] + norm))

    def _take_out(self, key: str) -> None:
        slot = self.slots.pop(key, None)
        if slot is None:
            return
        for word in self.words[slot]:
            posting = self.postings[word]
            place = posting.slots.index(slot)
            del posting.slots[place], posting.weights[place]
            if not posting.slots:
                del self.postings[word]
        self.keys[slot], self.words[slot] = "", ()

    def holding(self, word: str) -> list[str]:
        posting = self.postings.get(word)
        return [self.keys[slot] for slot in posting.slots] if posting else []

    def said(self, concept: Concept) -> _Posting:
        """Where the concept is spoken of."""
        if len(concept.terms) == 1:
            return self._all(concept.terms[0][0])
        found: dict[int, float] = {}
        for term, sure in concept.terms:
            posting = self._all(term)
            for slot, weight in zip(posting.slots, posting.weights, strict=True):
                found[slot] = max(found.get(slot, 0.0), sure * weight)
        return _Posting.of(found)

    def _all(self, term: Term) -> _Posting:
        """Where all words of the term stand."""
        postings = [self.postings.get(word, NOWHERE) for word in term]
        if len(postings) == 1:
            return postings[0]
        rarest = min(postings, key=len)
        weights = {slot: [posting.weight(slot) for posting in postings] for slot in rarest.slots}
        return _Posting.of({slot: max(each) for slot, each in weights.items() if all(each)})


NOWHERE = _Posting()
