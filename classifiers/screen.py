"""An output as it stood on the screen, and what patterns found in it: each is searched once, whoever asks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import regex

from classifiers.pattern_finder import PatternFinder
from classifiers.pattern_literals import Literals, Texts, holds, literals_of
from classifiers.terminal_text import seen

HEAD = 48_000
TAIL = 160_000
"""Characters looked at of a long output: its first and its last; verdicts stand at the end."""
TIMEOUT = 0.2
"""Seconds one pattern may take on one output."""
_FEW = 4
"""Patterns that are cheaper to try one by one than to look for the literals of all."""


class PatternTimeoutError(Exception):
    """A pattern took too long on an output."""


@lru_cache(maxsize=4096)
def compiled(pattern: str) -> regex.Pattern[str]:
    """The pattern, searched line by line. Raises regex.error when it is none."""
    return regex.compile(pattern, regex.MULTILINE, cache_pattern=False)  # it is kept here


class Screen:
    """The text that was seen, and what was found in it so far."""

    __slots__ = ("_folded", "_found", "_known", "_possible", "text")

    def __init__(self, text: str = "", known: PatternFinder | None = None) -> None:
        """`known` tells of the patterns it knows which are worth a try; any other is tried."""
        self.text = text
        self._known = known
        self._possible: set[str] | None = None  # of the known ones
        self._folded: str | None = None
        self._found: dict[str, list[regex.Match[str]]] = {}

    @classmethod
    def of(cls, output: str, known: PatternFinder | None = None) -> Screen:
        """What an output looked like, cut to its head and tail."""
        if len(output) > HEAD + TAIL:
            middle = output[HEAD:-TAIL]
            output = output[:HEAD] + "\n" * (middle.count("\n") + 1) + output[-TAIL:]
        output = output.replace("\r\n", "\n")
        if output.isascii() and "\x1b" not in output and "\r" not in output and "\b" not in output:
            return cls(output, known)
        if output.replace("\n", "").isprintable():
            return cls(output, known)
        return cls("\n".join(seen(line) for line in output.split("\n")), known)

    def found(self, patterns: Sequence[str]) -> Iterator[list[regex.Match[str]]]:
        """The matches of each of `patterns` that has any, in their order.

        Raises:
            PatternTimeoutError: one took too long.
        """
        return filter(None, map(self.matches, self._hopeful(patterns)))

    def _hopeful(self, patterns: Sequence[str]) -> Iterable[str]:
        """Those of which a literal is in the text, or that have none."""
        if self._known is None or (self._possible is None and len(patterns) <= _FEW):
            return patterns
        if self._possible is None:
            self._possible = self._known.possible(self._in_one_case())
        possible, known = self._possible, self._known.patterns
        return [each for each in patterns if each in possible or each not in known]

    def matches(self, pattern: str) -> list[regex.Match[str]]:
        """All matches, in their order.

        Raises:
            PatternTimeoutError: it took too long.
        """
        found = self._found.get(pattern)
        if found is None:
            try:
                found = self._found[pattern] = self._search(pattern, literals_of(pattern))
            except TimeoutError as error:
                raise PatternTimeoutError(pattern) from error
        return found

    def _search(self, pattern: str, literals: Literals) -> list[regex.Match[str]]:
        text = self._in_one_case() if literals.folded else self.text
        for literal in literals.texts:  # a plain loop: this runs a hundred times for one output
            if literal in text:
                break
        else:
            if literals.texts:
                return []
        if literals.also and not holds(text, literals.also):
            return []
        if literals.begins and len(text) == len(self.text):
            return list(self._by_lines(compiled(pattern), _starts(text, literals.texts)))
        return list(compiled(pattern).finditer(self.text, timeout=TIMEOUT))

    def _by_lines(self, pattern: regex.Pattern[str], starts: Iterable[int]) -> Iterator[regex.Match[str]]:
        """The matches that begin at `starts`: the same as anywhere, found without trying every other line."""
        end = 0
        for start in starts:
            if start >= end and (match := pattern.match(self.text, start, timeout=TIMEOUT)) is not None:
                yield match
                end = max(match.end(), start + 1)

    def _in_one_case(self) -> str:
        if self._folded is None:
            self._folded = self.text.casefold()
        return self._folded


def _starts(text: str, literals: Texts) -> list[int]:
    """Where the lines begin that hold one of `literals`, and the lines above them that hold no letter or digit."""
    starts: set[int] = set()
    for literal in literals:
        at = text.find(literal)
        while at >= 0:
            start = text.rfind("\n", 0, at) + 1
            while start not in starts:
                starts.add(start)
                above = text.rfind("\n", 0, start - 1) + 1 if start else 0
                if _WORD.search(text, above, start) is None:
                    start = above
            end = text.find("\n", at)
            at = text.find(literal, end) if end >= 0 else -1
    return sorted(starts)


_WORD = re.compile(r"\w")
