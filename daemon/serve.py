"""The daemon: opens everything in order on one exit stack, watches until it is told to stop, and closes in reverse.

One event loop waits; one thread reads and writes. The first signal lets the turn that runs commit, the second leaves at
once: what is true is in the database with its proof, so stopping is politeness and not safety.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable

import structlog

from daemon import footprint, opening
from daemon.config import ConfigError
from daemon.duties import Daemon
from daemon.numbers import number_of
from daemon.progress import Progress
from daemon.service.heartbeat import Heartbeat
from daemon.service.lock import held
from daemon.settings import Settings
from daemon.sources.walk import walk
from daemon.watch import Watch

log = structlog.get_logger()


def once(settings: Settings, say: Callable[[str], None]) -> int:
    """Catch up with every source, run what is due, and end. 1 when something could not be read."""
    with opening.sound_store(settings) as store:
        daemon = Daemon(settings, store, settle=0)
        total = daemon.catch_up(Progress(sys.stderr, time.monotonic))
        daemon.pauses.reflect(daemon.clock())
        if daemon.reflection is not None:
            from daemon.consulting import consult_all  # noqa: PLC0415  as above

            consult_all(daemon.reflection, daemon.pauses, daemon.clock)
        daemon.nightly()
        daemon.backups.if_due(daemon.clock())
        daemon.publish()
        daemon.sweep_spool()
        told = [trouble for trouble in total.troubles if trouble.kind not in {"unknown_format", "missing"}]
        for trouble in told:
            say(f"seorap: {trouble.title}. {trouble.hint}")
        say(f"Read {number_of(total.lines, 'new line')} of {number_of(daemon.follower.files, 'file')}.")
        say(daemon.invitation())
        return 1 if told else 0


def serve(load: Callable[[], Settings], say: Callable[[str], None]) -> int:
    """Watch until a signal comes. Raises AlreadyRunning when another daemon does, StoreError when the store cannot open or is taken away.

    `load` reads the settings: at the start, and again when a service manager asks for a reload.
    """
    settings = load()
    heart = Heartbeat(settings.notify_socket, settings.watchdog)
    with held(settings.lock):
        while _watch(settings, heart, say):
            heart.reloading()
            settings = _reloaded(load, settings)
            footprint.begin_anew()
        heart.stopping()
    log.info("daemon.stopped")
    return 0


def _watch(settings: Settings, heart: Heartbeat, say: Callable[[str], None]) -> bool:
    """Watch with these settings. True when a reload was asked for, False when it is to end."""
    with opening.sound_store(settings) as store:
        daemon = Daemon(settings, store)
        _introduce(daemon, say)
        watch = Watch(daemon, heart, say)
        asyncio.run(watch.run())
        if watch.trouble is not None:
            raise watch.trouble
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
