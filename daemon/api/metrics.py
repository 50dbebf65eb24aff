"""`GET /metrics`: the numbers of `seorap status` for a Prometheus on this machine. No label holds content."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from daemon.api.served import Served
from daemon.exposition import CONTENT_TYPE, exposition
from daemon.lag import lags
from daemon.waits import waits
from storage.metrics import metrics as going
from storage.status import counts


@asynccontextmanager
async def metrics(at: Served) -> AsyncIterator[list[BaseRoute]]:
    """They are counted when they are asked for, and never before."""

    def told() -> str:
        now = at.clock()
        behind = lags(at.settings, at.store, at.owner, now=now)
        found, how = counts(at.store, owner=at.owner), going(at.store, owner=at.owner, now=now)
        return exposition(found, how, behind, running=True, waits=waits(at.settings.waits))

    async def endpoint(_request: Request) -> Response:
        return Response(await at.work(told), media_type=CONTENT_TYPE)

    yield [Route("/metrics", endpoint)]
