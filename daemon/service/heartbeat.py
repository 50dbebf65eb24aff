"""What a service manager is told: ready, still getting on, going. The protocol of sd_notify(3), over one datagram socket.

Nothing is sent where nobody listens. A heartbeat is the progress of the loop itself, never a timer beside it: a loop
that hangs is a service that hangs.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

import structlog

log = structlog.get_logger()


class Heartbeat:
    """Tells the manager at `address` (NOTIFY_SOCKET: a path, or an abstract name after `@`; "" for nobody)."""

    def __init__(self, address: str, watchdog: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        """`watchdog` is the manager's limit in seconds between two signs of life, 0 for none; `clock` never goes back."""
        self.listened = bool(address)
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._clock = clock
        self._pause = watchdog / 4
        self._ready = False
        self._beaten = float("-inf")
        self._status = ""

    @property
    def within(self) -> float:
        """The loop should come round at least this often, in seconds; infinite where nobody watches."""
        return self._pause or float("inf")

    def ready(self) -> None:
        """All doors are open. Said once, and again after `reloading`."""
        if not self._ready:
            self._ready = True
            self._beaten = self._clock()
            self._send("READY=1\nWATCHDOG=1")

    def progress(self, status: str = "") -> None:
        """The loop came round; `status` is one line for `systemctl status`, "" leaves the last one."""
        lines = []
        if self._pause and self._clock() - self._beaten >= self._pause:
            self._beaten = self._clock()
            lines.append("WATCHDOG=1")
        if status and status != self._status:
            self._status = status
            lines.append(f"STATUS={' '.join(status.split())}")
        if lines:
            self._send("\n".join(lines))

    def reloading(self) -> None:
        """Settings are read again; `ready` follows."""
        self._ready = False
        self._send(f"RELOADING=1\nMONOTONIC_USEC={time.monotonic_ns() // 1000}")

    def stopping(self) -> None:
        """The loop has ended, and what is open is being closed."""
        self._send("STOPPING=1")

    def _send(self, text: str) -> None:
        if not self.listened:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
                out.settimeout(1)
                out.sendto(text.encode(), self._address)
        except OSError as trouble:  # a manager that is gone is no reason to end
            log.debug("heartbeat.unheard", why=trouble.strerror)
