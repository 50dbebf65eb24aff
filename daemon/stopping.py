"""Being told to stop: Ctrl-C, or a manager's signal."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable


def when_stopped(told: Callable[[], object]) -> None:
    """Call `told` in the running loop when this process is told to stop."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, told)
        except NotImplementedError:  # Windows: its loops know no signals, and Python itself does
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(told))
