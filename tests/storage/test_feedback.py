"""What came of lessons, and what that says of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from classifiers.maturity import Maturity
from classifiers.vocabulary import GLOBAL, Category, Lesson, MemoryType, SeorapError
from storage import migrations
from storage.drawer import Entry, show, write
from storage.engine import open_store
from storage.errors import NotFound
from storage.feedback import Trial, awaited, report
from storage.intake import commit
from storage.queue import approve, candidates
from storage.receipts import write_receipts
from storage.removal import purge
from storage.sureness import UNTRIED, grown, sure, untried
from storage.values import Effect

KEY = "lesson:4f2a9c1d"
LESSON = Lesson(signature="postgres: no answer", category=Category.CONNECTION, stack="postgres", fix="after `up -d db`")


@pytest.fixture
def lesson(store, make):
    """An approved lesson that was seen twice, and its scope."""
    draft = make.draft("r1", "r2", key=KEY, type=MemoryType.LESSON, lesson=LESSON, confidence=0.9)
    commit(store, steps=[make.step(draft)], now=make.now)
    return approve(store, candidates(store)[0].id, author=make.person, now=make.now)


@pytest.fixture
def tell(store, make):
    def one(effect, session="s1", *, observed=True, scope="git:host/ann/acme", **more):
        trial = Trial(key=KEY, scope=scope, effect=Effect(effect), host="h", session=session, observed=observed, **more)
        return report(store, trial, now=make.now)

    return one


def standing(memory) -> Maturity:
    return grown(memory.scope, memory.seen, memory.prevented_in, memory.guard)


def test_two_sightings_are_no_rule(lesson):
    """However sure the draft was: nobody was seen to be helped by it."""
    assert (lesson.confidence, lesson.seen) == (UNTRIED, 2)
    assert standing(lesson) is Maturity.PATTERN


def test_what_came_of_it_moves_its_confidence(lesson, tell, store):
    """Once a session; no new version is made of it, and last_seen stays."""
    before = lesson
    helped = tell("prevented")
    assert helped.confidence == sure(UNTRIED, 1, 0) > before.confidence
    assert tell("prevented").prevented == 1
    failed = tell("still_failed", "s2")
    assert (failed.prevented, failed.still_failed) == (1, 1)
    assert failed.confidence < helped.confidence
    found = show(store, KEY, scope=before.scope)
    assert (found.version, found.last_seen) == (before.version, before.last_seen)


def test_what_was_seen_counts_before_what_is_said(lesson, tell):
    """An agent may change its own word, and never makes a rule."""
    assert tell("still_failed", observed=False).still_failed == 1
    assert tell("prevented", observed=False, workspace="git:host/ann/other").prevented == 1
    assert tell("still_failed").still_failed == 1
    assert tell("prevented", observed=False).prevented == 0
    said = tell("prevented", "s2", observed=False, workspace="git:host/ann/other")
    assert (said.prevented, said.prevented_in, standing(said)) == (1, [], Maturity.PATTERN)


def test_a_rule_prevented_its_error_in_another_project(lesson, tell):
    own, other = "git:host/ann/acme", "git:host/ann/other"
    assert standing(tell("prevented", workspace=own)) is Maturity.PATTERN
    assert standing(tell("prevented", "s2", workspace=other)) is Maturity.RULE
    assert grown(GLOBAL, 2, [own], {}) is Maturity.PATTERN
    assert grown(GLOBAL, 2, [own, other], {}) is Maturity.RULE
    assert grown(GLOBAL, 1, [], {"commands": ["psql*"]}) is Maturity.CONSTRAINT


def test_other_advice_starts_anew(store, make, tell):
    """What came of the old advice says nothing of the new one; the same again keeps what is known."""

    def say(body):
        write(store, Entry(key=KEY, body=body, type=MemoryType.LESSON), author=make.person, now=make.now)
        return show(store, KEY)

    say("Boot it.")
    tell("prevented", scope=GLOBAL)
    assert (say("Boot it.").prevented, show(store, KEY).confidence) == (1, sure(UNTRIED, 1, 0))
    fresh = say("Reboot it.")
    assert (fresh.prevented, fresh.prevented_in, fresh.untried, fresh.confidence) == (0, [], None, UNTRIED)
    again = tell("still_failed", "s2", scope=GLOBAL)
    assert (again.prevented, again.still_failed) == (0, 1)
    assert tell("prevented", scope=GLOBAL).prevented == 1  # the session that had tried the old advice


def test_only_lessons_are_tried(store, make, tell):
    with pytest.raises(NotFound):
        tell("prevented", scope=GLOBAL)
    write(store, Entry(key=KEY, body="It can.", type=MemoryType.FACT), author=make.person, now=make.now)
    with pytest.raises(SeorapError, match="only a lesson"):
        tell("prevented", scope=GLOBAL)


def test_a_lesson_is_awaited_until_something_is_seen(store, make, lesson, tell):
    """By the command that failed; of its own session only."""
    common = {"host": "h", "moment": "failed", "version": 1, "why": "w", "at": make.now}
    scope = lesson.scope
    rows = [{"session": "s1", "scope": scope, "key": KEY, "command": "npm run db"}]
    rows.append({"session": "s1", "scope": scope, "key": "fact:port", "command": ""})
    write_receipts(store, [common | row for row in rows])
    assert awaited(store, "h", "s1") == {"npm run db": {(scope, KEY)}}
    assert awaited(store, "h", "s2") == awaited(store, "other", "s1") == {}
    tell("prevented", observed=False)
    assert awaited(store, "h", "s1")
    tell("prevented")
    assert awaited(store, "h", "s1") == {}


def test_a_purge_takes_it_along(store, make, lesson, tell):
    tell("prevented")
    purge(store, KEY, scope=lesson.scope, author=make.person, now=make.now)
    with store.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM feedback")).scalar() == 0


def test_a_database_from_before_feedback_moves_on(where, make, monkeypatch):
    """Its memories are kept, and were never tried. Later tables are not looked at here."""
    newest = migrations.HEAD
    added = (
        ("memory", ("guard", "prevented", "still_failed", "prevented_in", "untried")),
        ("memory_version", ("guard",)),
        ("receipt", ("command", "workspace")),
    )
    with open_store(where) as store:
        commit(store, steps=[make.step(make.draft())], now=make.now)
        approve(store, candidates(store)[0].id, author=make.person, now=make.now)
        with store.engine.begin() as connection:
            connection.execute(text("DROP TABLE feedback"))
            connection.execute(text("DROP TABLE search_vector"))
            for table, columns in added:
                for column in columns:
                    connection.execute(text(f"ALTER TABLE {table} DROP COLUMN {column}"))
            connection.execute(text("UPDATE alembic_version SET version_num = '0005'"))
    monkeypatch.setattr(migrations, "HEAD", "0006")
    with open_store(where) as store:
        try:
            with store.engine.connect() as connection:
                kept = connection.execute(text("SELECT prevented, still_failed, untried FROM memory")).all()
                empty = [
                    str(connection.execute(text(f"SELECT {column} FROM {table}")).scalar())
                    for table, column in (("memory", "guard"), ("memory", "prevented_in"), ("memory_version", "guard"))
                ]
        finally:
            with store.engine.begin() as connection:
                connection.execute(text("UPDATE alembic_version SET version_num = '0008'"))
    monkeypatch.setattr(migrations, "HEAD", newest)
    open_store(where).close()  # what came after feedback, on its own columns
    assert (kept, empty) == ([(0, 0, None)], ["{}", "[]", "{}"])


@given(st.floats(0, 1), st.integers(0, 500), st.integers(0, 500))
def test_confidence_is_a_share_and_moves_the_right_way(first, good, bad):
    now = sure(first, good, bad)
    assert 0 <= sure(first, good, bad + 1) <= now <= sure(first, good + 1, bad) <= 1
    assert untried(MemoryType.LESSON, first) <= UNTRIED
    assert untried(MemoryType.CAPABILITY, first) == first
