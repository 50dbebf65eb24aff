"""From a line appended to a candidate committed, while the daemon idles: median and 99th percentile."""

from __future__ import annotations

import random
import sqlite3
import statistics
import tempfile
import time
from contextlib import closing
from pathlib import Path

from bench.home import settings_of, start, started
from bench.transcripts import command

COUNT = 200


def main(_arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        settings = settings_of(root)
        file = settings.environment.claude / "projects" / "p" / "s.jsonl"
        file.parent.mkdir(parents=True)
        file.touch()
        daemon = start(root)
        try:
            while not started(root):
                time.sleep(0.1)
            waits = [_wait(file, settings.database, number) for number in range(COUNT)]
        finally:
            daemon.terminate()
            daemon.wait()
        ordered = sorted(waits)
        print(
            f"latency: {COUNT} appends, median {statistics.median(ordered) * 1000:.0f} ms, "
            f"p99 {ordered[int(COUNT * 0.99) - 1] * 1000:.0f} ms from append to candidate"
        )


def _wait(file: Path, database: Path, number: int) -> float:
    """Append a command nobody has seen, and look until its candidate is there."""
    time.sleep(random.uniform(0.02, 0.12))
    data = command(f"ssh host-{number} uptime", " 10:00 up 3 days\n", session=1, number=number)
    begin = time.perf_counter()
    with file.open("ab") as stream:
        stream.write(data)
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        while True:
            (found,) = connection.execute("select count(*) from candidate").fetchone()
            if found > number:
                return time.perf_counter() - begin
            time.sleep(0.001)
