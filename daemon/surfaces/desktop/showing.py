"""Cards beside the daemon's other work. Nothing is imported or connected before there is something to show."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING

import structlog

from daemon import opening
from daemon.settings import Settings
from storage.engine import Store

if TYPE_CHECKING:
    from daemon.surfaces.desktop.face import Event, Face

log = structlog.get_logger()


@asynccontextmanager
async def showing(
    settings: Settings, store: Store, *, clock: Callable[[], datetime]
) -> AsyncIterator[Callable[[], None]]:
    """Show cards while the block runs. Gives what is called when the queue may have changed; nothing is shown before."""
    faces = _faces(settings)
    if not faces:
        yield lambda: None
        return
    from daemon.surfaces.desktop.cards import Cards  # noqa: PLC0415  only where cards are shown
    from daemon.surfaces.desktop.desk import Desk  # noqa: PLC0415  as above
    from daemon.surfaces.desktop.face import Looked  # noqa: PLC0415  as above
    from daemon.surfaces.desktop.pacing import Pace  # noqa: PLC0415  as above

    notices = settings.config.notices
    desk = Desk(settings, store, opening.owner(settings), opening.policy(settings), clock)
    cards = Cards(desk, faces, Pace(notices.per_hour, notices.quiet_hours))
    running = asyncio.ensure_future(cards.run())
    try:
        yield lambda: cards.tell(Looked())
    finally:
        running.cancel()
        await asyncio.wait([running])
        if not running.cancelled() and running.exception() is not None:
            log.error("cards.failed", why=str(running.exception()))


def _faces(settings: Settings) -> list[Callable[[Callable[[Event], None]], Face]]:
    """The desktop's own way, and the line for a prompt where there is none or it fails."""
    faces: list[Callable[[Callable[[Event], None]], Face]] = []
    if settings.notices:
        faces.append(_bus if sys.platform.startswith("linux") else _plain)
    if settings.config.notices.prompt_hint:
        faces.append(lambda _tell: _hint(settings))
    return faces


def _bus(tell: Callable[[Event], None]) -> Face:
    from daemon.surfaces.desktop.bus import Bus  # noqa: PLC0415  D-Bus, once there is something to show

    return Bus(tell)


def _plain(_tell: Callable[[Event], None]) -> Face:
    from daemon.surfaces.desktop.plain import Plain  # noqa: PLC0415  as above

    return Plain()


def _hint(settings: Settings) -> Face:
    from daemon.surfaces.desktop.hint import Hint  # noqa: PLC0415  as above

    return Hint(settings.spool / "hint")
