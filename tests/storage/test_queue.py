from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from classifiers.vocabulary import MemoryType, SeorapError
from storage import drawer, queue, removal
from storage.decay import decay
from storage.drawer import Entry
from storage.errors import AlreadyDecided, Ambiguous, NotFound, PolicyError, VersionConflict
from storage.guards import Guard, guard
from storage.intake import commit
from storage.policy import Policy
from storage.tables import Verdict
from storage.tombstones import tombstones
from storage.values import LOCAL, CandidateStatus, MemoryStatus, Owner, Quiet

SCOPE = "git:host/ann/acme"
"""Where the candidates made here hold."""


@pytest.fixture
def queued(store, make):
    """Put candidates in, one for each key; gives their ids by key."""

    def put(*keys, path="/log", **more):
        drafts = [make.draft(f"{path}:{key}", key=key, **more) for key in keys]
        created = commit(store, LOCAL, [make.step(*drafts, path=path)], now=make.now).created
        return dict(zip(keys, created, strict=True))

    return put


def state(store):
    """All that a verdict may change, but for version numbers and their times."""
    memories = [one.model_dump(exclude={"version", "valid_from"}) for one in drawer.memories(store, statuses=None)]
    stones = [(one.kind, one.scope, one.name) for one in tombstones(store)]
    waiting = {one.id: one.model_dump() for one in queue.candidates(store, statuses=CandidateStatus)}
    return waiting, memories, stones


def verdicts(store):
    with store.reading() as db:
        return len(db.exec(select(Verdict)).all())


def test_candidates_are_listed_newest_or_strongest_first(store, make, queued):
    """The order is the caller's choice, and a limit counts from the top."""
    queued("test:a", confidence=0.9)
    commit(
        store,
        LOCAL,
        [make.step(make.draft(make.evidence("n", make.days(1)), key="test:b", confidence=0.5))],
        now=make.now,
    )
    later = make.step(make.draft(make.evidence("n", make.days(1)), key="test:b", confidence=0.5), path="/later")
    commit(store, LOCAL, [later], now=make.now)
    assert [one.key for one in queue.candidates(store)] == ["test:b", "test:a"]
    assert [one.key for one in queue.candidates(store, strongest=True, limit=1)] == ["test:a"]


def test_a_beginning_of_an_id_is_enough_if_it_fits_one(store, make, queued):
    """Ids may be cut short; what fits nothing, or several, is said with the choices."""
    ids = queued(*(f"test:p{number}" for number in range(60)))
    name = ids["test:p7"]
    assert queue.candidate(store, name[:10].upper()).key == "test:p7"
    letters = [one[0] for one in ids.values()]
    twice = next(letter for letter in letters if letters.count(letter) > 1)
    with pytest.raises(Ambiguous, match="test:p"):
        queue.candidate(store, twice)
    for nobody in ("", "%", "_", "zzzzzzzzzzzz"):
        with pytest.raises(NotFound):
            queue.candidate(store, nobody)


def test_approving_makes_a_memory_with_its_proof(store, make, queued):
    """The memory says what the candidate said, who confirmed it and what proves it."""
    name = queued("deploy:acme")["deploy:acme"]
    memory = queue.approve(store, name, author=make.person, now=make.now)
    assert (memory.key, memory.version, memory.confirmed_by, memory.seen) == ("deploy:acme", 1, "person:ann", 1)
    assert [(one["line"], one["command"], one["why"]) for one in memory.proof] == [(3, "./deploy.sh", "exit 0")]
    assert queue.candidate(store, name).status is CandidateStatus.APPROVED


@pytest.mark.parametrize(
    "judge",
    [
        lambda store, name, make: queue.approve(store, name, author=make.person, now=make.now),
        lambda store, name, make: queue.approve(store, name, author=make.person, now=make.now, body="Mine"),
        lambda store, name, make: queue.dismiss(store, name, author=make.person, now=make.now),
        lambda store, name, make: queue.never(store, name, Quiet.RULE, author=make.person, now=make.now),
        lambda store, name, make: queue.never(store, name, Quiet.ACTION, author=make.person, now=make.now),
        lambda store, name, make: queue.snooze(store, name, make.days(1), author=make.person, now=make.now),
    ],
)
def test_a_verdict_twice_equals_once_and_undo_puts_everything_back(store, make, queued, judge):
    """The second time changes nothing and is not written down; undo leaves what was there before the first."""
    name = queued("deploy:acme", "test:acme")["deploy:acme"]
    before = state(store)
    judge(store, name, make)
    after = state(store)
    judge(store, name, make)
    assert (state(store), verdicts(store)) == (after, 1)
    assert after != before
    queue.undo(store, name, author=make.person, now=make.days(1))
    assert state(store) == before
    with pytest.raises(NotFound):
        queue.undo(store, name, author=make.person, now=make.now)


def test_another_verdict_is_refused_until_the_first_is_taken_back(store, make, queued):
    """Approved is not dismissed by a late click, nor the other way round."""
    ids = queued("deploy:a", "deploy:b")
    me = {"author": make.person, "now": make.now}
    queue.approve(store, ids["deploy:a"], **me)
    queue.dismiss(store, ids["deploy:b"], **me)
    for wrong in (
        lambda: queue.dismiss(store, ids["deploy:a"], **me),
        lambda: queue.approve(store, ids["deploy:a"], body="Other words", **me),
        lambda: queue.snooze(store, ids["deploy:a"], make.days(1), **me),
        lambda: queue.edit(store, ids["deploy:a"], "Other words", author=make.person),
        lambda: queue.approve(store, ids["deploy:b"], **me),
        lambda: queue.never(store, ids["deploy:b"], Quiet.RULE, **me),
    ):
        with pytest.raises(AlreadyDecided):
            wrong()
    queue.undo(store, ids["deploy:a"], **me)
    assert queue.dismiss(store, ids["deploy:a"], **me).status is CandidateStatus.DISMISSED


def test_never_again_takes_what_waits_of_the_same_kind(store, make, queued):
    """Never again this rule, workspace or action clears its other cards, and undo brings all of them back."""
    ids = queued("deploy:a", "deploy:b", "test:a", rule="r1")
    queued("deploy:c", rule="r2", scope="git:host/ann/other", path="/2")
    before = state(store)
    left = {Quiet.RULE: ["deploy:c"], Quiet.WORKSPACE: ["deploy:c"], Quiet.ACTION: ["test:a"], Quiet.KEY: 3}
    for what, expected in left.items():
        queue.never(store, ids["deploy:a"], what, author=make.person, now=make.now)
        keys = [one.key for one in queue.candidates(store)]
        assert keys == expected or len(keys) == expected
        queue.undo(store, author=make.person, now=make.now)
        assert state(store) == before


def test_what_a_rule_is_silenced_for_stays_silent(store, make, queued):
    """A tombstone of a rule, scope or action holds for keys that nobody saw before."""
    for what in (Quiet.RULE, Quiet.WORKSPACE, Quiet.ACTION):
        name = queued(f"deploy:{what}", path=f"/{what}")[f"deploy:{what}"]
        queue.never(store, name, what, author=make.person, now=make.now)
        done = commit(
            store, LOCAL, [make.step(make.draft(f"new {what}", key="deploy:new"), path=f"/2{what}")], now=make.now
        )
        assert (done.quiet, done.created) == (1, ())
        queue.undo(store, author=make.person, now=make.now)


def test_a_then_b_then_a_leaves_one_memory(store, make, queued):
    """Each approval supersedes the one before; there is one active memory, and its history tells all three."""
    name = queued("rule:tabs", type=MemoryType.RULE, body="A")["rule:tabs"]
    queue.approve(store, name, author=make.person, now=make.now)
    for number, body in enumerate("BA", 1):
        entry = drawer.Entry(key="rule:tabs", body=body, type=MemoryType.RULE, scope=make.scope)
        assert drawer.write(store, entry, author=make.agent, now=make.days(number)).candidate.id == name
        queue.approve(store, name, author=make.person, now=make.days(number))
        assert [one.body for one in drawer.memories(store, statuses=None)] == [body]
    versions = drawer.history(store, "rule:tabs", scope=make.scope)
    assert [(one.version, one.supersedes, one.body) for one in versions] == [(1, None, "A"), (2, 1, "B"), (3, 2, "A")]
    queue.undo(store, name, author=make.person, now=make.days(3))
    (memory,) = drawer.memories(store)
    assert (memory.body, memory.version) == ("B", 4)


def test_undo_does_not_overwrite_what_came_after(store, make, queued):
    """A memory that was written after its approval is not taken away by undoing the approval."""
    name = queued("deploy:acme")["deploy:acme"]
    queue.approve(store, name, author=make.person, now=make.now)
    drawer.write(store, drawer.Entry(key="deploy:acme", body="New", scope=make.scope), author=make.person, now=make.now)
    with pytest.raises(VersionConflict):
        queue.undo(store, name, author=make.person, now=make.now)
    assert drawer.show(store, "deploy:acme", scope=make.scope).body == "New"


def test_undo_keeps_what_was_seen_since(store, make, queued):
    """Evidence that reached the memory counts for the candidate again."""
    name = queued("deploy:acme")["deploy:acme"]
    queue.approve(store, name, author=make.person, now=make.now)
    commit(store, LOCAL, [make.step(make.draft(make.evidence("r9", make.days(2))), path="/b")], now=make.days(2))
    found = queue.undo(store, name, author=make.person, now=make.days(3))
    assert (found.seen, found.last_seen, found.status) == (2, make.days(2), CandidateStatus.PENDING)


def put_off(store, name, *, author, now):
    queue.snooze(store, name, now + timedelta(days=30), author=author, now=now)


def write(store, key, body="Otherwise.", **by):
    drawer.write(
        store, Entry(key=key, body=body, scope=SCOPE, type=MemoryType.RULE, temporary=body == "For now."), **by
    )


BY_HAND = {
    "write": write,
    "guard": lambda store, key, **by: guard(store, key, Guard(commands=("rm *",)), scope=SCOPE, **by),
    "retire": lambda store, key, **by: removal.retire(store, key, scope=SCOPE, **by),
    "delete": lambda store, key, **by: removal.delete_memory(store, key, scope=SCOPE, **by),
    "purge": lambda store, key, **by: removal.purge(store, key, scope=SCOPE, **by),
}


@pytest.mark.parametrize("verb", BY_HAND)
@pytest.mark.parametrize("judge", [queue.approve, queue.dismiss, queue.never, put_off])
def test_undo_takes_back_nothing_older_than_what_was_done_by_hand(store, make, queued, verb, judge):
    """Whatever was done to a memory itself after the last verdict is named, and nothing changes; an id says which is meant."""
    name = queued("deploy:a")["deploy:a"]
    write(store, "rule:mine", "At first.", author=make.person, now=make.now)
    judge(store, name, author=make.person, now=make.days(1))
    BY_HAND[verb](store, "rule:mine", author=make.person, now=make.days(2))
    before = state(store)
    with pytest.raises(SeorapError, match=f"was to {verb} rule:mine") as told:
        queue.undo(store, author=make.person, now=make.days(3))
    assert f"seorap undo {name}" in told.value.hint
    assert state(store) == before
    assert queue.undo(store, name, author=make.person, now=make.days(3)).id == name


@pytest.mark.parametrize("decided", [True, False])
def test_undo_names_a_purge_that_found_no_memory(store, make, queued, decided):
    """Only a candidate was there, with or without a tombstone of its own."""
    ids = queued("deploy:a", "deploy:gone")
    if decided:
        queue.dismiss(store, ids["deploy:gone"], author=make.person, now=make.now)
    queue.approve(store, ids["deploy:a"], author=make.person, now=make.days(1))
    removal.purge(store, "deploy:gone", scope=SCOPE, author=make.person, now=make.days(2))
    with pytest.raises(SeorapError, match="was to purge deploy:gone"):
        queue.undo(store, author=make.person, now=make.days(3))


def test_undo_is_not_held_by_what_a_person_did_not_do(store, make, queued):
    """What came before the verdict, what an agent wrote and what grew old are nobody's last word."""
    name = queued("deploy:a")["deploy:a"]
    write(store, "rule:mine", "For now.", author=make.person, now=make.now)
    queue.dismiss(store, name, author=make.person, now=make.days(1))
    policy = Policy(direct=frozenset({MemoryType.FACT}))
    entry = Entry(key="fact:theirs", body="Port 80.", scope=SCOPE, type=MemoryType.FACT)
    assert drawer.write(store, entry, author=make.agent, now=make.days(2), policy=policy).memory is not None
    decay(store, now=make.days(90))
    assert drawer.show(store, "rule:mine", scope=SCOPE).status is MemoryStatus.RETIRED
    assert queue.undo(store, author=make.person, now=make.days(90)).id == name


def test_undo_without_a_name_takes_back_the_last_verdict(store, make, queued):
    """One after the other, the newest first; each once."""
    ids = queued("deploy:a", "deploy:b")
    queue.dismiss(store, ids["deploy:a"], author=make.person, now=make.now)
    queue.approve(store, ids["deploy:b"], author=make.person, now=make.now)
    undone = [queue.undo(store, author=make.person, now=make.now).key for _ in range(2)]
    assert undone == ["deploy:b", "deploy:a"]
    with pytest.raises(NotFound):
        queue.undo(store, author=make.person, now=make.now)


def test_only_a_person_judges(store, make, queued):
    """No verdict comes from an agent, whatever it calls."""
    name = queued("deploy:acme")["deploy:acme"]
    bot = {"author": make.agent, "now": make.now}
    for judge in (
        lambda: queue.approve(store, name, **bot),
        lambda: queue.dismiss(store, name, **bot),
        lambda: queue.never(store, name, **bot),
        lambda: queue.snooze(store, name, make.days(1), **bot),
        lambda: queue.undo(store, **bot),
        lambda: queue.edit(store, name, "x", author=make.agent),
    ):
        with pytest.raises(SeorapError, match="Only a person"):
            judge()
    assert (verdicts(store), drawer.memories(store)) == (0, [])


def test_a_snoozed_candidate_is_away_until_its_time(store, make, queued):
    """It is not listed before, and listed from then on; without a time all are listed."""
    name = queued("deploy:acme")["deploy:acme"]
    queue.snooze(store, name, make.days(7), author=make.person, now=make.now)
    shown = [len(queue.candidates(store, awake_at=make.days(day))) for day in (0, 6, 7)]
    assert (shown, len(queue.candidates(store))) == ([0, 0, 1], 1)


def test_a_candidate_nobody_judged_expires_and_comes_back_with_evidence(store, make, queued):
    """It waits thirty days by our clock, however old its evidence; snoozing makes it wait longer."""
    old = make.draft(make.evidence("r1", make.days(-400)), key="test:old")
    name = commit(store, LOCAL, [make.step(old)], now=make.now).created[0]
    snoozed = queued("test:snoozed", path="/s")["test:snoozed"]
    queue.snooze(store, snoozed, make.days(40), author=make.person, now=make.now)
    assert [queue.expire(store, now=make.days(day)) for day in (29, 30, 31)] == [0, 1, 0]
    assert queue.candidate(store, name).status is CandidateStatus.EXPIRED
    assert commit(store, LOCAL, [make.step(old, path="/copy")], now=make.days(32)).created == ()
    again = make.step(make.draft("r2", key="test:old"), path="/b")
    assert commit(store, LOCAL, [again], now=make.days(33)).created == (name,)
    assert queue.candidate(store, name).seen == 2


def test_the_policy_holds_for_approvals(store, make, queued):
    """What the policy came to deny after it was queued is not approved."""
    name = queued("deploy:acme")["deploy:acme"]
    with pytest.raises(PolicyError, match="deploy:acme"):
        queue.approve(store, name, author=make.person, now=make.now, policy=Policy(types=frozenset()))
    assert queue.candidate(store, name).status is CandidateStatus.PENDING


def test_secrets_a_person_types_are_masked(store, make, queued):
    """An edited body passes the mask like everything else."""
    name = queued("db:pg")["db:pg"]
    typed = "Run PGPASSWORD=hunter2hunter2 psql"
    assert "hunter2" not in queue.edit(store, name, typed, author=make.person).body
    assert "hunter2" not in queue.approve(store, name, body=typed, author=make.person, now=make.now).body


def test_owners_do_not_see_each_other(store, make, queued):
    """Another tenant's or user's candidate cannot be listed, found or judged."""
    name = queued("deploy:acme")["deploy:acme"]
    for owner in (Owner("acme", "", "me"), Owner("local", "", "bob")):
        assert queue.candidates(store, owner=owner) == []
        with pytest.raises(NotFound):
            queue.approve(store, name, author=make.person, now=make.now, owner=owner)
