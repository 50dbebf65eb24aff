"""A made-up home for a benchmark: settings that reach nothing of yours, and the real daemon started in it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from daemon.settings import Settings, resolve

TICKS = 100  # per second, of /proc; the same on every Linux


def environ_of(root: Path) -> dict[str, str]:
    """The environment of a process that sees only the made-up home."""
    path = os.environ["PATH"]  # noqa: TID251  a child process needs it
    return {"HOME": str(root), "SEORAP_HOME": str(root / "seorap"), "PATH": path, "PYTHONPATH": str(Path.cwd())}


def settings_of(root: Path) -> Settings:
    """Settings of that home."""
    return resolve(environ_of(root), root, "sam")


def start(root: Path, *words: str, environ: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
    """The daemon, in that home; `environ` instead of its usual environment."""
    return subprocess.Popen(
        [sys.executable, "-m", "daemon.cli", "run", "--log", "json", *words],
        env=environ or environ_of(root),
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=(root / "daemon.log").open("ab"),
    )


def started(root: Path) -> bool:
    """It has said that it watches."""
    log = root / "daemon.log"
    return log.exists() and b"daemon.started" in log.read_bytes()


def resident(pid: int) -> float:
    """Megabytes of memory the process holds now."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def cpu(pid: int) -> float:
    """Seconds of processor time the process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS
