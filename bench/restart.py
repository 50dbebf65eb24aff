"""A restart over files that did not change: until nothing is left to read, and until a service manager is told READY.

`python -m bench restart [--files 50000]`; 10,000 without.
"""

from __future__ import annotations

import socket
import statistics
import tempfile
import time
from pathlib import Path

from bench import transcripts
from bench.home import environ_of, options, settings_of, start
from daemon import opening
from daemon.duties import Daemon
from daemon.progress import Progress

ROUNDS = 5


def main(arguments: list[str]) -> None:
    files = options(arguments, files=10_000).files
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        settings = settings_of(root)
        for number in range(100):
            transcripts.write(settings.environment.claude / "projects" / f"p{number}", files=files // 100, records=4)
        seconds = []
        for number in range(ROUNDS + 1):
            start = time.perf_counter()
            with opening.store(settings) as store:
                daemon = Daemon(settings, store)
                total = daemon.catch_up(Progress(_Nowhere(), time.monotonic))
                seconds.append(time.perf_counter() - start)
            assert (total.files == files) == (number == 0), "only the first start reads"
        print(
            f"restart: {files:,} unchanged files looked at in {statistics.median(seconds[1:]):.2f} s "
            f"({seconds[0] / statistics.median(seconds[1:]):.0f}x quicker than the first start); "
            f"the whole daemon was ready in {statistics.median(_until_ready(root) for _ in range(ROUNDS)):.2f} s"
        )


def _until_ready(root: Path) -> float:
    """Seconds from the start of a service's process until its manager is told that it is ready."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"{folder}/notify")
        manager.settimeout(120)
        began = time.perf_counter()
        daemon = start(root, environ=environ_of(root) | {"NOTIFY_SOCKET": f"{folder}/notify"})
        try:
            while b"READY=1" not in manager.recv(4096):
                continue
            return time.perf_counter() - began
        finally:
            daemon.terminate()
            daemon.wait()


class _Nowhere:
    """A stream that is no terminal."""

    def isatty(self) -> bool:
        return False

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        return
