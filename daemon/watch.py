"""The daemon while it watches: one event loop waits, one thread reads and writes."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Thread
from typing import TYPE_CHECKING

import structlog

from classifiers.vocabulary import SeorapError
from daemon.api.listening import listening
from daemon.duties import Daemon
from daemon.numbers import number_of
from daemon.progress import Progress
from daemon.schedule import scheduler
from daemon.service.heartbeat import Heartbeat
from daemon.sources.wake import Wake
from daemon.stopping import when_stopped
from daemon.surfaces.desktop.showing import showing
from storage.errors import StoreError

if TYPE_CHECKING:
    from daemon.consulting import Consulting

log = structlog.get_logger()

LOOK = 5.0  # seconds between two periodic looks; the follower itself decides what of it is due
BREATH = 0.1  # seconds from turn to turn while they keep up: what is written meanwhile costs one transaction, not ten
STORE_REST = (1.0, 60.0)  # seconds to wait after the store failed: first, and at most


class Watch:
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
        self.trouble: SeorapError | None = None  # why it cannot go on
        self._consulting: Consulting | None = None
        self._look_at_cards: Callable[[], None] = lambda: None  # the queue may have changed

    async def run(self) -> None:
        """Watch until a signal comes; `reload` says afterwards whether it is to go on with new settings."""
        loop = asyncio.get_running_loop()
        self._loop = loop
        self._wanted = asyncio.Event()
        self._due = asyncio.Event()
        when_stopped(self._stop)
        settings, store = self._daemon.settings, self._daemon.store
        async with (
            listening(settings, store, clock=self._daemon.clock, proposed=self._wanted.set),
            showing(settings, store, clock=self._daemon.clock) as look,
        ):
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

                self._consulting = Consulting(self._daemon.reflection, self._daemon.pauses, worker, self._daemon.clock)
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
        return f"Watching {number_of(self._daemon.follower.files, 'file')}. {self._daemon.invitation()}"

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
        if self._daemon.follower.wait(time.monotonic(), watching=watching) > 0:
            self._heart.progress(self._status)  # it came round for the cards, and the reader sleeps on
            self._look_at_cards()
            return rest
        began = time.monotonic()
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
            if not turn.cut:
                await asyncio.sleep(began + BREATH - time.monotonic())
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
        if not self._daemon.store.stands():
            self.trouble = StoreError(
                f"The database {self._daemon.store.place} was removed or replaced while Seorap watched.",
                "Start Seorap again (a service starts itself): what the database of that name does not hold is read again.",
            )
            self._loop.call_soon_threadsafe(self._end)
            return
        try:
            if self._wake is not None:
                self._wake.refresh()
            worked = bool(self._daemon.pauses.reflect(self._daemon.clock()))
            if worked:
                self._tell()
            if self._daemon.nightly():
                self._daemon.sweep_spool()
                worked = True
            if self._daemon.backups.if_due(self._daemon.clock()) or worked or not self._rested:
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

        if github.pull_if_due(self._daemon.settings, self._daemon.clock().timestamp()) and not self._stopping:
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

    def _end(self) -> None:
        self._stopping = True
        self._wanted.set()

    def _again(self) -> None:
        if self._stopping:
            return
        self.reload = True
        self._stopping = True
        self._wanted.set()
