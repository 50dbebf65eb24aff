"""The words of a drawer, by what people make of them: as they sound in Hangul, or misspelt.

It learns from the drawer's own words, so that a name nobody listed is understood: 사이프러스 where a memory says Cypress.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from classifiers.transliteration import Sound, keys_of, likeness, of_hangul, of_latin, spelt_out

HANGUL = re.compile("[가-힣]")

BEST = 3
"""Words that one word in Hangul may be, at most; when more sound alike, it says nothing."""


class Vocabulary:
    """Words that some memory holds, or has held. Not for two threads at once."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.words: set[str] = set()
        self._new: set[str] = set()
        self._sounding: dict[str, tuple[str, ...]] = {}  # by consonants
        self.learn(words)

    def learn(self, words: Iterable[str]) -> None:
        """Take words in; how they sound is only looked at when something is to be heard."""
        new = set(words) - self.words
        self.words |= new
        self._new |= new

    def heard(self, run: str, *, foreign: bool = False) -> tuple[str, ...]:
        """The Latin words that a run of Hangul may be, in no order that means anything; if asked, of a `foreign` one only."""
        letters = spelt_out(run)
        if letters in self.words:
            return (letters,)
        sound = of_hangul(run)
        if sound is None or len(sound.consonants) < 2 or (foreign and not sound.foreign):
            return ()
        self.listen()
        for key in keys_of(sound):
            like = {word: _likeness(sound, word) for word in self._sounding.get(key, ())}
            best = max(like.values(), default=0.0)
            if best:
                words = tuple(word for word, each in like.items() if each == best)
                return words if len(words) <= BEST else ()
        return ()

    def listen(self) -> None:
        """Find out how the words sound that were learnt since the last time: some 20 µs for each."""
        for word in self._new:
            for consonants in {one.consonants for one in of_latin(word)}:
                self._sounding[consonants] = (*self._sounding.get(consonants, ()), word)
        self._new.clear()

    def prepare(self) -> None:
        """Do so beforehand where Hangul is written."""
        if any(HANGUL.match(word) for word in self._new):
            self.listen()


def _likeness(sound: Sound, word: str) -> float:
    return max(likeness(sound, one) for one in of_latin(word))
