"""What is asked of every request before an app sees it, and what every answer says to a browser."""

from __future__ import annotations

from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Nothing inline, nothing from elsewhere, and nobody frames us."""

SAID = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # none at all would make browsers hide the Origin of our own forms
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class BrowserGuard:
    """The guard of the browser's door.

    A Host that is not ours is a name that was made to point here (DNS rebinding); another Origin, or a request that the
    browser itself calls cross-site, is another page. None of them is answered, and no answer allows another origin.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        """`hosts` with their ports: the only names this door answers to."""
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":  # no web sockets here
            return

        async def say(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SAID.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = self._refused(Headers(scope=scope))
        await (refused or self._app)(scope, receive, say)

    def _refused(self, headers: Headers) -> PlainTextResponse | None:
        host, origin = headers.get("host", ""), headers.get("origin")
        if host not in self._hosts or len(headers.getlist("host")) != 1:
            return PlainTextResponse("This is not the address of Seorap.\n", 421)
        if origin is not None and origin != f"http://{host}":
            return PlainTextResponse("Another page may not ask this.\n", 403)
        if headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}:
            return PlainTextResponse("Another page may not ask this. Open the inbox with: seorap inbox --open\n", 403)
        return None


class AgentGuard:
    """The guard of the Unix socket: who may open it is the file's mode; a browser has no business here."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            return
        if "origin" in Headers(scope=scope):
            await PlainTextResponse("Browsers are not answered here.\n", 403)(scope, receive, send)
            return
        await self._app(scope, receive, send)
