from __future__ import annotations

from datetime import UTC, datetime

import pytest

from classifiers.search_words import words_of
from classifiers.vocabulary import Actor
from recall.finding import Finder
from recall.ranking import word
from storage import removal
from storage.drawer import Entry, write
from storage.engine import open_store
from storage.errors import StoreFull
from storage.search import state
from storage.values import LOCAL, Author, Owner

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)
ANN = Author(Actor.PERSON, "ann")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "seorap.sqlite"


@pytest.fixture
def store(path):
    with open_store(path) as opened:
        yield opened


@pytest.fixture
def remember(store):
    def put(key: str, body: str, owner: Owner = LOCAL):
        write(store, Entry(key=key, body=body, scope="here"), author=ANN, now=NOW, owner=owner)

    return put


def keys(finder: Finder, question: str) -> list[str]:
    with finder.ranking() as ranking:
        return [hit.key for hit in ranking.find(list(map(word, words_of(question))), ["here"], 10)]


def test_korean_is_found_without_spaces(store, remember):
    remember("rule:no-night", "밤에는 운영서버에 배포하지 않는다")
    finder = Finder(store)
    assert keys(finder, "배포해줘") == ["rule:no-night"]
    assert keys(finder, "서버") == ["rule:no-night"]


def test_a_finder_keeps_in_step_with_other_processes(store, path, remember):
    """What another one writes, rewrites or deletes is known at the next question."""
    finder = Finder(store)
    assert keys(finder, "tea") == []
    with open_store(path) as other:
        write(other, Entry(key="fact:tea", body="tea", scope="here"), author=ANN, now=NOW)
    assert keys(finder, "tea") == ["fact:tea"]
    with open_store(path) as other:
        write(other, Entry(key="fact:tea", body="milk", scope="here"), author=ANN, now=NOW)
        assert keys(Finder(other), "milk") == ["fact:tea"]
    assert keys(finder, "milk") == ["fact:tea"]
    removal.delete_memory(store, "fact:tea", scope="here", author=ANN, now=NOW)
    assert keys(finder, "milk") == []


def test_an_owner_finds_no_look_alike_of_another(store, remember):
    remember("fact:tea", "tea")
    assert keys(Finder(store, Owner("other", "", "me")), "tea") == []
    assert keys(Finder(store, Owner("local", "", "eve")), "tea") == []


def test_what_changed_last_is_found_also_while_nothing_can_be_stored(store, remember, monkeypatch):
    """The index at rest stays behind, and is brought up to date once there is room; until then it is right all the same."""
    finder = Finder(store)
    remember("fact:drink", "tea")
    remember("fact:gone", "coffee")
    assert keys(finder, "tea") == ["fact:drink"]
    remember("fact:drink", "milk")
    remember("fact:new", "water")
    removal.delete_memory(store, "fact:gone", scope="here", author=ANN, now=NOW)
    monkeypatch.setattr(store, "unwritable", StoreFull("The disk is full.", ""))
    for asked in (finder, Finder(store)):
        found = {word: keys(asked, word) for word in ("tea", "coffee", "milk", "water")}
        assert found == {"tea": [], "coffee": [], "milk": ["fact:drink"], "water": ["fact:new"]}
    assert state(store)[1]
    monkeypatch.undo()
    assert keys(finder, "milk") == ["fact:drink"]
    assert not state(store)[1]
