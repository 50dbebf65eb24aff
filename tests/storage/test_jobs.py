from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from storage.engine import open_store
from storage.jobs import job_claim, job_due, job_release, last_run, slot_of
from storage.values import Owner

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize("day", [date(2025, 3, 30), date(2025, 10, 26), date(2025, 6, 1)])
def test_a_night_has_one_slot_whatever_the_clock_does(day):
    """Walking through spring, autumn and plain nights minute by minute, the slot changes once, and is never lost."""
    start = datetime.combine(day, time(0), BERLIN).astimezone(UTC)
    slots = [slot_of(start + timedelta(minutes=minute), time(2, 30), BERLIN) for minute in range(60 * 12)]
    changes = sum(before != after for before, after in pairwise(slots))
    folded = day == date(2025, 10, 26)
    assert (slots[0], slots[-1]) == ((day - timedelta(days=1)).isoformat(), day.isoformat())
    assert changes == (3 if folded else 1)  # the hour that comes twice goes back to a slot that was run


def test_the_slot_runs_once_through_a_folded_night(store):
    """When the clock goes back to before the hour, neither the old slot nor the new one is due again."""
    start = datetime(2025, 10, 25, 22, tzinfo=UTC)
    ran = []
    for minute in range(60 * 12):
        now = start + timedelta(minutes=minute)
        slot = slot_of(now, time(2, 30), BERLIN)
        changed = not ran or slot != ran[-1]
        if changed and job_due(store, "decay", slot) and job_claim(store, "decay", slot, now=now):
            ran.append(slot)
    assert ran == ["2025-10-25", "2025-10-26"]


def test_a_clock_set_back_repeats_nothing(store, make):
    """A day that was run is not run again because the clock says it is yesterday; the next new day is."""
    assert job_claim(store, "decay", "2025-06-02", now=make.now)
    assert [job_due(store, "decay", slot) for slot in ("2025-06-01", "2025-06-02", "2025-06-03")] == [
        False,
        False,
        True,
    ]


def test_asleep_at_the_hour_the_job_is_still_due(store, make):
    """The slot is due until somebody takes it, however late."""
    slot = slot_of(datetime(2025, 6, 1, 23, tzinfo=UTC), time(4), UTC)
    assert (slot, job_due(store, "decay", slot)) == ("2025-06-01", True)
    assert last_run(store, "decay") is None
    assert job_claim(store, "decay", slot, now=make.now)
    assert (job_due(store, "decay", slot), last_run(store, "decay")) == (False, make.now)


def test_a_job_that_failed_may_be_run_again(store, make):
    """Giving the slot back makes it due."""
    job_claim(store, "decay", "2025-06-01", now=make.now)
    job_release(store, "decay", "2025-06-01")
    job_release(store, "decay", "2025-06-01")
    assert job_due(store, "decay", "2025-06-01")


def test_jobs_and_owners_do_not_share_slots(store, make):
    """Another job's or owner's run is no run of this one."""
    job_claim(store, "decay", "2025-06-01", now=make.now)
    assert job_due(store, "digest", "2025-06-01")
    assert job_due(store, "decay", "2025-06-01", owner=Owner("acme"))


def test_of_many_that_ask_one_gets_the_slot(where, make):
    """However many claim at once, through connections of their own, one is told to run."""
    with open_store(where) as one, open_store(where) as other, ThreadPoolExecutor(8) as pool:
        stores = [one, other] * 4
        claims = list(pool.map(lambda store: job_claim(store, "decay", "2025-06-01", now=make.now), stores))
    assert sorted(claims) == [False] * 7 + [True]
