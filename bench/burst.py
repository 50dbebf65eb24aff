"""2,000 appended transcript lines a second: how long until a line counts, and does memory stay flat?

`python -m bench burst [--seconds 600]`, half a minute without. The lag of a line is the time from its append until the stored
checkpoint of its file has passed it, looked at every few milliseconds from another process's connection.
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import threading
import time
from collections import defaultdict, deque
from contextlib import closing
from pathlib import Path

from bench import transcripts
from bench.home import cpu, options, resident, settings_of, start, started

RATE = 2_000  # lines a second
FILES = 8
TICK = 0.05  # seconds between two appends
LOOK = 0.005  # seconds between two looks at the checkpoints


class Writer(threading.Thread):
    """Appends at the rate, file after file, and remembers when which file had how many bytes."""

    def __init__(self, folder: Path, seconds: float) -> None:
        super().__init__(daemon=True)
        self._files = [folder / f"s{number}.jsonl" for number in range(FILES)]
        self._seconds = seconds
        self.lines = 0
        self.appended: dict[str, deque[tuple[int, float]]] = {str(file): deque() for file in self._files}

    def run(self) -> None:
        """Until the time is over."""
        sizes = dict.fromkeys(self._files, 0)
        began = time.perf_counter()
        while (now := time.perf_counter()) - began < self._seconds:
            due: dict[Path, bytes] = defaultdict(bytes)
            while self.lines < (now - began) * RATE:
                number = self.lines // 2
                text, output = transcripts.COMMANDS[number % len(transcripts.COMMANDS)]
                place = number // len(transcripts.COMMANDS) % FILES
                due[self._files[place]] += transcripts.command(text, output, session=place, number=number)
                self.lines += 2
            for file, data in due.items():
                with file.open("ab") as stream:
                    stream.write(data)
                sizes[file] += len(data)
                self.appended[str(file)].append((sizes[file], time.perf_counter()))
            time.sleep(TICK)


def main(arguments: list[str]) -> None:
    seconds = options(arguments, seconds=30.0).seconds
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        settings = settings_of(root)
        folder = settings.environment.claude / "projects" / "p"
        folder.mkdir(parents=True)
        daemon = start(root)
        try:
            while not started(root):
                time.sleep(0.1)
            began = resident(daemon.pid)
            writer = Writer(folder, seconds)
            writer.start()
            lags, memory = _follow(writer, settings.database, daemon.pid)
            used, ended = cpu(daemon.pid), resident(daemon.pid)
        finally:
            daemon.terminate()
            daemon.wait()
        p50, p99 = statistics.median(lags), statistics.quantiles(lags, n=100)[98]
        quarter = max(1, len(memory) // 4)
        early, late = statistics.median(memory[quarter : 2 * quarter]), statistics.median(memory[-quarter:])
        size = sum(file.stat().st_size for file in folder.iterdir()) / 1e6
        print(
            f"burst: {writer.lines / seconds:,.0f} lines/s ({size / seconds:.1f} MB/s) for {seconds:.0f} s into {FILES} files, {used:.0f} s of CPU; lag p50 {p50:.2f} s, p99 {p99:.2f} s, "
            f"worst {max(lags):.2f} s; memory {began:.0f} MB at the start, {ended:.0f} MB at the end, {early:.0f} MB early, {late:.0f} MB late ({late / early:.2f}x), {max(memory):.0f} MB at most"
        )


def _follow(writer: Writer, database: Path, pid: int) -> tuple[list[float], list[float]]:
    lags: list[float] = []
    memory: list[float] = []
    sampled = 0.0
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        while writer.is_alive() or any(writer.appended.values()):
            for path, offset in connection.execute("SELECT path, offset FROM checkpoint"):
                waiting = writer.appended.get(path)
                now = time.perf_counter()
                while waiting and waiting[0][0] <= offset:
                    lags.append(now - waiting.popleft()[1])
            if time.perf_counter() - sampled > 0.5:
                sampled = time.perf_counter()
                memory.append(resident(pid))
            time.sleep(LOOK)
    return lags, memory
