"""Which command lines no rule is about: found out by their words alone, before anything is parsed.

Most of what a developer runs (`ls`, `git status`, `cat`) is of no interest, and taking a line apart costs a hundred times
as much as looking for a word in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from classifiers.invocations import RUNNERS, SECOND_NAMES, run_words
from classifiers.rulebook.entries import Entry, Rulebook, Trigger

_WORD = re.compile(r"[a-z0-9_][\w.+-]*")
_SCRIPT_FILE = re.compile(r"\.(?:sh|bash|zsh|ps1|cmd|bat)\b")
_GLOB = re.compile(r"[*?\[\]$]+")


def triggers(entries: Iterable[Entry]) -> Mapping[str, tuple[Trigger, ...]]:
    """Program -> what else must be in the line, any of them; an empty trigger where the program's name is enough."""
    found: dict[str, dict[Trigger, None]] = {}
    for entry in entries:
        for program in entry.programs:
            found.setdefault(program, {}).update(dict.fromkeys(_triggers(entry)))
        for program in RUNNERS if entry.scripts else ():
            verbs = run_words(program)
            found.setdefault(program, {}).update(dict.fromkeys(map(_trigger, verbs) if verbs else (Trigger(),)))
    plain = {program: _simplest(each) for program, each in found.items()}
    for second, program in SECOND_NAMES.items():
        if program in plain:
            plain[second] = plain[program]
    if "docker" in plain:  # the name itself says `compose`
        plain["docker-compose"] = tuple(
            Trigger(each.words - {"compose"}, each.pieces, each.either) for each in plain["docker"]
        )
    return plain | {f"{program}.exe": each for program, each in plain.items()}


def concerned(book: Rulebook, line: str) -> bool:
    """Whether a rule may be about one of the line's commands."""
    lower = line.lower()
    words = set(_WORD.findall(lower))
    for program in book.triggers.keys() & words:
        for words_of_it, pieces, either in book.triggers[program]:
            if (
                words_of_it <= words
                and all(piece in lower for piece in pieces)
                and all(any(piece in lower for piece in group) for group in either)
            ):
                return True
    return bool(book.by_script) and _SCRIPT_FILE.search(lower) is not None


def _triggers(entry: Entry) -> Iterator[Trigger]:
    if entry.hints:
        yield from (Trigger(pieces=(hint,)) for hint in entry.hints)
        return
    either = tuple(group for need in entry.needs if (group := _literals(need)))
    goals: list[tuple[str, ...]] = [(goal,) for goal in entry.goals]
    for phrase in entry.words or goals or [()]:
        yield _trigger(*phrase, either=either)


def _trigger(*tokens: str, either: tuple[tuple[str, ...], ...] = ()) -> Trigger:
    """What a line must hold in which words fit `tokens`. A token with alternatives asks for nothing."""
    plain = [token.lower() for token in tokens if "|" not in token]
    words = frozenset(token for token in plain if _WORD.fullmatch(token))
    pieces = (_piece(token) for token in plain if token not in words)
    return Trigger(words, tuple(piece for piece in pieces if piece), either)


def _piece(glob: str) -> str:
    """The longest literal piece of a glob."""
    return max(_GLOB.split(glob), key=len)


def _literals(need: str) -> tuple[str, ...]:
    """The literals of which one must be there for `need`; () when it may be met without one."""
    pieces = [_piece(each.partition("=")[0].lower()) for each in need.split("|") if each[:1] not in {"$", "@"}]
    return tuple(pieces) if all(pieces) and len(pieces) == need.count("|") + 1 else ()


def _simplest(found: Iterable[Trigger]) -> tuple[Trigger, ...]:
    """The triggers that ask for least first; only the one that asks for nothing, if there is one."""
    ordered = sorted(found, key=lambda each: len(each.words) + len(each.pieces) + len(each.either))
    return tuple(ordered[:1] if ordered[0] == Trigger() else ordered)
