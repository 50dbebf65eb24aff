"""Which command lines no rule is about: found out by their words alone, before anything is parsed.

Most of what a developer runs (`ls`, `git status`, `cat`) is of no interest, and taking a line apart costs a hundred times
as much as looking for a word in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from classifiers.invocations import RUNNERS, SECOND_NAMES
from classifiers.rulebook.entries import Entry, Rulebook

_WORD = re.compile(r"[a-z0-9_][\w.+-]*")
_SCRIPT_FILE = re.compile(r"\.(?:sh|bash|zsh|ps1|cmd|bat)\b")
_GLOB = re.compile(r"[*?\[\]$]+")


def triggers(entries: Iterable[Entry]) -> Mapping[str, re.Pattern[str] | None]:
    """Program -> a pattern of which something must be in the line too, None where the program's name is enough."""
    literals: dict[str, set[str] | None] = {}
    for entry in entries:
        more = set(entry.hints) or _literals(entry)
        for program in entry.programs | (RUNNERS if entry.scripts else frozenset()):
            known = literals.get(program, set())
            literals[program] = None if more is None or entry.scripts or known is None else known | more
    found = {program: _either(words) if words is not None else None for program, words in literals.items()}
    for second, program in SECOND_NAMES.items():
        if program in found:
            found[second] = found[program]
    return found


def concerned(book: Rulebook, line: str) -> bool:
    """Whether a rule may be about one of the line's commands."""
    lower = line.lower()
    for word in set(_WORD.findall(lower)):
        name = word.removesuffix(".exe")
        if name in book.triggers:
            more = book.triggers[name]
            if more is None or more.search(lower):
                return True
    return bool(book.by_script) and _SCRIPT_FILE.search(lower) is not None


def _literals(entry: Entry) -> set[str] | None:
    """The literal pieces of the entry's sub-commands or goals; None when one of them may be anything."""
    tokens = [phrase[0] if phrase else "" for phrase in entry.words] or list(entry.goals)
    pieces: set[str] = set()
    for token in tokens:
        for alternative in token.split("|"):
            piece = max(_GLOB.split(alternative), key=len)
            if not piece:
                return None
            pieces.add(piece.lower())
    return pieces or None


def _either(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word))))
