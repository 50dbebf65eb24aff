"""The files of a source as they stand on disk now, with their stat.

Links to folders are followed, each folder is entered once however many ways lead to it (a cycle ends there), and the
way without a link wins.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePath

from daemon.sources.patterns import Patterns, States, WatchRoot

DEFAULT_SETTLE = 10.0


@dataclass(frozen=True)
class Source:
    """A configured place to follow: the files below `root` that match `patterns`, or `root` itself if it is a file.

    `format` names how they are read; None: told from their content. `settle` is how many seconds a CI log or report
    must be quiet to count as complete. `closed` are resolved folders that are not entered, whatever link leads there.
    """

    name: str
    root: Path
    patterns: tuple[str, ...] = ("**/*",)
    format: str | None = None
    settle: float = DEFAULT_SETTLE
    closed: tuple[Path, ...] = ()

    @cached_property
    def matching(self) -> Patterns:
        """The patterns, compiled."""
        return Patterns(self.patterns)

    def watch_roots(self) -> set[WatchRoot]:
        """The folders whose changes matter to this source."""
        if self.root.is_file():
            return {WatchRoot(str(self.root.parent), recursive=False)}
        return self.matching.watch_roots(self.root)

    def owns(self, path: str) -> bool:
        """`path` is, or could be, a file of this source."""
        below = self._below(path)
        if not below:
            return below is not None
        states = self.matching.inside(below[:-1])
        return any(match(below[-1]) for match in self.matching.files(states))

    def closes(self, path: str) -> bool:
        """`path` is one of the closed folders, or lies in one."""
        if not self.closed:
            return False
        real = PurePath(os.path.realpath(path))
        return any(real.is_relative_to(each) for each in self.closed)

    def states(self, folder: str) -> States:
        """How far the patterns have matched in `folder`; empty when no file below it can match."""
        below = self._below(folder)
        return frozenset() if below is None else self.matching.inside(below)

    def _below(self, path: str) -> tuple[str, ...] | None:
        pure = PurePath(path)
        return pure.relative_to(self.root).parts if pure.is_relative_to(self.root) else None


def walk(source: Source, folder: str | None = None) -> Iterator[tuple[str, os.stat_result]]:
    """All regular files of the source, or those below `folder`. What cannot be looked at is passed over."""
    top = folder or str(source.root)
    try:
        found = os.stat(top)  # noqa: PTH116 - as cheap as it gets, for ten thousand files
    except (OSError, ValueError):
        return
    if stat.S_ISREG(found.st_mode):
        yield top, found
        return
    entered = set(_identities(source.closed))
    open_folders = [(top, source.states(top))]
    linked: list[tuple[str, States]] = []
    while open_folders or linked:
        path, states = (open_folders or linked).pop()
        yield from _list(source, path, states, (entered, open_folders, linked))


def _identities(folders: tuple[Path, ...]) -> Iterator[tuple[int, int]]:
    for folder in folders:
        try:
            seen = folder.stat()
        except OSError:  # it is not there, so nothing leads to it
            continue
        yield seen.st_dev, seen.st_ino


def _list(
    source: Source,
    folder: str,
    states: States,
    walk_state: tuple[set[tuple[int, int]], list[tuple[str, States]], list[tuple[str, States]]],
) -> Iterator[tuple[str, os.stat_result]]:
    entered, open_folders, linked = walk_state
    try:
        seen = os.stat(folder)  # noqa: PTH116 - as above
        if not states or (seen.st_dev, seen.st_ino) in entered:
            return
        entered.add((seen.st_dev, seen.st_ino))
        entries = list(os.scandir(folder))
    except (OSError, ValueError):
        return
    tests = source.matching.files(states)
    for entry in entries:
        try:
            if entry.is_dir():
                inside = source.matching.enter(states, entry.name)
                if inside:
                    (linked if entry.is_symlink() else open_folders).append((entry.path, inside))
            elif any(test(entry.name) for test in tests):
                found = entry.stat()
                if stat.S_ISREG(found.st_mode):
                    yield entry.path, found
        except OSError:  # it vanished, or a link leads nowhere
            continue
