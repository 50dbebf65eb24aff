"""Which rules are about a command, before anyone asks how it ended."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase, translate
from functools import lru_cache

from classifiers.invocations import Invocation
from classifiers.rulebook.entries import Entry, Rulebook

_OFF = {"none", "false", "0", "no"}
"""Values with which a rehearsal flag says that this is not one (`--dry-run=none`)."""


@lru_cache(maxsize=512)
def matching(call: Invocation, book: Rulebook) -> tuple[tuple[Entry, tuple[str, ...]], ...]:
    """The entries that `call` fits, each with the arguments after its sub-command.

    A command is asked about before its mask and, most often the same, after it.
    """
    return tuple(_matching(call, book))


def _matching(call: Invocation, book: Rulebook) -> Iterator[tuple[Entry, tuple[str, ...]]]:
    if not call.program or _only_asks(call, book):
        return
    for entry in book.by_program.get(call.program, ()):
        rest = _rest(call, entry)
        if rest is not None and not _misfit(call, entry, book):
            yield entry, rest
    if call.script:
        for entry in book.by_script:
            if _scripted(call, entry) and not _misfit(call, entry, book):
                yield entry, call.words


def passed_over(call: Invocation, book: Rulebook) -> Iterator[tuple[Entry, str]]:
    """The entries about `call`'s sub-command or script that do not fit it all the same, each with what stands against it."""
    if not call.program:
        return
    asks = "it only asks for help or a version" if _only_asks(call, book) else ""
    for entry in book.by_program.get(call.program, ()):
        if asks or _rest(call, entry) is not None:
            why = asks or _misfit(call, entry, book)
            if why:
                yield entry, why
    for entry in book.by_script if call.script and not asks else ():
        if _scripted(call, entry) and (why := _misfit(call, entry, book)):
            yield entry, why


def _only_asks(call: Invocation, book: Rulebook) -> bool:
    """Whether its first word asks for help or a version, which is another matter where a rule has that very word."""
    first = call.words[:1]
    return first in {("help",), ("version",)} and not any(
        words[:1] == first for entry in book.by_program.get(call.program, ()) for words in entry.words
    )


def _scripted(call: Invocation, entry: Entry) -> bool:
    name = call.script.lower()
    return _named(entry.scripts)(name) is not None and _named(entry.not_scripts)(name) is None


def _rest(call: Invocation, entry: Entry) -> tuple[str, ...] | None:
    """The arguments after the entry's sub-command; None when the sub-command is another one."""
    if entry.goals and not any(_glob(word, goal) for word in call.words for goal in entry.goals):
        return None
    if not entry.words:
        return call.words
    for words in entry.words:
        phrase, ends = (words[:-1], True) if words[-1:] == ("$",) else (words, False)
        if ends and len(call.words) != len(phrase):
            continue
        if len(phrase) <= len(call.words) and all(map(_glob, call.words, phrase)):
            return call.words[len(phrase) :]
    return None


def _misfit(call: Invocation, entry: Entry, book: Rulebook) -> str:
    """What stands against the entry, in a few words; "" when it fits."""
    if entry.fed and not call.simple.fed:
        return "it does not read another command's output"
    if entry.remote and not _remote(call):
        return "it runs on this machine, not on another host"
    doubts = call.flags.keys() & book.negatives
    for flag in sorted(doubts - entry.allows - book.valued.get(call.program, frozenset())) if doubts else ():
        if _rehearses(call, flag):
            return f"{flag} makes it a rehearsal or a question"
    for need in entry.needs:
        if not _has(call, need):
            return f"it lacks {need}"
    for ban in entry.forbids:
        if _has(call, ban):
            return f"it has {ban}"
    return ""


def _remote(call: Invocation) -> bool:
    context = (
        call.flag("--context", "-c", "--host", "-H")
        or call.simple.env.get("DOCKER_HOST")
        or call.simple.env.get("DOCKER_CONTEXT")
    )
    return bool(call.simple.host) or (bool(context) and context not in {"default", "desktop-linux"})


def _rehearses(call: Invocation, flag: str) -> bool:
    values = call.flags.get(flag)
    return values is not None and values[-1].lower() not in _OFF


def _has(call: Invocation, wanted: str) -> bool:
    """Whether one of the alternatives of `wanted` is among the flags, the environment or the arguments."""
    return any(test(call) for test in _tests(wanted))


@lru_cache(maxsize=4096)
def _tests(wanted: str) -> tuple[Callable[[Invocation], object], ...]:
    return tuple(map(_test, wanted.split("|")))


def _test(wanted: str) -> Callable[[Invocation], object]:
    """What is true of the calls that hold `wanted`."""
    if wanted.startswith("$"):
        return lambda call: call.simple.env.get(wanted[1:])
    if wanted.startswith("@"):
        return lambda call: wanted[1:] in call.simple.via
    if not wanted.startswith("-"):
        return lambda call: any(_glob(word, wanted) for word in call.words)
    name, eq, glob = wanted.partition("=")
    if not eq and "*" not in name:
        return lambda call: name in call.flags
    return lambda call: any(not eq or _glob(value, glob) for value in _values(call, name))


def _values(call: Invocation, name: str) -> tuple[str, ...]:
    """Those of the flag, or of the first that fits the glob."""
    if "*" not in name:
        return call.flags.get(name, ())
    return next((given for flag, given in call.flags.items() if fnmatchcase(flag, name)), ())


def _glob(word: str, wanted: str) -> bool:
    return bool(_fits(wanted)(word.lower()))


_SIGNS = frozenset("*?[")


@lru_cache(maxsize=4096)
def _fits(wanted: str) -> Callable[[str], object]:
    """What is true of the words, in lower case, that one of the globs in `wanted` stands for."""
    globs = wanted.lower().split("|")
    if _SIGNS.isdisjoint(wanted):  # most are words, and need no pattern
        return frozenset(globs).__contains__
    return re.compile("|".join(map(translate, globs))).match


@lru_cache(maxsize=4096)
def _named(globs: tuple[str, ...]) -> Callable[[str], re.Match[str] | None]:
    """As `_fits`, for globs that stand for themselves."""
    return re.compile("|".join(map(translate, globs)) or r"(?!)").match
