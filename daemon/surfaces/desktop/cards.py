"""The task that shows cards: it looks at the queue when something changed, does what `pacing` says, and takes a person's word.

All happens in one task, one thing after the other, so a click and a change elsewhere cannot overtake one another; what
reads or writes the database runs in a thread of its own.
"""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeVar

import structlog

from classifiers.vocabulary import SeorapError
from daemon.surfaces.desktop import pacing
from daemon.surfaces.desktop.desk import Desk
from daemon.surfaces.desktop.face import Closed, Eased, Event, Face, Looked, Pressed, Unshown, Vanished
from daemon.surfaces.desktop.pacing import DIGEST, Kind, Open, Pace, Past
from daemon.surfaces.desktop.past import read_past, write_past
from daemon.surfaces.desktop.wording import NO_PAGE, OPEN, Wording
from storage.browsing import Pending, pending
from storage.errors import NotFound
from storage.pulse import Pulse

log = structlog.get_logger()
T = TypeVar("T")

NEAR = timedelta(seconds=0.1)  # between two looks at the database while a card has just been shown
FAR = timedelta(seconds=2)  # later on, while it still stands there
REST = (timedelta(seconds=5), timedelta(minutes=10))  # after nothing could be shown: first, and at most
DISTURBED = timedelta(
    minutes=1
)  # until a desktop that wants no disturbance is asked again, should it not tell by itself
LEAVING = 1.0  # seconds to take the last card away
BUTTONS = 64  # that are known; the older ones belong to cards long gone


@dataclass(frozen=True, slots=True)
class _Button:
    """What pressing it means."""

    verb: str
    id: str  # of the candidate, or DIGEST
    seen: str


class Cards:
    """Shows cards while `run` runs. The faces are tried in their order, and made when first needed."""

    def __init__(self, desk: Desk, faces: Sequence[Callable[[Callable[[Event], None]], Face]], pace: Pace) -> None:
        self._desk = desk
        self._makers = faces
        self._pace = pace
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._faces: list[Face] = []
        self._pulse = Pulse(desk.store, desk.owner)
        self._waiting: list[Pending] = []
        self._past = Past()
        self._face: Face | None = None  # that shows what is open
        self._wording = Wording("", "")
        self._buttons: dict[tuple[int, str], _Button] = {}
        self._numbers = itertools.count(1)
        self._rest = REST[0]
        self._not_before: datetime | None = None
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="seorap-cards")

    def tell(self, event: Event) -> None:
        """Something happened. From the loop alone."""
        if not isinstance(event, Looked) or self._events.empty():
            self._events.put_nowait(event)

    async def run(self) -> None:
        """Wait for the first event, then show what is to be shown, until cancelled."""
        await self._events.get()
        began = False
        wait: float | None = None
        event: Event = Looked()
        try:
            while True:
                try:
                    if not began:
                        await self._begin()
                        began = True
                    await self._take(event)
                    wait = await self._look(again=not isinstance(event, Looked))
                except SeorapError as trouble:
                    log.warning("cards.failed", why=trouble.title, retry_in=REST[0].total_seconds())
                    wait = REST[0].total_seconds()
                except Exception as trouble:  # noqa: BLE001  whatever one card meets, the next is shown
                    log.error("cards.failed", why=type(trouble).__name__, retry_in=REST[0].total_seconds())
                    wait = REST[0].total_seconds()
                event = await self._next(wait)
        finally:
            await self._end()

    async def _next(self, wait: float | None) -> Event:
        try:
            async with asyncio.timeout(wait):
                return await self._events.get()
        except TimeoutError:
            return Looked()

    async def _begin(self) -> None:
        """A card that an earlier daemon left behind cannot be answered: it goes, and comes again in its turn."""
        await self._work(lambda: self._read(again=True))
        past = await self._work(lambda: read_past(self._desk.settings.shown))
        if past.open is not None and past.open.handle:
            for face in self._made():
                try:
                    if (await face.able()).place == past.open.place:
                        await face.close(past.open.handle)
                except Unshown:
                    continue
        self._past = pacing.lost(past, self._now())

    async def _end(self) -> None:
        """The last card is taken away: nobody would hear its buttons."""
        try:
            async with asyncio.timeout(LEAVING):
                await self._leave(pacing.lost)
        except (SeorapError, TimeoutError) as trouble:
            log.debug("cards.left", why=type(trouble).__name__)
        for face in self._faces:
            await face.end()
        self._worker.submit(self._pulse.close)
        self._worker.shutdown(wait=True)

    async def _take(self, event: Event) -> None:
        there = self._past.open
        if isinstance(event, Pressed):
            button = self._buttons.get((event.handle, event.action))
            if button is not None:
                await self._press(button)
        elif isinstance(event, Closed) and there is not None and there.handle == event.handle:
            self._past = pacing.closed(self._past)
            await self._note()
        elif isinstance(event, Vanished):
            self._past = pacing.lost(self._past, self._now())
            self._buttons.clear()
        if isinstance(event, Vanished | Eased):
            self._not_before, self._rest = None, REST[0]

    async def _press(self, button: _Button) -> None:
        """The card is answered: it goes, whatever came of it."""
        log.info("card.pressed", verb=button.verb)
        if button.verb in {"default", "review"}:
            await self._lead(button.id)
        elif button.verb == "rest":
            self._past = pacing.rested(self._past, self._now())
        else:
            await self._work(lambda: self._desk.judge(button.id, button.verb, button.seen))
        there = self._past.open
        if there is None or there.id == button.id:
            await self._leave()

    async def _lead(self, name: str) -> None:
        """To the inbox, at that card."""
        face = self._face
        link = await self._work(lambda: self._desk.link(name))
        if face is None:
            return
        if link is not None and self._desk.settings.graphical:
            import webbrowser  # noqa: PLC0415  for the few who click

            # in a thread nobody waits for: some browsers stay until they are closed
            threading.Thread(target=webbrowser.open, args=(link,), name="seorap-browser", daemon=True).start()
        elif link is None or not await face.open(link):
            with suppress(Unshown):
                await face.show(NO_PAGE, 0)

    async def _look(self, *, again: bool) -> float | None:
        """Do what is due; returns the seconds until the next look, None for whenever something happens."""
        changed = await self._work(lambda: self._read(again=again))
        while True:
            now = self._now()
            move = pacing.decide(self._waiting, self._past, self._pace, now)
            until = move.until
            if move.kind is Kind.CLOSE:
                await self._leave()
                continue
            if move.kind is Kind.SHOW:
                until = await self._show(move.id, now)
                if until is None:
                    continue
            elif move.kind is Kind.KEEP and changed:
                await self._reword(now)
            return self._seconds(until, now)

    def _seconds(self, until: datetime | None, now: datetime) -> float | None:
        there = self._past.open
        if there is not None:
            look = now + (NEAR if now - there.at < pacing.PATIENCE else FAR)
            until = look if until is None else min(look, until)
        return None if until is None else max(0.01, (until - now).total_seconds())

    def _read(self, *, again: bool) -> bool:
        """In the thread. Did the queue change?"""
        changed = self._pulse.changed() or again
        if changed:
            self._waiting = pending(self._desk.store, owner=self._desk.owner)
        return changed

    async def _show(self, name: str, now: datetime) -> datetime | None:
        """Show it on the first face that can. Returns when to try again, None when it was shown."""
        if self._not_before is not None and now < self._not_before:
            return self._not_before
        for face in self._made():
            try:
                able = await face.able()
                if not able.disturb:
                    return now + DISTURBED
                await self._appear(face, name if able.cards else DIGEST, now)
            except Unshown as trouble:
                if self._not_before is None:
                    log.info("card.unshown", why=trouble.title)
            except NotFound:  # purged meanwhile
                await self._work(lambda: self._read(again=True))
                return now + NEAR
            else:
                self._not_before, self._rest = None, REST[0]
                return None
        self._not_before, self._rest = now + self._rest, min(self._rest * 2, REST[1])
        return self._not_before

    async def _appear(self, face: Face, name: str, now: datetime) -> None:
        able, there = await face.able(), self._past.open
        wording = await self._work(lambda: self._desk.wording(name, self._awake(now), able))
        replaces = there.handle if there is not None and self._face is face and there.place == able.place else 0
        handle = await self._send(face, name, wording, replaces)
        opened = Open(name, now, handle, able.place)
        self._past = pacing.showed(self._past, self._waiting, opened, now)
        if not handle:
            self._past = pacing.closed(self._past)
        log.info(
            "card.shown", candidates=len(self._awake(now)) if name == DIGEST else 1, kind="card" if name else "digest"
        )
        await self._note()

    async def _reword(self, now: datetime) -> None:
        """The words of what is open, if they are other ones now; the card stays where it is."""
        there, face = self._past.open, self._face
        if there is None or face is None:
            return
        try:
            able = await face.able()
            wording = await self._work(lambda: self._desk.wording(there.id, self._awake(now), able))
            if wording == self._wording:
                return
            handle = await self._send(face, there.id, wording, there.handle)
        except (Unshown, NotFound) as trouble:
            log.debug("card.unshown", why=trouble.title)
            return
        self._past = pacing.reworded(replace(self._past, open=replace(there, handle=handle)), self._waiting, now)
        await self._note()

    async def _send(self, face: Face, name: str, wording: Wording, replaces: int) -> int:
        """Each rendering has buttons of its own, so a click on words that were replaced is a word about those."""
        number = next(self._numbers)
        keys = {verb: verb if verb == OPEN[0] else f"{verb}-{number}" for verb, _ in wording.buttons}
        keyed = replace(wording, buttons=tuple((keys[verb], label) for verb, label in wording.buttons))
        handle = await face.show(keyed, replaces)
        self._face, self._wording = face, wording
        for verb, key in keys.items():
            self._buttons[handle, key] = _Button(verb, name, wording.seen)
        while len(self._buttons) > BUTTONS:
            self._buttons.pop(next(iter(self._buttons)))
        return handle

    async def _leave(self, left: Callable[[Past, datetime], Past] | None = None) -> None:
        """Take away what is open."""
        there, face = self._past.open, self._face
        self._past = left(self._past, self._now()) if left else pacing.closed(self._past)
        if there is not None and face is not None and there.handle:
            await face.close(there.handle)
        await self._note()

    async def _note(self) -> None:
        past = self._past
        try:
            await self._work(lambda: write_past(self._desk.settings.shown, past))
        except OSError as trouble:
            log.warning("cards.unnoted", why=str(trouble))

    def _awake(self, now: datetime) -> list[Pending]:
        return [each for each in self._waiting if each.snoozed_until is None or each.snoozed_until <= now]

    def _made(self) -> list[Face]:
        if not self._faces:
            self._faces = [make(self.tell) for make in self._makers]
        return self._faces

    def _now(self) -> datetime:
        """Local, for quiet hours."""
        return self._desk.clock().astimezone()

    async def _work(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)
