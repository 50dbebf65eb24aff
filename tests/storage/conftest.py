"""One store, two databases: every test that asks for `store` or `where` runs on SQLite and on PostgreSQL.

PostgreSQL is the one of SEORAP_TEST_DATABASE_URL, or a private one that is started here for the session.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError

from classifiers.vocabulary import Actor, Draft, Evidence, MemoryType, Result
from storage.checkpoints import Checkpoint, Step
from storage.engine import Store, open_store
from storage.tables import metadata
from storage.values import Author

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)
REQUIRE_ALL = os.environ.get("SEORAP_TEST_REQUIRE_ALL") == "1"
DATABASE_URL = os.environ.get("SEORAP_TEST_DATABASE_URL", "")


@dataclass
class Server:
    """A PostgreSQL server of our own, on a socket in a folder of its own."""

    bin: Path
    folder: Path

    @property
    def url(self) -> str:
        return f"postgresql://seorap@/postgres?host={self.folder}"

    def start(self) -> subprocess.Popen:
        who = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}
        if who:
            shutil.chown(self.folder, "postgres", "postgres")
        data = self.folder / "data"
        make = [self.bin / "initdb", "-D", data, "-U", "seorap", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"]
        subprocess.run(make, check=True, capture_output=True, cwd=self.folder, timeout=60, **who)
        fast = ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "listen_addresses="]
        run = [self.bin / "postgres", "-D", data, "-k", self.folder, *fast]
        return subprocess.Popen(run, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **who)


def unavailable(reason: str) -> None:
    if REQUIRE_ALL:
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def postgres():
    """The address of a PostgreSQL database that tests may empty."""
    if DATABASE_URL:
        yield DATABASE_URL
        return
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    beside = shutil.which("postgres")
    if not found and beside is None:
        unavailable("no PostgreSQL: set SEORAP_TEST_DATABASE_URL, or install its server")
    folder = Path(tempfile.mkdtemp(prefix="seorap-pg-"))
    server = Server(found[-1].parent if found else Path(beside).parent, folder)
    try:
        process = server.start()
    except (OSError, LookupError, subprocess.SubprocessError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        unavailable(f"PostgreSQL does not start: {error}")
    try:
        wait_for(server.url, process)
        yield server.url
    finally:
        process.terminate()
        process.wait(timeout=20)
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(url: str, process: subprocess.Popen) -> None:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    deadline = time.monotonic() + 20
    while True:
        try:
            with engine.connect():
                break
        except DBAPIError:
            if process.poll() is not None or time.monotonic() > deadline:
                unavailable("PostgreSQL does not answer")
            time.sleep(0.02)
    engine.dispose()


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
    )
