"""MEMORY.md follows what was decided behind a door, a moment later: one answer does not wait, and ten make one write."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import structlog

from classifiers.vocabulary import SeorapError
from daemon.api.served import Served
from daemon.publishing import publish_all

log = structlog.get_logger()

MOMENT = 0.3  # seconds


@asynccontextmanager
async def publishing(at: Served) -> AsyncIterator[Callable[[str], None]]:
    """Gives what is told, in any thread, of each workspace's root whose memories may have changed.

    At the end the rest is written.
    """
    roots: set[str] = set()
    told = asyncio.Event()
    loop = asyncio.get_running_loop()

    def note(root: str) -> None:
        roots.add(root)
        told.set()

    def soon(root: str) -> None:
        loop.call_soon_threadsafe(note, root)

    async def follow() -> None:
        while True:
            await told.wait()
            await asyncio.sleep(MOMENT)
            told.clear()
            await _publish(at, roots)

    following = asyncio.ensure_future(follow())
    try:
        yield soon
    finally:
        following.cancel()
        await asyncio.wait([following])
        if roots:
            await _publish(at, roots)


async def _publish(at: Served, roots: set[str]) -> None:
    """Write what is due and take it out of `roots`."""
    due = tuple(roots)
    roots.clear()
    if not at.settings.config.snapshot.enabled:
        return
    try:
        done = await at.work(lambda: publish_all(at.store, at.owner, at.settings, roots=due))
    except SeorapError as trouble:
        log.error("snapshot.failed", why=trouble.title)
        return
    for each in done:
        if each.trouble:
            log.warning("snapshot.failed", workspace=each.workspace, why=each.trouble)
        elif each.changed:
            log.info("snapshot.published", workspace=each.workspace, memories=each.memories)
