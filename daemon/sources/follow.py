"""Which files are to be read now.

Looking is the truth and hints only bring it forward: files that changed lately are looked at every few seconds, and a
pass over everything may cost a thousandth of the time. Nothing here reads lines, so losing all of this loses nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from heapq import nlargest
from time import perf_counter

from classifiers.formats import Format
from classifiers.vocabulary import SourceKind
from daemon.sources.complaints import Complaints
from daemon.sources.roster import Roster
from daemon.sources.rows import is_database
from daemon.sources.tail import PEEK, peek
from daemon.sources.trouble import Trouble, TroubleKind
from daemon.sources.walk import Source
from daemon.sources.watched import LOG, Watched, Work
from storage.checkpoints import Checkpoint

__all__ = ["Follower", "Source", "Work"]

HOT = 600.0  # seconds a file is looked at often after it changed
_SHARE = 3000  # a pass over everything costs at most one part in so many,
_SHARE_ALONE = 250  # or in so many when no hints come and it is all there is
_LONGEST_REST = 300.0
_SETTLING = frozenset({SourceKind.CI, SourceKind.REPORT})
_NEVER = float("-inf")


class Follower:
    """The files of all sources. Not thread-safe but for `hint`; `now` is any clock in seconds that never goes back."""

    def __init__(
        self,
        sources: Iterable[Source],
        formats: Mapping[str, Format],
        sniff: Callable[[bytes, str], str | None],
        checkpoints: Iterable[Checkpoint],
    ) -> None:
        """`sniff` names the format of a file by its first bytes and its path."""
        self._formats = formats
        self._sniff = sniff
        self._roster = Roster(sources, checkpoints)
        self._pending: dict[str, Watched] = {}
        self._hot: dict[str, Watched] = {}
        self._hints: deque[str | None] = deque()
        self._passed_over: set[str] = set()  # handed out and handed back unread: first next time
        self._complaints = Complaints()
        self._swept = self._passed = _NEVER
        self._cost = self._sweep_cost = 0.0  # seconds the last look took

    @property
    def files(self) -> int:
        """How many files are followed."""
        return len(self._roster.files)

    @property
    def waiting(self) -> int:
        """How many of them have something to read, or are not yet known to be complete."""
        return len(self._pending)

    @property
    def unread(self) -> int:
        """Bytes that stand on disk and were not read, of the files that wait."""
        read = ((file.look.size, file.checkpoint) for file in self._pending.values())
        return sum(max(0, size - (before.offset if before else 0)) for size, before in read)

    @property
    def troubles(self) -> dict[str, Trouble]:
        """What cannot be read now, by path."""
        return dict(self._complaints.now)

    # --- looking ------------------------------------------------------------------------------------------------------

    def hint(self, path: str | None) -> None:
        """Something may have happened at `path`; None: anywhere. From any thread."""
        self._hints.append(path.removesuffix(LOG) if path else path)

    def tick(self, now: float, *, watching: bool = False) -> None:
        """Look where it is time to look. `watching`: hints are thought to be complete, so look less often."""
        hinted = dict.fromkeys(self._hints.popleft() for _ in range(len(self._hints)))
        if None in hinted or now - self._passed >= self._rest(watching=watching):
            self.discover(now)
            return
        if now - self._swept >= self._pause(watching=watching):
            self.sweep(now)
        for path in hinted:
            self._note(self._roster.look_at(str(path), now))

    def wait(self, now: float, *, watching: bool = False) -> float:
        """Seconds until there is something to do, if no hint comes before."""
        if self._hints:
            return 0.0
        times = [self._passed + self._rest(watching=watching)]
        times += [self._swept + self._pause(watching=watching)] if self._hot else []
        times += [self._ready_at(file) for file in self._pending.values() if file.sent is None]
        return max(0.0, min(times) - now)

    def discover(self, now: float) -> None:
        """Look at every file of every source: what is new, changed, moved or gone."""
        began = perf_counter()
        self._note(self._roster.look_at_all(now))
        for files in (self._pending, self._hot, self._complaints.now):
            for path in [path for path in files if path not in self._roster.files]:
                self._forget(path)
        self._swept = self._passed = now
        self._cost = perf_counter() - began

    def sweep(self, now: float) -> None:
        """Look at the files that changed lately."""
        began = perf_counter()
        self._swept = now
        for path, file in list(self._hot.items()):
            if now - file.changed > HOT:
                del self._hot[path]
                continue
            self._note(self._roster.look_at(path, now))
            if path not in self._roster.files:
                self._forget(path)
        self._hot = self._hot or {}  # a new one: what was emptied keeps the room it had
        self._sweep_cost = perf_counter() - began

    def _rest(self, *, watching: bool) -> float:
        least, share = (25.0, _SHARE) if watching else (5.0, _SHARE_ALONE)
        return min(_LONGEST_REST, max(least, self._cost * share))

    def _pause(self, *, watching: bool) -> float:
        """Between two sweeps: thousands of files that all changed lately cost no more than the pass over everything."""
        least, share = (5.0, _SHARE) if watching else (2.0, _SHARE_ALONE)
        return min(_LONGEST_REST, max(least, self._sweep_cost * share))

    def _note(self, changed: Iterable[Watched]) -> None:
        for file in changed:
            if file.format is None and file.sniffed >= PEEK:
                file.read = file.look  # its head told nothing, and is the same
            elif file.stale or self._is_open(file):
                self._pending[file.path] = file
                self._hot[file.path] = file
        for path in [*self._roster.moving, *self._roster.left] if self._roster.moving else ():
            file_there = self._roster.files.get(path)
            if file_there is not None and file_there.stale:
                self._pending.setdefault(path, file_there)

    def _forget(self, path: str) -> None:
        self._pending.pop(path, None)
        self._hot.pop(path, None)
        self._complaints.clear(path)

    # --- handing out --------------------------------------------------------------------------------------------------

    def dirty(self, now: float, limit: int = 64) -> list[Work]:
        """The files to read now: moved ones first, then those nobody got round to, then the latest.

        Each must come back as done, failed, reloaded or handed back.
        """
        moving, late = self._roster.moving, self._passed_over
        self._passed_over = set()
        for _ in range(0, len(self._pending) + 1, limit):  # again where all of the first had no format, or went on
            free = nlargest(
                limit, self._free(now), key=lambda file: (file.path in moving, file.path in late, file.look.mtime_ns)
            )
            ready = (file for file in free if self._has_format(file, now) and now >= self._ready_at(file))
            if work := [each for file in ready for each in self._hand_out(file, now)]:
                return work
        return []

    def _free(self, now: float) -> list[Watched]:
        """What nobody reads and may be read."""
        left = self._roster.left
        waiting = [file for file in self._pending.values() if file.sent is None and now >= self._ready_at(file)]
        free = [file for file in waiting if file.path not in left]
        if not free and not any(file.sent for file in self._pending.values()):
            return waiting  # files that changed names in a circle: one of them must go first
        return free

    def done(self, path: str, checkpoint: Checkpoint, now: float, *, more: bool = False) -> None:
        """It was read, and `checkpoint` is stored."""
        file = self._roster.files.get(path)
        if file is not None:
            form = self._formats.get(checkpoint.format)
            file.consumed(checkpoint, now, more=more, left=_left(checkpoint, form))
        self._roster.stored(path, checkpoint)
        self._complaints.clear(path)
        self._hints.extend(self._roster.deferred)
        if file is not None and not file.stale and not self._is_open(file):
            self._pending.pop(path, None)
            self._pending = self._pending or {}  # as above: after the first catch-up it was thousands

    def failed(self, path: str, trouble: Trouble, now: float) -> None:
        """It could not be read, or not be stored: its checkpoint stays, and it is tried again later."""
        self._roster.stay(path)
        self._hints.extend(self._roster.deferred)
        file = self._roster.files.get(path)
        if trouble.kind is TroubleKind.MISSING:
            self._roster.gone(path)
            self._forget(path)
        elif file is not None:
            self._complaints.add(trouble, now)
            if trouble.lasting:
                file.read, file.sent, file.more = file.look, None, False
                self._pending.pop(path, None)
            else:
                file.failed(now)

    def hand_back(self, path: str) -> None:
        """Nobody got round to it: it waits, and comes before what was written since, which may go on for ever."""
        file = self._roster.files.get(path)
        if file is not None:
            file.sent = None
            self._passed_over.add(path)

    def reload(self, path: str, stored: Checkpoint | None, now: float) -> None:
        """Another reader was faster: go on from what is `stored` for this path."""
        self._roster.stored(path, stored)
        self._hints.extend(self._roster.deferred)
        file = self._roster.files.get(path)
        if file is not None:
            file.start_over(stored)
            file.due = now + 0.5
            self._pending[path] = file

    def _hand_out(self, file: Watched, now: float) -> list[Work]:
        final = self._settles(file) and now - file.changed >= file.settle
        if final and self._roster.look_at(file.path, now):
            return []  # it went on a moment ago
        if self._roster.files.get(file.path) is not file:
            self._forget(file.path)
            return []
        file.sent = file.look
        return [Work(file.path, str(file.format), file.checkpoint, final, file.source.name)]

    def _ready_at(self, file: Watched) -> float:
        if not self._settles(file) or file.path in self._roster.moving:
            return file.due
        waits = not file.stale or self._formats[str(file.format)].whole
        return max(file.due, file.changed + file.settle) if waits else file.due

    def _settles(self, file: Watched) -> bool:
        form = self._formats.get(file.format or "")
        return form is not None and form.kind in _SETTLING

    def _is_open(self, file: Watched) -> bool:
        """It is of a kind that ends, and has not been closed yet."""
        before = file.checkpoint if self._settles(file) else None
        return before is not None and not before.final

    def _has_format(self, file: Watched, now: float) -> bool:
        if file.format in self._formats:
            return True
        head = peek(file.path)
        if file.format is None and isinstance(head, bytes):
            before = file.checkpoint
            told = self._sniff(head, file.path) or (before.format if before else None)
            file.format = told if told in self._formats else None
            file.sniffed = len(head)
        if isinstance(head, Trouble):
            self.failed(file.path, head, now)
        elif file.format not in self._formats:
            kind = TroubleKind.BINARY if b"\0" in head else TroubleKind.UNKNOWN_FORMAT
            self.failed(file.path, Trouble(file.path, kind), now)
        return file.format in self._formats


def _left(checkpoint: Checkpoint, form: Format | None) -> int:
    """Bytes to read again when the file changes: a partial last line, or a document; of a database only new rows are."""
    if form is None or is_database(form):
        return 0
    return checkpoint.size if form.whole else checkpoint.size - checkpoint.offset
