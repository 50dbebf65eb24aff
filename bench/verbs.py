"""Short verbs against the time of importing sqlmodel alone, as whole processes."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.home import environ_of

ROUNDS = 9


def main(_arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        import_only = [sys.executable, "-c", "import sqlmodel"]
        for words in (["status"], ["inbox"], ["memory", "list"], ["--help"]):
            verb = [sys.executable, "-m", "daemon.cli", *words]
            _run(verb, root)
            pairs = [(_run(verb, root), _run(import_only, root)) for _ in range(ROUNDS)]
            ratio = statistics.median(ours / theirs for ours, theirs in pairs)
            print(f"verbs: seorap {' '.join(words):<12} {ratio:.2f}x of importing sqlmodel")


def _run(command: list[str], root: Path) -> float:
    begin = time.perf_counter()
    subprocess.run(
        command, env=environ_of(root), cwd=root, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    return time.perf_counter() - begin
