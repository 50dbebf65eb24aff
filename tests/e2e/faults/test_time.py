"""Clocks that jump and machines that sleep: the daemon's own parts, with the clock as an argument."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from daemon import duties, opening, settings
from daemon.progress import Progress
from storage.jobs import last_run
from storage.queue import candidates

pytestmark = pytest.mark.slow


@pytest.fixture
def clock(home, monkeypatch):
    """The daemon's wall clock, to be set."""
    for name, value in home.environ.items():
        monkeypatch.setenv(name, value)
    at = [datetime.now(UTC)]
    monkeypatch.setattr(duties, "_today", lambda: at[0])
    return at


@pytest.fixture
def daemon(home, clock):
    """The parts of a daemon, turned by hand."""
    found = settings.load()
    with opening.store(found) as store:
        yield duties.Daemon(found, store)


class Nowhere:
    def isatty(self) -> bool:
        return False


def turn(daemon) -> None:
    """What the loop does in a minute: look everywhere, read, run what is due."""
    daemon.follower.hint(None)
    daemon.catch_up(Progress(Nowhere(), lambda: 0.0))
    daemon.nightly()
    daemon.backups.if_due(daemon.clock())


def test_a_clock_that_jumps(home, clock, daemon, written, outcome):
    """Years forth and back between turns: nothing counts twice, and no night runs twice."""
    began = clock[0]
    for days in (0, 800, -800, 3, -40_000 // 40, 0):
        clock[0] = began + timedelta(days=days)
        written.write()
        turn(daemon)
    assert last_run(daemon.store, "nightly", owner=daemon.owner) == began + timedelta(days=800)
    outcome("The clock jumps by years, forth and back", "positions are bytes, not times; no night ran twice")


def test_a_machine_that_slept_for_weeks(home, clock, daemon, written, outcome):
    """One night runs instead of forty, and what waited a month has expired; new evidence brings it back."""
    written.write()
    turn(daemon)
    clock[0] += timedelta(days=40)
    turn(daemon)
    assert candidates(daemon.store, owner=daemon.owner) == []
    written.write()
    turn(daemon)
    assert len(candidates(daemon.store, owner=daemon.owner)) == 1
    outcome("The machine is suspended for 40 days", "one night ran; what had expired came back with new evidence")
