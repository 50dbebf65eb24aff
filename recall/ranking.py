"""Which memories hold the words of a question, and how well: BM25 over an index in memory.

Pure: `recall.finding` keeps it in step with the drawer. Postings are packed arrays, so ten thousand memories take a few
megabytes; a word that very many hold is only counted for memories that rarer words have found.
"""

from __future__ import annotations

import math
import sys
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import compress
from typing import NamedTuple, Self

from recall.hearing import Vocabulary

SATURATION = 1.2
"""BM25's k1, at its usual place: how soon a word that stands there again counts less."""

LENGTH = 0.3
"""BM25's b: how much a long memory has to hold more. Memories are short; 0.3 finds more than the usual 0.75."""

USUAL = 20
"""Words of a memory of usual length. A fixed one, so that a memory's weights do not change with its neighbours."""

VAGUE, VAGUE_ASKED = 0.25, 0.5
"""What a vague word counts of the share that holds it, and of what all was asked."""

ABSENT = 0.5
"""What a word counts that no memory holds: the question may be about something else, or only say it in other words."""

LOOKED_AT = 2000
"""Memories that one word brings in at most, the newest; a question of common words only is about nothing in particular."""

DENSE = 32
"""A word that more than one in so many hold is looked up in flags: a byte for each memory, and no search."""

ROUNDED = 1.000001
"""How far sums of the same weights in another order may be apart, and more."""

JOINED = 64
"""Concepts of several terms whose places are kept: the same few are asked for again and again."""

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
    weight: float = 1.0  # how much of a word it is
    vague: bool = False  # it stands in what is said of anything
    part: bool = False  # of a name in letters, which it does not stand for: map of flatMap


def word(text: str, weight: float = 1.0, *, vague: bool = False, part: bool = False) -> Concept:
    """The concept that one word is."""
    return Concept((((text,), 1.0),), weight, vague, part)


class Hit(NamedTuple):
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
    most: float = 0.0  # no weight is above it
    flags: bytearray = field(default_factory=bytearray)  # by slot, 1 where it stands; empty until somebody looks there

    @classmethod
    def of(cls, weights: Mapping[int, float]) -> Self:
        """A posting of these slots."""
        slots = sorted(weights)
        ordered = array("f", [weights[slot] for slot in slots])
        return cls(array("I", slots), ordered, max(ordered, default=0.0))

    def add(self, slot: int, weight: float) -> None:
        """The word stands in one more, behind all others."""
        self.slots.append(slot)
        self.weights.append(weight)
        self.most = max(self.most, self.weights[-1])  # as it is kept, which may be a little more
        if self.flags:
            self.flags.extend(bytes(slot + 1 - len(self.flags)))
            self.flags[slot] = 1

    def take(self, slot: int) -> None:
        """The word does not stand there any more."""
        place = bisect_left(self.slots, slot)
        del self.slots[place], self.weights[place]
        if self.flags:
            self.flags[slot] = 0

    def __len__(self) -> int:
        return len(self.slots)

    def among(self, wanted: Sequence[int]) -> Iterator[tuple[int, float]]:
        """Which of these slots, which ascend, hold the word, and what it weighs there."""
        slots, weights, place = self.slots, self.weights, 0
        for slot in self.holding(wanted):
            place = bisect_left(slots, slot, place)
            yield slot, weights[place]

    def holding(self, wanted: Sequence[int]) -> Iterable[int]:
        """Which of these slots, which ascend, hold the word."""
        if wanted and len(self.slots) * DENSE > wanted[-1]:
            return self._flagged(wanted)
        return filter(set(self.slots).__contains__, wanted)

    def _flagged(self, wanted: Sequence[int]) -> Iterable[int]:
        """Those that hold the word."""
        most = max(wanted[-1], self.slots[-1])
        if not self.flags:
            self.flags = bytearray(most + 1)
            for slot in self.slots:
                self.flags[slot] = 1
        self.flags.extend(bytes(max(0, most + 1 - len(self.flags))))
        return compress(wanted, map(self.flags.__getitem__, wanted))


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

    def holding(self, word: str, scopes: Collection[str], *others: str) -> list[Place]:
        """The memories of the scopes that hold the word, and all others; in no order that means anything."""
        return [
            (scope, key)
            for scope in dict.fromkeys(scopes)
            if scope in self._shelves
            for key in self._shelves[scope].holding((word, *others))
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
        whole = [
            concept.weight * rare * (1.0 if count else ABSENT)
            for concept, rare, count in zip(concepts, rarity, counts, strict=True)
        ]
        telling = [each * (VAGUE if concept.vague else 1.0) for concept, each in zip(concepts, whole, strict=True)]
        asking = [each * (VAGUE_ASKED if concept.vague else 1.0) for concept, each in zip(concepts, whole, strict=True)]
        wholes = [_Whole(numbers, telling, asking) for numbers in (range(len(concepts)), *_numbers(concepts, parts))]
        order = sorted((each for each, count in enumerate(counts) if count), key=lambda each: (counts[each], each))
        hits: list[Hit] = []
        for place, (scope, shelf) in enumerate(shelves):
            best = _best([(said[each][place], rarity[each]) for each in order], shelf.keys, limit)
            slots = sorted(best)
            held: dict[int, set[int]] = {slot: set() for slot in slots}
            for each in order:
                for slot in said[each][place].holding(slots):
                    held[slot].add(each)
            for slot, score in best.items():
                share = max(whole.share(held[slot]) for whole in wholes)
                hits.append(Hit(scope, shelf.keys[slot], score, share, held[slot]))
        return sorted(hits, key=lambda hit: (-hit.score, hit.scope, hit.key))[:limit]


def _numbers(concepts: Sequence[Concept], parts: Sequence[Collection[Concept]]) -> list[list[int]]:
    """The places of each part's concepts among all."""
    place = {concept: number for number, concept in enumerate(concepts)}
    return [[place[concept] for concept in part] for part in parts]


class _Whole:
    """A sentence, or all that was asked: the places of its concepts, what each of all concepts tells, and what it asks."""

    def __init__(self, numbers: Sequence[int], telling: Sequence[float], asking: Sequence[float]) -> None:
        self._numbers, self._telling = numbers, telling
        self._total = sum(asking[each] for each in numbers)

    def share(self, held: Collection[int]) -> float:
        """How much of it is held; one thing that it says is no sentence, but it may be all of a question."""
        kept = [self._telling[each] for each in self._numbers if each in held]
        if len(self._numbers) < len(self._telling) and len(kept) < 2:
            return 0.0
        return sum(kept) / self._total


def _best(found: Sequence[tuple[_Posting, float]], keys: Sequence[str], limit: int) -> dict[int, float]:
    """BM25 of the best slots; `found` has where each concept stands and its rarity, the rarest first.

    What cannot come among the best any more, whatever the words that are left would add, is not looked up for them.
    """
    scores: dict[int, float] = {}
    left = list(found)
    while left and len(scores) < ENOUGH:
        posting, rare = left.pop(0)
        had = scores.get
        for slot, weight in zip(posting.slots[-LOOKED_AT:], posting.weights[-LOOKED_AT:], strict=True):
            scores[slot] = had(slot, 0.0) + rare * weight
    if left and len(found) - len(left) > 1:  # one posting's slots ascend already
        scores = dict(sorted(scores.items()))
    while left:
        more = sum(rare * posting.most for posting, rare in left) * ROUNDED
        if len(scores) > 2 * limit and more < max(scores.values()):  # else it could throw none out
            least = _least(scores, limit) - more
            scores = {slot: score for slot, score in scores.items() if score >= least}
        posting, rare = left.pop(0)
        for slot, weight in posting.among(tuple(scores)):
            scores[slot] += rare * weight
    least = _least(scores, limit)
    good = [slot for slot, score in scores.items() if score >= least]
    return {slot: scores[slot] for slot in sorted(good, key=lambda slot: (-scores[slot], keys[slot]))[:limit]}


def _least(scores: Mapping[int, float], limit: int) -> float:
    """The score of the last that is among the best."""
    return sorted(scores.values())[-limit] if len(scores) > limit else 0.0


class _Shelf:
    """The index of one scope. A slot is never used again: memories change seldom, and an empty one costs little."""

    def __init__(self) -> None:
        self.slots: dict[str, int] = {}
        self.keys: list[str] = []
        self.words: list[tuple[str, ...]] = []
        self.postings: dict[str, _Posting] = {}
        self.joined: dict[
            tuple[tuple[Term, float], ...], _Posting
        ] = {}  # of concepts with several terms, until a change

    def put(self, key: str, words: Mapping[str, int]) -> None:
        self.joined.clear()
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
            posting.add(slot, words[word] * (SATURATION + 1) / (words[word] + norm))

    def _take_out(self, key: str) -> None:
        slot = self.slots.pop(key, None)
        if slot is None:
            return
        for word in self.words[slot]:
            posting = self.postings[word]
            posting.take(slot)
            if not posting.slots:
                del self.postings[word]
        self.keys[slot], self.words[slot] = "", ()

    def holding(self, term: Term) -> list[str]:
        return [self.keys[slot] for slot in self._all(term).slots]

    def said(self, concept: Concept) -> _Posting:
        """Where the concept is spoken of."""
        if len(concept.terms) == 1:
            return self._all(concept.terms[0][0])
        if concept.terms not in self.joined:
            if len(self.joined) >= JOINED:
                self.joined.clear()
            self.joined[concept.terms] = self._joined(concept)
        return self.joined[concept.terms]

    def _joined(self, concept: Concept) -> _Posting:
        found: dict[int, float] = {}
        for term, sure in concept.terms:
            posting = self._all(term)
            for slot, weight in zip(posting.slots, posting.weights, strict=True):
                said = sure * weight
                if said > found.get(slot, 0.0):
                    found[slot] = said
        return _Posting.of(found)

    def _all(self, term: Term) -> _Posting:
        """Where all words of the term stand."""
        postings = [self.postings.get(word, NOWHERE) for word in term]
        if len(postings) == 1:
            return postings[0]
        rarest = min(postings, key=len)
        weights = dict(zip(rarest.slots, rarest.weights, strict=True))
        for posting in postings:
            if posting is not rarest:
                weights = {slot: max(weights[slot], weight) for slot, weight in posting.among(tuple(weights))}
        return _Posting.of(weights)


NOWHERE = _Posting()
