"""The memory the real reader takes for one transcript of 1 GB, and how fast it reads it.

The peak is the kernel's own count for the process that read (`ru_maxrss`), Python and the libraries included.
"""

from __future__ import annotations

import resource
import shutil
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

from bench import transcripts
from bench.home import settings_of, start

SIZE = 1_000_000_000
ROOM = 3_000_000_000  # free bytes of the disk below which less is written
PIECE = 2_000  # records a session


def write(path: Path, size: int) -> int:
    """One transcript of at least `size` bytes, its records with ids of their own; how many bytes it came to."""
    path.parent.mkdir(parents=True)
    written = 0
    with path.open("wb") as stream:
        for session in count():
            for lines in transcripts.lines(session, PIECE):
                written += stream.write(lines)
            if written >= size:
                return written
    return written


def peak() -> int:
    """Bytes the largest child so far has held."""
    told = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return told if sys.platform == "darwin" else told * 1024


def main(_arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        free = shutil.disk_usage(root).free
        size = SIZE if free >= ROOM else free // 4
        if size < SIZE:
            print(f"memory: only {free / 1e6:,.0f} MB are free here, so the transcript is smaller than 1 GB")
        written = write(settings_of(root).environment.claude / "projects" / "p" / "s.jsonl", size)
        began = time.perf_counter()
        process = start(root, "--once")
        status = process.wait()
        seconds = time.perf_counter() - began
        assert status == 0, (root / "daemon.log").read_text("utf-8", "replace")
        print(
            f"memory: {peak() / 1e6:.0f} MB at most for one transcript of {written / 1e6:,.0f} MB, "
            f"read at {written / 1e6 / seconds:.0f} MB/s"
        )
