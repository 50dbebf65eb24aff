"""A command line, taken apart: its simple commands, what the line's exit status says of each, and what it says itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from classifiers.shell.collector import Collector
from classifiers.shell.simple import Simple, Visibility
from classifiers.shell.tree import MOST, heredocs
from classifiers.vocabulary import Dialect

__all__ = ["Simple", "Visibility", "echoed_status", "literals", "split"]

_QUOTED = re.compile(r"""'([^']+)'|"((?:[^"\\`]|[\\`].)+)\"""", re.DOTALL)
_BREAKS = re.compile(r"\\[nrt]|[\r\n]")
_ESCAPED = re.compile(r'\\([\\"$`])')
_SPEAKERS = frozenset({"echo", "printf", "print", "say", "write-host", "write-output"})


def split(line: str, *, cwd: str = "", dialect: Dialect = Dialect.POSIX, errexit: bool = False) -> tuple[Simple, ...]:
    """Take `line` apart, in the order its commands would run. Never raises.

    `cwd` is the folder it starts in; `errexit` says that its shell was started with `-e`, as CI runners do.
    """
    collector = Collector.of(line, cwd, dialect, errexit=errexit)
    if collector.doubtful:
        return tuple(replace(simple, visibility=Visibility.HIDDEN, broken=True) for simple in collector.found)
    return tuple(collector.found)


def literals(line: str, *, dialect: Dialect = Dialect.POSIX) -> frozenset[str]:
    """The texts that stand in `line` itself: quoted strings, what `echo` is given, the lines of heredocs.

    Such a text in the output is no evidence. Texts of more than one line are given line by line; no text is empty.
    """
    head = line[:MOST]
    found: list[str] = []
    for simple in split(head, dialect=dialect):
        if simple.argv[0].lower() in _SPEAKERS:
            said = [item for item in simple.argv[1:] if not re.fullmatch(r"-[neE]+", item)]
            found += [" ".join(said), *said]
    found += _quoted(head)
    if dialect is Dialect.POSIX and "<<" in head:
        found += heredocs(head)
    return frozenset(_lines(found))


def echoed_status(line: str) -> tuple[int, str] | None:
    """Where `line` ends with `; echo "EXIT: $?"`: the index in `split(line)` of the command it speaks of, and `EXIT: `.

    A pipeline's `$?` is that of its last command, `${PIPESTATUS[0]}` that of its first. Of several, the last counts.
    None where the status is that of no one command (`a || b; echo $?`) or is not printed. A printed 0 proves that the
    command ran and ended with 0; another number may come from a command before it if it is `chained`.
    """
    if "$" not in line:
        return None
    collector = Collector.of(line)
    return collector.echoes[-1] if collector.echoes and not collector.doubtful else None


def _quoted(text: str) -> list[str]:
    """Quoted strings, and those inside them (`ssh host "echo 'done'"`)."""
    found: list[str] = []
    todo = [text]
    while todo and len(found) < 500:
        for match in _QUOTED.finditer(todo.pop()):
            inner = match[1] or _ESCAPED.sub(r"\1", match[2])
            found.append(inner)
            if "'" in inner or '"' in inner:
                todo.append(inner)
    return found


def _lines(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        for part in _BREAKS.split(text):
            if part.strip():
                yield part.strip()
