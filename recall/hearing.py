"""The words of a drawer, by what people make of them: as they sound in Hangul, or misspelt.

It learns from the drawer's own words, so that a name nobody listed is understood: 사이프러스 where a memory says Cypress.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from classifiers.transliteration import Sound, keys_of, likeness, of_hangul, of_latin

BEST = 3
"""Words that one word in Hangul may be, at most; when more sound alike, it says nothing."""


class Vocabulary:
    """Words that some memory holds, or has held. Not for two threads at once."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self._sounding: dict[str, list[tuple[str, Sound]]] = defaultdict(list)
        self._heard: set[str] = set()

    def learn(self, words: Iterable[str]) -> None:
        """Take words in; how they sound is only looked at when something is to be heard."""
        self.words.update(words)

    def heard(self, run: str) -> tuple[str, ...]:
        """The Latin words that a run of Hangul may be, in no order that means anything."""
        sound = of_hangul(run)
        if sound is None or len(sound.consonants) < 2:
            return ()
        self._listen()
        for key in keys_of(sound):
            like: dict[str, float] = defaultdict(float)
            for word, one in self._sounding.get(key, ()):
                like[word] = max(like[word], likeness(sound, one))
            best = max(like.values(), default=0.0)
            if best:
                words = tuple(word for word, each in like.items() if each == best)
                return words if len(words) <= BEST else ()
        return ()

    def _listen(self) -> None:
        if len(self._heard) == len(self.words):
            return
        for word in self.words - self._heard:
            for one in of_latin(word):
                self._sounding[one.consonants].append((word, one))
        self._heard |= self.words
