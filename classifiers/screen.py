"""An output as it stood on the screen, and what patterns found in it: each is searched once, whoever asks."""

from __future__ import annotations

import regex

from classifiers.pattern_literals import literals_of
from classifiers.terminal_text import seen

HEAD = 48_000
TAIL = 160_000
"""Characters looked at of a long output: its first and its last; verdicts stand at the end."""
TIMEOUT = 0.2
"""Seconds one pattern may take on one output."""


class PatternTimeoutError(Exception):
    """A pattern took too long on an output."""


class Screen:
    """The text that was seen, and what was found in it so far."""

    __slots__ = ("_folded", "_found", "text")

    def __init__(self, text: str = "") -> None:
        self.text = text
        self._folded: str | None = None
        self._found: dict[regex.Pattern[str], list[regex.Match[str]]] = {}

    @classmethod
    def of(cls, output: str) -> Screen:
        """What an output looked like, cut to its head and tail."""
        if len(output) > HEAD + TAIL:
            middle = output[HEAD:-TAIL]
            output = output[:HEAD] + "\n" * (middle.count("\n") + 1) + output[-TAIL:]
        if output.isascii() and "\x1b" not in output and "\r" not in output and "\b" not in output:
            return cls(output)
        return cls("\n".join(seen(line) for line in output.split("\n")))

    def matches(self, pattern: regex.Pattern[str]) -> list[regex.Match[str]]:
        """All matches, in their order.

        Raises:
            PatternTimeoutError: it took too long.
        """
        found = self._found.get(pattern)
        if found is None:
            try:
                found = list(pattern.finditer(self.text, timeout=TIMEOUT)) if self._may_hold(pattern) else []
            except TimeoutError as error:
                raise PatternTimeoutError(pattern.pattern) from error
            self._found[pattern] = found
        return found

    def _may_hold(self, pattern: regex.Pattern[str]) -> bool:
        literals = literals_of(pattern)
        text = self._in_one_case() if literals.folded else self.text
        for literal in literals.texts:  # a plain loop: this runs a hundred times for one output
            if literal in text:
                return True
        return not literals.texts

    def _in_one_case(self) -> str:
        if self._folded is None:
            self._folded = self.text.casefold()
        return self._folded
