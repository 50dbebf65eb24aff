"""Which parts may be in a line at all: one look that costs far less than spelling it, and most lines end there."""

from __future__ import annotations

import re
from collections.abc import Iterable

from classifiers.literal_finder import LiteralFinder
from classifiers.statements.parts import Words, joined, plain_of, signed

_FOLDER = re.compile(r"\w/(?![\w/])")


class Hints:
    """Looks for some parts; each of them is a bit."""

    def __init__(self, words: Words, parts: Iterable[str]) -> None:
        self._bits = {part: 1 << place for place, part in enumerate(dict.fromkeys(parts))}
        asked = {entry: mask for entry, played in words.entries.items() if (mask := self._of(played))}
        self._masks = list(asked.values())
        self._open = [entry.endswith("*") for entry in asked]
        self._phrases = [(phrase, mask) for phrase in words.phrases if (mask := self._of(phrase.played))]
        held = [(text, place) for place, (phrase, _) in enumerate(self._phrases) for text in phrase.literals.texts]
        self._within = [place for _, place in held]
        self._finder = LiteralFinder([*(entry.rstrip("*").rstrip() for entry in asked), *(text for text, _ in held)])
        self._place, self._folder, self._near = map(self._of, (["place"], ["dir"], ["env"]))
        self._team = self._of(["team"])

    def mask(self, parts: Iterable[str]) -> int:
        """The bits of `parts` together."""
        return sum(self._bits[part] for part in parts)

    def of(self, said: str) -> int:
        """The bits of all parts that may be in `said`."""
        low = plain_of(said)
        masks, opened, length = self._masks, self._open, len(low)
        found = 0
        if "team" in low:
            found |= self._team
        phrases = set()
        for place, start, end in self._finder.spans(low):
            if place >= len(masks):
                phrases.add(self._within[place - len(masks)])
                continue
            mask = masks[place]
            if mask | found == found or (start and joined(low[start - 1], low[start])):
                continue
            if opened[place] or not (end < length and joined(low[end - 1], low[end])):
                found |= mask
        for phrase, mask in (self._phrases[place] for place in phrases):
            if mask | found != found and next(phrase.finditer(low), None) is not None:
                found |= mask
        return found | self._signed(low, near=bool(found & self._near)) if found else 0

    def _signed(self, low: str, *, near: bool) -> int:
        """What only matters beside a word: paths, and beside the surroundings addresses and amounts."""
        found = 0
        for played, pattern in signed(low) if near or "/" in low else ():
            if pattern.search(low):
                found |= self._of(played)
        return found | (self._folder if found & self._place and _FOLDER.search(low) else 0)

    def _of(self, parts: Iterable[str]) -> int:
        return sum(self._bits.get(part, 0) for part in parts)
