"""Which files below a folder a source means: glob patterns matched one path component at a time.

A folder is entered only if a file below it could still match, so `.zsh_history` in a home folder never walks the home
folder. `*` stops at a slash and matches hidden names; `**` is any number of folders. No wildcard enters `.git` or `node_modules`.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePath
from typing import NamedTuple, TypeAlias

_ANY = "**"
_NEVER = frozenset({".git", "node_modules"})
_MAGIC = re.compile(r"[*?\[]")

States: TypeAlias = frozenset[tuple[int, int]]
"""How far each pattern has matched: (pattern, component)."""

Match: TypeAlias = Callable[[str], object]


class WatchRoot(NamedTuple):
    """A folder to watch for changes."""

    path: str
    recursive: bool


class Patterns:
    """Some patterns, ready to walk down a tree with."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._texts = [_parts(pattern) for pattern in patterns if pattern.strip("/")]
        self._matches: list[list[Match]] = [
            [re.compile(fnmatch.translate(part)).match for part in parts] for parts in self._texts
        ]
        self.start: States = self._closed((number, 0) for number in range(len(self._texts)))

    def enter(self, states: States, folder: str) -> States:
        """The states inside `folder`; empty when nothing in it can match."""
        inside = []
        for number, at in states:
            if folder in _NEVER and self._texts[number][at] != folder:
                continue
            if self._texts[number][at] == _ANY:
                inside.append((number, at))
            elif at + 1 < len(self._texts[number]) and self._matches[number][at](folder):
                inside.append((number, at + 1))
        return self._closed(inside)

    def files(self, states: States) -> list[Match]:
        """The tests a file's name may pass here."""
        return [self._matches[number][at] for number, at in states if at + 1 == len(self._texts[number])]

    def inside(self, folders: Iterable[str]) -> States:
        """The states after going down `folders`."""
        states = self.start
        for folder in folders:
            states = self.enter(states, folder)
        return states

    def watch_roots(self, root: PurePath) -> set[WatchRoot]:
        """The folders below `root` whose changes matter: the parts without a wildcard need no recursive watch."""
        found = set()
        for parts in self._texts:
            fixed = next((i for i, part in enumerate(parts[:-1]) if _MAGIC.search(part)), len(parts) - 1)
            found.add(WatchRoot(str(root.joinpath(*parts[:fixed])), fixed + 1 < len(parts)))
        return found

    def _closed(self, states: Iterable[tuple[int, int]]) -> States:
        """`**` also stands for no folder at all."""
        closed = set()
        for number, at in states:
            closed.add((number, at))
            while self._texts[number][at] == _ANY:
                at += 1  # noqa: PLW2901 - the next component may match here too
                closed.add((number, at))
        return frozenset(closed)


def _parts(pattern: str) -> list[str]:
    parts = [part for part in pattern.split("/") if part not in ("", ".")]
    return [*parts, "*"] if parts[-1:] == [_ANY] else parts
