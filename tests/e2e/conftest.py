"""A made-up home, and the real command run in it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from classifiers.vocabulary import Draft, Evidence, MemoryType, Result
from storage.checkpoints import Checkpoint, Step
from storage.engine import Store, open_store
from storage.intake import commit
from storage.queue import candidates
from storage.values import Owner

NOW = datetime.now(UTC)
OWNER = Owner(user="sam")
IDENTITY = "git:git.example.com/acme/blyck"
DEADLINE = 60.0  # seconds a condition is waited for; far beyond what it takes


@dataclass
class Home:
    """A person's home with one repository in it, and `seorap` as they would call it."""

    root: Path
    environ: dict[str, str]
    place: Path | None = None  # where verbs are called; the workspace
    number: int = 0
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def workspace(self) -> Path:
        return self.root / "blyck"

    @property
    def transcript(self) -> Path:
        return self.root / ".claude" / "projects" / "-blyck" / "session.jsonl"

    @property
    def memory(self) -> Path:
        return self.workspace / ".seorap" / "MEMORY.md"

    def seorap(self, *words: str, code: int | None = 0, **environ: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "daemon.cli", *words],
            env={**self.environ, **environ},
            cwd=self.place or self.workspace,
            capture_output=True,
            text=True,
            timeout=DEADLINE,
            check=False,
        )
        assert code is None or done.returncode == code, f"{words}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done

    def refused(self, *words: str, code: int, **environ: str) -> str:
        """What a failing verb says on stderr: words, never a traceback, and nothing on stdout."""
        done = self.seorap(*words, code=code, **environ)
        assert "Traceback" not in done.stderr
        assert done.stdout == ""
        return done.stderr

    def rows(self, *words: str) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.seorap(*words, "--json").stdout.splitlines()]

    def keys(self) -> set[object]:
        found = self.rows("inbox")
        return {row["key"] for row in found}

    @contextmanager
    def store(self) -> Iterator[Store]:
        """The store of this home, opened in this process: to prepare what a test is not about."""
        with open_store(self.root / "seorap" / "seorap.sqlite") as found:
            yield found

    def propose(self, *keys: str, **more: Any) -> list[str]:
        """Candidates as if mined, the first one the newest; returns their ids in this order."""
        values = {"type": MemoryType.CAPABILITY, "scope": IDENTITY, "workspace": str(self.workspace)} | more
        drafts = [
            Draft(
                key=key,
                **({"body": f"Known: {key}.", "rule": "made-up", "confidence": 0.9} | values),
                evidence=(
                    Evidence(
                        record=f"r-{key}",
                        format="bash",
                        path="/home/sam/.bash_history",
                        line=3,
                        at=NOW - timedelta(minutes=number),
                        command="./deploy.sh",
                        outcome=Result.SUCCESS,
                        why="exit 0",
                    ),
                ),
            )
            for number, key in enumerate(keys)
        ]
        with self.store() as store:
            commit(
                store,
                OWNER,
                [Step(None, Checkpoint(path=f"/log/{'+'.join(keys)}", format="bash"), tuple(drafts))],
                now=NOW,
            )
            ids = {each.key: each.id for each in candidates(store, owner=OWNER)}
        return [ids[key] for key in keys]

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        with (self.root / "daemon.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "daemon.cli", "run", "--log", "json", *words],
                env=self.environ,
                cwd=self.workspace,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        self.running.append(process)
        return process

    def log(self) -> str:
        return (self.root / "daemon.log").read_text()

    def ran(
        self,
        command: str,
        output: str = "",
        *,
        exit_code: int = 0,
        cwd: Path | None = None,
        at: datetime | None = None,
        session: str = "s1",
    ) -> bytes:
        """The two transcript lines of one command of an agent, as Claude Code writes them."""
        self.number += 1
        base = {
            "sessionId": session,
            "version": "2.1.200",
            "cwd": str(cwd or self.workspace),
            "isSidechain": False,
            "timestamp": (at or datetime.now(UTC)).isoformat().replace("+00:00", "Z"),
        }
        call = f"toolu_{self.number:08d}"
        asked = {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": command}}
        text = output if exit_code == 0 else f"Exit code {exit_code}\n{output}"
        answer = {"type": "tool_result", "tool_use_id": call, "content": text, "is_error": exit_code != 0}
        records = (
            {
                **base,
                "type": "assistant",
                "uuid": f"a{self.number}",
                "message": {"role": "assistant", "content": [asked]},
            },
            {**base, "type": "user", "uuid": f"u{self.number}", "message": {"role": "user", "content": [answer]}},
        )
        return b"".join(json.dumps(record).encode() + b"\n" for record in records)

    def say(self, text: str) -> None:
        """A message that the person types."""
        self.number += 1
        record = {
            "sessionId": "s1",
            "version": "2.1.200",
            "cwd": str(self.workspace),
            "isSidechain": False,
            "timestamp": datetime.now(UTC).isoformat().replace("+00:00", "Z"),
            "type": "user",
            "uuid": f"h{self.number}",
            "message": {"role": "user", "content": text},
        }
        self.transcript.parent.mkdir(parents=True, exist_ok=True)
        with self.transcript.open("ab") as stream:
            stream.write(json.dumps(record).encode() + b"\n")

    def record(self, command: str, output: str = "", **more: Any) -> None:
        self.transcript.parent.mkdir(parents=True, exist_ok=True)
        with self.transcript.open("ab") as stream:
            stream.write(self.ran(command, output, **more))


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    git = tmp_path / "blyck" / ".git"
    git.mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "config").write_text('[remote "origin"]\n\turl = git@git.example.com:acme/blyck.git\n')
    environ = {
        "HOME": str(tmp_path),
        "SEORAP_HOME": str(tmp_path / "seorap"),
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(Path.cwd()),
        "LANG": "C.UTF-8",
        "LOGNAME": "sam",
    }
    made = Home(tmp_path, environ)
    yield made
    for process in made.running:
        process.kill()
        process.wait()


@pytest.fixture(scope="session")
def node(tmp_path_factory, needed, lacking) -> Iterator[Callable[[str], list[str]]]:
    """How to run a script of the Node packages that are pinned, with their hashes, in `node/`; Node itself is one of them."""
    needed("npm")
    folder = tmp_path_factory.mktemp("node")
    for name in ("package.json", "package-lock.json"):
        shutil.copy(Path(__file__).with_name("node") / name, folder)
    install = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    done = subprocess.run(install, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != 0:
        lacking(f"the programs that speak MCP cannot be installed: {done.stderr[-300:]}")
    modules = folder / "node_modules"
    program = next(modules.glob("node-*/bin/node"), Path("node"))  # none for this system: its own has to do
    yield lambda script: [str(program), str(modules / script)]
    shutil.rmtree(modules)  # a third of a gigabyte, which pytest would keep


@pytest.fixture
def until() -> Callable[[Callable[[], object]], None]:
    """Wait for a condition, with a deadline."""

    def wait(condition: Callable[[], object]) -> None:
        deadline = time.monotonic() + DEADLINE
        while not condition():
            assert time.monotonic() < deadline, "it did not happen in time"
            time.sleep(0.02)

    return wait
