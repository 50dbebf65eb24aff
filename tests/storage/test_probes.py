"""Probes that a person approved, and how they went."""

from __future__ import annotations

from datetime import timedelta

import pytest

from classifiers.vocabulary import GLOBAL, Actor, MemoryType, SeorapError
from storage.decay import decay
from storage.drawer import Entry, show, write
from storage.errors import NotFound
from storage.probes import approve_probe, approved_probe, failed_probes, note_probe
from storage.removal import purge
from storage.values import Author, MemoryStatus

KEY = "auth:github"
CALL = (("gh", "auth", "status"),)


@pytest.fixture
def signed_in(store, make):
    entry = Entry(key=KEY, body="Signed in.", type=MemoryType.CAPABILITY, confidence=0.8)
    write(store, entry, author=make.person, now=make.now)
    return store


def test_only_a_person_approves_and_only_these_commands(signed_in, make):
    agent = Author(Actor.AGENT, "codex")
    with pytest.raises(SeorapError):
        approve_probe(signed_in, GLOBAL, KEY, CALL, author=agent, now=make.now)
    assert not approved_probe(signed_in, GLOBAL, KEY, CALL)
    approve_probe(signed_in, GLOBAL, KEY, CALL, author=make.person, now=make.now)
    assert approved_probe(signed_in, GLOBAL, "Auth: github", CALL)
    assert not approved_probe(signed_in, GLOBAL, KEY, (*CALL, ("true",)))
    assert not approved_probe(signed_in, "git:host/x", KEY, CALL)
    with pytest.raises(NotFound):
        approve_probe(signed_in, GLOBAL, "auth:none", CALL, author=make.person, now=make.now)


def test_what_passes_is_seen_and_sure_and_what_fails_is_less_so(signed_in, make):
    """Without a new version: the memory says the same."""
    approve_probe(signed_in, GLOBAL, KEY, CALL, author=make.person, now=make.now)
    later = make.now + timedelta(days=1)
    note_probe(signed_in, GLOBAL, KEY, passed=True, said="ok", now=later)
    found = show(signed_in, KEY)
    assert (found.confidence, found.last_seen, found.version) == (1.0, later, 1)
    note_probe(signed_in, GLOBAL, KEY, passed=False, said="token expired", now=later + timedelta(days=1))
    found = show(signed_in, KEY)
    assert (found.confidence, found.last_seen, found.version) == (0.8, later, 1)
    assert [(each.key, each.said) for each in failed_probes(signed_in)] == [(KEY, "token expired")]
    note_probe(signed_in, GLOBAL, KEY, passed=True, said="ok", now=later)
    assert failed_probes(signed_in) == []


def test_a_probe_that_passes_wakes_a_stale_memory(store, make):
    write(store, Entry(key="fact:x", body="X."), author=make.person, now=make.now)
    approve_probe(store, GLOBAL, "fact:x", CALL, author=make.person, now=make.now)
    later = make.now + timedelta(days=100)
    decay(store, now=later)
    assert show(store, "fact:x").status is MemoryStatus.STALE
    note_probe(store, GLOBAL, "fact:x", passed=True, said="ok", now=later)
    assert show(store, "fact:x").status is MemoryStatus.ACTIVE


def test_a_purge_takes_the_probe_with_it(signed_in, make):
    """What it said was about a person's account."""
    approve_probe(signed_in, GLOBAL, KEY, CALL, author=make.person, now=make.now)
    note_probe(signed_in, GLOBAL, KEY, passed=False, said="ann@example.com", now=make.now)
    purge(signed_in, KEY, author=make.person, now=make.now)
    assert failed_probes(signed_in) == []
