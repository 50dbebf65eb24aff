"""One store, two databases: every test that asks for `store` or `where` runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from classifiers.vocabulary import Actor, Draft, Evidence, MemoryType, Result
from storage.checkpoints import Checkpoint, Step
from storage.engine import Store, open_store
from storage.tables import metadata
from storage.values import Author

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    """A new SQLite database, to be copied."""
    path = tmp_path_factory.mktemp("template") / "seorap.sqlite"
    open_store(path).close()
    return path


@pytest.fixture
def sqlite_path(tmp_path, template) -> Path:
    """An empty, current SQLite database."""
    path = tmp_path / "data" / "seorap.sqlite"
    path.parent.mkdir(mode=0o700)
    shutil.copyfile(template, path)
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request):
    """The address of an empty, current database, for tests that open it themselves."""
    if request.param == "sqlite":
        return str(request.getfixturevalue("sqlite_path"))
    empty(request.getfixturevalue("postgres_store"))
    return request.getfixturevalue("postgres")


@pytest.fixture(scope="session")
def sqlite_store(tmp_path_factory):
    with open_store(tmp_path_factory.mktemp("store") / "seorap.sqlite") as store:
        yield store


@pytest.fixture(scope="session")
def postgres_store(postgres):
    with open_store(postgres) as store:
        yield store


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request) -> Store:
    """An empty store; it stays open between tests, so that statements are compiled once."""
    opened = request.getfixturevalue("sqlite_store" if request.param == "sqlite" else "postgres_store")
    empty(opened)
    yield opened
    opened.machine = ""
    opened.patience = 10.0


def empty(store: Store) -> None:
    with store.engine.begin() as connection:
        for table in metadata.sorted_tables:
            connection.execute(table.delete())


def evidence(record: str = "r1", at: datetime | None = NOW, **more) -> Evidence:
    values = {"format": "bash", "path": "/home/ann/.bash_history", "line": 3, "command": "./deploy.sh"}
    return Evidence(**(values | {"record": record, "at": at, "outcome": Result.SUCCESS, "why": "exit 0"} | more))


def draft(*records: Evidence | str, key: str = "deploy:acme", **more) -> Draft:
    rows = tuple(evidence(one) if isinstance(one, str) else one for one in records or ("r1",))
    values = {"type": MemoryType.CAPABILITY, "scope": "git:host/ann/acme", "rule": "deploy-script", "confidence": 0.9}
    values |= {"body": "This machine can deploy acme: ./deploy.sh", "key": key, "evidence": rows}
    return Draft(**(values | more))


def point(path: str = "/log", offset: int = 10, **more) -> Checkpoint:
    return Checkpoint(**({"path": path, "format": "bash", "offset": offset, "anchor": f"a{offset}"} | more))


def step(*drafts: Draft, path: str = "/log", start: int | None = None, end: int = 10, **more) -> Step:
    previous = None if start is None else point(path, start)
    return Step(previous, point(path, end), drafts, **more)


@pytest.fixture
def make():
    """Builders of made-up values."""
    return SimpleNamespace(
        now=NOW,
        days=lambda number: NOW + timedelta(days=number),
        evidence=evidence,
        draft=draft,
        point=point,
        step=step,
        person=Author(Actor.PERSON, "ann"),
        agent=Author(Actor.AGENT, "helper"),
        scope="git:host/ann/acme",
        empty=empty,
    )
