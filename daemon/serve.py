"""The daemon: opens everything in order on one exit stack, watches until it is told to stop, and closes in reverse.

One event loop waits; one thread reads and writes. The first signal lets the turn that runs commit, the second leaves at
once: what is true is in the database with its proof, so stopping is politeness and not safety.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import structlog

from classifiers.formats.registry import FORMATS, sniff
from classifiers.vocabulary import SeorapError
from daemon import app, footprint, opening
from daemon.api.listening import listening
from daemon.keeping import Backups
from daemon.pauses import Pauses
from daemon.progress import Progress
from daemon.publishing import publish_all
from daemon.reader import Judges, Reader, Turn
from daemon.schedule import nightly, scheduler
from daemon.service.heartbeat import Heartbeat
from daemon.service.lock import held
from daemon.service.recorder import drained
from daemon.settings import ConfigError, Settings
from daemon.sources.follow import Follower
from daemon.sources.wake import Wake
from daemon.sources.walk import walk
from daemon.surfaces.desktop.showing import showing
from storage import queue
from storage.engine import Store
from storage.intake import checkpoints

if TYPE_CHECKING:
    from daemon.consulting import Consulting
    from daemon.reflection import Reflection

log = structlog.get_logger()

LOOK = 5.0  # seconds between two periodic looks; the follower itself decides what of it is due
STORE_REST = (1.0, 60.0)  # seconds to wait after the store failed: first, and at most


class Daemon:
    """Everything that runs, made of settings. Use `once` or `serve`, once each."""

    def __init__(self, settings: Settings, store: Store, *, settle: float | None = None) -> None:
        """`settle` overrides the sources' own: 0 takes every CI log for complete."""
        self.settings = settings
        self.store = store
        self.owner = opening.owner(settings)
        self.policy = opening.policy(settings)
        found = app.sources(settings)
        self.sources = found if settle is None else tuple(replace(each, settle=settle) for each in found)
        formats = {each.name: each for each in FORMATS}
        self.backups = Backups(store, self.owner, settings)
        self.follower = Follower(self.sources, formats, _named, checkpoints(store, self.owner))
        judges = Judges(book=app.rulebook(settings), place=app.places(settings), owner=self.owner, policy=self.policy)
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
        self.pauses.note(done.sessions, _today())
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
        return len(queue.candidates(self.store, owner=self.owner, awake_at=_today()))

    def nightly(self) -> bool:
        """Run the daily jobs if they are due."""
        keep, now = self.settings.config.agents.receipts_days, _today()
        return nightly(self.store, self.owner, self.policy, now=now, zone=None, keep_days=keep, publish=self.publish)

    def publish(self) -> None:
        """Bring every MEMORY.md in step."""
        if not self.settings.config.snapshot.enabled:
            return
        file, home = self.settings.config.snapshot.file, self.settings.environment.home
        for each in publish_all(self.store, self.owner, file=file, home=home):
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


def once(settings: Settings, say: Callable[[str], None]) -> int:
    """Catch up with every source, run what is due, and end. 1 when something could not be read."""
    with opening.sound_store(settings) as store:
        daemon = Daemon(settings, store, settle=0)
        total = daemon.catch_up(Progress(sys.stderr, time.monotonic))
        daemon.pauses.reflect(_today())
        if daemon.reflection is not None:
            from daemon.consulting import consult_all  # noqa: PLC0415  as above

            consult_all(daemon.reflection, daemon.pauses, _today)
        daemon.nightly()
        daemon.backups.if_due(_today())
        daemon.publish()
        daemon.sweep_spool()
        told = [trouble for trouble in total.troubles if trouble.kind not in {"unknown_format", "missing"}]
        for trouble in told:
            say(f"seorap: {trouble.title}. {trouble.hint}")
        say(f"Read {total.lines:,} new lines of {daemon.follower.files:,} files.")
        say(_invitation(daemon.waiting()))
        return 1 if told else 0


def serve(load: Callable[[], Settings], say: Callable[[str], None]) -> int:
    """Watch until a signal comes. Raises AlreadyRunning when another daemon does, StoreError when the store cannot open.

    `load` reads the settings: at the start, and again when a service manager asks for a reload.
    """
    settings = load()
    heart = Heartbeat(settings.notify_socket, settings.watchdog)
    with held(settings.lock):
        while _watch(settings, heart, say):
            heart.reloading()
            settings = _reloaded(load, settings)
        heart.stopping()
    log.info("daemon.stopped")
    return 0


def _watch(settings: Settings, heart: Heartbeat, say: Callable[[str], None]) -> bool:
    """Watch with these settings. True when a reload was asked for, False when it is to end."""
    with opening.sound_store(settings) as store:
        daemon = Daemon(settings, store)
        _introduce(daemon, say)
        watch = _Watch(daemon, heart, say)
        asyncio.run(watch.run())
        return watch.reload


def _reloaded(load: Callable[[], Settings], before: Settings) -> Settings:
    try:
        return load()
    except ConfigError as trouble:
        log.error("config.refused", why=trouble.title, hint="The settings from before stay in force.")
        return before


def _introduce(daemon: Daemon, say: Callable[[str], None]) -> None:
    there = [source for source in daemon.sources if any(True for _ in walk(source))]
    for source in there:
        say(f"  {source.name:<14} {source.root}")
    if not there:
        say("No source is on this machine yet. Seorap looked for:")
        for source in daemon.sources:
            say(f"  {source.name:<14} {source.root}")
        say("Add a folder with logs:   seorap sources add PATH")
        say(
            'Record your commands:     eval "$(seorap shell-hook bash)"   (or zsh; in fish: seorap shell-hook fish | source)'
        )
        say("See it work first:        seorap demo")


def _invitation(waiting: int) -> str:
    if not waiting:
        return "No candidates wait."
    return f"{waiting} candidate{'s wait' if waiting > 1 else ' waits'} for you: seorap review"


class _Watch:
    """The loop: wait for a hint, the clock or a signal; hand a turn to the one thread that reads and writes."""

    def __init__(self, daemon: Daemon, heart: Heartbeat, say: Callable[[str], None]) -> None:
        self._daemon = daemon
        self._heart = heart
        self._say = say
        self._stopping = False
        self._turned = False
        self._rested = False  # not since the catch-up, which takes the most memory of all
        self._status = ""
        self._pulling: Thread | None = None
        self.reload = False  # whoever ended it wants it to go on with new settings
        self._consulting: Consulting | None = None
        self._look_at_cards: Callable[[], None] = lambda: None  # the queue may have changed

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        self._loop = loop
        self._wanted = asyncio.Event()
        self._due = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop)
        settings, store = self._daemon.settings, self._daemon.store
        async with listening(settings, store, clock=_today), showing(settings, store, clock=_today) as look:
            self._look_at_cards = look
            await self._watch(loop)

    async def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        with ExitStack() as stack:
            if self._heart.listened:  # without a manager a hang-up is a terminal that was closed, and ends the daemon
                signal.signal(signal.SIGHUP, lambda *_: loop.call_soon_threadsafe(self._again))
                stack.callback(signal.signal, signal.SIGHUP, signal.SIG_IGN)  # until the next one is there
            worker = stack.enter_context(ThreadPoolExecutor(1, thread_name_prefix="seorap-reader"))
            if self._daemon.reflection is not None:
                from daemon.consulting import Consulting  # noqa: PLC0415  as above

                self._consulting = Consulting(self._daemon.reflection, self._daemon.pauses, worker, _today)
                stack.callback(self._consulting.close)
            await loop.run_in_executor(worker, self._first)
            wake = (
                stack.enter_context(Wake(self._daemon.sources, self._hint))
                if self._daemon.settings.config.follow.watch
                else None
            )
            clock = scheduler(self._due.set, self._wanted.set, every=LOOK)
            self._wake = wake
            clock.start()
            stack.callback(clock.shutdown, wait=False)
            self._ready(wake)
            rest = STORE_REST[0]
            while not self._stopping:
                rest = await self._round(worker, wake, rest)

    def _first(self) -> None:
        daemon = self._daemon
        try:
            daemon.catch_up(Progress(sys.stderr, time.monotonic), self._between_turns)
            self._heart.ready()
        except SeorapError as trouble:
            log.error("store.failed", why=trouble.title, hint=trouble.hint)

    def _between_turns(self) -> bool:
        """Shall the catch-up go on? After its first turn the sources are open and the store has proved writable."""
        if self._turned:
            self._heart.ready()
        self._turned = True
        left = self._daemon.follower.unread
        self._heart.progress(f"Catching up: {left / 1e6:,.0f} MB left" if left else "")
        return not self._stopping

    def _watching(self) -> str:
        return f"Watching {self._daemon.follower.files:,} files. {_invitation(self._daemon.waiting())}"

    def _ready(self, wake: Wake | None) -> None:
        daemon = self._daemon
        self._status = self._watching()
        self._say(self._status)
        if daemon.settings.config.page.enabled:
            self._say("In your browser: seorap inbox --open")
        self._heart.progress(self._status)
        if wake is not None and wake.degraded:
            self._say(f"Slower than it could be: {wake.degraded}")
        log.info("daemon.started", files=daemon.follower.files, sources=len(daemon.sources))

    async def _round(self, worker: ThreadPoolExecutor, wake: Wake | None, rest: float) -> float:
        """One wait and what it leads to; returns how long to rest if the store fails next time."""
        await self._next(wake)
        if self._stopping:
            return rest
        if self._due.is_set():
            self._due.clear()
            await self._loop.run_in_executor(worker, self._jobs)
            if self._consulting is not None:
                self._consulting.look(self._tell)
        watching = wake is not None and not wake.degraded
        turn = await self._loop.run_in_executor(worker, lambda: self._daemon.turn(watching=watching))
        if turn.trouble:
            log.error("store.failed", why=turn.trouble.title, hint=turn.trouble.hint, retry_in=rest)
            self._heart.progress(f"Waiting for the store: {turn.trouble.title}")
            await self._sleep(min(rest, self._heart.within))
            return min(rest * 2, STORE_REST[1])
        self._heart.ready()
        self._heart.progress(self._status)
        self._look_at_cards()
        if turn.created:
            await self._loop.run_in_executor(worker, self._tell)
        if not turn.idle:
            self._wanted.set()
        return STORE_REST[0]

    async def _next(self, wake: Wake | None) -> None:
        watching = wake is not None and not wake.degraded
        pause = min(self._daemon.follower.wait(time.monotonic(), watching=watching), self._heart.within)
        if pause > 0:
            await self._sleep(pause)
        self._wanted.clear()

    async def _sleep(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._wanted.wait(), seconds)
        except TimeoutError:
            return

    def _jobs(self) -> None:
        try:
            if self._wake is not None:
                self._wake.refresh()
            worked = bool(self._daemon.pauses.reflect(_today()))
            if worked:
                self._tell()
            if self._daemon.nightly():
                self._daemon.sweep_spool()
                worked = True
            if self._daemon.backups.if_due(_today()) or worked or not self._rested:
                self._daemon.rest()
                self._rested = True
            self._pull()
        except SeorapError as trouble:
            log.error("job.failed", why=trouble.title, hint=trouble.hint)

    def _pull(self) -> None:
        """Fetch CI runs where that is turned on; beside the reading, for it waits for a network."""
        if self._daemon.settings.config.ci.pull and not (self._pulling and self._pulling.is_alive()):
            self._pulling = Thread(target=self._fetch, name="seorap-pull", daemon=True)
            self._pulling.start()

    def _fetch(self) -> None:
        from daemon import github  # noqa: PLC0415  most never turn it on

        if github.pull_if_due(self._daemon.settings) and not self._stopping:
            self._hint(str(self._daemon.settings.pulled))

    def _tell(self) -> None:
        waiting = self._daemon.waiting()
        self._status = self._watching()
        log.info("candidates.waiting", count=waiting)

    def _hint(self, path: str | None) -> None:
        """From the watching thread: something happened."""
        self._daemon.follower.hint(path)
        self._loop.call_soon_threadsafe(self._wanted.set)

    def _stop(self) -> None:
        if self._stopping and not self.reload:
            log.warning("daemon.left", why="second signal")
            os._exit(1)
        self.reload = False
        self._stopping = True
        self._wanted.set()

    def _again(self) -> None:
        if self._stopping:
            return
        self.reload = True
        self._stopping = True
        self._wanted.set()
