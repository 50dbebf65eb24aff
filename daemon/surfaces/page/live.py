"""Server-sent events: an open page is told when what it shows has changed, by whomever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import structlog
from starlette.responses import Response, StreamingResponse

from classifiers.vocabulary import SeorapError
from daemon.api.served import Served
from daemon.surfaces.page.answering import Ask, Handler
from storage.pulse import Pulse

log = structlog.get_logger()

EVERY = 0.05  # seconds between two looks while a page is open
REST = 5.0  # seconds, when the database fails
STILL = 20.0  # seconds after which a stream says that it lives, and looks whether it still may


@asynccontextmanager
async def live(at: Served) -> AsyncIterator[tuple[Handler, Callable[[], None]]]:
    """The endpoint, and what is called when a look is worth it now. The database is looked at only while somebody listens; all streams end with the block."""
    listeners: set[asyncio.Event] = set()
    somebody = asyncio.Event()
    over = asyncio.Event()
    now = asyncio.Event()

    async def stream(ask: Ask) -> AsyncIterator[str]:
        told = asyncio.Event()
        listeners.add(told)
        somebody.set()
        try:
            yield "retry: 1000\n\n"
            while not over.is_set() and at.tokens.signed_in(ask.session, at.clock()):
                try:
                    await asyncio.wait_for(told.wait(), STILL)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                told.clear()
                if not over.is_set():
                    yield "event: changed\ndata: \n\n"
        finally:
            listeners.discard(told)

    async def endpoint(ask: Ask) -> Response:
        return StreamingResponse(stream(ask), media_type="text/event-stream")

    async def look() -> None:
        pulse = Pulse(at.store, at.owner)
        try:
            while True:
                if not listeners:
                    somebody.clear()
                    await somebody.wait()
                rest = await _looked(at, pulse, listeners)
                with suppress(TimeoutError):
                    await asyncio.wait_for(now.wait(), rest)
                now.clear()
        finally:
            pulse.close()

    looking = asyncio.ensure_future(look())
    try:
        yield endpoint, now.set
    finally:
        over.set()
        for each in listeners:
            each.set()
        looking.cancel()
        await asyncio.wait([looking])


async def _looked(at: Served, pulse: Pulse, listeners: set[asyncio.Event]) -> float:
    """One look; returns how long to wait before the next."""
    try:
        changed = await at.work(pulse.changed)
    except SeorapError as trouble:
        log.warning("live.failed", why=trouble.title, retry_in=REST)
        return REST
    if changed:
        for each in listeners:
            each.set()
    return EVERY
