"""Real doors on a made-up home: the daemon's own listening in a thread, asked over real sockets."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import msgspec
import pytest

from daemon.api.address import read_address
from daemon.api.listening import listening
from daemon.api.tokens import Tokens, tokens
from daemon.settings import Page, Settings, resolve
from storage.engine import Store, open_store


@dataclass
class Doors:
    """Open doors. `later` moves the clock of the daemon behind them."""

    settings: Settings
    store: Store
    later: timedelta = timedelta(0)

    @property
    def origin(self) -> str:
        address = read_address(self.settings.address)
        assert address is not None
        return address.origin

    @property
    def tokens(self) -> Tokens:
        return tokens(self.settings.token)

    def now(self) -> datetime:
        return datetime.now(UTC) + self.later

    def browser(self) -> httpx.Client:
        return httpx.Client(base_url=self.origin, trust_env=False, timeout=20)

    def agent(self) -> httpx.Client:
        socket = httpx.HTTPTransport(uds=str(self.settings.socket))
        return httpx.Client(base_url="http://localhost", transport=socket, timeout=20)


def settings_of(root: Path, *, port: int = 0, enabled: bool = True) -> Settings:
    found = resolve({"SEORAP_HOME": str(root / "seorap")}, root, "sam")
    page = Page(port=port, enabled=enabled)
    return replace(found, config=msgspec.structs.replace(found.config, page=page))


@contextmanager
def opened(settings: Settings) -> Iterator[Doors]:
    with open_store(settings.database) as store:
        doors = Doors(settings, store)
        ready, over = threading.Event(), []

        async def run() -> None:
            end = asyncio.Event()
            over.append((asyncio.get_running_loop(), end))
            async with listening(settings, store, clock=doors.now):
                ready.set()
                await end.wait()

        thread = threading.Thread(target=asyncio.run, args=(run(),))
        thread.start()
        try:
            assert ready.wait(20)
            yield doors
        finally:
            loop, end = over[0]
            loop.call_soon_threadsafe(end.set)
            thread.join(20)
            assert not thread.is_alive()


@pytest.fixture
def opening(tmp_path) -> Callable[..., AbstractContextManager[Doors]]:
    """Opens doors on a home of this test's own."""
    return lambda **more: opened(settings_of(tmp_path, **more))


@pytest.fixture(scope="module")
def doors(tmp_path_factory) -> Iterator[Doors]:
    with opened(settings_of(tmp_path_factory.mktemp("home"))) as found:
        yield found
