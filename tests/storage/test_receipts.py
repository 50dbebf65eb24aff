from __future__ import annotations

from datetime import timedelta

import pytest

from classifiers.vocabulary import GLOBAL, Actor, MemoryType
from storage.drawer import Entry, write
from storage.receipts import forget_receipts, given_in, receipts, write_receipts
from storage.removal import purge
from storage.values import LOCAL, Author, Owner


@pytest.fixture
def told(store, make):
    """Three receipts in two sessions, the second one day older."""

    def write(session, key, *, days=0, moment="prompt", owner=LOCAL):
        row = {"host": "claude-code", "session": session, "scope": GLOBAL, "key": key, "moment": moment}
        row |= {"at": make.now - timedelta(days=days), "version": 1, "why": "asked", "tokens": 20, "host_version": ""}
        write_receipts(store, [row], owner=owner)

    write("s1", "deploy:blyck")
    write("s1", "fact:port", moment="begin")
    write("s2", "deploy:blyck", days=1)
    write("s1", "deploy:secret", owner=Owner(tenant="acme"))
    return write


def test_receipts_are_listed_newest_first_for_their_owner(store, told):
    """A session's name may be cut short; writing one twice is one."""
    told("s1", "deploy:blyck")
    assert [(each.session, each.key) for each in receipts(store)] == [
        ("s1", "deploy:blyck"),
        ("s1", "fact:port"),
        ("s2", "deploy:blyck"),
    ]
    assert [each.session for each in receipts(store, session="s2")] == ["s2"]
    assert receipts(store, host="codex") == []
    assert len(receipts(store, session="s", limit=1)) == 1
    found = given_in(store, "claude-code", "s1")
    assert found == {"prompt": {(GLOBAL, "deploy:blyck")}, "begin": {(GLOBAL, "fact:port")}}


def test_receipts_end_with_their_time_and_with_a_purge(store, make, told):
    """Nobody else's are touched."""
    forget_receipts(store, now=make.now, kept=timedelta(hours=12))
    assert {each.session for each in receipts(store)} == {"s1"}
    person = Author(Actor.PERSON, "ann")
    entry = Entry(key="deploy:blyck", body="It can.", type=MemoryType.CAPABILITY)
    write(store, entry, author=person, now=make.now)
    purge(store, "deploy:blyck", author=person, now=make.now)
    assert [each.key for each in receipts(store)] == ["fact:port"]
    assert len(receipts(store, owner=Owner(tenant="acme"))) == 1
