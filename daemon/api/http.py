"""The server behind the doors, in the daemon's own event loop: uvicorn, with neither its signals nor its heartbeat."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import traceback
from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import structlog
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp

from daemon.api.guard import AgentGuard, BrowserGuard
from daemon.api.registry import AGENTS, BROWSER, App
from daemon.api.served import Served

log = structlog.get_logger()

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
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # what fails is logged here, without what was asked
    servers: list[_Server] = []
    running: list[asyncio.Task[None]] = []
    try:
        async with AsyncExitStack() as apps:
            for door, app in (
                (agents, AgentGuard(await _opened(apps, AGENTS if agents else (), at))),
                (browser, BrowserGuard(await _opened(apps, BROWSER if browser else (), at), at.hosts)),
            ):
                if door is not None:
                    servers.append(_server(app))
                    running.append(asyncio.ensure_future(servers[-1].serve(sockets=[door])))
            yield
    finally:
        for server in servers:
            server.over.set()
        await asyncio.gather(*running)


async def _opened(stack: AsyncExitStack, apps: Sequence[App], at: Served) -> Starlette:
    routes = [route for app in apps for route in await stack.enter_async_context(app(at))]
    return Starlette(routes=routes, exception_handlers={Exception: _failed})


async def _failed(request: Request, trouble: Exception) -> Response:
    """A fault of ours: said with its place in the code, never with what was asked or stored."""
    del request
    last = traceback.extract_tb(trouble.__traceback__)[-1]
    log.error("request.failed", why=type(trouble).__name__, at=f"{Path(last.filename).name}:{last.lineno}")
    return PlainTextResponse("Seorap failed at this. Nothing was changed; its log says where.\n", 500)


def _server(app: ASGIApp) -> _Server:
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
    return _Server(config)
