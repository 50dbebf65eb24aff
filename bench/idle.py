"""Idle with 10,000 followed files: CPU over a minute, resident memory."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from bench import transcripts
from bench.home import cpu, resident, settings_of, start, started

FILES = 10_000
SECONDS = 60


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
            before = cpu(daemon.pid)
            time.sleep(SECONDS)
            used = cpu(daemon.pid) - before
            print(
                f"idle: {FILES:,} files, {used:.2f} s of CPU in {SECONDS} s ({used / SECONDS:.2%}), "
                f"{resident(daemon.pid):.0f} MB resident"
            )
        finally:
            daemon.terminate()
            daemon.wait()
