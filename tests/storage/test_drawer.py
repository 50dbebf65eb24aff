from __future__ import annotations

import pytest

from classifiers.vocabulary import GLOBAL, MemoryType
from storage import drawer, queue
from storage.drawer import Entry, Terms
from storage.errors import BadKey, KeyReused, NotFound, PolicyError, VersionConflict
from storage.idempotency import forget_requests
from storage.intake import commit
from storage.policy import Policy
from storage.removal import delete_memory, retire
from storage.values import LOCAL, CandidateStatus, MemoryStatus, Owner


def test_a_persons_write_is_stored_at_once(store, make):
    """It is an active memory, confirmed by its writer, with a first version."""
    entry = Entry(key="Fact: Main Port ", body="The port is 4000", paths=("src/**",))
    written = drawer.write(store, entry, author=make.person, now=make.now)
    memory = drawer.show(store, "fact:main-port")
    assert (written.memory.version, memory.version, memory.scope) == (1, 1, GLOBAL)
    assert (memory.body, memory.status, memory.confirmed_by) == ("The port is 4000", MemoryStatus.ACTIVE, "person:ann")
    assert (memory.paths, memory.proof[0]["why"]) == (["src/**"], "written by person:ann")


def test_every_change_is_a_version_and_saying_it_again_is_none(store, make):
    """The history tells what superseded what, and when it became valid."""
    for day, body in enumerate(("A", "B", "B", "A")):
        drawer.write(store, Entry(key="fact:x", body=body), author=make.person, now=make.days(day))
    told = [(one.version, one.supersedes, one.body, one.valid_from) for one in drawer.history(store, "fact:x")]
    expected = [(1, None, "A", make.now), (2, 1, "B", make.days(1)), (3, 2, "A", make.days(3))]
    assert (told, len(drawer.memories(store))) == (expected, 1)


def test_an_agents_write_waits_for_a_person(store, make):
    """It becomes a candidate with the agent's name and little confidence, also against a memory of a person."""
    drawer.write(store, Entry(key="fact:x", body="A"), author=make.person, now=make.now)
    written = drawer.write(store, Entry(key="fact:x", body="B"), author=make.agent, now=make.now)
    assert (written.memory, written.candidate.body, written.candidate.confidence) == (None, "B", 0.6)
    assert drawer.show(store, "fact:x").body == "A"
    (row,) = queue.evidence(store, GLOBAL, "fact:x")
    assert row.why == "written by agent:helper"
    again = drawer.write(store, Entry(key="fact:x", body="B"), author=make.agent, now=make.now)
    assert (again.candidate.id, again.candidate.seen) == (written.candidate.id, 1)
    same = drawer.write(store, Entry(key="fact:x", body="A"), author=make.agent, now=make.now)
    assert (same.memory.version, same.candidate) == (1, None)


def test_an_agent_cannot_bring_back_what_a_person_deleted(store, make):
    """A tombstone keeps an agent's write away; a person's own write lifts it."""
    drawer.write(store, Entry(key="fact:x", body="A"), author=make.person, now=make.now)
    delete_memory(store, "fact:x", author=make.person, now=make.now)
    written = drawer.write(store, Entry(key="fact:x", body="A"), author=make.agent, now=make.now)
    assert written.quiet
    assert queue.candidates(store, statuses=CandidateStatus) == []
    assert drawer.write(store, Entry(key="fact:x", body="C"), author=make.person, now=make.now).memory.version == 3


def test_a_persons_write_settles_what_waited(store, make):
    """A pending candidate of the key needs no verdict any more."""
    name = commit(store, LOCAL, [make.step(make.draft("r1"))], now=make.now).created[0]
    drawer.write(store, Entry(key="deploy:acme", body="A", scope=make.scope), author=make.person, now=make.now)
    assert queue.candidate(store, name).status is CandidateStatus.SUPERSEDED


def test_a_write_holds_only_on_its_terms(store, make):
    """An expected version that is not there, or a memory where none was expected, stores nothing."""
    me = {"author": make.person, "now": make.now}
    drawer.write(store, Entry(key="fact:x", body="A"), terms=Terms(expected=0), **me)
    for wrong in (0, 2):
        with pytest.raises(VersionConflict, match="version 1"):
            drawer.write(store, Entry(key="fact:x", body="B"), terms=Terms(expected=wrong), **me)
    drawer.write(store, Entry(key="fact:x", body="B"), terms=Terms(expected=1), **me)
    with pytest.raises(VersionConflict):
        retire(store, "fact:x", terms=Terms(expected=1), **me)
    with pytest.raises(VersionConflict):
        delete_memory(store, "fact:x", terms=Terms(expected=1), **me)
    assert drawer.show(store, "fact:x").body == "B"


def test_versions_never_start_again(store, make):
    """What was read before a deletion does not fit what is written after it."""
    me = {"author": make.person, "now": make.now}
    drawer.write(store, Entry(key="fact:x", body="A"), **me)
    delete_memory(store, "fact:x", **me)
    drawer.write(store, Entry(key="fact:x", body="B"), **me)
    with pytest.raises(VersionConflict):
        drawer.write(store, Entry(key="fact:x", body="C"), terms=Terms(expected=1), **me)


def test_a_request_sent_twice_is_answered_the_same(store, make):
    """The same key and request give the first answer, even after other writes; another request is refused."""
    me = {"author": make.person, "now": make.now}
    once = Terms(request="q1")
    first = drawer.write(store, Entry(key="fact:x", body="A"), terms=once, **me)
    drawer.write(store, Entry(key="fact:x", body="B"), **me)
    again = drawer.write(store, Entry(key="fact:x", body="A"), terms=once, **me)
    assert (again.memory, drawer.show(store, "fact:x").body) == (first.memory, "B")
    with pytest.raises(KeyReused):
        drawer.write(store, Entry(key="fact:x", body="C"), terms=once, **me)
    bot = {"author": make.agent, "now": make.now}
    names = {
        drawer.write(store, Entry(key="fact:y", body="Y"), terms=Terms(request="q2"), **bot).candidate.id for _ in "ab"
    }
    assert len(names) == 1
    assert [forget_requests(store, now=make.days(day)) for day in (6, 8, 9)] == [0, 2, 0]


def test_an_explicit_read_is_seen_and_revives(store, make):
    """Reading moves last_seen and wakes a stale memory; showing, listing and a retired one change nothing."""
    drawer.write(store, Entry(key="fact:x", body="A"), author=make.person, now=make.now)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE memory SET status = 'stale'")
    assert drawer.show(store, "fact:x").last_seen == make.now
    memory = drawer.read(store, "fact:x", now=make.days(5))
    assert (memory.status, memory.last_seen, memory.version) == (MemoryStatus.ACTIVE, make.days(5), 2)
    assert drawer.read(store, "fact:x", now=make.days(1)).last_seen == make.days(5)
    retire(store, "fact:x", author=make.person, now=make.days(6))
    assert drawer.read(store, "fact:x", now=make.days(7)) is None
    assert drawer.read(store, "fact:unknown", now=make.now) is None


def test_the_narrow_scope_is_read_first(store, make):
    """A workspace's memory hides the global one of the same key, and only there."""
    for scope in (GLOBAL, make.scope):
        drawer.write(store, Entry(key="fact:x", body=scope, scope=scope), author=make.person, now=make.now)
    assert drawer.read(store, "fact:x", scopes=(make.scope, GLOBAL), now=make.now).body == make.scope
    assert drawer.read(store, "fact:x", scopes=("git:other", GLOBAL), now=make.now).body == GLOBAL


def test_memories_are_listed_by_scope_and_key(store, make):
    """Filters choose by scope, type, status and due review."""
    me = {"author": make.person, "now": make.now}
    drawer.write(store, Entry(key="rule:b", body="B", type=MemoryType.RULE), **me)
    drawer.write(store, Entry(key="fact:c", body="C", scope="git:z", review_after=make.days(9)), **me)
    drawer.write(store, Entry(key="fact:a", body="A"), **me)
    retire(store, "fact:a", **me)

    def keys(**chosen):
        return [one.key for one in drawer.memories(store, **chosen)]

    assert keys() == ["fact:c", "rule:b"]
    assert keys(statuses=None) == ["fact:c", "fact:a", "rule:b"]
    assert keys(scopes=[GLOBAL], statuses=[MemoryStatus.RETIRED]) == ["fact:a"]
    assert (keys(types=[MemoryType.RULE]), keys(scopes=[])) == (["rule:b"], [])
    assert [keys(review_before=make.days(day)) for day in (8, 9)] == [[], ["fact:c"]]


def test_a_temporary_workaround_gets_its_end(store, make):
    """It expires when the policy says."""
    entry = Entry(key="fact:x", body="Pin it", temporary=True)
    drawer.write(store, entry, author=make.person, now=make.now)
    assert drawer.show(store, "fact:x").expires_at == make.days(14)


def test_what_is_written_is_masked(store, make):
    """No secret a person or an agent writes reaches the database."""
    for author in (make.person, make.agent):
        entry = Entry(key="db:pg", body="Use PGPASSWORD=hunter2hunter2 psql", scope=str(author))
        drawer.write(store, entry, author=author, now=make.now)
    with store.reading() as db:
        for name in ("memory", "memory_version", "candidate"):
            (body,) = db.connection().exec_driver_sql(f"SELECT body FROM {name}").scalars()
            assert "hunter2" not in body
            assert "PGPASSWORD" in body


def test_the_policy_and_the_key_hold_for_every_writer(store, make):
    """A denied type or a key that is none stores nothing, and says why."""
    for author in (make.person, make.agent):
        with pytest.raises(PolicyError, match="fact:x"):
            drawer.write(
                store,
                Entry(key="fact:x", body="A"),
                author=author,
                now=make.now,
                policy=Policy(denied_keys=("fact:*",)),
            )
        with pytest.raises(BadKey):
            drawer.write(store, Entry(key="no key", body="A"), author=author, now=make.now)
    assert drawer.memories(store, statuses=None) == []


def test_tenants_do_not_see_each_other(store, make):
    """The same key of another tenant or user is another memory."""
    others = (Owner("acme", "", "me"), Owner("local", "", "bob"))
    drawer.write(store, Entry(key="fact:x", body="mine"), author=make.person, now=make.now)
    for owner in others:
        assert drawer.memories(store, owner=owner) == []
        assert drawer.read(store, "fact:x", now=make.now, owner=owner) is None
        with pytest.raises(NotFound):
            delete_memory(store, "fact:x", author=make.person, now=make.now, owner=owner)
        drawer.write(store, Entry(key="fact:x", body=owner.user), author=make.person, now=make.now, owner=owner)
    assert drawer.show(store, "fact:x").body == "mine"


def test_looks_within_a_look_take_its_connection(store, make):
    """And a write within it takes its own; afterwards everybody has one of their own again."""
    drawer.write(store, Entry(key="fact:x", body="A"), author=make.person, now=make.now)
    place = [(GLOBAL, "fact:x")]
    with store.looking() as connection:
        assert drawer.outlines_at(store, place)
        drawer.write(store, Entry(key="fact:x", body="B"), author=make.person, now=make.now)
        with store.reading() as session:
            assert session.connection().connection is connection.connection
        with store.looking() as again:
            assert again is connection
    (after,) = drawer.at_places(store, place)
    assert after.body == "B"
    with store.reading() as session:
        assert session.connection() is not connection


def test_a_look_that_fails_leaves_none_behind(store):
    """The next one has a connection of its own."""
    with pytest.raises(RuntimeError, match="over"), store.looking():
        raise RuntimeError("over")
    with store.looking() as connection:
        assert not connection.closed
