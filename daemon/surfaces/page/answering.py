"""From a request to an answer: who asks, in which language, what a form said, and the template that shows it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, urlencode

import jinja2
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from classifiers.vocabulary import Actor, SeorapError
from daemon.api.served import Served
from daemon.surfaces.page.language import LANGUAGES, Language, language, preferred
from daemon.surfaces.page.notes import Note, Notes
from storage.errors import NotFound, StoreError
from storage.values import Author

COOKIE = "seorap"
CHOSEN = "seorap_language"
LARGEST = 256 * 1024  # bytes of a form; a body is a sentence

Handler = Callable[["Ask"], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Page:
    """What all pages share."""

    at: Served
    changed: Callable[[str], None]  # told of a workspace whose memories may have changed
    look: Callable[[], None]  # something was decided here: open pages want to know
    templates: jinja2.Environment
    static: Mapping[str, str]  # file name to path, with its version
    notes: Notes = field(default_factory=Notes)

    @property
    def base(self) -> str:
        """The first part of every path of a person's."""
        return f"/{self.at.tokens.place}"

    @property
    def person(self) -> Author:
        """Whose verdicts they are."""
        return Author(Actor.PERSON, self.at.settings.user)


class Ask:
    """One request of a person."""

    def __init__(self, page: Page, request: Request, fields: Mapping[str, list[str]] | None = None) -> None:
        self.page = page
        self.request = request
        self.now: datetime = page.at.clock()
        self.fields = fields or {}

    @cached_property
    def language(self) -> Language:
        """The one that was chosen, or the browser's."""
        chosen = self.request.cookies.get(CHOSEN, "")
        return language(chosen if chosen in LANGUAGES else preferred(self.request.headers.get("accept-language", "")))

    @property
    def session(self) -> str:
        """The cookie."""
        return self.request.cookies.get(COOKIE, "")

    def query(self, name: str, default: str = "") -> str:
        """A part of the address after `?`, cut to what anybody types."""
        return self.request.query_params.get(name, default)[:400]

    def said(self, name: str, default: str = "") -> str:
        """A field of the form."""
        return self.fields.get(name, [default])[0]

    def link(self, path: str, **query: object) -> str:
        """An address of ours; what is empty is left out."""
        asked = urlencode({name: value for name, value in query.items() if value not in ("", None)})
        return f"{self.page.base}/{path}" + (f"?{asked}" if asked else "")

    def html(self, template: str, code: int = 200, **values: Any) -> Response:
        """A page."""
        request, tokens = self.request, self.page.at.tokens
        query = [(name, value) for name, value in request.query_params.multi_items() if name != "said"]
        here = request.url.path + (f"?{urlencode(query)}" if query else "")
        shared = {
            "t": self.language,
            "now": self.now,
            "languages": LANGUAGES,
            "link": self.link,
            "static": self.page.static,
            "form": tokens.form(self.session) if self.session else "",
            "here": here,
            "note": self.page.notes.find(self.query("said")),
        }
        text = self.page.templates.get_template(template).render(shared | values)
        headers = {"Content-Language": self.language.code, "Vary": "Cookie, Accept-Language"}
        return HTMLResponse(text, code, headers)

    def trouble(self, trouble: SeorapError, status: int) -> Response:
        """A page that says what went wrong."""
        return self.html("trouble.html", status, trouble=trouble)

    def back(self, note: Note | None = None) -> Response:
        """To the page a form was on, which says what came of it."""
        base = self.page.base
        wanted = self.said("back") or self.query("back")
        path, _, query = wanted.partition("?")
        if not path.startswith(f"{base}/") or not path.replace("/", "").replace("-", "").replace("_", "").isalnum():
            path, query = f"{base}/inbox", ""
        kept = {name: values[0] for name, values in parse_qs(query).items() if name != "said"}
        if note is not None:
            kept["said"] = self.page.notes.keep(note)
        return RedirectResponse(path + (f"?{urlencode(kept)}" if kept else ""), HTTPStatus.SEE_OTHER)


def shown(page: Page, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint for whoever is signed in; others are told how to be."""

    async def endpoint(request: Request) -> Response:
        ask = Ask(page, request)
        if not page.at.tokens.signed_in(ask.session, ask.now):
            return unknown(ask)
        return await _told(ask, handler)

    return endpoint


def done(page: Page, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that changes something: signed in, and the form was made for this session."""

    async def endpoint(request: Request) -> Response:
        ask = Ask(page, request, await _form(request))
        if not page.at.tokens.signed_in(ask.session, ask.now):
            return unknown(ask)
        if not page.at.tokens.form_of(ask.session, ask.said("form")):
            old = SeorapError(ask.language("form_old"), ask.language("form_old_hint"))
            return ask.trouble(old, HTTPStatus.FORBIDDEN)
        answer = await _told(ask, handler)
        page.look()
        return answer

    return endpoint


def unknown(ask: Ask) -> Response:
    """For somebody without a session, or with one that is over."""
    return ask.html("unknown.html", HTTPStatus.UNAUTHORIZED, form="", note=None)


async def _told(ask: Ask, handler: Handler) -> Response:
    try:
        return await handler(ask)
    except NotFound as trouble:
        return ask.trouble(trouble, HTTPStatus.NOT_FOUND)
    except StoreError as trouble:
        return ask.trouble(trouble, HTTPStatus.SERVICE_UNAVAILABLE)
    except SeorapError as trouble:
        return ask.trouble(trouble, HTTPStatus.CONFLICT)


async def _form(request: Request) -> dict[str, list[str]]:
    """The fields of a form; none when it is no form of ours, or longer or of more fields than any can be."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/x-www-form-urlencoded":
        return {}
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LARGEST:
            return {}
    try:
        return parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=1000)
    except ValueError:  # more fields than that
        return {}
