"""The doors in the event loop. Nobody pays for a server that nobody asks: it is imported at the first knock."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

import structlog

from daemon.api.address import Address, remove_address, write_address
from daemon.api.doors import LOOPBACK, NoDoor, loopback_door, unix_door
from daemon.api.served import Served, served
from daemon.settings import Settings
from daemon.waits import Stopwatch
from storage.engine import Store

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

log = structlog.get_logger()

THREADS = 2  # one may publish or search while the other answers


@dataclass(slots=True)
class _Doors:
    """What could be opened."""

    agents: socket.socket | None = None
    browser: socket.socket | None = None
    address: Address | None = None

    @property
    def open(self) -> list[socket.socket]:
        return [door for door in (self.agents, self.browser) if door is not None]


@asynccontextmanager
async def listening(
    settings: Settings,
    store: Store,
    *,
    clock: Callable[[], datetime],
    agents: bool = True,
    proposed: Callable[[], None] = lambda: None,
) -> AsyncIterator[Address | None]:
    """Hold the doors open while the block runs; without `agents` only the browser's. Gives where a browser finds us.

    `proposed` is called in the loop when somebody behind a door proposed something.

    A door that cannot be opened is logged, and everything else goes on.
    """
    async with AsyncExitStack() as stack:
        doors = _opened(stack.enter_context(ExitStack()), settings, agents=agents)
        answering = asyncio.ensure_future(_answer(settings, store, clock, doors, proposed))
        stack.push_async_callback(_ended, answering)
        yield doors.address


def _opened(stack: ExitStack, settings: Settings, *, agents: bool) -> _Doors:
    doors = _Doors()
    if agents:
        with _logged():
            doors.agents = stack.enter_context(unix_door(settings.socket))
            stack.callback(settings.socket.unlink, missing_ok=True)
    if settings.config.page.enabled:
        with _logged():
            browser = stack.enter_context(loopback_door(settings.config.page.port))
            address = Address(port=browser.getsockname()[1], pid=os.getpid())
            _say_where(settings, address)
            stack.callback(remove_address, settings.address, address)
            doors.browser, doors.address = browser, address
    return doors


class _logged(suppress):  # noqa: N801  a context, used as one
    """A door that cannot be opened is no reason to stop."""

    def __init__(self) -> None:
        super().__init__(NoDoor)

    def __exit__(self, kind: object, trouble: BaseException | None, trace: object) -> bool:
        if isinstance(trouble, NoDoor):
            log.warning("door.failed", why=trouble.title, hint=trouble.hint)
        return isinstance(trouble, NoDoor)


def _say_where(settings: Settings, address: Address) -> None:
    try:
        write_address(settings.address, address)
    except OSError as trouble:
        raise NoDoor(
            f"{settings.address} cannot be written: {trouble.strerror}.", "In a terminal: seorap review"
        ) from None


async def _answer(
    settings: Settings, store: Store, clock: Callable[[], datetime], doors: _Doors, proposed: Callable[[], None]
) -> None:
    """Wait for the first knock, then serve until cancelled."""
    if not doors.open:
        return
    await _knock(doors.open)
    with ThreadPoolExecutor(THREADS, thread_name_prefix="seorap-http") as worker:
        loop = asyncio.get_running_loop()
        answering = await loop.run_in_executor(worker, _server)
        names = (LOOPBACK, "localhost")
        hosts = tuple(f"{name}:{doors.address.port}" for name in names) if doors.address else ()
        told = partial(loop.call_soon_threadsafe, proposed)
        stopwatch = Stopwatch(settings.waits)
        make = partial(served, settings, store, clock, worker, proposed=told, hosts=hosts, stopwatch=stopwatch)
        at = await loop.run_in_executor(worker, make)
        async with answering(at, doors.agents, doors.browser):
            log.info("door.answered")
            await asyncio.Event().wait()


async def _knock(doors: list[socket.socket]) -> None:
    loop, knocked = asyncio.get_running_loop(), asyncio.Event()
    for door in doors:
        loop.add_reader(door, knocked.set)
    try:
        await knocked.wait()
    finally:
        for door in doors:
            loop.remove_reader(door)


def _server() -> Callable[[Served, socket.socket | None, socket.socket | None], AbstractAsyncContextManager[None]]:
    from daemon.api.http import answering  # noqa: PLC0415  what a daemon that nobody asks never needs

    return answering


async def _ended(task: asyncio.Task[None]) -> None:
    """End it, and say if it had ended before its time."""
    task.cancel()
    await asyncio.wait([task])
    if not task.cancelled() and task.exception() is not None:
        log.error("door.failed", why=str(task.exception()))
