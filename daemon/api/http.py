"""The server behind the doors, in the daemon's own event loop: uvicorn, with neither its signals nor its heartbeat."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp

from daemon.api.guard import AgentGuard, BrowserGuard
from daemon.api.registry import AGENTS, BROWSER, App
from daemon.api.served import Served

PATIENCE = 3  # seconds that requests have to end in when the daemon stops


class _Server(uvicorn.Server):
    """uvicorn looks ten times a second whether it should end, and takes the signals: here somebody else says so."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.over = asyncio.Event()

    async def main_loop(self) -> None:
        """Wait for the end."""
        await self.over.wait()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """The daemon has its own handlers."""
        yield


@asynccontextmanager
async def answering(at: Served, agents: socket.socket | None, browser: socket.socket | None) -> AsyncIterator[None]:
    """Answer behind both doors while the block runs. Apps end before the servers, so that no stream holds them up."""
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    async with AsyncExitStack() as stack:
        servers = AsyncExitStack()
        stack.push_async_exit(servers)
        apps = await stack.enter_async_context(AsyncExitStack())
        if agents is not None:
            app = AgentGuard(await _opened(apps, AGENTS, at))
            await servers.enter_async_context(_serving(app, agents))
        if browser is not None:
            guarded = BrowserGuard(await _opened(apps, BROWSER, at), at.hosts)
            await servers.enter_async_context(_serving(guarded, browser))
        yield


async def _opened(stack: AsyncExitStack, apps: Sequence[App], at: Served) -> Starlette:
    routes = [route for app in apps for route in await stack.enter_async_context(app(at))]
    return Starlette(routes=routes)


@asynccontextmanager
async def _serving(app: ASGIApp, door: socket.socket) -> AsyncIterator[None]:
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=PATIENCE,
    )
    server = _Server(config)
    running = asyncio.ensure_future(server.serve(sockets=[door]))
    try:
        yield
    finally:
        server.over.set()
        await running
