"""`GET /alive`: who answers here. Any program may ask it, and it tells nothing of what is stored."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from daemon.api.served import Served


@asynccontextmanager
async def alive(at: Served) -> AsyncIterator[list[BaseRoute]]:
    """With `?challenge=…` the answer also proves that the one who answers holds the install's secret."""
    release = version("seorap")

    def answer(request: Request) -> Response:
        said = {"name": "seorap", "version": release, "pid": os.getpid()}
        challenge = request.query_params.get("challenge")
        if challenge:
            said["answer"] = at.tokens.answer(challenge)
        return JSONResponse(said)

    async def endpoint(request: Request) -> Response:  # async: it waits for nothing, and needs no thread
        return answer(request)

    yield [Route("/alive", endpoint)]
