"""What each agent session was told: a memory is given once, and again only when its context was emptied."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

from daemon.hosts.happening import Moment

Place = tuple[str, str]
"""A memory's scope and key."""

MOST = 512  # sessions that are remembered; an older one is found again in the receipts


@dataclass(slots=True)
class Session:
    """One session of a host."""

    told: set[Place] = field(default_factory=set)
    refused: set[Place] = field(default_factory=set)  # what its last word was answered with
    known: bool = False  # its receipts were looked up
    begun: bool = False  # what is told at a start was told, or looked for in vain
    asked: str = ""  # what the person asked last
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)  # hosts ask for several tools at once

    def empty(self) -> None:
        """Its context was emptied: all may be told again."""
        self.told.clear()
        self.known, self.begun = True, False

    def learn(self, moment: str, places: Iterable[Place]) -> None:
        """It was given these memories at that moment."""
        new = set(places)
        self.told |= new
        if moment == Moment.STOP:
            self.refused |= new


class Sessions:
    """The sessions that asked lately. For the event loop alone."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], Session] = OrderedDict()

    def find(self, host: str, name: str) -> Session:
        """The session of that name."""
        session = self._known.setdefault((host, name), Session())
        self._known.move_to_end((host, name))
        while len(self._known) > MOST:
            self._known.popitem(last=False)
        return session
