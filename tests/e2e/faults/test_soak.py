"""A day in a minute: the daemon's own parts turned 1,440 times over real bytes, with the clock as an argument."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from classifiers.vocabulary import Actor
from daemon import duties, opening, settings
from daemon.progress import Progress
from storage import queue
from storage.drawer import memories
from storage.metrics import metrics
from storage.values import Author

MINUTES = 24 * 60
DAWN = datetime(2026, 5, 4, 3, 0, tzinfo=UTC)
SAM = Author(Actor.PERSON, "sam")


class Nowhere:
    def isatty(self) -> bool:
        return False


def resident() -> float:
    """Megabytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_a_day(home, writer, outcome, monkeypatch):
    """Files grow, rotate and tear all day; a person judges each hour; one night runs. Nothing is lost, nothing grows."""
    for name, value in (home.environ | {"TZ": "UTC"}).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(duties.log, "info", lambda *_args, **_more: None, raising=False)
    now = [DAWN]
    monkeypatch.setattr(duties, "_today", lambda: now[0])
    used: list[tuple[float, int]] = []
    with opening.store(settings.load()) as store:
        daemon = duties.Daemon(settings.load(), store)
        daemon.catch_up(Progress(Nowhere(), lambda: 0.0))
        for minute in range(MINUTES):
            now[0] = DAWN + timedelta(minutes=minute)
            writer.burst(most=6)
            turns(daemon)
            daemon.nightly()
            daemon.backups.if_due(now[0])
            if minute % 60 == 59:
                used.append((resident(), open_files()))
                judge(daemon, minute // 60, now[0])
        writer.finish()
        turns(daemon)
        jobs = metrics(store, now=now[0], owner=daemon.owner).jobs
        assert {job: at.hour for job, at in jobs.items()} == {"nightly": 3, "backup": 3}
        assert store.check() == []
        assert len(memories(store, owner=daemon.owner)) == 1
    assert home.memory.read_text().count("npm test") >= 1
    assert max(memory for memory, _ in used[12:]) < 1.1 * used[11][0]
    assert max(files for _, files in used[12:]) <= used[2][1]
    outcome("A working day in a minute (1,440 turns)", "memory and open files flat; one night, one backup")


def turns(daemon) -> None:
    """What the loop does when something happened."""
    daemon.follower.hint(None)
    while not (turn := daemon.turn()).idle:
        assert turn.trouble is None


def judge(daemon, hour: int, now: datetime) -> None:
    """Once approved, then undone and approved again all day: the last word is yes."""
    (card,) = queue.candidates(daemon.store, owner=daemon.owner, statuses=("pending", "approved"))
    if hour % 2 == 0:
        queue.approve(daemon.store, card.id, author=SAM, now=now, owner=daemon.owner)
    elif hour < 23:
        queue.undo(daemon.store, author=SAM, now=now, owner=daemon.owner)
    daemon.publish()
