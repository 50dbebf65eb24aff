"""The first catch-up over many big transcripts: is its progress shown, can it be interrupted, does it go on, is memory flat?

`python -m bench catchup [--gigabytes 5]`; 0.3 without. The daemon reads on a terminal of its own, is told to stop when a
third is read and is started again. In the end each file must be read to its end, and each line counted once.
"""

from __future__ import annotations

import os
import pty
import re
import sqlite3
import statistics
import subprocess
import tempfile
import time
from contextlib import closing
from pathlib import Path
from threading import Thread

from bench import transcripts
from bench.home import environ_of, options, resident, settings_of, start

FILE = 50_000_000  # bytes of one transcript
PIECE = 2_000  # records of one session
LOOK = 0.1  # seconds between two looks
PATIENCE = 60  # seconds between two signs of progress


def main(arguments: list[str]) -> None:
    size = int(options(arguments, gigabytes=0.3).gigabytes * 1e9)
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        settings = settings_of(root)
        written, lines = _write(settings.environment.claude / "projects" / "p", size)
        began = time.perf_counter()
        first = _Run(root, settings.database)
        first.watch(written // 3)
        first.stop()
        between = _read(settings.database)
        second = _Run(root, settings.database)
        second.watch(written)
        second.stop()
        seconds = time.perf_counter() - began
        assert _read(settings.database) == written, "every file is read to its end"
        with closing(sqlite3.connect(settings.database)) as connection:
            (counted,) = connection.execute("SELECT sum(parsed) + sum(skipped) FROM tally").fetchone()
        assert counted == lines, f"{counted:,} of {lines:,} lines were counted"
    memory = [*first.memory, *second.memory]
    quarter = max(1, len(second.memory) // 4)
    early, late = statistics.median(second.memory[quarter : 2 * quarter]), statistics.median(second.memory[-quarter:])
    print(
        f"catchup: {written / 1e9:.1f} GB, {lines:,} lines, at {written / 1e6 / seconds:.0f} MB/s; stopped after {between / written:.0%} "
        f"within {first.ended:.2f} s and went on from there; {first.drawn + second.drawn:,} times progress was shown, last: {second.last!r}; "
        f"memory {early:.0f} MB early, {late:.0f} MB late ({late / early:.2f}x), {max(memory):.0f} MB at most; every line counted once"
    )


class _Run:
    """A daemon on a terminal, and what is seen of it."""

    def __init__(self, root: Path, database: Path) -> None:
        self.memory: list[float] = []
        self.drawn = 0
        self.last = ""
        self.ended = 0.0  # seconds from the signal to the end
        self._database = database
        self._terminal, there = pty.openpty()
        self._daemon: subprocess.Popen[bytes] = start(root, environ=environ_of(root), errors=there)
        os.close(there)
        self._reading = Thread(target=self._drain, daemon=True)
        self._reading.start()

    def watch(self, bytes_read: int) -> None:
        """Until so many bytes are read."""
        before, moved = -1, time.monotonic()
        while (now := _read(self._database)) < bytes_read:
            assert self._daemon.poll() is None, f"the daemon ended with {self._daemon.returncode}"
            if now != before:
                before, moved = now, time.monotonic()
            assert time.monotonic() - moved < PATIENCE, f"it stands still at {now:,} bytes"
            self.memory.append(resident(self._daemon.pid))
            time.sleep(LOOK)

    def stop(self) -> None:
        """Ask it to end, and wait until it has."""
        asked = time.perf_counter()
        self._daemon.terminate()
        self._daemon.wait()
        self.ended = time.perf_counter() - asked
        self._reading.join()
        os.close(self._terminal)

    def _drain(self) -> None:
        while True:
            try:
                data = os.read(self._terminal, 65536)
            except OSError:  # its other end is closed
                return
            shown = re.findall(rb"reading: [^\r\x1b]+", data)
            self.drawn += len(shown)
            self.last = shown[-1].decode() if shown else self.last


def _write(folder: Path, size: int) -> tuple[int, int]:
    """Transcripts of so many bytes together; the bytes and lines that it came to."""
    folder.mkdir(parents=True)
    written = lines = session = 0
    while written < size:
        with (folder / f"s{session}.jsonl").open("wb") as stream:
            while stream.tell() < FILE and written + stream.tell() < size:
                for two in transcripts.lines(session, PIECE):
                    stream.write(two)
                lines += PIECE
                session += 1
            written += stream.tell()
    return written, lines


def _read(database: Path) -> int:
    """Bytes that are read and stored."""
    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT coalesce(sum(offset), 0) FROM checkpoint").fetchone()[0]
    except sqlite3.OperationalError:  # it is not there yet
        return 0
