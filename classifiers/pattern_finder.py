"""Which of many patterns may be found in a text: the literals of all of them are looked for in one pass.

An output is judged by a hundred patterns of which a handful could match. The others cost nothing but a look into a set.
"""

from __future__ import annotations

from collections.abc import Iterable

from classifiers.literal_finder import LiteralFinder
from classifiers.pattern_literals import literals_of

_SHORT = 3  # ASCII characters: what is shorter stands in nearly every text, and would be found thousands of times


class PatternFinder:
    """Knows its patterns, and the texts of which one is in whatever they match."""

    __slots__ = ("_always", "_finder", "_holders", "patterns")

    def __init__(self, patterns: Iterable[str]) -> None:
        self.patterns = frozenset(patterns)
        self._always: frozenset[str] = frozenset()
        self._holders: list[tuple[str, ...]] = []  # by a literal's place: the patterns it belongs to
        self._finder: LiteralFinder | None = None  # made when it is first asked: most verbs judge nothing

    def possible(self, folded: str) -> set[str]:
        """The patterns that may match a text, given its `casefold`; the others surely do not."""
        finder = self._finder or self._made()
        found = set(self._always)
        for place in finder.places(folded):
            found.update(self._holders[place])
        return found

    def _made(self) -> LiteralFinder:
        holders: dict[str, list[str]] = {}
        always = []
        for pattern in self.patterns:
            literals = literals_of.__wrapped__(pattern)  # most are never asked for again, so they are not kept
            texts = {text.casefold() for text in literals.texts}
            if not texts or any(text.isascii() and len(text) < _SHORT for text in texts):
                always.append(pattern)
            else:
                for text in texts:
                    holders.setdefault(text, []).append(pattern)
        self._always = frozenset(always)
        self._holders = [tuple(each) for each in holders.values()]
        self._finder = LiteralFinder(holders)
        return self._finder
