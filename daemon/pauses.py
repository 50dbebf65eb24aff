"""Which sessions have gone quiet, and what they show as a whole then.

A session that ends, is compacted or releases something is reflected on as its lines are read. One that just stops is
found here, by the time its file was last written. Only paths and times are kept; what was said is in the checkpoint, so
a restart loses nothing, and a session reflected on twice proposes nothing twice.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import datetime, timedelta

import structlog

from classifiers.formats.registry import FORMATS
from classifiers.vocabulary import SourceKind
from daemon.pipeline import reflect
from daemon.reader import Judges, Session
from daemon.workspace_policy import Narrowing
from storage.engine import Store
from storage.intake import checkpoints, commit

log = structlog.get_logger()

DAY = timedelta(days=1)
"""How long ago a session may have gone quiet while nobody watched."""
WAITING = 64
"""Sessions that wait to be taken; the oldest are given up first."""
AT_ONCE = 100  # sessions whose carries are held; after the first catch-up thousands may have paused
_TRANSCRIPTS = frozenset(form.name for form in FORMATS if form.kind is SourceKind.TRANSCRIPT)


class Pauses:
    """The sessions that may pause. Used by the one thread that reads and writes."""

    def __init__(self, store: Store, judges: Judges, *, idle: timedelta) -> None:
        """`idle` is how long a session must have been quiet."""
        self._store = store
        self._judges = judges
        self._idle = idle
        self._active: dict[str, int] = {}  # path -> when it was written last, in nanoseconds
        self._begun = False
        self._paused: dict[str, str] = {}  # path -> format, of those that nobody has taken yet

    def note(self, sessions: Mapping[str, Session], now: datetime) -> None:
        """These were read."""
        self._active |= {path: session.mtime_ns for path, session in sessions.items()}
        for path, session in sessions.items():
            if session.paused:
                self._wait(path, session.format, session.mtime_ns, now)

    def take(self) -> dict[str, str]:
        """The sessions of the last day that have paused since the last call: path -> format."""
        taken, self._paused = self._paused, {}
        return taken

    def reflect(self, now: datetime) -> tuple[str, ...]:
        """Propose what the sessions that have paused since the last call have shown; ids of new candidates.

        Raises:
            StoreError: when it could not be stored; it is tried again.
        """
        self._begin(now)
        paused = [path for path, written in self._active.items() if _age(written, now) >= self._idle]
        parts = (paused[start : start + AT_ONCE] for start in range(0, len(paused), AT_ONCE))
        return tuple(each for part in parts for each in self._reflect(part, now))

    def _reflect(self, paused: list[str], now: datetime) -> tuple[str, ...]:
        judges = self._judges
        found = list(checkpoints(self._store, judges.owner, paused))
        narrowing = Narrowing(judges.policy, time.monotonic)
        steps = [
            narrowing.step(step)
            for each in found
            if (step := reflect(each, book=judges.book, place=judges.place)) is not None
        ]
        created: tuple[str, ...] = ()
        if steps:
            created = commit(self._store, judges.owner, steps, now=now, policy=judges.policy).created
            log.info("sessions.reflected", sessions=len(steps), created=len(created))
        over = set(paused)
        self._active = {path: written for path, written in self._active.items() if path not in over}
        for each in found:
            self._wait(each.path, each.format, each.mtime_ns, now)
        return created

    def _wait(self, path: str, form: str, written: int, now: datetime) -> None:
        if _age(written, now) < DAY + self._idle:
            self._paused = dict([*self._paused.items(), (path, form)][-WAITING:])

    def _begin(self, now: datetime) -> None:
        """Sessions may have gone quiet while nobody watched."""
        if self._begun:
            return
        self._active = {
            each.path: each.mtime_ns
            for each in checkpoints(self._store, self._judges.owner)
            if each.format in _TRANSCRIPTS and _age(each.mtime_ns, now) < DAY + self._idle
        } | self._active
        self._begun = True


def _age(written: int, now: datetime) -> timedelta:
    return timedelta(seconds=now.timestamp() - written / 1e9)
