"""The gate: a command or an edit that a person's constraint forbids, told before it runs.

A command's pattern is held against each simple command of the line as it really runs, wrappers taken off and quotes
resolved, and as it was typed: `psql*prod*` forbids `sudo psql -h prod` and `ssh web 'psql prod'`, not
`echo "psql prod"`. Upper and lower case are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from classifiers.commands import split
from storage.drawer import at_places
from storage.search import GUARDS

if TYPE_CHECKING:
    from recall.finding import Finder
    from recall.situation import Situation
    from storage.tables import Memory

LONGEST = 8000  # characters of a command line that are taken apart


@dataclass(frozen=True, slots=True)
class Looked:
    """What the gate saw."""

    forbidding: tuple[tuple[Memory, str], ...] = ()  # each with the pattern that matched
    unread: bool = False  # there are patterns of commands, and the line could not be taken apart for sure


def look(finder: Finder, situation: Situation) -> Looked:
    """The constraints that hold here and forbid the situation's command or one of its files."""
    constraints = holding(finder, situation) if situation.command or situation.files else []
    if not constraints:
        return Looked()
    forms, sure = _forms(situation.command)
    found = []
    for memory in constraints:
        commands, paths = memory.guard.get("commands", ()), memory.guard.get("paths", ())
        matched = next(_matching(forms, commands), "") or next(_matching(situation.files, map(_glob, paths)), "")
        if matched:
            found.append((memory, matched))
    unread = not sure and not found and any(memory.guard.get("commands") for memory in constraints)
    return Looked(tuple(found), unread)


def holding(finder: Finder, situation: Situation) -> list[Memory]:
    """All constraints that hold here, by key."""
    with finder.ranking() as ranking:
        places = ranking.holding(GUARDS, situation.scopes)
    found = at_places(finder.store, places, owner=finder.owner) if places else []
    return sorted(found, key=lambda memory: (memory.key, memory.scope))


def constrained(finder: Finder, situation: Situation) -> bool:
    """Does any constraint hold here?"""
    with finder.ranking() as ranking:
        return bool(ranking.holding(GUARDS, situation.scopes))


def _forms(command: str) -> tuple[list[str], bool]:
    """Each simple command as it runs and as it was typed; and whether that is surely all of the line."""
    simples = split(command[:LONGEST])
    forms = [form for simple in simples for form in (" ".join(simple.argv), " ".join(simple.text.split())) if form]
    silent = all(line.lstrip()[:1] in {"", "#"} for line in command.splitlines())
    whole = len(command) <= LONGEST and bool(simples or silent) and not any(simple.broken for simple in simples)
    return list(dict.fromkeys(forms)), whole


def _matching(forms: Iterable[str], patterns: Iterable[str]) -> Iterator[str]:
    said = [form.casefold() for form in forms]
    return (pattern for pattern in patterns if any(fnmatchcase(form, pattern.casefold()) for form in said))


def _glob(pattern: str) -> str:
    return pattern.replace("**/", "*").replace("**", "*")
