"""What a page asks of the store: parts of the queue and the drawer, whether anything changed, and what happened when."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.vocabulary import Actor, MemoryType
from storage import drawer, queue
from storage.activity import activity
from storage.browsing import Part, Waiting, candidate_part, memory_part, waiting
from storage.decay import aged, next_fall
from storage.engine import open_store
from storage.entries import Entry
from storage.intake import commit
from storage.pulse import Pulse
from storage.values import LOCAL, Author, CandidateStatus, MemoryStatus, Owner

ANN = Author(Actor.PERSON, "ann")


@pytest.fixture
def put(store, make):
    """Candidates, one for each key, the first one the newest; gives their ids by key."""

    def put(*keys, **more):
        ids = {}
        for number, key in enumerate(keys):
            at = make.now - timedelta(minutes=number)
            draft = make.draft(make.evidence(f"r:{key}", at=at), key=key, **more)
            (ids[key],) = commit(store, LOCAL, [make.step(draft, path=f"/{key}")], now=make.now).created
        return ids

    return put


def keys(store, make, part=None, **more):
    rows, total = candidate_part(store, part or Part(), now=make.now, **more)
    return [row.candidate.key for row in rows], total


def test_a_part_is_chosen_searched_and_counted(store, make, put):
    put("test:a", "test:b", "deploy:c", body="Known.")
    put("rule:d", type=MemoryType.RULE, body="PROD 건드리지 마 100%")
    assert keys(store, make, Part(limit=3))[0][2:] == ["test:b"]
    assert keys(store, make, Part(limit=2, after=2)) == (["test:b", "deploy:c"], 4)
    assert keys(store, make, Part(words="KNOWN test")) == (["test:a", "test:b"], 2)
    assert keys(store, make, Part(words="건드리지 0%")) == (["rule:d"], 1)
    assert keys(store, make, Part(words="%_")) == ([], 0)
    assert keys(store, make, Part(types=(MemoryType.RULE,))) == (["rule:d"], 1)
    assert keys(store, make, owner=Owner(user="bob")) == ([], 0)


def test_each_comes_with_its_own_newest_proof(store, make, put):
    put("test:a", "test:b")
    for number in range(5):
        at = None if number == 4 else make.now - timedelta(hours=number)
        draft = make.draft(make.evidence(f"more{number}", at=at), key="test:a")
        commit(store, LOCAL, [make.step(draft, path=f"/more{number}")], now=make.now)
    rows, _ = candidate_part(store, Part(), now=make.now)
    for row in rows:
        wanted = queue.evidence(store, row.candidate.scope, row.candidate.key, limit=3)
        assert [each.record for each in row.proof] == [each.record for each in wanted]
    assert {row.candidate.key: len(row.proof) for row in rows} == {"test:a": 3, "test:b": 1}


def test_a_candidate_comes_with_the_memory_it_would_replace(store, make, put):
    put("test:a", "test:b")
    scope = make.draft("x").scope
    drawer.write(store, Entry(key="deploy:c", body="Old.", scope=scope), author=ANN, now=make.now)
    drawer.write(
        store, Entry(key="deploy:c", body="New.", scope=scope), author=Author(Actor.AGENT, "claude"), now=make.now
    )
    rows, _ = candidate_part(store, Part(), now=make.now)
    assert {row.candidate.key: row.kept and row.kept.body for row in rows} == {
        "test:a": None,
        "test:b": None,
        "deploy:c": "Old.",
    }


def test_sorts_leave_none_out_and_count_none_twice(store, make, put):
    ids = put("a:1", "a:2", "a:3", "a:4")
    queue.approve(store, ids["a:1"], author=ANN, now=make.now)
    queue.snooze(store, ids["a:2"], make.now + timedelta(days=1), author=ANN, now=make.now)
    assert waiting(store, now=make.now) == Waiting(waiting=2, snoozed=1, decided=1, expired=0)
    listed = [key for sort in Waiting.__dataclass_fields__ for key in keys(store, make, sort=sort)[0]]
    assert sorted(listed) == ["a:1", "a:2", "a:3", "a:4"]
    later = make.now + timedelta(days=40)
    queue.expire(store, now=later)
    assert waiting(store, now=later) == Waiting(waiting=0, snoozed=0, decided=1, expired=3)
    assert len(queue.candidates(store, statuses=(CandidateStatus.EXPIRED,))) == 3


def test_memories_in_parts(store, make):
    for key in ("fact:a", "fact:b", "rule:c"):
        kind = MemoryType.RULE if key.startswith("rule") else MemoryType.FACT
        drawer.write(store, Entry(key=key, body=f"About {key}.", type=kind), author=ANN, now=make.now)
    assert [row.key for row in memory_part(store, Part(limit=1, after=1))[0]] == ["fact:b"]
    assert memory_part(store, Part(words="about", types=(MemoryType.RULE,)))[1] == 1
    assert memory_part(store, Part(), statuses=(MemoryStatus.STALE,)) == ([], 0)


def test_a_pulse_feels_every_change_of_whoever_makes_it_and_no_other(where, make):
    """Another process reads files all the time: only what a person would see is a change."""
    with open_store(where) as store, open_store(where) as other:
        pulse = Pulse(store, LOCAL)
        assert not pulse.changed()

        def felt(work):
            done = work()
            assert pulse.changed()
            assert not pulse.changed()
            return done

        draft = make.draft(make.evidence("r1"))
        (name,) = felt(lambda: commit(other, LOCAL, [make.step(draft)], now=make.now)).created
        step = make.step(path="/elsewhere")
        commit(other, LOCAL, [step], now=make.now)
        assert not pulse.changed()
        felt(lambda: queue.edit(other, name, "New words.", author=ANN))
        felt(lambda: queue.snooze(other, name, make.now + timedelta(days=1), author=ANN, now=make.now))
        felt(lambda: queue.approve(other, name, author=ANN, now=make.now))
        felt(lambda: queue.undo(store, name, author=ANN, now=make.now))
        felt(lambda: drawer.write(other, Entry(key="fact:x", body="x"), author=ANN, now=make.now))
        drawer.write(other, Entry(key="fact:y", body="y"), author=ANN, now=make.now, owner=Owner(user="bob"))
        assert not pulse.changed()
        pulse.close()


def test_activity_counts_each_day_once(store, make, put):
    ids = put("a:1", "a:2", "a:3")
    queue.approve(store, ids["a:1"], author=ANN, now=make.now)
    queue.dismiss(store, ids["a:2"], author=ANN, now=make.now)
    noon = make.now.replace(hour=0)
    days = activity(store, [noon - timedelta(days=1), noon, noon + timedelta(days=1)])
    assert [(day.proofs, day.approved, day.dismissed) for day in days] == [(0, 0, 0), (3, 1, 1)]
    assert [day.proofs for day in activity(store, [noon, noon + timedelta(days=1)], owner=Owner(user="bob"))] == [0]


spans = st.timedeltas(min_value=timedelta(seconds=1), max_value=timedelta(days=400))


@given(
    kind=st.sampled_from(MemoryType),
    status=st.sampled_from(MemoryStatus),
    expires=st.none() | spans,
    retention=st.none() | spans,
)
def test_what_is_said_of_the_next_fall_is_what_decay_does(kind, status, expires, retention):
    seen = datetime.fromisoformat("2025-06-01T12:00:00+00:00")
    ends = {"expires_at": None if expires is None else seen + expires, "retention": retention}
    fall = next_fall(kind, status, seen, **ends)
    if fall is None:
        assert aged(kind, status, seen, seen + timedelta(days=10_000), **ends)[0] is status
    else:
        at, after = fall
        assert aged(kind, status, seen, at - timedelta(microseconds=1), **ends)[0] is status
        assert aged(kind, status, seen, at, **ends)[0] is after
