"""From a ticket to a cookie, and the language somebody chose."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from daemon.api.peer import may_be_ours
from daemon.api.tokens import SESSION
from daemon.surfaces.page.answering import CHOSEN, COOKIE, Ask, Page, unknown
from daemon.surfaces.page.language import LANGUAGES

YEAR = 365 * 86400  # seconds


async def sign_in(page: Page, request: Request) -> Response:
    """`/open?ticket=…[&id=…]`: a ticket of `seorap inbox --open` is swapped for a cookie, once."""
    ask = Ask(page, request)
    ours = request.client is not None and await page.at.work(
        partial(may_be_ours, request.client, request.scope["server"])
    )
    if not ours or not page.at.tokens.spend(ask.query("ticket"), ask.now):
        return unknown(ask)
    wanted = ask.query("id")
    path = f"inbox/{wanted}" if wanted.isalnum() else "inbox"
    answer = RedirectResponse(ask.link(path), HTTPStatus.SEE_OTHER)
    session = page.at.tokens.session(ask.now)
    seconds = int(SESSION.total_seconds())
    answer.set_cookie(COOKIE, session, max_age=seconds, path=f"{page.base}/", httponly=True, samesite="strict")
    return answer


async def choose_language(ask: Ask) -> Response:
    """`/language?to=ko`: remembered for a year, by this browser."""
    answer = ask.back()
    wanted = ask.query("to")
    if wanted in LANGUAGES:
        answer.set_cookie(CHOSEN, wanted, max_age=YEAR, path=f"{ask.page.base}/", httponly=True, samesite="strict")
    return answer
