"""Which command lines no rule is about: found out by their words alone, before anything is parsed.

Most of what a developer runs (`ls`, `git status`, `cat`) is of no interest, and taking a line apart costs a hundred times
as much as looking for a word in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from classifiers.invocations import RUNNERS, SECOND_NAMES, TEST_PROGRAM, run_words
from classifiers.rulebook.entries import Entry, Need, Rulebook, Trigger

_WORD = re.compile(r"[a-z0-9_][\w.+-]*")
_SCRIPT_FILE = re.compile(r"\.(?:sh|bash|zsh|ps1|cmd|bat)\b")
_TEST_PROGRAM = re.compile(r"(?:\./|\bbin/|\bbuild[\w.-]*/)(?:[\w.-]+/)*[\w.-]*tests?(?:\.exe)?(?![\w./-])")
"""A built program of tests by the folder it is run from, see `invocations.TEST_PROGRAM`."""
_BEGINS = re.compile(r"[\n;&(`]|(?<!\\)\|")
_HANDLERS = frozenset({"ls", "cat", "head", "tail", "less", "grep", "egrep", "rg", "sed", "wc", "diff", "stat", "file", "chmod", "chown", "rm", "cp", "mv", "mkdir", "touch", "ln", "git", "vim", "vi", "nano", "code", "get-content", "select-string", "test-path"})  # fmt: skip
"""Programs that do something to files and run none."""
_ANY = re.compile(r"[*?]+")
_LETTER = re.compile(r"-\w\Z")
"""A flag that may have its value behind it (`-tx`), so that it is no word."""
_WRITTEN = re.compile(
    r"\b((?:cat|tee)\b[^\n|;&]*<<-?[ \t]*(['\"])([\w-]+)\2[^\n|]*\n)(?:.*?\n[ \t]*\3[ \t]*(?=\n|\)|\Z)|.*\Z)", re.DOTALL
)
"""A heredoc that is only written down: a page or a commit message, which may name every program there is."""
_REMOTE = re.compile(r"ssh|(?<![\w-])(?:-c|-h|--context|--host)|docker_(?:host|context)")
"""What a line holds of which some command runs on another host, see `matching`."""


def triggers(entries: Iterable[Entry]) -> Mapping[str, tuple[Trigger, ...]]:
    """Program -> what else must be in the line, any of them; an empty trigger where the program's name is enough."""
    found: dict[str, dict[Trigger, None]] = {}
    for entry in entries:
        of_it = dict.fromkeys(_triggers(entry))  # made once, for all programs: they stay as long as the process
        for program in entry.programs:
            found.setdefault(program, {}).update(of_it)
        for program in RUNNERS if entry.scripts else ():
            verbs = run_words(program)
            found.setdefault(program, {}).update(dict.fromkeys(map(_trigger, verbs) if verbs else (Trigger(),)))
    plain = {program: _simplest(each) for program, each in found.items()}
    for second, program in SECOND_NAMES.items():
        if program in plain:
            plain[second] = plain[program]
    if "docker" in plain:  # the name itself says `compose`
        plain["docker-compose"] = tuple(each._replace(words=each.words - {"compose"}) for each in plain["docker"])
    return plain | {f"{program}.exe": each for program, each in plain.items()}


def concerned(book: Rulebook, line: str) -> bool:
    """Whether a rule may be about one of the line's commands."""
    lower = (_WRITTEN.sub(r"\1", line) if "<<" in line else line).lower()
    words = set(_WORD.findall(lower))
    if lower[:5] == "mcp__":
        words.update(lower.split("__"))
    for program in book.triggers.keys() & words:
        for trigger in book.triggers[program]:
            if trigger.words <= words and _met(trigger, words, lower):
                return True
    if "test" in lower and TEST_PROGRAM in book.by_program and _TEST_PROGRAM.search(lower):
        return True
    return bool(book.by_script) and _SCRIPT_FILE.search(lower) is not None and _may_run_a_script(lower)


def _met(trigger: Trigger, words: set[str], line: str) -> bool:
    for need in trigger.needs:
        if need.words.isdisjoint(words) and not any(text in line for text in need.texts):
            return False
    return all(pattern.search(line) for pattern in trigger.patterns)


def _may_run_a_script(line: str) -> bool:
    """Whether a script file stands in it as more than an argument of `cat` or `chmod`."""
    commands = (command for command in _BEGINS.split(line) if _SCRIPT_FILE.search(command))
    return any(command.split(maxsplit=1)[0] not in _HANDLERS for command in commands)


def _triggers(entry: Entry) -> Iterator[Trigger]:
    if entry.hints:
        yield from (Trigger(needs=(Need(texts=(hint.lower(),)),)) for hint in entry.hints)
        return
    needs = tuple(need for wanted in entry.needs if (need := _either(wanted)) is not None)
    goals: list[tuple[str, ...]] = [(goal,) for goal in entry.goals]
    for phrase in entry.words or goals or [()]:
        yield _trigger(*phrase, needs=needs, remote=entry.remote)


@cache
def _trigger(*tokens: str, needs: tuple[Need, ...] = (), remote: bool = False) -> Trigger:
    """What a line must hold in which words fit `tokens`. A token with alternatives asks for nothing.

    Many rules ask for the same words, and what is made for them stays: it is made once.
    """
    plain = [token.lower() for token in tokens if "|" not in token]
    words = frozenset(token for token in plain if _WORD.fullmatch(token))
    globs = {token: pieces for token in plain if token not in words and (pieces := _pieces(token))}
    texts = dict.fromkeys(piece for pieces in globs.values() for piece in pieces)
    patterns = [_pattern(*glob) for glob in globs.items()]
    needs = (*(Need(texts=(text,)) for text in texts), *needs)
    return Trigger(words, needs, (*patterns, _REMOTE) if remote else tuple(patterns))


def _pieces(glob: str) -> list[str]:
    """The literal pieces of a glob in their order."""
    return [] if glob == "$" or "[" in glob else [piece for piece in _ANY.split(glob) if piece]


def _pattern(glob: str, pieces: Sequence[str]) -> re.Pattern[str]:
    """The pieces of a glob in their order, and that a word ends where it ends.

    The first place of all pieces but the last leaves the others the most room, so no later one is tried.
    """
    *before, last = map(re.escape, pieces)
    start = r"\A" + "".join(f"(?>.*?{piece})" for piece in before) + ".*?" if before else ""
    end = r"(?!\w)" if pieces[-1][-1:].isalnum() and glob.endswith(pieces[-1]) else ""
    return re.compile(start + last + end, re.DOTALL)


def _either(wanted: str) -> Need | None:
    """The alternatives of `wanted`; None when it may be met without any text of its own."""
    globs = [each.partition("=")[0].lower() for each in wanted.split("|")]
    pieces = [max(_ANY.split(glob), key=len) for glob in globs]
    if not all(pieces) or any(each[0] in "$@" or "[" in each for each in wanted.split("|")):
        return None
    words = {glob: glob.lstrip("-") for glob in globs if _WORD.fullmatch(glob.lstrip("-")) and not _LETTER.match(glob)}
    texts = dict.fromkeys(piece for piece, glob in zip(pieces, globs, strict=True) if glob not in words)
    return Need(frozenset(words.values()), tuple(texts))


def _simplest(found: Iterable[Trigger]) -> tuple[Trigger, ...]:
    """The triggers that ask for least first; only the one that asks for nothing, if there is one."""
    ordered = sorted(found, key=lambda each: sum(map(len, each)))
    return tuple(ordered[:1] if ordered[0] == Trigger() else ordered)
