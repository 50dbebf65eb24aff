from __future__ import annotations

import pytest

from classifiers.vocabulary import SeorapError
from storage import drawer, queue, removal
from storage.drawer import Entry, Terms
from storage.engine import open_store
from storage.errors import NotFound
from storage.intake import commit
from storage.tables import metadata
from storage.tombstones import tombstones
from storage.values import LOCAL, CandidateStatus, MemoryStatus

SECRET = "Kim's phone is on the second shelf"  # personal, and found nowhere else


@pytest.fixture
def me(make):
    return {"author": make.person, "now": make.now, "scope": make.scope}


def remember(store, make):
    """A memory with evidence, an approved candidate and several versions; gives the candidate's id."""
    row = make.evidence("r1", excerpt=SECRET, command=SECRET)
    name = commit(store, LOCAL, [make.step(make.draft(row, body=SECRET))], now=make.now).created[0]
    queue.snooze(store, name, make.days(1), author=make.person, now=make.now)
    queue.approve(store, name, author=make.person, now=make.now)
    entry = Entry(key="deploy:acme", body=SECRET + "!", scope=make.scope)
    drawer.write(store, entry, author=make.person, now=make.now, terms=Terms(request="q"))
    return name


@pytest.fixture
def remembered(store, make):
    return remember(store, make)


def test_retiring_keeps_the_memory(store, make, me, remembered):
    """A retired memory is still shown; retiring it again makes no version."""
    first = removal.retire(store, "deploy:acme", **me)
    assert (first.status, removal.retire(store, "deploy:acme", **me).version) == (MemoryStatus.RETIRED, first.version)
    assert drawer.show(store, "deploy:acme", scope=make.scope).body == SECRET + "!"


def test_new_evidence_for_a_retired_memory_is_a_question(store, make, me, remembered):
    """What was retired and happens again is asked about again."""
    removal.retire(store, "deploy:acme", **me)
    assert commit(store, LOCAL, [make.step(make.draft("r2"), path="/b")], now=make.now).created == (remembered,)


def test_deleting_leaves_history_and_a_tombstone(store, make, me, remembered):
    """The key stays away; deleting twice equals once; its versions can still be read."""
    for _ in range(2):
        removal.delete_memory(store, "deploy:acme", **me)
    assert commit(store, LOCAL, [make.step(make.draft("r2"), path="/b")], now=make.now).quiet == 1
    assert [one.change.value for one in drawer.history(store, "deploy:acme", scope=make.scope)][-1] == "deleted"
    assert [(one.name, one.reason) for one in tombstones(store)] == [("deploy:acme", "deleted")]
    with pytest.raises(NotFound):
        drawer.show(store, "deploy:acme", scope=make.scope)


def test_deleting_takes_a_waiting_candidate_along(store, make, me):
    """A correction an agent proposed for a deleted memory is not asked about."""
    drawer.write(store, Entry(key="fact:x", body="A", scope=make.scope), author=make.person, now=make.now)
    drawer.write(store, Entry(key="fact:x", body="B", scope=make.scope), author=make.agent, now=make.now)
    removal.delete_memory(store, "fact:x", **me)
    assert [one.status for one in queue.candidates(store, statuses=CandidateStatus)] == [CandidateStatus.DISMISSED]


def test_a_purge_leaves_the_content_nowhere(store, make, me, remembered):
    """No table holds the text any more, the tombstone keeps the key away, and a second purge is fine."""
    for _ in range(2):
        removal.purge(store, "deploy:acme", **me)
    with store.reading() as db:
        for table in metadata.sorted_tables:
            assert SECRET not in repr(db.connection().execute(table.select()).all())
    versions = drawer.history(store, "deploy:acme", scope=make.scope)
    assert [(one.change.value, one.body, one.proof) for one in versions][-1] == ("purged", "", [])
    assert commit(store, LOCAL, [make.step(make.draft("r1"), path="/b")], now=make.now).quiet == 1
    with pytest.raises(NotFound):
        queue.undo(store, remembered, author=make.person, now=make.now)


def test_a_purge_leaves_no_bytes_in_the_file(sqlite_path, make, me):
    """SQLite's file and log hold nothing of it either, and old copies that may are named."""
    with open_store(sqlite_path) as store:
        remember(store, make)
        copy = sqlite_path.with_name("seorap.sqlite.before-0000")
        store.backup(copy)
        assert removal.purge(store, "deploy:acme", **me) == (copy,)
        for file in sqlite_path.parent.iterdir():
            assert (SECRET.encode() in file.read_bytes()) == (file == copy)


def test_a_purge_does_not_hide_older_verdicts_from_undo(store, make, me):
    """After the candidate of the last verdict was purged, undo can still take back the one before, by its name."""
    other = commit(store, LOCAL, [make.step(make.draft("o", key="test:x"), path="/o")], now=make.now).created[0]
    queue.dismiss(store, other, author=make.person, now=make.now)
    last = commit(store, LOCAL, [make.step(make.draft("l", key="test:last"), path="/l")], now=make.now).created[0]
    queue.dismiss(store, last, author=make.person, now=make.now)
    removal.purge(store, "test:last", **me)
    assert queue.undo(store, other, author=make.person, now=make.now).id == other


def test_what_is_not_there_cannot_be_removed(store, me):
    """An unknown key is said to be unknown."""
    for remove in (removal.retire, removal.delete_memory, removal.purge):
        with pytest.raises(NotFound, match="fact:x"):
            remove(store, "fact:x", **me)


def test_an_agent_removes_nothing(store, make, me, remembered):
    """Retire, delete and purge are a person's."""
    for remove in (removal.retire, removal.delete_memory, removal.purge):
        with pytest.raises(SeorapError, match="Only a person"):
            remove(store, "deploy:acme", **(me | {"author": make.agent}))
    assert drawer.show(store, "deploy:acme", scope=make.scope).status is MemoryStatus.ACTIVE
