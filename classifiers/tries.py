"""What a command line tries, and the error it ended with: named so that a later try of the same is known again.

Only the exact error counts, by its signature. What is the same command is told by `same_command`, whatever flags it had;
where that cannot be told, nothing is concluded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from classifiers.commands import Simple, split
from classifiers.invocations import read
from classifiers.outcome import visible
from classifiers.same_command import name
from classifiers.sandboxes import refusal, refused
from classifiers.screen import Screen
from classifiers.secrets import mask
from classifiers.signatures.reading import HEAD, TAIL, Signature, signature
from classifiers.vocabulary import Category

_VERSION = re.compile(r"\A([A-Za-z_+-]+)[\d.]+(?= |\Z)")
"""`python3.12 x.py` is `python x.py`, tried with another interpreter."""


def error_in(output: str) -> Signature | None:
    """The error that a failed command's output reports, masked first, as mining reads it; None for none."""
    if len(output) > HEAD + TAIL:
        output = f"{output[:HEAD]}\n{output[-TAIL:]}"
    return signature(Screen.of(mask(output)).text)


def lesson_of(error: Signature) -> str:
    """The key of the lesson about this error."""
    return f"lesson:{error.hash}"


def lessons_of(command: str, error: Signature) -> tuple[str, ...]:
    """The keys of the lessons about this error of this command: the error's own, and what a sandbox may have refused."""
    category, called = refused(error.line), failing(command, error)
    own = lesson_of(error)
    return (own, lesson_of(refusal(category, called, ""))) if category and called else (own,)


def failing(command: str, error: Signature) -> str:
    """What failed, as `same_command` names it: of several commands the missing program's, or the last; "" if unclear."""
    tries = list(_tries(command))
    if error.category is Category.COMMAND:
        tries = [each for each in tries if each[1].argv[0] == error.subject] or tries
    return tries[-1][0] if tries else ""


def last_tried(command: str) -> str:
    """The last thing that a line tries; "" if unclear."""
    tries = list(_tries(command))
    return tries[-1][0] if tries else ""


def tried(command: str) -> frozenset[str]:
    """All that a line tries."""
    return frozenset(called for called, _ in _tries(command))


def worked(command: str) -> AbstractSet[str]:
    """What surely worked of a line that ended with 0."""
    return {
        called
        for called, simple in _tries(command)
        if not simple.background and not simple.negated and visible(simple, 0, failed=False, pipe=(), alone=False)
    }


def _tries(command: str) -> Iterator[tuple[str, Simple]]:
    for simple in split(command):
        if simple.argv and not simple.broken:
            called = name(read(simple, {}))
            if called:
                yield _VERSION.sub(r"\1", called), simple
