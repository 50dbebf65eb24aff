from __future__ import annotations

import sys
from pathlib import Path

import pytest

from classifiers.vocabulary import MemoryType, Result
from storage import drawer, queue, tombstones
from storage.checkpoints import Step
from storage.decay import decay
from storage.intake import checkpoints, commit
from storage.policy import Policy
from storage.queue import candidates, evidence
from storage.tombstones import Stone
from storage.values import LOCAL, CandidateStatus, MemoryStatus, Owner, Quiet


def only(store):
    (found,) = candidates(store, statuses=CandidateStatus)
    return found


def test_a_batch_and_its_checkpoint_are_stored_together(store, make):
    """What a step found and how far it read are both there after a commit."""
    done = commit(store, LOCAL, [make.step(make.draft("r1", "r2"))], now=make.now)
    assert (len(done.created), done.evidence, done.stale) == (1, 2, ())
    assert list(checkpoints(store)) == [make.point()]
    found = only(store)
    assert (found.id, found.seen, found.status) == (done.created[0], 2, CandidateStatus.PENDING)
    assert {row.record for row in evidence(store, found.scope, found.key)} == {"r1", "r2"}


def test_every_field_of_a_checkpoint_comes_back(store, make):
    """A checkpoint is read as it was written, file names that are no UTF-8 and large inodes included."""
    full = make.point(
        "/home/ann/\udcff\udc80 서랍.log",
        2**40,
        lines=7,
        anchor_length=256,
        head="h",
        head_length=64,
        device=2**64 - 1,
        inode=2**64 - 2,
        size=2**41,
        mtime_ns=1_700_000_000_123_456_789,
        drift=2**33,
        carry=b'{"open":"\xf0\x9f\x98\x80"}',
        final=True,
    )
    commit(store, LOCAL, [Step(None, full)], now=make.now)
    assert list(checkpoints(store)) == [full]
    assert next(checkpoints(store, paths=[full.path])).final is True


def test_the_same_evidence_twice_adds_nothing(store, make):
    """A record read again, from the same source or a copy, changes neither the count nor the candidate."""
    commit(store, LOCAL, [make.step(make.draft("r1", "r2"))], now=make.now)
    before = only(store)
    done = commit(store, LOCAL, [make.step(make.draft("r2", "r1"), path="/copy")], now=make.days(3))
    assert (done.created, done.raised, done.evidence) == ((), (), 0)
    assert only(store) == before


def test_evidence_without_a_time_counts_as_seen_now_and_once(store, make):
    """A source without times dates its evidence by the first commit, and a replay does not date it anew."""
    undated = make.draft(make.evidence("r1", None))
    commit(store, LOCAL, [make.step(undated)], now=make.now)
    commit(store, LOCAL, [make.step(undated, path="/copy")], now=make.days(3))
    assert (only(store).first_seen, only(store).last_seen, only(store).seen) == (make.now, make.now, 1)


def test_a_step_that_comes_too_late_is_left_out_and_named(store, make):
    """When another process moved the checkpoint first, neither drafts nor checkpoint of the late step are stored."""
    commit(store, LOCAL, [make.step()], now=make.now)
    commit(store, LOCAL, [make.step(start=10, end=20)], now=make.now)
    late = make.step(make.draft("late"), start=10, end=30)
    fine = make.step(make.draft("fine", key="test:acme"), path="/other")
    done = commit(store, LOCAL, [late, fine], now=make.now)
    assert done.stale == ("/log",)
    assert next(checkpoints(store, paths=["/log"])).offset == 20
    assert only(store).key == "test:acme"


@pytest.mark.parametrize("previous", [None, 10])
def test_losing_the_first_read_is_coming_too_late(store, make, previous):
    """Two processes that both find a new source store it once; another anchor at the same offset is another file."""
    commit(store, LOCAL, [make.step()], now=make.now)
    before = None if previous is None else make.point(anchor="another file")
    done = commit(store, LOCAL, [Step(before, make.point(offset=99))], now=make.now)
    assert done.stale == ("/log",)
    assert list(checkpoints(store)) == [make.point()]


def test_steps_of_one_source_follow_one_another_in_a_commit(store, make):
    """Two batches of one file in one commit both hold."""
    steps = [make.step(make.draft("r1")), make.step(make.draft("r2"), start=10, end=20)]
    assert commit(store, LOCAL, steps, now=make.now).stale == ()
    assert (next(checkpoints(store, paths=["/log"])).offset, only(store).seen) == (20, 2)


def test_a_renamed_source_keeps_its_checkpoint(store, make):
    """A step whose path changed moves the row; also when the new name was taken by a file that moved on itself."""
    commit(store, LOCAL, [make.step(path="/log", end=10), make.step(path="/log.1", end=11)], now=make.now)
    rotation = [
        Step(make.point("/log", 10), make.point("/log.1", 12)),
        Step(make.point("/log.1", 11), make.point("/log.2", 13)),
        Step(None, make.point("/log", 1)),
    ]
    assert commit(store, LOCAL, rotation, now=make.now).stale == ()
    assert {one.path: one.offset for one in checkpoints(store)} == {"/log": 1, "/log.1": 12, "/log.2": 13}


def test_machines_and_owners_keep_their_checkpoints_apart(store, make):
    """The same path on another machine, or of another user or tenant, is another source."""
    commit(store, LOCAL, [make.step(make.draft("r1"))], now=make.now)
    for owner in (Owner("local", "", "bob"), Owner("acme", "", "me")):
        assert list(checkpoints(store, owner)) == []
        assert commit(store, owner, [make.step(make.draft("r1"))], now=make.now).evidence == 1
    store.machine = "laptop"
    assert list(checkpoints(store)) == []
    assert commit(store, LOCAL, [make.step(make.draft("r1"))], now=make.now).stale == ()


def test_a_tombstone_keeps_drafts_away(store, make):
    """Nothing is stored of a dismissed key until it is lifted; then new evidence opens it again."""
    name = commit(store, LOCAL, [make.step(make.draft("r1"))], now=make.now).created[0]
    queue.dismiss(store, name, author=make.person, now=make.now)
    done = commit(store, LOCAL, [make.step(make.draft("r2"), path="/b")], now=make.now)
    assert (done.quiet, done.evidence, only(store).status) == (1, 0, CandidateStatus.DISMISSED)
    assert tombstones.lift(store, Stone(Quiet.KEY, "deploy:acme", make.scope))
    assert commit(store, LOCAL, [make.step(make.draft("r2"), path="/c")], now=make.now).created == (name,)
    assert (only(store).status, only(store).seen) == (CandidateStatus.PENDING, 2)


def test_a_dismissed_correction_does_not_silence_the_memory(store, make):
    """After an agent's correction was turned down, the memory is still confirmed by what happens."""
    drawer.write(store, drawer.Entry(key="deploy:acme", body="A", scope=make.scope), author=make.person, now=make.now)
    correction = drawer.Entry(key="deploy:acme", body="B", scope=make.scope)
    waits = drawer.write(store, correction, author=make.agent, now=make.now).candidate
    queue.dismiss(store, waits.id, author=make.person, now=make.now)
    later = make.draft(make.evidence("r1", make.days(3)))
    done = commit(store, LOCAL, [make.step(later)], now=make.days(3))
    assert (done.confirmed, done.quiet, done.created) == (1, 0, ())
    assert drawer.write(store, correction, author=make.agent, now=make.days(4)).quiet


def test_a_memory_is_confirmed_and_asked_about_no_more(store, make):
    """Evidence for an approved key moves last_seen and count, and makes no candidate."""
    name = commit(store, LOCAL, [make.step(make.draft("r1"))], now=make.now).created[0]
    queue.approve(store, name, author=make.person, now=make.now)
    later = make.draft(make.evidence("r2", make.days(5)), body="Another way to deploy")
    done = commit(store, LOCAL, [make.step(later, path="/b")], now=make.days(6))
    memory = drawer.show(store, "deploy:acme", scope=make.scope)
    assert (done.confirmed, done.created, done.raised) == (1, (), ())
    assert (memory.last_seen, memory.seen, memory.version) == (make.days(5), 2, 1)
    old = make.draft(make.evidence("r3", make.days(-50)))
    commit(store, LOCAL, [make.step(old, path="/c")], now=make.days(6))
    assert drawer.show(store, "deploy:acme", scope=make.scope).last_seen == make.days(5)


def test_evidence_wakes_a_stale_memory(store, make):
    """A stale memory that is seen again is active, as a new version."""
    entry = drawer.Entry(key="fact:port", body="The port is 4000", scope=make.scope)
    drawer.write(store, entry, author=make.person, now=make.days(-100))
    assert [change.after for change in decay(store, now=make.now)] == [MemoryStatus.STALE]
    said = make.draft("r1", key="fact:port", type=MemoryType.FACT)
    assert commit(store, LOCAL, [make.step(said)], now=make.now).confirmed == 1
    assert drawer.show(store, "fact:port", scope=make.scope).status is MemoryStatus.ACTIVE
    assert [one.change.value for one in drawer.history(store, "fact:port", scope=make.scope)][-1] == "revived"


def test_the_policy_keeps_drafts_away(store, make):
    """A draft the policy denies leaves no evidence and no candidate, and is counted."""
    done = commit(store, LOCAL, [make.step(make.draft("r1"))], now=make.now, policy=Policy(denied_keys=("deploy:*",)))
    assert (done.denied, done.evidence, candidates(store)) == (1, 0, [])
    assert list(checkpoints(store)) == [make.point()]


def test_text_no_database_takes_is_stored_all_the_same(store, make):
    """NUL and lone surrogates in what a log says become U+FFFD, and never stop a file."""
    nasty = make.evidence("r\x00\ud800", command="echo \x00", excerpt="\udfff 한국어", outcome=Result.UNKNOWN)
    drafts = make.draft(nasty, key="deploy:\ud800", body="\x00", workspace="/home/\udcff")
    for path in ("/a", "/b"):
        done = commit(store, LOCAL, [make.step(drafts, path=path)], now=make.now)
    assert (done.created, done.raised, only(store).key) == ((), (), "deploy:�")
    assert evidence(store, make.scope, "deploy:�")[0].excerpt == "� 한국어"


def test_the_best_body_stays_and_an_edited_one_too(store, make):
    """Higher confidence replaces the body, then newer evidence; what a person wrote is never replaced."""
    low = make.draft(make.evidence("r1", make.days(3)), body="low", confidence=0.5)
    high = make.draft("r2", body="high", confidence=0.8)
    newer = make.draft(make.evidence("r3", make.days(1)), body="newer", confidence=0.8)
    name = commit(store, LOCAL, [make.step(low)], now=make.now).created[0]
    for number, (one, body) in enumerate([(high, "high"), (newer, "newer")]):
        assert commit(store, LOCAL, [make.step(one, path=f"/{number}")], now=make.now).raised == (name,)
        assert only(store).body == body
    queue.edit(store, name, "mine", author=make.person)
    sure = make.draft("r4", body="sure", confidence=1.0)
    commit(store, LOCAL, [make.step(sure, path="/sure")], now=make.now)
    assert (only(store).body, only(store).confidence, only(store).seen) == ("mine", 1.0, 4)


def test_thousands_of_keys_fit_in_one_commit(store, make):
    """A first scan's commit is not bound by what one statement can hold."""
    drafts = [make.draft(f"r{number}", key=f"test:p{number}") for number in range(700)]
    done = commit(store, LOCAL, [make.step(*drafts)], now=make.now)
    assert (len(done.created), done.evidence) == (700, 700)


def held() -> int:
    """Bytes of memory of this process that are its own."""
    told = Path("/proc/self/status").read_text("ascii")
    return int(told.partition("RssAnon:")[2].split(maxsplit=1)[0]) * 1024


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="no other system tells in /proc what memory is a process's own")
def test_batches_of_any_size_leave_no_memory_behind(sqlite_store, make):
    """Each number of rows is a statement of its own, which the driver keeps; a first catch-up meets all numbers."""
    make.empty(sqlite_store)
    before, record = 0, 0
    for number in range(600):
        rows = [f"r{record + each}" for each in range(400 + number % 200)]
        record += len(rows)
        commit(sqlite_store, LOCAL, [make.step(make.draft(*rows), path=f"/log{number}")], now=make.now)
        before = before or (held() if number == 40 else 0)
    assert held() - before < 40_000_000
