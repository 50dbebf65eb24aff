"""The followed files as they were last seen, and what every new look makes of them.

Before a path is taken for new, it is asked whether its file is one that stood elsewhere: then the checkpoint goes with
it, and the old path starts anew.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping

from daemon.sources.moves import Known
from daemon.sources.packed import glance
from daemon.sources.walk import Source, walk
from daemon.sources.watched import Look, Watched, looked
from storage.checkpoints import Checkpoint


class Roster:
    """All files of all sources, by path. `observe` and `look_at` return those that are new or changed."""

    def __init__(self, sources: Iterable[Source], checkpoints: Iterable[Checkpoint]) -> None:
        self.files: dict[str, Watched] = {}
        self.moving: dict[str, Checkpoint] = {}  # new path: the checkpoint it takes along, until that is stored
        self.deferred: set[str] = set()  # to be looked at again when what is being read has come back
        self._sources = tuple(sources)
        self._known = Known(checkpoints)
        self._pass = 0

    @property
    def left(self) -> frozenset[str]:
        """Paths whose checkpoint is on its way to another path: not to be read before it has arrived."""
        return frozenset(checkpoint.path for checkpoint in self.moving.values())

    def look_at_all(self, now: float) -> list[Watched]:
        """Walk every source."""
        self._pass += 1
        found: dict[str, tuple[Look, Source]] = {}
        for source in self._sources:
            for path, seen in walk(source):
                file, look = self.files.get(path), looked(path, seen)
                if file is not None:
                    file.passed = self._pass
                if file is None or not look.same(file.look):
                    found.setdefault(path, (look, source))
        for path in [path for path, file in self.files.items() if file.passed != self._pass]:
            self.gone(path)
        changed = self._observe(found, now)
        self._known.rest()
        return changed

    def look_at(self, path: str, now: float) -> list[Watched]:
        """Look at one path: a followed file, a new one, or a folder with new ones."""
        found = _stat(path)
        if found is None:
            self.gone(path)
            return []
        file = self.files.get(path)
        if file is not None and file.look.inode == found.st_ino and stat.S_ISREG(found.st_mode):
            return [file] if file.saw(looked(path, found), now) else []
        below: dict[str, tuple[Look, Source]] = {}
        for source in self._sources:
            if source.closes(path):
                continue
            if stat.S_ISDIR(found.st_mode) and source.states(path):
                below = {each: (looked(each, seen), source) for each, seen in walk(source, path)} | below
            elif stat.S_ISREG(found.st_mode) and source.owns(path):
                below.setdefault(path, (looked(path, found), source))
        return self._observe(below, now)

    def gone(self, path: str) -> None:
        """The file is not there; its checkpoint stays for when it comes back, here or elsewhere."""
        self.files.pop(path, None)
        self.stay(path)

    def stay(self, path: str) -> None:
        """The move to `path` did not happen: the checkpoint still belongs to where it came from."""
        checkpoint = self.moving.pop(path, None)
        if checkpoint is None:
            return
        old = self.files.get(checkpoint.path)
        if old is not None and old.stored is None:
            old.keep(checkpoint)
        self._known.put(checkpoint)

    def stored(self, path: str, checkpoint: Checkpoint | None) -> None:
        """This is the checkpoint of `path` now."""
        self.moving.pop(path, None)
        if checkpoint is None:
            self._known.drop(path)
        else:
            packed = self._known.put(checkpoint)
            if path in self.files:
                self.files[path].stored, self.files[path].stored_at = packed, path

    def _observe(self, found: Mapping[str, tuple[Look, Source]], now: float) -> list[Watched]:
        moved = self._moved(found)
        changed = []
        links = {path for path in found if path not in self.files and os.path.islink(path)}  # noqa: PTH114 - ten thousand
        for path in sorted(found, key=links.__contains__):
            look, source = found[path]
            file = self.files.get(path)
            if path in self.deferred or (file is None and path in links and self._follows(look)):
                continue
            if file is None:
                changed.append(self._appeared(path, look, source, moved.get(path), now))
            elif file.saw(look, now) or path in moved:
                changed.append(file)
        return changed

    def _moved(self, found: Mapping[str, tuple[Look, Source]]) -> dict[str, Checkpoint]:
        """The files found whose checkpoint stands under another path, taking it from there."""
        self.deferred -= found.keys()
        news = {path: look for path, (look, _) in found.items() if self._is_news(path, look)}
        if not news:
            return {}

        def present(path: str) -> Look | None:
            seen = None if path in found else _stat(path)
            return found[path][0] if path in found else looked(path, seen) if seen else None

        moves = self._known.moved(news, present)
        lost = self._known.heads(path for path in self._known.paths() if path not in self.files and path not in found)
        moves |= self._known.found_by_head({path: look for path, look in news.items() if path not in moves}, lost)
        self.deferred.update(new for new, old in moves.items() if self._is_busy(old))
        known = {new: self._known.at(old) for new, old in moves.items() if new not in self.deferred}
        taken = {new: checkpoint for new, checkpoint in known.items() if checkpoint is not None}
        for checkpoint in taken.values():
            self._known.drop(checkpoint.path)
            if checkpoint.path in self.files:
                self.files[checkpoint.path].start_over(None)
        for new, checkpoint in taken.items():
            self.moving[new] = checkpoint
            if new in self.files:
                self.files[new].start_over(checkpoint)
        return taken

    def _is_news(self, path: str, look: Look) -> bool:
        """Another file stands at `path` than before; not while it is being read, as its checkpoint then moves on."""
        file, known = self.files.get(path), self._known.packed(path)
        if file is not None:
            return file.look.inode != look.inode and file.sent is None
        return known is None or glance(known).inode != look.inode

    def _is_busy(self, path: str) -> bool:
        file = self.files.get(path)
        return file is not None and file.sent is not None

    def _appeared(self, path: str, look: Look, source: Source, moved: Checkpoint | None, now: float) -> Watched:
        file = Watched(path, source, look, changed=now, settle=source.settle, format=source.format)
        packed = None if moved else self._known.packed(path)
        if packed is None:
            file.start_over(moved)
        else:
            self._known.share(path)
            file.go_on(packed)
        self.files[path] = file
        return file

    def _follows(self, look: Look) -> bool:
        """The file is followed under its own name already."""
        return any(file.look.identity == look.identity for file in self.files.values())


def _stat(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)  # noqa: PTH116 - the hottest call there is
    except (OSError, ValueError):
        return None
