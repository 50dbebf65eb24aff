from __future__ import annotations

import shutil
import stat
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from storage import migrations
from storage.dialects import WRITES, address, postgres_engine, sqlite_engine
from storage.engine import open_store
from storage.errors import StoreTooNew
from storage.intake import checkpoints, commit
from storage.tables import metadata
from storage.values import LOCAL

LATER = f"""
from alembic import op
import sqlalchemy as sa
revision = "9999"
down_revision = "{migrations.HEAD}"

def upgrade():
    with op.batch_alter_table("tally") as batch:
        batch.add_column(sa.Column("later", sa.Text(), nullable=True))
        batch.alter_column("parsed", nullable=True)
"""


@pytest.fixture
def blank(request, tmp_path):
    """An engine on a database without tables, for each kind."""
    if request.param == "sqlite":
        engine = sqlite_engine(address(tmp_path / "blank.sqlite"), 5)
        yield engine
        engine.dispose()
        return
    url = address(request.getfixturevalue("postgres"))
    admin = postgres_engine(url, 5).execution_options(isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text("DROP DATABASE IF EXISTS seorap_blank"))
        connection.execute(text("CREATE DATABASE seorap_blank"))
    engine = postgres_engine(url.set(database="seorap_blank"), 5)
    yield engine
    engine.dispose()
    with admin.connect() as connection:
        connection.execute(text("DROP DATABASE seorap_blank"))
    admin.dispose()


@pytest.mark.parametrize("blank", ["sqlite", "postgresql"], indirect=True)
def test_migrations_and_tables_agree(blank):
    """A database made by the migrations is the one made from the tables, and needs no change."""
    with blank.execution_options(**{WRITES: True}).begin() as connection:
        migrations.upgrade(connection)
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == migrations.HEAD
        options = {"compare_type": True, "compare_server_default": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), metadata) == []
        migrated = described(connection)
        for table in reversed(metadata.sorted_tables):
            table.drop(connection)
        metadata.create_all(connection)
        assert described(connection) == migrated


def described(connection):
    """Columns, keys and indexes of all tables, as the database tells them."""
    look = inspect(connection)
    look.clear_cache()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {
            name: (
                sorted((one["name"], str(one["type"]), one["nullable"]) for one in look.get_columns(name)),
                look.get_pk_constraint(name)["constrained_columns"],
                sorted(map(str, look.get_unique_constraints(name))),
                sorted(one["name"] for one in look.get_indexes(name)),
            )
            for name in metadata.tables
        }


def test_every_unique_key_begins_with_the_tenant():
    """So that a PostgreSQL that shards by tenant works unchanged."""
    for table in metadata.tables.values():
        assert next(iter(table.primary_key.columns)).name == "tenant"
        for index in table.indexes:
            assert index.columns[0].name == "tenant"


def test_the_head_is_the_newest_revision():
    """HEAD names the last script, every script is known, and no two have one number."""
    names = sorted(path.stem for path in (migrations.FOLDER / "versions").glob("r*.py"))
    numbers = [name.split("_")[0] for name in names]
    assert len(set(numbers)) == len(numbers)
    assert names[-1].startswith(f"r{migrations.HEAD}_")
    assert migrations.known(migrations.HEAD)
    assert not migrations.known("9999")


def test_a_new_database_is_its_owners_alone(tmp_path):
    """The folder is 0700; the file, its log and its index are 0600."""
    path = tmp_path / "share" / "seorap" / "seorap.sqlite"
    with open_store(path) as store:
        with store.engine.connect() as connection:
            settings = [
                connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        store.transaction(lambda db: db.connection().exec_driver_sql("DELETE FROM tally"))
        modes = {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert (stat.S_IMODE(path.parent.stat().st_mode), modes, settings) == (0o700, {0o600}, ["wal", 1, 1])


def test_opening_a_current_store_is_cheap(sqlite_path):
    """It does not import Alembic, and takes a few milliseconds."""
    program = (
        "import sys, time; from storage.engine import open_store; began = time.perf_counter();"
        "open_store(sys.argv[1]).close(); print(time.perf_counter() - began); print('alembic' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(sqlite_path)], capture_output=True, text=True, check=True, timeout=60
    )
    seconds, alembic = done.stdout.split()
    assert alembic == "False"
    assert float(seconds) < 0.3


@pytest.fixture
def later(tmp_path, monkeypatch):
    """A program that is one revision ahead."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrations.FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "r9999_later.py").write_text(LATER)
    monkeypatch.setattr(migrations, "FOLDER", folder)
    monkeypatch.setattr(migrations, "HEAD", "9999")


def test_old_data_moves_on_and_a_copy_is_kept(sqlite_path, make, later):
    """The database is copied first, as it was; what it holds is there afterwards, also after a table was made anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrations, "HEAD", "0001")
        with open_store(sqlite_path) as store:
            commit(store, LOCAL, [make.step(make.draft("r1"), parsed=3)], now=make.now)
    copy = Path(f"{sqlite_path}.before-9999")
    with open_store(sqlite_path) as store:
        assert "later" in [one["name"] for one in inspect(store.engine).get_columns("tally")]
        assert list(checkpoints(store)) == [make.point()]
        assert store.old_backups() == (copy,)
        with store.engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT parsed FROM tally").scalar() == 3
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrations, "HEAD", "0001")
        with open_store(copy) as store:
            assert list(checkpoints(store)) == [make.point()]


def test_an_empty_database_is_not_copied(sqlite_path, later):
    """There is nothing to lose in it."""
    with open_store(sqlite_path) as store:
        assert store.old_backups() == ()


def test_a_failed_migration_changes_nothing(sqlite_path, make, later):
    """A revision that breaks half way leaves the database as it was, for the old program."""
    script = migrations.FOLDER / "versions" / "r9999_later.py"
    script.write_text(LATER + "    op.execute('SELECT nothing FROM nowhere')\n")
    with pytest.raises(Exception, match="refused"):
        open_store(sqlite_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrations, "HEAD", "0001")
        with open_store(sqlite_path) as store:
            assert "later" not in [one["name"] for one in inspect(store.engine).get_columns("tally")]


def test_a_newer_database_is_left_alone(where):
    """An old program says that it is old, and touches nothing."""
    with open_store(where) as store, store.engine.execution_options(**{WRITES: True}).begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9998'")
    try:
        with pytest.raises(StoreTooNew) as caught:
            open_store(where)
        assert "Update this Seorap" in caught.value.hint
    finally:
        engine = sqlite_engine(address(where), 5) if "://" not in where else postgres_engine(address(where), 5)
        with engine.execution_options(**{WRITES: True}).begin() as connection:
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{migrations.HEAD}'")
        engine.dispose()


@pytest.mark.slow
@pytest.mark.parametrize("blank", ["sqlite", "postgresql"], indirect=True)
def test_many_processes_may_open_a_new_database_at_once(blank):
    """One of them makes the tables, the others wait, and all can use it."""
    where = str(blank.url.database) if blank.url.get_backend_name() == "sqlite" else blank.url.render_as_string(False)
    where = where.replace("postgresql+psycopg", "postgresql")
    program = "import sys; from storage.engine import open_store; open_store(sys.argv[1]).close()"
    running = [subprocess.Popen([sys.executable, "-c", program, where], stderr=subprocess.PIPE) for _ in range(6)]
    deadline = time.monotonic() + 60
    errors = [one.communicate(timeout=deadline - time.monotonic())[1].decode() for one in running]
    assert ([one.returncode for one in running], errors) == ([0] * 6, [""] * 6)
