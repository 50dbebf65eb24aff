"""A made-up home for a benchmark: settings that reach nothing of yours, and the real daemon started in it."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from classifiers.vocabulary import Actor, MemoryType
from daemon import opening
from daemon.service.machine import Machine
from daemon.settings import Settings, resolve
from storage.drawer import Entry, write
from storage.engine import Store
from storage.values import Author

TICKS = 100  # per second, of /proc; the same on every Linux


def environ_of(root: Path) -> dict[str, str]:
    """The environment of a process that sees only the made-up home."""
    path = os.environ["PATH"]  # noqa: TID251  a child process needs it
    return {"HOME": str(root), "SEORAP_HOME": str(root / "seorap"), "PATH": path, "PYTHONPATH": str(Path.cwd())}


def settings_of(root: Path) -> Settings:
    """Settings of that home."""
    return resolve(environ_of(root), root, "sam")


def options(arguments: Sequence[str], **defaults: float) -> argparse.Namespace:
    """Numbers of a person's own: `--seconds 600` for `seconds`. What is meant for another benchmark is passed over."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    for name, default in defaults.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    return parser.parse_known_args(arguments)[0]


def remember(store: Store, settings: Settings, number: int) -> None:
    """So many memories of a person in the drawer."""
    now = datetime.now(UTC)  # noqa: TID251  a benchmark is its own edge
    for each in range(number):
        body = f"Service {each} listens on port {each}."
        entry = Entry(key=f"fact:service-{each}", body=body, type=MemoryType.FACT)
        write(store, entry, author=Author(Actor.PERSON), now=now, owner=opening.owner(settings))


def start(
    root: Path, *words: str, environ: dict[str, str] | None = None, errors: int | None = None
) -> subprocess.Popen[bytes]:
    """The daemon as `seorap setup` has it started, in that home; `environ` instead of its usual environment.

    It logs to the file descriptor `errors`, or else to daemon.log.
    """
    command = Machine(settings_of(root), sys.platform, sys.executable).command
    return subprocess.Popen(
        [*command, "--log", "json", *words],
        env=environ or environ_of(root),
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=(root / "daemon.log").open("ab") if errors is None else errors,
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


def wakes(pid: int) -> int:
    """How often any of its threads that run now went to sleep and was woken."""
    told = (file.read_text() for file in Path(f"/proc/{pid}/task").glob("*/status"))
    return sum(int(line.split()[1]) for text in told for line in text.splitlines() if line.startswith("voluntary"))


def children(pid: int) -> int:
    """How many processes it has begun that are there now."""
    there = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            there += int(file.read_text().rsplit(")", 1)[1].split()[1]) == pid
        except OSError:  # it ended meanwhile
            continue
    return there
