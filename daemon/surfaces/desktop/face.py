"""What a way to show cards is, and what it tells of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from classifiers.vocabulary import SeorapError
from daemon.surfaces.desktop.wording import Wording


class Unshown(SeorapError):
    """It could not be shown; the candidate waits in the inbox."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A person pressed a button of a card."""

    handle: int
    action: str


@dataclass(frozen=True, slots=True)
class Closed:
    """A card is gone from the screen. That is no verdict."""

    handle: int


@dataclass(frozen=True, slots=True)
class Vanished:
    """Whoever showed the cards is gone, and the cards with it."""


@dataclass(frozen=True, slots=True)
class Eased:
    """What could not be shown may be shown now."""


@dataclass(frozen=True, slots=True)
class Looked:
    """The queue may be other than it was."""


Event = Pressed | Closed | Vanished | Eased | Looked


@dataclass(frozen=True, slots=True)
class Able:
    """What can be shown now."""

    place: str  # where handles mean something
    cards: bool  # one candidate by itself
    buttons: bool
    markup: bool  # the body is read as markup, so what looks like markup has to be escaped
    disturb: bool  # False while a person does not want to be disturbed


class Face(Protocol):
    """One way to show cards. All of it runs in the daemon's loop."""

    async def able(self) -> Able:
        """What it can do, asked anew. Raises Unshown when it can show nothing now."""

    async def show(self, wording: Wording, replaces: int) -> int:
        """Show it, in place of `replaces` unless that is 0. Returns its handle, 0 for one that cannot be changed any more.

        Raises:
            Unshown: when it cannot be shown.
        """

    async def close(self, handle: int) -> None:
        """Take it away, if it is still there."""

    async def open(self, link: str) -> bool:
        """Lead a person to a page. False when this way cannot."""

    async def end(self) -> None:
        """Let go of everything."""
