"""Everything the daemon does, each a call that ends: who calls, and when, is said in `serve` and `watch`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from classifiers.formats.registry import FORMATS, sniff
from daemon import app, footprint, opening
from daemon.keeping import Backups
from daemon.pauses import Pauses
from daemon.progress import Progress
from daemon.publishing import publish_all
from daemon.reader import Judges, Reader, Turn
from daemon.schedule import nightly
from daemon.service.recorder import drained
from daemon.settings import Settings
from daemon.sources.follow import Follower
from storage import queue
from storage.engine import Store
from storage.intake import checkpoints

if TYPE_CHECKING:
    from daemon.reflection import Reflection

log = structlog.get_logger()


class Daemon:
    """Everything that runs, made of settings. Use `once` or `serve`, once each."""

    def __init__(self, settings: Settings, store: Store, *, settle: float | None = None) -> None:
        """`settle` overrides the sources' own: 0 takes every CI log for complete."""
        self.settings = settings
        self.store = store
        self.clock = _today
        self.owner = opening.owner(settings)
        self.policy = opening.policy(settings)
        found = app.sources(settings)
        self.sources = found if settle is None else tuple(replace(each, settle=settle) for each in found)
        formats = {each.name: each for each in FORMATS}
        self.backups = Backups(store, self.owner, settings)
        self.follower = Follower(self.sources, formats, _named, checkpoints(store, self.owner))
        judges = Judges(
            book=app.rulebook(settings),
            place=app.places(settings),
            owner=self.owner,
            policy=self.policy,
            index=settings.config.snapshot.file if settings.config.snapshot.enabled else "",
        )
        self.pauses = Pauses(store, judges, idle=timedelta(minutes=settings.config.reflection.idle_minutes))
        self.reflection: Reflection | None = None
        if settings.config.reflection.model != "off":
            from daemon.consulting import reflection_of  # noqa: PLC0415  only where a model is asked

            self.reflection = reflection_of(settings, store, judges)
        self.reader = Reader(
            store,
            self.follower,
            formats,
            judges,
            clock=time.monotonic,
            today=_today,
            max_line=settings.config.follow.max_line_bytes,
        )

    def turn(self, *, watching: bool = False) -> Turn:
        """One turn of the reader; the sessions it read may pause later."""
        done = self.reader.turn(watching=watching)
        self.pauses.note(done.sessions, self.clock())
        return done

    def catch_up(self, progress: Progress, going: Callable[[], bool] = lambda: True) -> Turn:
        """Read until nothing waits that can be read now. Raises the store's error when it cannot be written."""
        footprint.steady()
        total = Turn()
        with progress:
            while going():
                turn = self.turn()
                if turn.trouble:
                    raise turn.trouble
                total.files += turn.files
                total.lines += turn.lines
                total.troubles += turn.troubles
                total.created += turn.created
                progress.add(turn.lines, turn.bytes, self.follower.unread)
                if turn.idle:
                    break
        return total

    def waiting(self) -> int:
        """How many candidates wait for a verdict now."""
        return len(queue.candidates(self.store, owner=self.owner, awake_at=self.clock()))

    def invitation(self) -> str:
        """What waits, as a sentence that says where to go."""
        waiting = self.waiting()
        if not waiting:
            return "No candidates wait."
        return f"{waiting:,} candidate{'s wait' if waiting > 1 else ' waits'} for you: seorap review"

    def nightly(self) -> bool:
        """Run the daily jobs if they are due."""
        keep, now = self.settings.config.agents.receipts_days, self.clock()
        return nightly(self.store, self.owner, self.policy, now=now, zone=None, keep_days=keep, publish=self.publish)

    def publish(self) -> None:
        """Bring every MEMORY.md in step."""
        if not self.settings.config.snapshot.enabled:
            return
        for each in publish_all(self.store, self.owner, self.settings):
            if each.trouble:
                log.warning("snapshot.failed", workspace=each.workspace, why=each.trouble)
            elif each.changed:
                log.info("snapshot.published", workspace=each.workspace, memories=each.memories)

    def rest(self) -> None:
        """Much was done, and now little is to be done: keep no more memory than that takes."""
        self.store.rest()
        footprint.give_back()

    def sweep_spool(self) -> None:
        """Remove spool files that are read to their end and whose shells are gone."""

        def consumed(file: Path) -> int:
            return next((each.offset for each in checkpoints(self.store, self.owner, [str(file)])), 0)

        for path in drained(self.settings.spool, consumed, time.time()):  # noqa: TID251  against file times
            path.unlink(missing_ok=True)


def _named(head: bytes, name: str) -> str | None:
    form = sniff(head, name)
    return form.name if form else None


def _today() -> datetime:
    return datetime.now(UTC)  # noqa: TID251  the composition root owns the clock
