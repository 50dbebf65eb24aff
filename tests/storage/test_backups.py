"""Copies of a database file: whole or not there, checked before they count, put back without a moment of nothing."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime

import pytest

from storage import drawer, migrations
from storage.backups import check_copy, copies_of, is_database, last_good, prune, restore
from storage.dialects import WRITES, address, sqlite_engine
from storage.drawer import Entry
from storage.engine import open_store
from storage.errors import StoreCorrupt, StoreError, StoreLocked, StoreTooNew
from storage.export import export_to
from storage.import_file import ImportRefused, read_import
from storage.intake import commit
from storage.removal import purge
from storage.values import LOCAL


def say(store, make, body: str) -> None:
    drawer.write(store, Entry(key="fact:port", body=body), author=make.person, now=make.now)


def said(path) -> str:
    with open_store(path) as store:
        return drawer.show(store, "fact:port").body


def spoil(path, table: str = "memory") -> None:
    """Fill a table's pages with rubbish."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    with path.open("r+b") as file:
        file.seek(4096 * (page - 1))
        file.write(b"\xa5" * 4096)


@pytest.fixture
def backed(sqlite_path, make):
    """A database, and a backup of how it was before its last change."""
    copy = sqlite_path.parent / "backups" / "daily-one.sqlite"
    copy.parent.mkdir()
    with open_store(sqlite_path) as store:
        say(store, make, "before")
        store.backup(copy)
        say(store, make, "after")
    return sqlite_path, copy


def test_a_copy_is_one_private_file(backed):
    """Nothing lies beside it, and only its owner reads it."""
    _, copy = backed
    check_copy(copy)
    assert [path.name for path in copy.parent.iterdir()] == ["daily-one.sqlite"]
    assert copy.stat().st_mode & 0o777 == 0o600


def test_a_restore_keeps_what_it_replaces(backed, make):
    """The copy is there, and what was there before is whole beside it, under a name that tells when."""
    path, copy = backed
    aside = restore(path, copy, now=make.now)
    assert (said(path), said(aside)) == ("before", "after")
    assert aside.name == "seorap.sqlite.replaced-20250601T120000"
    assert path.stat().st_mode & 0o777 == 0o600
    assert {aside, copy} <= set(copies_of(path))


def test_a_damaged_database_is_replaced_and_kept(backed, make):
    """Also what cannot be opened any more is kept, with its log."""
    path, copy = backed
    path.write_bytes(b"rubbish" * 1000)
    path.with_name(path.name + "-wal").write_bytes(b"log")
    aside = restore(path, copy, now=make.now)
    assert said(path) == "before"
    assert aside.read_bytes() == b"rubbish" * 1000
    assert aside.with_name(aside.name + "-wal").read_bytes() == b"log"


def test_where_there_was_none_the_copy_is_put(backed, tmp_path, make):
    """A new machine."""
    assert restore(tmp_path / "new" / "seorap.sqlite", backed[1], now=make.now) is None
    assert said(tmp_path / "new" / "seorap.sqlite") == "before"


def test_a_bad_copy_is_refused_and_nothing_changes(backed, tmp_path, make):
    """Damaged, cut off, another program's, a newer Seorap's, or none."""
    path, copy = backed
    cut, foreign, newer = tmp_path / "cut", tmp_path / "foreign", tmp_path / "newer"
    cut.write_bytes(copy.read_bytes()[:20_000])
    with closing(sqlite3.connect(foreign)) as connection, connection:
        connection.execute("CREATE TABLE shopping (item)")
    newer.write_bytes(copy.read_bytes())
    with closing(sqlite3.connect(newer)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    spoil(copy)
    for bad, kind in ((copy, StoreCorrupt), (cut, StoreCorrupt), (foreign, StoreCorrupt), (newer, StoreTooNew)):
        with pytest.raises(kind) as caught:
            restore(path, bad, now=make.now)
        assert str(bad) in caught.value.title
    with pytest.raises(StoreError):
        restore(path, tmp_path / "nothing", now=make.now)
    assert said(path) == "after"
    assert copies_of(path) == (copy,)


def test_a_restore_waits_for_nobody_who_has_it_open(backed, make):
    """A review in another terminal would write into the replaced file, so it is said instead."""
    path, copy = backed
    with open_store(path) as other, other.reading() as db:
        db.connection()
        with pytest.raises(StoreLocked):
            restore(path, copy, now=make.now)
    assert said(path) == "after"


def test_a_damaged_database_displaces_no_good_copy(backed):
    """A copy of what is damaged is refused, and the old one stays."""
    path, copy = backed
    spoil(path)
    before = copy.read_bytes()
    with open_store(path) as store, pytest.raises(StoreCorrupt):
        store.backup(copy)
    assert copy.read_bytes() == before
    assert [each.name for each in copy.parent.iterdir()] == [copy.name]


def test_the_last_good_copy_is_the_newest_that_is_whole(backed):
    """Damaged ones are passed over."""
    path, copy = backed
    newest = copy.with_name("daily-two.sqlite")
    newest.write_bytes(copy.read_bytes())
    os.utime(copy, (1, 1))
    assert last_good(path) == newest
    spoil(newest)
    assert last_good(path) == copy
    spoil(copy)
    assert last_good(path) is None


def test_only_the_newest_of_a_kind_stay(tmp_path):
    """What was made by hand is not counted and not removed."""
    for number in range(5):
        (tmp_path / f"daily-{number}").touch()
        os.utime(tmp_path / f"daily-{number}", (number, number))
    (tmp_path / "mine").touch()
    os.utime(tmp_path / "mine", (0, 0))
    prune(tmp_path, "daily-*", 2)
    assert {path.name for path in tmp_path.iterdir()} == {"daily-3", "daily-4", "mine"}


def test_a_purge_names_every_copy_that_may_hold_it(backed, make):
    """Backups and what a restore replaced are the person's to delete."""
    path, copy = backed
    aside = restore(path, copy, now=make.now)
    with open_store(path) as store:
        assert set(purge(store, "fact:port", author=make.person, now=make.now)) == {aside, copy}


RESTORE = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from storage.backups import restore
path, copy = map(Path, sys.argv[1:])
print("ready", flush=True)
while True:
    restore(path, copy, now=datetime(2025, 6, 1, tzinfo=UTC))
"""


@pytest.mark.slow
def test_a_kill_at_any_moment_of_a_restore_leaves_a_whole_database(backed, make):
    """Killed again and again: the database opens and holds one of the two states."""
    path, copy = backed
    chance = random.Random(3)
    for _ in range(12):
        running = subprocess.Popen([sys.executable, "-c", RESTORE, path, copy], stdout=subprocess.PIPE)
        running.stdout.readline()
        time.sleep(chance.random() * 0.1)
        running.kill()
        running.communicate()
        assert said(path) in {"before", "after"}
        with open_store(path) as store:
            assert store.check() == []
            say(store, make, "after")


def test_a_backup_is_one_moment_of_a_store_that_is_written_to(sqlite_path, make):
    """Written to between two copies, each holds all of its transactions."""
    copy = sqlite_path.with_name("copy.sqlite")
    with open_store(sqlite_path) as store:
        for number in range(3):
            drafts = [make.draft(f"r{number}-{each}", key=f"test:{each}") for each in range(50)]
            commit(store, LOCAL, [make.step(*drafts, path=f"/{number}")], now=make.now)
            store.backup(copy)
            with closing(sqlite3.connect(copy)) as found:
                assert found.execute("SELECT count(*) FROM evidence").fetchone() == (50 * (number + 1),)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
@pytest.mark.parametrize("exported", [False, True])
def test_what_is_no_file_is_never_replaced(tmp_path, make, exported):
    """A pipe, a folder or a device that a person named by mistake, or in a hurry, is there afterwards as before."""
    target = tmp_path / "there"
    make(target)
    before = target.lstat()
    with open_store(tmp_path / "seorap.sqlite") as store, pytest.raises(StoreError, match="no regular file"):
        export_to(store, target, now=datetime.now(UTC)) if exported else store.backup(target)
    assert (target.lstat().st_ino, target.lstat().st_mode) == (before.st_ino, before.st_mode)
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    "pretence",
    [
        "CREATE TRIGGER eager AFTER INSERT ON memory BEGIN DELETE FROM memory; END",
        "CREATE VIEW memories AS SELECT * FROM memory",
        "DROP TABLE candidate",
        "ALTER TABLE memory RENAME COLUMN body TO text",
        "UPDATE alembic_version SET version_num = '0006'",  # its migration stumbles over what is there already
        "DELETE FROM alembic_version",
    ],
)
def test_what_only_looks_like_our_database_takes_no_place(backed, make, pretence):
    """It is whole for SQLite, and still not what this program could use, or does more than hold rows."""
    path, copy = backed
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute(pretence)
    there = sorted(path.parent.rglob("*"))
    with pytest.raises(StoreCorrupt, match="not a Seorap database"):
        restore(path, copy, now=make.now)
    assert said(path) == "after"
    assert sorted(path.parent.rglob("*")) == there


def test_an_old_copy_is_brought_up_to_date_before_it_counts(backed, tmp_path, make, monkeypatch):
    """Nothing of that is left beside it."""
    path, _ = backed
    old = tmp_path / "old.sqlite"
    engine = sqlite_engine(address(old), 5)
    with monkeypatch.context() as then, engine.execution_options(**{WRITES: True}).begin() as connection:
        then.setattr(migrations, "HEAD", "0005")
        migrations.upgrade(connection)
    engine.dispose()
    aside = restore(path, old, now=make.now)
    with closing(sqlite3.connect(path)) as found:
        assert found.execute("SELECT version_num FROM alembic_version").fetchone() == (migrations.HEAD,)
    assert said(aside) == "after"
    assert {each.name for each in path.parent.iterdir()} == {path.name, aside.name, "backups"}


@pytest.mark.parametrize("make_it", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero")])
@pytest.mark.parametrize("reads", [is_database, read_import])
def test_what_has_no_end_is_not_waited_for(tmp_path, make_it, reads):
    """A pipe, a folder, a device: `restore` and `import` say so at once."""
    make_it(tmp_path / "there")
    with pytest.raises(StoreError, match="no regular file"):
        reads(tmp_path / "there")


def test_an_import_of_a_database_names_the_verb_that_takes_it(backed):
    with pytest.raises(ImportRefused) as caught:
        read_import(backed[1])
    assert "seorap restore" in caught.value.hint
