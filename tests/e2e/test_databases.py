"""Histories that are databases, through the whole way: from a row in the log to a candidate."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

SCHEMA = (
    "create table history (id text primary key, timestamp integer not null, duration integer not null, exit integer not null,"
    " command text not null, cwd text not null, session text not null, hostname text not null, deleted_at integer)"
)


@pytest.fixture
def history(home):
    path = home.root / ".local" / "share" / "atuin" / "history.db"
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("pragma journal_mode = wal")
        database.execute(SCHEMA)
        for name, status in (("npm test", 0), ("npm run build", 1), ("npx vercel deploy --prod", -1)):
            row = (name, 1760000000000000000, 5 if status >= 0 else -1, status, name, str(home.workspace))
            database.execute("insert into history values (?, ?, ?, ?, ?, ?, 's', '', null)", row)
        yield database


@pytest.mark.slow
def test_a_database_is_scanned_explained_and_read_once(home, history):
    """`scan`, `explain` and `run --once` take it as they take a log; a second run counts nothing twice."""
    path = home.root / ".local" / "share" / "atuin" / "history.db"
    (draft,) = [json.loads(line) for line in home.seorap("scan", "--json", str(path)).stdout.splitlines()]
    assert (draft["key"], draft["evidence"][0]["line"]) == ("test:blyck", 1)
    assert "npm test" in home.seorap("explain", f"{path}:1").stdout
    home.seorap("run", "--once")
    home.seorap("run", "--once")
    (card,) = home.rows("inbox")
    assert (card["key"], card["seen"]) == ("test:blyck", 1)


@pytest.mark.slow
def test_a_command_that_ends_while_the_daemon_watches_is_found(home, history, until):
    """The row is updated in place, in the write-ahead log only."""
    home.start()
    until(lambda: (home.root / "daemon.log").exists() and "daemon.started" in home.log())
    assert home.keys() == {"test:blyck"}
    history.execute("pragma wal_autocheckpoint = 0")
    history.execute("update history set exit = 0, duration = 9 where exit = -1")
    until(lambda: home.keys() == {"test:blyck", "deploy:blyck"})
