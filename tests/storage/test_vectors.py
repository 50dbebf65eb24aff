from __future__ import annotations

import pytest

from storage import removal
from storage.drawer import Entry, write
from storage.search import refresh
from storage.tables import table
from storage.values import LOCAL, Owner
from storage.vectors import Told, Vector, keep_vectors, told_at


@pytest.fixture
def tea(store, make):
    """A memory, and the vector that is kept of it."""
    write(store, Entry(key="fact:tea", body="tea", scope=make.scope), author=make.person, now=make.now)
    keep_vectors(store, [Vector(make.scope, "fact:tea", "d1", b"\1\2")])
    return (make.scope, "fact:tea")


def kept(store) -> int:
    with store.reading() as db:
        return len(db.connection().execute(table("search_vector").select()).all())


def test_a_memory_is_told_with_its_vector(store, make, tea):
    """And without one where there is none; a newer vector takes the place of the older."""
    write(store, Entry(key="fact:milk", body="milk", scope=make.scope), author=make.person, now=make.now)
    places = [tea, (make.scope, "fact:milk"), (make.scope, "fact:nothing")]
    told = {each.key: each for each in told_at(store, places)}
    assert told == {
        "fact:tea": Told(*tea, "tea", "d1", b"\1\2"),
        "fact:milk": Told(make.scope, "fact:milk", "milk", None, None),
    }
    keep_vectors(store, [Vector(*tea, "d2", b"\3")])
    assert list(told_at(store, [tea])) == [Told(*tea, "tea", "d2", b"\3")]
    assert list(told_at(store, [tea], owner=Owner("local", "", "eve"))) == []


@pytest.mark.parametrize("end", [removal.purge, removal.delete_memory, removal.retire])
def test_no_vector_outlives_its_memory(store, make, tea, end):
    """However it ended; and whoever was making one meanwhile cannot keep it."""
    end(store, "fact:tea", scope=make.scope, author=make.person, now=make.now)
    refresh(store)
    assert kept(store) == 0
    keep_vectors(store, [Vector(*tea, "d1", b"\1\2")], owner=LOCAL)
    assert kept(store) == 0
    keep_vectors(store, [])


def test_a_purge_takes_it_at_once(store, make, tea):
    """Not only when the index is next brought up to date."""
    removal.purge(store, "fact:tea", scope=make.scope, author=make.person, now=make.now)
    assert kept(store) == 0
