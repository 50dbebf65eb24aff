"""The whole way once, on made-up ground: a transcript with a success becomes a candidate, a memory, a line in MEMORY.md.

It is this install's own code, rules and policy over a home in a temporary folder, so nothing of it can reach the real
drawer, whatever happens to it. The folder goes when the process ends, also when it is killed: a small janitor waits for
that. (That the real database can be written is the database's own check.)
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from classifiers.vocabulary import Actor, SeorapError
from daemon import opening
from daemon.config import Config, ConfiguredSource, Follow
from daemon.doctor.finding import Finding, Patient, State
from daemon.duties import Daemon
from daemon.progress import Progress
from daemon.settings import Settings
from storage import queue
from storage.drawer import read
from storage.values import Author

KEY = "test:seorap-canary"
JANITOR = "import shutil, sys; sys.stdin.read(); shutil.rmtree(sys.argv[1], ignore_errors=True)"


class CanaryDied(SeorapError):
    """The made-up success did not come out at the other end."""


def canary(patient: Patient) -> Iterator[Finding]:
    """Tell how long the way took, or where it ended."""
    began = time.perf_counter()
    with _ground() as folder:
        _fly(folder, patient)
    took = time.perf_counter() - began
    yield Finding(
        "canary", State.FINE, f"A made-up success became a memory in MEMORY.md in {took:.1f} s; nothing is left of it."
    )


def _fly(folder: Path, patient: Patient) -> None:
    workspace = folder / "seorap-canary"
    settings = _settings(folder, patient.settings)
    _prepare(workspace, folder / "logs", patient.now)
    with opening.store(settings) as store:
        daemon = Daemon(settings, store, settle=0)
        daemon.catch_up(Progress(io.StringIO(), time.monotonic))
        waiting = [each for each in queue.candidates(store, owner=daemon.owner) if each.key == KEY]
        if not waiting:
            raise CanaryDied(
                "A test run that passed was not proposed.",
                "A rule of your own that turns `npm test` off, or a policy without capabilities, would do that.",
            )
        author = Author(Actor.PERSON, "canary")
        memory = queue.approve(
            store, waiting[0].id, author=author, now=patient.now, owner=daemon.owner, policy=daemon.policy
        )
        daemon.publish()
        published = workspace / settings.config.snapshot.file
        if not published.exists() or memory.body not in published.read_text():
            raise CanaryDied("An approved memory did not reach MEMORY.md.", "`seorap snapshot` tells why.")
        again = read(store, KEY, now=patient.now, scopes=(memory.scope,), owner=daemon.owner)
        if again is None or again.body != memory.body:
            raise CanaryDied("An approved memory could not be read back.", "Please report this.")


def _settings(folder: Path, real: Settings) -> Settings:
    """The real ones, with every place in `folder`."""
    source = ConfiguredSource(path=str(folder / "logs"), format="claude_code")
    return replace(
        real,
        config=Config(sources=(source,), follow=Follow(well_known=False)),
        environment=replace(real.environment, home=folder),
        database=folder / "seorap.sqlite",
        database_url="",
        backups=folder / "backups",
        spool=folder / "shell",
        lock=folder / "seorap.lock",
        machine="",
    )


def _prepare(workspace: Path, logs: Path, now: datetime) -> None:
    """A repository, and the transcript of an agent that ran its tests."""
    (workspace / ".git").mkdir(parents=True)
    (workspace / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (workspace / ".git" / "config").write_text(
        '[remote "origin"]\n\turl = https://canary.invalid/seorap/seorap-canary.git\n'
    )
    logs.mkdir()
    base = {"sessionId": "canary", "version": "2.1.200", "cwd": str(workspace), "isSidechain": False}
    base["timestamp"] = now.isoformat().replace("+00:00", "Z")
    asked = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "npm test"}}
    told = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "Tests:       3 passed, 3 total\n"}
    lines = (
        {"type": "assistant", "uuid": "a1", "message": {"role": "assistant", "content": [asked]}},
        {"type": "user", "uuid": "u1", "message": {"role": "user", "content": [told]}},
    )
    (logs / "canary.jsonl").write_text("".join(json.dumps(base | line) + "\n" for line in lines))


@contextmanager
def _ground() -> Iterator[Path]:
    """A temporary folder that goes however this process ends."""
    folder = tempfile.mkdtemp(prefix="seorap-canary-")
    janitor = subprocess.Popen(  # noqa: S603  our own words
        [sys.executable, "-I", "-S", "-c", JANITOR, folder], stdin=subprocess.PIPE, start_new_session=True
    )
    assert janitor.stdin is not None
    try:
        yield Path(folder).resolve()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        janitor.stdin.close()
        janitor.wait()
