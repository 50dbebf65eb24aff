"""A restart over 10,000 files that did not change: from opening the store to knowing that nothing is to be read."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from bench import transcripts
from bench.home import settings_of
from daemon import opening
from daemon.duties import Daemon
from daemon.progress import Progress

FILES = 10_000
ROUNDS = 5


def main(_arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        settings = settings_of(root)
        for number in range(100):
            transcripts.write(settings.environment.claude / "projects" / f"p{number}", files=FILES // 100, records=4)
        seconds = []
        for number in range(ROUNDS + 1):
            start = time.perf_counter()
            with opening.store(settings) as store:
                daemon = Daemon(settings, store)
                total = daemon.catch_up(Progress(_Nowhere(), time.monotonic))
                seconds.append(time.perf_counter() - start)
            assert (total.files == FILES) == (number == 0), "only the first start reads"
        print(
            f"restart: {FILES:,} unchanged files looked at in {statistics.median(seconds[1:]):.2f} s "
            f"({seconds[0] / statistics.median(seconds[1:]):.0f}x quicker than the first start)"
        )


class _Nowhere:
    """A stream that is no terminal."""

    def isatty(self) -> bool:
        return False

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        return
