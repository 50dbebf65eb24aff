"""A day in a minute, and the months after it: the daemon's own parts turned by hand, with the clock as an argument.

The day is the one that has no half past two in Berlin.
"""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from classifiers.vocabulary import Actor, MemoryType
from daemon import duties, github, opening, settings
from daemon.progress import Progress
from storage import queue
from storage.drawer import Entry, memories, write
from storage.tables import JobRun
from storage.values import Author, MemoryStatus

MINUTES = 24 * 60
NOON = datetime(2026, 3, 28, 12, 0, tzinfo=UTC)
NIGHT = datetime(2026, 3, 29, 1, 30, tzinfo=UTC)  # half past three there, an hour earlier than the night before
SAM = Author(Actor.PERSON, "sam")
CONFIG = '[ci]\npull = true\nrepositories = ["acme/blyck"]\n'
GH = '#!/bin/sh\necho "$@" >> "{folder}/called"\necho "[]"\n'


class Nowhere:
    def isatty(self) -> bool:
        return False


class Life:
    """A daemon's parts at a virtual time, and what they used."""

    def __init__(self, daemon, home, now: list[datetime]) -> None:
        self.daemon, self.home, self.now = daemon, home, now
        self.used: list[tuple[float, int]] = []
        self.asked = home.root / "bin" / "called"

    def minute(self, at: datetime) -> None:
        """What the loop does in a minute in which something happened."""
        self.now[0] = at
        self.daemon.follower.hint(None)
        while not (turn := self.daemon.turn()).idle:
            assert turn.trouble is None
        self.daemon.nightly()
        self.daemon.backups.if_due(at)
        github.pull_if_due(self.daemon.settings, at.timestamp())

    def sleep(self, days: int) -> datetime:
        """The lid is closed for so long; gives when it is opened."""
        at = self.now[0] + timedelta(days=days)
        for tick in range(3):
            self.minute(at + timedelta(minutes=tick))
        return at

    def judge(self, hour: int) -> None:
        """Once approved, then undone and approved again all day: the last word is yes."""
        daemon, now = self.daemon, self.now[0]
        (card,) = queue.candidates(daemon.store, owner=daemon.owner, statuses=("pending", "approved"))
        if hour % 2 == 0:
            queue.approve(daemon.store, card.id, author=SAM, now=now, owner=daemon.owner)
        elif hour < 23:
            queue.undo(daemon.store, author=SAM, now=now, owner=daemon.owner)
        daemon.publish()

    def ran(self, job: str) -> list[datetime]:
        with self.daemon.store.reading() as db:
            return sorted(row.at for row in db.exec(select(JobRun).where(JobRun.job == job)))

    def pulls(self) -> int:
        return self.asked.read_text().count("run list")

    def fact(self) -> MemoryStatus:
        found = memories(self.daemon.store, owner=self.daemon.owner, statuses=None)
        return next(memory.status for memory in found if memory.key == "fact:port")


def resident() -> float:
    """Megabytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@pytest.fixture
def life(home, monkeypatch):
    program = home.root / "bin" / "gh"
    program.parent.mkdir()
    program.write_text(GH.format(folder=program.parent))
    program.chmod(0o755)
    (home.root / "seorap").mkdir(mode=0o700)
    (home.root / "seorap" / "config.toml").write_text(CONFIG)
    environ = home.environ | {"TZ": "Europe/Berlin", "PATH": f"{program.parent}:{home.environ['PATH']}"}
    with monkeypatch.context() as there:
        for name, value in environ.items():
            there.setenv(name, value)
        time.tzset()
        now = [NOON]
        there.setattr(duties, "_today", lambda: now[0])
        there.setattr(duties.log, "info", lambda *_args, **_more: None, raising=False)
        with opening.store(settings.load()) as store:
            yield Life(duties.Daemon(settings.load(), store), home, now)
    time.tzset()


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_a_day_and_the_months_after_it(life, home, writer, outcome):
    """Files grow, rotate and tear all day, a person judges each hour. Nothing is lost or grows, each job has its time."""
    daemon = life.daemon
    entry = Entry(key="fact:port", body="The API listens on 8080.", type=MemoryType.FACT)
    write(daemon.store, entry, author=SAM, now=NOON, owner=daemon.owner)
    daemon.catch_up(Progress(Nowhere(), lambda: 0.0))
    for minute in range(MINUTES):
        at = NOON + timedelta(minutes=minute)
        if at == NIGHT:
            home.memory.unlink()
        writer.burst(most=6)
        life.minute(at)
        assert at != NIGHT or home.memory.exists()  # the night's own snapshot
        if minute % 60 == 59:
            life.used.append((resident(), open_files()))
            life.judge(minute // 60)
    writer.finish()
    life.minute(NOON + timedelta(days=1))
    assert (life.pulls(), life.fact()) == (25, MemoryStatus.ACTIVE)
    woken = [life.sleep(31)]
    assert (life.pulls(), life.fact()) == (26, MemoryStatus.ACTIVE)
    woken += [life.sleep(60), life.sleep(90)]
    assert (life.pulls(), life.fact()) == (28, MemoryStatus.RETIRED)
    for job in ("nightly", "backup"):
        assert life.ran(job) == [NOON, NIGHT, *woken]
    assert daemon.store.check() == []
    assert "npm test" in home.memory.read_text()
    assert "8080" not in home.memory.read_text()
    assert max(memory for memory, _ in life.used[12:]) < 1.1 * life.used[11][0]
    assert max(files for _, files in life.used[12:]) <= life.used[2][1]
    outcome(
        "A working day in a minute (1,440 turns), then months asleep",
        "memory and open files flat; each night, backup, decay and pull once, at its time",
    )
