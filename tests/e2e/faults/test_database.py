"""A database that is locked, damaged, or on a server that goes away."""

from __future__ import annotations

import shutil

import pytest

pytestmark = pytest.mark.slow

LONG = 12.0  # seconds; longer than the daemon waits for a lock, so at least one of its commits fails


def test_a_database_another_process_holds(home, written, watching, hold, until, outcome):
    """The commit fails, is said, and is tried again until the other lets go."""
    watching()
    with hold(written.database, LONG):
        written.write(50)
        until(lambda: "locked by another process" in home.log())
        written.write(50)
    until(written.all_stored)
    outcome(f"Another process holds the database's lock for {LONG:.0f} s", "said; retried until it was free")


def test_a_database_that_is_taken_away(home, written, watching, until, outcome):
    """The daemon does not go on with a file nobody can open: it ends, says so, and the next start reads everything."""
    daemon = watching()
    written.write()
    until(written.all_stored)
    shutil.rmtree(written.database.parent)
    assert daemon.wait(30) == 1
    assert "was removed or replaced while Seorap watched" in home.log()
    written.write()
    watching()
    until(written.all_stored)
    outcome("The data folder is removed under the daemon", "said, and ended; the next start read everything")


def test_a_damaged_database(home, written, watching, until, outcome):
    """The daemon writes nothing into it, names the last good backup, and reads on from where that one stood."""
    written.write()
    home.seorap("run", "--once")
    home.seorap("backup")
    written.write()
    home.seorap("run", "--once")
    with home.store() as store, store.engine.connect() as connection:
        page = connection.exec_driver_sql("SELECT rootpage FROM sqlite_master WHERE name = 'evidence'").scalar_one()
    with written.database.open("r+b") as file:
        file.seek(4096 * (page - 1))
        file.write(b"\xa5" * 4096)
    damaged = written.database.read_bytes()
    written.write()
    said = home.refused("run", code=1)
    assert written.database.read_bytes() == damaged
    home.seorap("restore", said.split("seorap restore ")[1].split()[0])
    watching()
    until(written.all_stored)
    outcome("A page of the database is damaged", "refused to write, named the backup; read on from there")


def test_a_server_that_is_restarted(home, written, watching, postgres_of_its_own, until, outcome):
    """PostgreSQL goes away twice, once for a while: what was written meanwhile is read when it is back."""
    server, running = postgres_of_its_own
    home.environ["SEORAP_DATABASE_URL"] = written.database = server.url
    with running(server):
        watching()
        written.write()
        until(written.all_stored)
    written.write(50)
    until(lambda: "cannot be reached" in home.log())
    with running(server):
        until(written.all_stored)
    with running(server):
        written.write(50)
        until(written.all_stored)
        outcome("PostgreSQL is stopped and started under the daemon", "said; read on when it answered")
        for process in home.running:
            process.terminate()
            process.wait(30)
