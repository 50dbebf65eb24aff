"""The same server in this process, on the store, for when no daemon runs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from starlette.types import Message

from classifiers.vocabulary import SeorapError
from daemon import logs, opening, settings
from daemon.api.mcp import Late
from daemon.api.served import served
from storage.engine import Store


class Alone:
    """Answers as the daemon would. The store is opened at the first message."""

    def __init__(self) -> None:
        logs.configure()
        self._loop = asyncio.new_event_loop()
        self._store: Store | None = None
        self._late: Late | None = None

    def __call__(self, body: bytes, headers: Mapping[str, str]) -> bytes:
        """One message. Raises OSError in words when the store cannot be opened."""
        try:
            return self._loop.run_until_complete(self._answer(body, headers))
        except SeorapError as trouble:
            raise OSError(f"{trouble.title} {trouble.hint}") from None

    async def _answer(self, body: bytes, headers: Mapping[str, str]) -> bytes:
        if self._late is None:
            self._late = self._opened()
        given: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        parts: list[bytes] = []

        async def receive() -> Message:
            if not given:
                await asyncio.Event().wait()  # this client stays until it is answered
            return given.pop()

        async def send(message: Message) -> None:
            parts.append(message.get("body", b""))

        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": "/",
            "root_path": "",
            "query_string": b"",
            "headers": [
                (b"host", b"localhost"),
                *((name.lower().encode(), value.encode()) for name, value in headers.items()),
            ],
        }
        await self._late(scope, receive, send)
        return b"".join(parts)

    def _opened(self) -> Late:
        current = settings.load()
        self._store = opening.store(current)
        return Late(served(current, self._store, _now, ThreadPoolExecutor(1)))


def _now() -> datetime:
    return datetime.now(UTC)  # noqa: TID251  the verb is the edge where time comes in
