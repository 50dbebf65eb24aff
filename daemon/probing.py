"""Running a probe: no shell, nothing on stdin, a time limit, and only a masked beginning of what it said."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from classifiers.inert import one_line
from classifiers.secrets import mask

PATIENCE = 20.0  # seconds for all commands of a probe
LARGEST = 64 * 1024  # bytes of output that are kept
SAID = 400  # characters of it that are told
QUIET = {"AWS_PAGER": "", "GH_PROMPT_DISABLED": "1", "NO_COLOR": "1", "PGCONNECT_TIMEOUT": "8", "SSH_ASKPASS": ""}
"""So that no program asks, pages or colours."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How it went. `passed` is None when it could not be run, which says nothing of the capability."""

    passed: bool | None
    said: str  # masked, on one line


def run(commands: Sequence[Sequence[str]], *, home: Path, clock: Callable[[], float] = time.monotonic) -> Ran:
    """Run them in order until one fails; `clock` in seconds, never going back."""
    until = clock() + PATIENCE
    ran = Ran(None, "it has no commands")
    for command in commands:
        ran = _run(command, home, until - clock())
        if not ran.passed:
            break
    return ran


def _run(command: Sequence[str], home: Path, left: float) -> Ran:
    name = command[0]
    try:
        process = subprocess.Popen(  # noqa: S603  from the allow-list of classifiers.probes, approved by a person
            command,
            stdin=subprocess.PIPE,  # closed at once: nothing can be asked
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=home,
            env=os.environ | QUIET,  # noqa: TID251  its sign-in is what is asked about
            start_new_session=True,
        )
    except FileNotFoundError:
        return Ran(None, f"{name} is not installed here")
    except OSError as trouble:
        return Ran(None, f"{name} cannot be started: {trouble.strerror}")
    try:
        out, _ = process.communicate(b"", timeout=max(left, 0.1))
    except subprocess.TimeoutExpired:
        return Ran(False, f"{name} gave no answer within {PATIENCE:g} seconds")
    finally:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)  # whatever it left running
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
    said = one_line(mask(out[:LARGEST].decode("utf-8", "replace")), SAID)
    return Ran(process.returncode == 0, said or f"{name} ended with {process.returncode}")
