"""A plain desktop notice that candidates wait: no buttons, no content of theirs, and silence where there is no desktop.

The text is ours alone, so nothing a log said can reach a notification server. Sending can hang for half a minute when
a server owns the bus name and never answers, so it happens in a thread nobody waits for.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import structlog

log = structlog.get_logger()


class Notice:
    """Says that candidates wait, at most once in `every`, and again only when there are more of them."""

    def __init__(self, *, every: timedelta, send: Callable[[str, str], None] | None = None) -> None:
        self._every = every
        self._send = send or _send_desktop
        self._last: datetime | None = None
        self._told = 0

    def show(self, waiting: int, now: datetime) -> bool:
        """Tell a person that `waiting` candidates wait, unless that was said a short while ago. True if it was sent."""
        told, self._told = self._told, min(self._told, waiting)
        if waiting <= told or (self._last is not None and now - self._last < self._every):
            return False
        self._last, self._told = now, waiting
        threading.Thread(target=self._deliver, args=(waiting,), name="seorap-notice", daemon=True).start()
        return True

    def _deliver(self, waiting: int) -> None:
        things = "1 thing" if waiting == 1 else f"{waiting} things"
        try:
            self._send(f"Your machine proved {things}", "Open a terminal and type: seorap review")
        except Exception as trouble:  # noqa: BLE001  a desktop that cannot show it is no trouble of the daemon
            log.debug("notice.failed", why=type(trouble).__name__)
        else:
            log.info("notice.shown", waiting=waiting)


def _send_desktop(title: str, message: str) -> None:
    from notifypy import Notify  # noqa: PLC0415  70 ms and 14 MB that a machine without a desktop never needs

    notification: Any = Notify(default_notification_application_name="Seorap")
    notification.title = title
    notification.message = message
    notification.send()
