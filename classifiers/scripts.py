"""What a command line runs: taken apart, and each call of a script followed to the commands in that script.

Scripts are followed where that is known: from the workspace's manifests, or from the banner that npm and yarn print
(`> vite build`). What the script runs shares its fate with the script.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from classifiers.commands import Simple, Visibility, split
from classifiers.invocations import Invocation, read, tool_behind
from classifiers.rulebook.entries import Rulebook
from classifiers.vocabulary import CiStep, CommandRun, Dialect

LONGEST = 20_000
"""Characters of a command line that are looked at."""
DEPTH = 3
"""Scripts that call scripts are followed so deep."""
_BANNER = re.compile(r"^(?:\$|>) ((?![\w@./-]+@\d)[\w./@-].*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Call:
    """A command of the line, and the script call it stands for where it was found inside a script."""

    call: Invocation
    outer: Invocation | None = None


class Scripts:
    """Follows the calls of one record: what it needs to know is looked up only where a script is called."""

    def __init__(
        self, book: Rulebook, dialect: Dialect, manifest: Callable[[str], Mapping[str, str]], shown: Callable[[], str]
    ) -> None:
        """`manifest` gives a folder's scripts by the words that call them, `shown` the record's output."""
        self._book = book
        self._dialect = dialect
        self._manifest = manifest
        self._shown = shown

    def followed(self, call: Invocation, depth: int = DEPTH) -> Iterator[Call]:
        """The call itself, and what it runs."""
        yield Call(call)
        if not call.script or depth == 0:
            return
        scripts = self._manifest(call.simple.cwd)
        bodies = [scripts[call.runner]] if call.runner in scripts else []
        tool = None if bodies else tool_behind(call, self._book.by_program.__contains__)
        if tool is not None:
            inner = read(tool, self._book.valued)
            yield Call(replace(inner, part=inner.part or call.part), call)
            return
        if (
            not bodies and depth == DEPTH
        ):  # what was run inside is named by the same banners, so they are looked at once
            bodies = self._banners(call)
        for body in bodies:
            for simple in split(body[:LONGEST], cwd=call.simple.cwd, dialect=self._dialect):
                if not simple.argv:
                    continue
                inner = read(_inside(simple, call.simple), self._book.valued)
                inner = replace(inner, part=inner.part or call.part)
                for each in self.followed(inner, depth - 1):
                    yield Call(each.call, call)

    def _banners(self, call: Invocation) -> list[str]:
        """What npm, pnpm, yarn and bun say they run, if this is a call of theirs that has output."""
        if call.program not in {"npm", "pnpm", "yarn", "bun", "lerna", "turbo"} or call.simple.silenced:
            return []
        text = "\n" + self._shown()
        lines = _BANNER.findall(text) if "\n> " in text or "\n$ " in text else []
        return [line for line in dict.fromkeys(lines) if len(line) < 500][:12]


class Commands(NamedTuple):
    """What a line or a script runs, in its order."""

    simples: tuple[Simple, ...]
    calls: tuple[Invocation, ...]  # the same with their arguments read, but for those without a word


def commands_of(record: CommandRun | CiStep, book: Rulebook) -> Commands:
    """The record's command line or script, taken apart as it is judged."""
    if isinstance(record, CommandRun):
        return _of_line(record.command, record.cwd, record.dialect, book)
    return _of_script(record.script[:LONGEST], record.cwd, record.errexit, book)


@lru_cache(maxsize=128)
def _of_line(line: str, cwd: str, dialect: Dialect, book: Rulebook) -> Commands:
    """A line is taken apart before its mask and, most often the same, after it."""
    return _read(_unbroken(split(line, cwd=cwd, dialect=dialect)), book)


@lru_cache(maxsize=128)
def _of_script(script: str, cwd: str, errexit: bool, book: Rulebook) -> Commands:  # noqa: FBT001 - a key of the cache
    simples = split(script, cwd=cwd, errexit=errexit)
    if any(simple.broken for simple in simples):
        lines = [_line_alone(line, cwd, errexit=errexit) for line in script.split("\n")]
        simples = tuple(simple for line in lines for simple in line)
    return _read(simples, book)


def _read(simples: tuple[Simple, ...], book: Rulebook) -> Commands:
    return Commands(simples, tuple(read(simple, book.valued) for simple in simples if simple.argv))


def _line_alone(line: str, cwd: str, *, errexit: bool) -> tuple[Simple, ...]:
    """One line of a script that does not parse as a whole.

    Actions print the arguments they run joined by spaces, unquoted (`--label description=It's …`): such a line is words.
    """
    simples = split(line, cwd=cwd, errexit=errexit)
    if not any(simple.broken for simple in simples):
        return simples
    if _OPERATOR.search(line) or not line.split():
        return ()
    program, *rest = line.split()
    argv = (re.split(r"[/\\]", program)[-1], *rest)
    return (Simple(argv=argv, cwd=cwd, visibility=Visibility.IMPLIED, text=line.strip()),)


_OPERATOR = re.compile(r"\|\||&&|<<|[;|`]|\$\(")


def _unbroken(simples: tuple[Simple, ...]) -> tuple[Simple, ...]:
    return tuple(simple for simple in simples if not simple.broken or len(simples) == 1)


def shared(each: Call) -> bool:
    """Whether the command's own status is the one of the line: inside a script, only where the script hides nothing."""
    return each.outer is None or each.call.simple.visibility is not Visibility.HIDDEN


def _inside(simple: Simple, outer: Simple) -> Simple:
    """A command of a script, as hidden, piped, silenced and far away as the script's call is."""
    hidden = Visibility.HIDDEN in {simple.visibility, outer.visibility}
    return replace(
        simple,
        visibility=Visibility.HIDDEN if hidden else outer.visibility,
        background=simple.background or outer.background,
        negated=simple.negated or outer.negated,
        guarded=simple.guarded or outer.guarded,
        piped=simple.piped or outer.piped,
        silenced=simple.silenced or outer.silenced,
        looped=simple.looped or outer.looped,
        host=simple.host or outer.host,
        container=simple.container or outer.container,
        env={**outer.env, **simple.env},
    )
