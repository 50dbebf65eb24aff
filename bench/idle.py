"""Idle with 10,000 followed files: CPU over a minute, resident memory."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from bench import transcripts
from bench.home import settings_of, start, started

FILES = 10_000
SECONDS = 60
TICKS = 100  # per second, of /proc; the same on every Linux


def main(_arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for number in range(100):
            target = settings_of(root).environment.claude / "projects" / f"p{number}"
            transcripts.write(target, files=FILES // 100, records=4)
        daemon = start(root)
        try:
            while not started(root):
                time.sleep(0.1)
            time.sleep(15)  # the first looks after the start
            before = _cpu(daemon.pid)
            time.sleep(SECONDS)
            used = (_cpu(daemon.pid) - before) / TICKS
            print(
                f"idle: {FILES:,} files, {used:.2f} s of CPU in {SECONDS} s ({used / SECONDS:.2%}), "
                f"{_resident(daemon.pid)} MB resident"
            )
        finally:
            daemon.terminate()
            daemon.wait()


def _cpu(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def _resident(pid: int) -> int:
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) // 1024
