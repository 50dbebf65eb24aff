"""`POST /mcp/`: the tools for coding agents. The SDK behind them is imported when the first one asks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from starlette.routing import BaseRoute, Mount
from starlette.types import ASGIApp, Receive, Scope, Send

from daemon import footprint
from daemon.api.served import Served


@asynccontextmanager
async def mcp(at: Served) -> AsyncIterator[list[BaseRoute]]:
    """The mount; the server behind it begins with the first request, and ends with the block."""
    late = Late(at)
    yield [Mount("/mcp", late)]
    await late.end()


class Late:
    """The server, from its first request on."""

    def __init__(self, at: Served) -> None:
        self._at = at
        self._over = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._app: asyncio.Future[ASGIApp] = asyncio.get_running_loop().create_future()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if not self._app.done():
            self._running = self._running or asyncio.ensure_future(self._run())
            either: list[asyncio.Future[Any]] = [self._running, self._app]
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if self._running.done():
                begun, self._running = self._running, None
                begun.result()  # raises why it did not begin; the next request tries again
        await self._app.result()(scope, receive, send)

    async def _run(self) -> None:
        """In a task of its own: the SDK wants to end in the task it began in."""
        serving = await self._at.work(_imported)
        async with serving(self._at) as app:
            self._app.set_result(app)
            await self._over.wait()

    async def end(self) -> None:
        """End it, if it began."""
        self._over.set()
        if self._running is not None:
            await asyncio.wait([self._running])


def _imported() -> Callable[[Served], AbstractAsyncContextManager[ASGIApp]]:
    from daemon.mcp.server import serving  # noqa: PLC0415  30 MB and half a second that most never need

    footprint.give_back()
    return serving
