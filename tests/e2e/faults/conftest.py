"""What every fault is measured by: commands that were written against evidence that was stored.

Each test of this folder is one row of docs/faults.md, which `make faults` writes from a real run.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from storage.drawer import memories
from storage.engine import open_store
from storage.queue import candidates, evidence
from storage.values import CandidateStatus, Owner

PASSED = "Tests:       42 passed, 42 total\n"
TABLE = os.environ.get("SEORAP_FAULTS_TABLE", "")
ROWS: dict[str, str] = {}

HEAD = """# What happens when things go wrong

Each row is one test of `tests/e2e/faults`, run with real processes, files, disks and databases while commands are
appended to transcripts. *Lost* is commands without evidence, *doubled* is evidence that counted twice, of so many
written. `make faults` writes this page anew from a run; CI runs the same tests.

| fault | what happened | written | lost | doubled |
|---|---|---|---|---|
"""


class Written:
    """Commands written into transcripts, and what became of them."""

    def __init__(self, home) -> None:
        self.home = home
        self.database: str | Path = home.root / "seorap" / "seorap.sqlite"
        self.folder = home.transcript.parent
        self.folder.mkdir(parents=True, exist_ok=True)

    def write(self, number: int = 20, *, name: str = "session.jsonl") -> None:
        with (self.folder / name).open("ab") as stream:
            for _ in range(number):
                stream.write(self.home.ran("npm test", PASSED))

    def stored(self) -> tuple[int, int]:
        """Distinct records, and how many the candidate, or the memory it became, was seen."""
        owner = Owner(user="sam")
        with open_store(self.database) as store:
            cards = candidates(store, owner=owner, statuses=tuple(CandidateStatus))
            if not cards:
                return 0, 0
            (card,) = cards
            proofs = evidence(store, card.scope, card.key, owner=owner, limit=10**6)
            kept = [memory.seen for memory in memories(store, owner=owner) if memory.key == card.key]
            return len({row.record for row in proofs}), kept[0] if kept else card.seen

    def all_stored(self) -> bool:
        return self.stored()[0] == self.home.number


class Writer:
    """Appends commands to a few transcripts; now and then one is renamed away and begun anew, or a line is torn."""

    def __init__(self, home, seed: int) -> None:
        self.home = home
        self.rng = random.Random(seed)
        self.folder = home.transcript.parent
        self.folder.mkdir(parents=True, exist_ok=True)
        self.torn: dict[Path, bytes] = {}
        self.rotations = 0

    def burst(self, most: int = 25) -> None:
        for _ in range(self.rng.randint(1, most)):
            path = self.folder / f"s{self.rng.randint(0, 4)}.jsonl"
            data = self.torn.pop(path, b"") + self.home.ran("npm test", PASSED)
            cut = len(data) if self.rng.random() < 0.8 else self.rng.randint(1, len(data) - 1)
            with path.open("ab") as stream:
                stream.write(data[:cut])
            if cut < len(data):
                self.torn[path] = data[cut:]
            elif self.rng.random() < 0.1:
                self.rotations += 1
                path.rename(self.folder / f"{path.stem}.{self.rotations}.jsonl")

    def finish(self) -> None:
        for path, rest in self.torn.items():
            with path.open("ab") as stream:
                stream.write(rest)


@pytest.fixture
def written(home) -> Written:
    return Written(home)


@pytest.fixture
def writer(home) -> Writer:
    return Writer(home, seed=20261130)


@pytest.fixture
def outcome(written) -> Callable[[str, str], None]:
    """Judge a fault: nothing may be lost or doubled, and the row of the table is what was measured."""

    def judge(fault: str, happened: str) -> None:
        distinct, seen = written.stored()
        number = written.home.number
        lost, doubled = number - distinct, seen - distinct
        ROWS[fault] = f"| {fault} | {happened} | {number:,} | {lost} | {doubled} |"
        assert (lost, doubled) == (0, 0)

    return judge


@pytest.fixture
def watching(home, until) -> Callable[..., subprocess.Popen[bytes]]:
    """A daemon that has said it watches."""

    def start(*words: str) -> subprocess.Popen[bytes]:
        before = home.log().count("daemon.started") if (home.root / "daemon.log").exists() else 0
        process = home.start(*words)
        until(lambda: home.log().count("daemon.started") > before)
        return process

    return start


@pytest.fixture
def small_disk(home) -> Iterator[Callable[[str], object]]:
    """Puts SEORAP_HOME on a disk of its own; mounting one needs root."""
    if os.name != "posix" or os.getuid() != 0:
        pytest.skip("mounting a small disk needs root")
    folder = home.root / "seorap"
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m,mode=0700", "tmpfs", folder], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip("a small disk cannot be mounted here")
    try:
        yield folder
    finally:
        for process in home.running:
            process.kill()
            process.wait()
        subprocess.run(["umount", folder], check=True)


@contextmanager
def holding(database: Path, seconds: float) -> Iterator[None]:
    """Another process holds the database's write lock for so long."""
    program = (
        "import sqlite3, sys, time; c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('BEGIN IMMEDIATE');"
        "print('held', flush=True); time.sleep(float(sys.argv[2])); c.execute('ROLLBACK')"
    )
    other = subprocess.Popen([sys.executable, "-c", program, database, str(seconds)], stdout=subprocess.PIPE)
    assert other.stdout.readline() == b"held\n"
    try:
        yield
    finally:
        other.communicate()


@pytest.fixture
def hold() -> Callable[..., object]:
    return holding


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    del session
    if TABLE and exitstatus == 0:
        Path(TABLE).write_text(HEAD + "\n".join(ROWS.values()) + "\n")
