"""`POST /hooks/{host}/{event}`: a coding agent's hook asks, in its own JSON, and is answered in it.

Nothing to say is an empty answer, and so is everything that goes wrong or takes too long: an agent never waits for us,
and never learns of our troubles. They are logged, without what was asked.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import msgspec
import structlog
from starlette.background import BackgroundTask
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from classifiers.vocabulary import SeorapError
from daemon.api.moments import UNLOOKED, Asked, answered, trials
from daemon.api.served import Served
from daemon.api.sessions import Session, Sessions
from daemon.hosts.happening import NOTHING, Answer, Event, Happening, Host, Moment
from daemon.hosts.registry import HOSTS
from recall.gate import constrained
from recall.meaning import Meaning
from recall.situation import Situation
from storage.feedback import report
from storage.receipts import given_in, write_receipts

log = structlog.get_logger()

DEADLINE = 0.15  # seconds until the answer is empty; the hook itself gives up a little later
LARGEST = 32 * 1024 * 1024  # bytes of an event: a tool's whole output may be in it
LONGEST_ASKED = 2000  # characters kept of a session's last prompt
OWN = "x-seorap-own"
"""A header that says the agent was started by Seorap itself, to read a session: it is told nothing."""
HEADLESS = "x-seorap-headless"
"""A header that says a program started the session."""


@asynccontextmanager
async def hooks(at: Served) -> AsyncIterator[list[BaseRoute]]:
    """One index in memory serves all sessions; it is filled before the first question can need it."""
    desk = _Desk(at)
    warming = asyncio.ensure_future(desk.warm())
    yield [Route("/hooks/{host}/{event}", desk.endpoint, methods=["POST"])]
    warming.cancel()
    await asyncio.wait([warming])


class _Desk:
    """Where hooks ask."""

    def __init__(self, at: Served) -> None:
        self._at = at
        self._sessions = Sessions()
        self._constrained = True  # a person made constraints, as far as is known

    async def warm(self) -> None:
        """Fill the index, and learn what memories mean where a model is installed."""

        def fill() -> None:
            with self._at.finder.ranking() as ranking:
                ranking.vocabulary.prepare()

        try:
            await self._at.work(fill)
            if self._at.finder.meaning is not None:
                await self._learn(self._at.finder.meaning)
        except ImportError as trouble:
            log.warning("meaning.failed", why=str(trouble))
        except SeorapError as trouble:
            log.warning("hook.failed", why=trouble.title)

    async def _learn(self, meaning: Meaning) -> None:
        """In a thread of its own, not of those who answer: the first time may take long. Cancelled, it ends soon."""
        ended = threading.Event()
        learning = asyncio.ensure_future(asyncio.to_thread(meaning.learn, lambda: not ended.is_set()))
        try:
            await asyncio.shield(learning)
        finally:
            ended.set()
            await learning

    async def endpoint(self, request: Request) -> Response:
        """One event of one host."""
        host = HOSTS.get(request.path_params["host"])
        event = request.path_params["event"]
        if host is None or event not in host.events or not self._at.settings.config.agents.enabled:
            return Response()
        try:
            said = await _said(request)
            if said is None or request.headers.get(OWN):
                return Response()
            happening = host.read(event, said)
            if request.headers.get(HEADLESS):
                happening = replace(happening, headless=True)
            if happening.moment is Moment.AFTER and happening.worked is False:
                happening = replace(happening, moment=Moment.FAILED)
            with self._at.stopwatch.timed():
                return await asyncio.wait_for(self._answer(host, event, happening, request.is_disconnected), DEADLINE)
        except TimeoutError:
            log.warning("hook.late", host=host.name, at=event)
        except ClientDisconnect:
            log.warning("hook.gone", host=host.name, at=event)
        except SeorapError as trouble:
            log.warning("hook.failed", host=host.name, at=event, why=trouble.title)
        return self._unlooked(host, event)

    def _unlooked(self, host: Host, event: str) -> Response:
        """Nothing; but a person who made constraints is told when none was looked at."""
        means = host.events[event]
        if not (means.moment is Moment.BEFORE and means.notice and self._constrained):
            return Response()
        body = msgspec.json.encode(host.write(event, Answer(notice=UNLOOKED)))
        return Response(body, media_type="application/json")

    async def _answer(
        self, host: Host, event: str, happening: Happening, gone: Callable[[], Awaitable[bool]]
    ) -> Response:
        if self._at.settings.config.agents.headless:
            happening = replace(happening, headless=False)
        name = happening.session or happening.cwd
        session = self._sessions.find(host.name, name)
        async with session.turn:
            if not session.known:
                for moment, places in (await self._at.work(partial(self._receipts, host.name, name))).items():
                    session.learn(moment, places)
                    session.begun = True
                session.known = True
            if happening.emptied:
                session.empty()
            if happening.prompt and not happening.inner:
                session.asked = happening.prompt[:LONGEST_ASKED]
            consult = partial(self._consult, host.name, name, host.events[event], happening, session)
            asked, answer = await self._at.work(consult)
            if await gone():  # the hook waits no more, so the agent was given nothing: the next event tells it
                await self._note(asked, NOTHING)
                raise ClientDisconnect
            session.learn(happening.moment, {(each.scope, each.key) for each in answer.given})
            if happening.moment in {Moment.BEGIN, Moment.PROMPT} and not happening.inner:
                session.begun = True
        after = BackgroundTask(self._note, asked, answer) if answer.given or happening.worked is not None else None
        if replace(answer, given=()) == NOTHING:
            return Response(background=after)
        body = msgspec.json.encode(host.write(event, answer))
        return Response(body, media_type="application/json", background=after)

    def _receipts(self, host: str, session: str) -> Mapping[str, set[tuple[str, str]]]:
        return given_in(self._at.store, host, session, owner=self._at.owner)

    def _consult(
        self, host: str, name: str, event: Event, happening: Happening, session: Session
    ) -> tuple[Asked, Answer]:
        workspace = self._at.place(happening.cwd)
        asked = Asked(
            host=host,
            session=name,
            event=event,
            happening=happening,
            situation=Situation(workspace=workspace, query=session.asked, session=happening.session),
            settings=self._at.settings,
            finder=self._at.finder,
            lexicon=self._at.lexicon,
            now=self._at.clock(),
            told=session.told,
            refused=session.refused,
            begun=session.begun,
        )
        answer = answered(asked)
        if happening.moment is Moment.BEFORE:
            self._constrained = constrained(self._at.finder, asked.situation)
        return asked, answer

    async def _note(self, asked: Asked, answer: Answer) -> None:
        """Write down what came of what was given before, and then what was given now, after it was answered."""
        now = self._at.clock()
        common = {
            "host": asked.host,
            "session": asked.session,
            "moment": str(asked.happening.moment),
            "at": now,
            "host_version": asked.happening.version,
        }
        rows = [{**common, **asdict(each)} for each in answer.given]

        def note() -> None:
            for trial in trials(asked):
                report(self._at.store, trial, now=now, owner=self._at.owner)
            write_receipts(self._at.store, rows, owner=self._at.owner)

        try:
            await self._at.work(note)
        except SeorapError as trouble:
            log.warning("hook.unnoted", host=asked.host, memories=len(rows), why=trouble.title)


async def _said(request: Request) -> dict[str, Any] | None:
    """The event's JSON object; None when it is none, or too large."""
    body = bytearray()
    async for part in request.stream():  # a body in chunks does not say how long it will be
        body += part
        if len(body) > LARGEST:
            return None
    try:
        said = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError):
        return None
    return said if isinstance(said, dict) else None
