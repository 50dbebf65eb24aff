"""A plain notice, where the desktop's own way has no buttons: no content of candidates, so that nothing a log said can reach it.

notify-py speaks to macOS and Windows. There its text goes through a script, so it is ours alone. Sending can take half a
minute, so it happens in a thread nobody waits for.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import structlog

from daemon.surfaces.desktop.face import Able
from daemon.surfaces.desktop.wording import Wording

log = structlog.get_logger()

ABLE = Able(place="", cards=False, buttons=False, markup=False, disturb=True)


class Plain:
    """A face that says how many wait, and what to type."""

    def __init__(self, send: Callable[[str, str], None] | None = None) -> None:
        self._send = send or _send_desktop

    async def able(self) -> Able:
        """Digests, and nothing else."""
        return ABLE

    async def show(self, wording: Wording, replaces: int) -> int:
        """Send it; what was sent cannot be changed."""
        if not replaces:
            threading.Thread(target=self._deliver, args=(wording,), name="seorap-notice", daemon=True).start()
        return 0

    async def close(self, _handle: int) -> None:
        """Nothing can be taken back."""

    async def open(self, _link: str) -> bool:
        """It leads nowhere."""
        return False

    async def end(self) -> None:
        """Nothing is held."""

    def _deliver(self, wording: Wording) -> None:
        try:
            self._send(wording.title, wording.body)
        except Exception as trouble:  # noqa: BLE001  a desktop that cannot show it is no trouble of the daemon
            log.debug("notice.failed", why=type(trouble).__name__)


def _send_desktop(title: str, message: str) -> None:
    from notifypy import Notify  # noqa: PLC0415  70 ms and 14 MB, and only where it is used

    notification: Any = Notify(default_notification_application_name="Seorap")
    notification.title = title
    notification.message = message
    notification.send()
