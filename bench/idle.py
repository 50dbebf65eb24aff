"""What the daemon costs while nothing happens: processor time, wake-ups, memory, child processes.

`python -m bench idle [--seconds 600] [--files 10000] [--memories 1000]`; a minute without.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from pathlib import Path

from bench import transcripts
from bench.home import children, cpu, options, remember, resident, settings_of, start, started, wakes
from daemon import opening

FOLDERS = 100
AGE = 86_400  # seconds since the files changed: what changed in the last ten minutes is looked at often
SETTLED = 20  # seconds after the start: the first looks, and the memory that is given back after them
LOOK = 5  # seconds between two looks at the memory and the children


def main(arguments: list[str]) -> None:
    chosen = options(arguments, seconds=60, files=10_000, memories=1_000)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        settings = settings_of(root)
        for number in range(FOLDERS):
            target = settings.environment.claude / "projects" / f"p{number}"
            for path in transcripts.write(target, files=chosen.files // FOLDERS, records=4):
                os.utime(path, (time.time() - AGE,) * 2)  # noqa: TID251  a benchmark is its own edge
        with opening.store(settings) as store:
            remember(store, settings, chosen.memories)
        daemon = start(root)
        try:
            while not started(root):
                time.sleep(0.1)
            time.sleep(SETTLED)
            print(f"idle: {chosen.files:,} files, {chosen.memories:,} memories, {_watched(daemon, chosen.seconds)}")
        finally:
            daemon.terminate()
            daemon.wait()


def _watched(daemon: subprocess.Popen[bytes], seconds: int) -> str:
    memory, begun = [], 0
    used, woken = cpu(daemon.pid), wakes(daemon.pid)
    over = time.monotonic() + seconds
    while (left := over - time.monotonic()) > 0:
        time.sleep(min(LOOK, left))
        memory.append(resident(daemon.pid))
        begun = max(begun, children(daemon.pid))
    used, woken = cpu(daemon.pid) - used, wakes(daemon.pid) - woken
    return (
        f"{used:.2f} s of CPU in {seconds} s ({used / seconds:.3%}), {woken / seconds:.2f} wake-ups a second, "
        f"{memory[-1]:.1f} MB resident ({max(memory):.1f} at most), {begun} child processes"
    )
