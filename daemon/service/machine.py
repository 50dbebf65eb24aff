"""The machine that `setup` works on, as a value; and its service manager's own program, asked with a deadline."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from daemon.settings import Settings

PATIENCE = 60.0  # seconds a service manager may take to answer


@dataclass(frozen=True, slots=True)
class Machine:
    """Where setup works, and for which interpreter."""

    settings: Settings
    system: str  # as sys.platform
    interpreter: str  # the one that has Seorap installed

    @property
    def state(self) -> Path:
        """The folder for what Seorap itself finds out: the lock, the spool, the receipt."""
        return self.settings.lock.parent

    @property
    def receipt(self) -> Path:
        """Where setup notes what it changed."""
        return self.state / "installed.json"

    @property
    def command(self) -> tuple[str, ...]:
        """The daemon's command line.

        `-P` keeps the folder it is started in, a home, off the import path; `-OO` leaves out what only a reader of code
        needs, docstrings above all: 5 MB. Python compiles everything once for it, at the first start.
        """
        return (self.interpreter, "-P", "-OO", "-m", "daemon.cli", "run")

    @property
    def bridge(self) -> tuple[str, ...]:
        """The command line that agents start for MCP, alike."""
        return (self.interpreter, "-P", "-m", "daemon.cli", "mcp")


def this_machine(settings: Settings) -> Machine:
    """The one this process runs on."""
    return Machine(settings, sys.platform, sys.executable)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a program said. `ok` is exit status 0."""

    ok: bool
    text: str


def ask(*words: str, patience: float = PATIENCE) -> Answer:
    """Run a program of the system. One that is missing, or takes longer than `patience` seconds, answers not ok."""
    try:
        done = subprocess.run(  # noqa: S603  fixed words and our own paths
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=patience,
            check=False,
        )
    except FileNotFoundError:
        return Answer(ok=False, text=f"{words[0]} is not installed")
    except (OSError, subprocess.TimeoutExpired) as trouble:
        return Answer(ok=False, text=str(trouble))
    return Answer(done.returncode == 0, (done.stdout + done.stderr).strip())
