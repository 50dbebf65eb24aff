from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.vocabulary import MemoryType
from storage import drawer
from storage.decay import FALL, aged, decay
from storage.drawer import Entry
from storage.policy import Policy
from storage.values import MemoryStatus

NOW = datetime(2025, 6, 1, tzinfo=UTC)
TYPES = st.sampled_from(MemoryType)
TIMES = st.integers(-10, 250).map(lambda days: NOW + timedelta(days=days))  # around both limits
ACTIVE, STALE, RETIRED = FALL


@pytest.mark.parametrize(
    ("kind", "days", "after"),
    [
        (MemoryType.FACT, 89, ACTIVE),
        (MemoryType.FACT, 90, STALE),
        (MemoryType.DECISION, 179, STALE),
        (MemoryType.DECISION, 180, RETIRED),
        (MemoryType.CAPABILITY, 5_000, ACTIVE),
        (MemoryType.RULE, 5_000, ACTIVE),
        (MemoryType.PROCEDURE, 5_000, ACTIVE),
        (MemoryType.LESSON, 5_000, ACTIVE),
        (MemoryType.FACT, -400, ACTIVE),
    ],
)
def test_facts_and_decisions_fade_and_nothing_else(kind, days, after):
    """Stale at 90 days, retired at 180; a clock that went backwards changes nothing."""
    assert aged(kind, ACTIVE, NOW, NOW + timedelta(days=days))[0] is after


def test_retention_and_expiry_retire_any_type():
    """The policy's idle time and a memory's own end hold for exempt types too."""
    month = timedelta(days=30)
    assert aged(MemoryType.RULE, ACTIVE, NOW, NOW + month, retention=month)[0] is RETIRED
    assert aged(MemoryType.RULE, ACTIVE, NOW, NOW + month, retention=month * 2)[0] is ACTIVE
    assert aged(MemoryType.RULE, ACTIVE, NOW, NOW, expires_at=NOW) == (RETIRED, "expired")
    assert aged(MemoryType.RULE, ACTIVE, NOW, NOW, expires_at=NOW + month)[0] is ACTIVE


@given(TYPES, st.sampled_from(FALL), TIMES, st.lists(TIMES, max_size=4), st.none() | st.just(timedelta(days=100)))
def test_a_status_only_falls_and_runs_between_do_not_matter(kind, status, seen, runs, retention):
    """However often it ran before, the last run alone decides; and no run raises a status."""
    runs.sort()
    step = status
    for now in runs:
        before = step
        step, _ = aged(kind, step, seen, now, retention=retention)
        assert FALL.index(step) >= FALL.index(before)
    if runs:
        assert step is aged(kind, status, seen, runs[-1], retention=retention)[0]


def test_a_night_of_decay(store, make):
    """Changes are told and become versions; a dry run tells the same and changes nothing; a second run finds nothing."""
    for key, kind, day in (
        ("fact:old", MemoryType.FACT, -95),
        ("decision:older", MemoryType.DECISION, -200),
        ("rule:x", MemoryType.RULE, -999),
        ("lesson:l", MemoryType.LESSON, -190),
        ("fact:new", MemoryType.FACT, 0),
    ):
        drawer.write(store, Entry(key=key, body="It is so", type=kind), author=make.person, now=make.days(day))
    drawer.write(store, Entry(key="fact:pin", body="Pin it", temporary=True), author=make.person, now=make.days(-14))
    told = decay(store, now=make.now, dry_run=True)
    assert decay(store, now=make.now) == told
    assert [(one.key, one.after, one.why) for one in told] == [
        ("decision:older", RETIRED, "not seen for 200 days"),
        ("fact:old", STALE, "not seen for 95 days"),
        ("fact:pin", RETIRED, "expired"),
        ("lesson:l", RETIRED, "not seen for 190 days"),
    ]
    assert decay(store, now=make.now) == []
    assert [(one.change.value, one.by) for one in drawer.history(store, "fact:old")] == [
        ("written", "person:ann"),
        ("stale", "decay"),
    ]
    assert [one.key for one in drawer.memories(store)] == ["fact:new", "rule:x"]


@pytest.mark.parametrize("nights", [[200], [50, 95, 120, 200], [200, 200], [95, 50, 200]])
def test_missed_nights_cost_nothing(store, make, nights):
    """Asleep for months, up every night, or with a clock that jumps: the end is the same."""
    drawer.write(store, Entry(key="fact:x", body="A"), author=make.person, now=make.now)
    for night in nights:
        decay(store, now=make.days(night))
    assert drawer.show(store, "fact:x").status is MemoryStatus.RETIRED


def test_the_policy_may_keep_lessons_for_ever(store, make):
    """Without a retention for its type, a lesson does not age."""
    drawer.write(
        store, Entry(key="lesson:l", body="A", type=MemoryType.LESSON), author=make.person, now=make.days(-999)
    )
    assert decay(store, now=make.now, policy=Policy(retention={})) == []
