"""What a lesson knows besides its sentence stays with it, in either database."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from classifiers.vocabulary import Category, Lesson, MemoryType
from storage import migrations
from storage.drawer import history, show
from storage.engine import open_store
from storage.intake import commit
from storage.queue import approve, candidates, undo
from storage.removal import purge

LESSON = Lesson(
    signature="postgres: server does not answer",
    category=Category.CONNECTION,
    stack="postgres",
    cause="The database was not running.",
    fix="after `docker compose up -d db`",
)
STORED = {
    "signature": "postgres: server does not answer",
    "category": "connection",
    "stack": "postgres",
    "cause": "The database was not running.",
    "fix": "after `docker compose up -d db`",
}


@pytest.fixture
def mined(make):
    """A lesson's draft."""

    def one(*records, lesson=LESSON, **more):
        return make.draft(*records, key="lesson:4f2a9c1d", type=MemoryType.LESSON, lesson=lesson, **more)

    return one


def test_it_goes_from_draft_to_candidate_to_memory_to_version(store, make, mined):
    """And back, when the verdict is taken back."""
    commit(store, steps=[make.step(mined(), make.draft())], now=make.now)
    lessons = {each.key: each.lesson for each in candidates(store)}
    assert lessons == {"lesson:4f2a9c1d": STORED, "deploy:acme": {}}
    (waiting,) = (each for each in candidates(store) if each.type is MemoryType.LESSON)
    memory = approve(store, waiting.id, author=make.person, now=make.now)
    assert memory.lesson == STORED
    assert show(store, memory.key, scope=memory.scope).lesson == STORED
    assert [version.lesson for version in history(store, memory.key, scope=memory.scope)] == [STORED]
    undo(store, waiting.id, author=make.person, now=make.now)
    assert STORED in [each.lesson for each in candidates(store)]


def test_the_surer_draft_brings_its_own(store, make, mined):
    """Body and lesson are of one draft, never mixed."""
    other = Lesson(signature="postgres: server does not answer", category=Category.CONNECTION, stack="postgres")
    commit(store, steps=[make.step(mined("r1"))], now=make.now)
    commit(store, steps=[make.step(mined("r2", lesson=other, body="Surer.", confidence=0.95), path="/b")], now=make.now)
    (found,) = candidates(store)
    assert (found.body, found.lesson["cause"], found.seen) == ("Surer.", "", 2)


def test_characters_that_a_database_refuses_are_replaced(store, make, mined):
    """A NUL in an error stops no file."""
    lesson = Lesson(signature="a\x00b", category=Category.CODE, stack="c\ud800", cause="d\x00", fix="e\x00")
    commit(store, steps=[make.step(mined(lesson=lesson))], now=make.now)
    (found,) = candidates(store)
    assert found.lesson == {"signature": "a�b", "category": "code", "stack": "c�", "cause": "d�", "fix": "e�"}


def test_a_purge_leaves_nothing_of_it(store, make, mined):
    """Neither in the memory nor in its versions."""
    commit(store, steps=[make.step(mined())], now=make.now)
    memory = approve(store, candidates(store)[0].id, author=make.person, now=make.now)
    purge(store, memory.key, scope=memory.scope, author=make.person, now=make.now)
    assert all(version.lesson == {} for version in history(store, memory.key, scope=memory.scope))


def test_a_database_from_before_lessons_moves_on(where, make, monkeypatch):
    """Its candidates, memories and versions are kept, each without a lesson. Later tables are not looked at here."""
    newest = migrations.HEAD
    with open_store(where) as store:
        commit(store, steps=[make.step(make.draft(), make.draft(key="deploy:other"))], now=make.now)
        approve(store, candidates(store)[0].id, author=make.person, now=make.now)
        with store.engine.begin() as connection:
            for table in ("candidate", "memory", "memory_version"):
                connection.execute(text(f"ALTER TABLE {table} DROP COLUMN lesson"))
            connection.execute(text("UPDATE alembic_version SET version_num = '0003'"))
    monkeypatch.setattr(migrations, "HEAD", "0004")
    with open_store(where) as store:
        try:
            (waiting,) = candidates(store)
            with store.engine.connect() as connection:
                counts = [
                    connection.execute(text(f"SELECT count(*) FROM {name}")).scalar()
                    for name in ("candidate", "memory", "memory_version")
                ]
        finally:
            with store.engine.begin() as connection:
                connection.execute(text(f"UPDATE alembic_version SET version_num = '{newest}'"))
    assert (waiting.lesson, counts) == ({}, [2, 1, 1])
