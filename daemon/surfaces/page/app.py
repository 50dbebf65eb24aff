"""The page as an app behind the browser's door."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial
from importlib.resources import files

import jinja2
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from daemon.api.publisher import publishing
from daemon.api.served import Served
from daemon.surfaces.page import drawer, endings, inbox, overview, signing, verdicts
from daemon.surfaces.page.answering import Ask, Handler, Page, done, shown, unknown
from daemon.surfaces.page.live import live

KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
SHOWN: dict[str, Handler] = {
    "/inbox": inbox.inbox,
    "/inbox/{id}": inbox.one,
    "/drawer": drawer.memories,
    "/drawer/memory": drawer.memory,
    "/quiet": drawer.quiet,
    "/activity": overview.overview,
    "/language": signing.choose_language,
}
DONE: dict[str, Handler] = {"/verdicts": verdicts.verdicts, "/changes": endings.change, "/lift": endings.lifted}


@asynccontextmanager
async def page(at: Served) -> AsyncIterator[list[BaseRoute]]:
    """The routes of the page."""
    static, served = _static()
    async with publishing(at) as changed, live(at) as (stream, look):
        made = Page(at=at, changed=changed, look=look, templates=_templates(), static=static)
        here = [Route(made.base + path, shown(made, handler)) for path, handler in (SHOWN | {"/live": stream}).items()]
        here += [Route(made.base + path, done(made, handler), methods=["POST"]) for path, handler in DONE.items()]

        async def front(request: Request) -> Response:
            ask = Ask(made, request)  # the cookie is not sent here: it belongs to the paths below
            return unknown(ask)

        async def first(request: Request) -> Response:
            return RedirectResponse(Ask(made, request).link("inbox"))

        yield [
            *here,
            *served,
            Route("/open", partial(signing.sign_in, made)),
            Route(f"{made.base}/", first),
            Route("/", front),
        ]


@cache
def _templates() -> jinja2.Environment:
    """Every value is escaped; a name that is not there is a fault, not an empty place."""
    return jinja2.Environment(
        loader=jinja2.PackageLoader("daemon.surfaces.page"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _static() -> tuple[dict[str, str], list[BaseRoute]]:
    """The style, the script and the icon: read once, at addresses that change with them, so a browser may keep them."""
    paths, routes = {}, []
    for file in (files("daemon.surfaces.page") / "static").iterdir():
        content, kind = file.read_bytes(), KINDS[file.name.rpartition(".")[2]]
        paths[file.name] = f"/static/{hashlib.blake2b(content, digest_size=6).hexdigest()}/{file.name}"
        routes.append(Route(paths[file.name], partial(_file, content, kind)))
    return paths, [*routes]


async def _file(content: bytes, kind: str, _request: Request) -> Response:
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(content, media_type=kind, headers=headers)
