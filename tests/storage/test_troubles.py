from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
from contextlib import closing, contextmanager, suppress

import pytest

from classifiers.vocabulary import SeorapError
from storage import engine as engine_module
from storage.engine import open_store
from storage.errors import (
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
    StoreUnreachable,
    kind_of,
    translate,
)
from storage.intake import checkpoints, commit
from storage.values import LOCAL


def told(error):
    """The error names what happened, where, and what to do."""
    assert error.title.endswith(".")
    assert len(error.hint) > 20
    return error.title


def test_a_locked_database_is_waited_for_and_then_said(sqlite_path, make):
    """Another process's long transaction gives a clear error, nothing is stored, and the next try works."""
    with open_store(sqlite_path, patience=0.1) as store, closing(sqlite3.connect(sqlite_path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreLocked) as caught:
            commit(store, LOCAL, [make.step()], now=make.now)
        assert str(sqlite_path) in told(caught.value)
        assert list(checkpoints(store)) == []
        other.rollback()
        assert commit(store, LOCAL, [make.step()], now=make.now).stale == ()


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path):
    """A foreign file under our name is refused and not touched."""
    path = tmp_path / "seorap.sqlite"
    path.write_bytes(b"my shopping list\n" * 100)
    with pytest.raises(StoreCorrupt) as caught:
        open_store(path)
    assert "damaged" in told(caught.value)
    assert path.read_bytes() == b"my shopping list\n" * 100


def test_a_damaged_database_is_said_and_found(sqlite_path, make):
    """Pages full of rubbish are found by the check, and a read of them is told as damage."""
    with open_store(sqlite_path) as store:
        drafts = [make.draft(f"r{number}", key=f"test:p{number}") for number in range(200)]
        commit(store, LOCAL, [make.step(*drafts)], now=make.now)
        assert store.check() == []
        store.settle()
        with store.engine.connect() as connection:
            page = connection.exec_driver_sql(
                "SELECT rootpage FROM sqlite_master WHERE name = 'candidate'"
            ).scalar_one()
    with sqlite_path.open("r+b") as file:
        file.seek(4096 * (page - 1))
        file.write(b"\xa5" * 4096)
    with open_store(sqlite_path) as store:
        with pytest.raises(StoreCorrupt):
            commit(store, LOCAL, [make.step(*drafts, path="/b")], now=make.now)
        assert store.check() != []


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="mounting a small disk needs root")
def test_a_full_disk_keeps_what_was_there(tmp_path, make):
    """A commit that no longer fits is rolled back and said; what was committed is readable, and room helps."""
    with small_disk(tmp_path / "disk", "1m") as disk, open_store(disk / "seorap.sqlite") as store:
        commit(store, LOCAL, [make.step(make.draft("r1"))], now=make.now)
        filler = disk / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(b"x" * 4096)
        big = [make.draft(f"b{number}", key=f"test:p{number}", body="y" * 1500) for number in range(300)]
        with pytest.raises(StoreFull) as caught:
            commit(store, LOCAL, [make.step(*big, path="/b")], now=make.now)
        assert "full" in told(caught.value)
        assert {point.path for point in checkpoints(store)} == {"/log"}
        filler.unlink()
        assert commit(store, LOCAL, [make.step(make.draft("r2"), path="/b")], now=make.now).evidence == 1


@contextmanager
def small_disk(folder, size):
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip("a small disk cannot be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    """A file where the folder should be, and a folder where the file should be."""
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "seorap.sqlite").mkdir()
    for path in (tmp_path / "file" / "seorap.sqlite", tmp_path / "seorap.sqlite"):
        with pytest.raises(StoreReadOnly) as caught:
            open_store(path)
        assert str(path) in told(caught.value)


@pytest.mark.skipif(os.name != "posix" or os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_said(tmp_path):
    """A read-only folder, as any user but root meets it."""
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StoreReadOnly):
            open_store(tmp_path / "seorap.sqlite")
    finally:
        tmp_path.chmod(0o700)


def test_a_server_that_is_not_there_is_said_without_the_password():
    """The address is told, the password never, not even in the traceback."""
    with closing(socket.socket()) as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    with pytest.raises(StoreUnreachable) as caught:
        open_store(f"postgresql://ann:s3same-open@127.0.0.1:{port}/seorap?password=s3same", patience=2)
    assert f"127.0.0.1:{port}" in told(caught.value)
    chain, error = "", caught.value
    while error is not None:
        chain += repr(error) + str(error)
        error = error.__cause__
    assert "s3same" not in chain


def test_a_server_that_lets_us_not_in_is_said(postgres):
    """An unknown database is told as one that cannot be reached."""
    address = postgres.replace("/postgres?", "/nowhere?") if "/postgres?" in postgres else postgres + "_nowhere"
    with pytest.raises(StoreUnreachable):
        open_store(address)


@pytest.mark.parametrize("where", ["mysql://h/d", "://nothing", "sqlite://"])
def test_an_address_we_do_not_know_is_refused(where):
    """What Seorap can use is named."""
    with pytest.raises(SeorapError) as caught:
        open_store(where)
    assert "postgresql://" in caught.value.hint


@pytest.mark.parametrize(
    ("state", "kind"),
    [("42501", StoreReadOnly), ("42P01", StoreError), ("25006", StoreReadOnly), ("53100", StoreFull), ("", StoreError)],
)
def test_what_a_server_refuses_is_told_by_its_code(state, kind):
    """A missing table is no missing permission: nobody would find it by looking at rights."""
    refusal = type("Refusal", (Exception,), {"sqlstate": state})()
    assert kind_of(refusal) is kind


def test_a_lost_race_is_run_again(store, make, monkeypatch):
    """A passing conflict costs a retry; one that stays is told after the store's patience."""
    conflict = type("Conflict", (Exception,), {"sqlstate": "40001"})
    runs = []

    def twice(db):
        runs.append(1)
        if len(runs) < 3:
            raise engine_module.DBAPIError("", {}, conflict())
        return "done"

    assert (store.transaction(twice), len(runs)) == ("done", 3)
    store.patience = 0.0

    def never(db):
        raise engine_module.DBAPIError("", {}, conflict())

    with pytest.raises(StoreLocked):
        store.transaction(never)


def test_a_mistake_of_ours_is_no_trouble_of_the_store(store):
    """An exception of the work itself comes through unchanged, and the work is undone."""

    def wrong(db):
        db.connection().exec_driver_sql(
            "INSERT INTO tombstone VALUES ('t', 'u', '', 'key', '', 'x', '', '', '2025-01-01')"
        )
        raise LookupError("ours")

    with pytest.raises(LookupError, match="ours"):
        store.transaction(wrong)
    with store.reading() as db:
        assert db.connection().exec_driver_sql("SELECT count(*) FROM tombstone").scalar() == 0


def test_an_error_nobody_knows_is_still_told():
    """A driver's message is not passed on."""
    error = translate(sqlite3.OperationalError("near ann's secret: syntax error"), "/data")
    assert (type(error), "secret" in error.title + error.hint) == (StoreError, False)
