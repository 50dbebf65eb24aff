"""Old data moves on: is the database behind, and if so, bring it up to date.

Alembic costs a third of a second to import, so the revision is read by hand and Alembic only comes in when there is
something to migrate. A new database is made from the tables themselves; a test holds the two ways equal. All of it is
one transaction under a lock of the database itself, so that one process migrates and the others wait.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, inspect
from sqlalchemy.exc import SQLAlchemyError

from storage import migrations
from storage.dialects import WRITES
from storage.errors import StoreTooNew, translate
from storage.tables import metadata

if TYPE_CHECKING:
    from storage.engine import Store

LOCK = 0x5E02A9
"""PostgreSQL advisory lock of those who make or migrate the tables."""


def bring_up_to_date(store: Store) -> None:
    """Make or migrate the tables, if needed.

    Raises:
        StoreError: when the database cannot be opened, or is newer than this program.
    """
    try:
        if not is_current(store):
            _change(store)
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise translate(error, store.place) from None


def is_current(store: Store) -> bool:
    """The database holds the tables as this program wants them.

    Raises:
        StoreError: when it cannot be opened.
    """
    try:
        with store.engine.connect() as connection:
            return stored_revision(connection) == migrations.HEAD
    except (OSError, SQLAlchemyError, sqlite3.Error) as error:
        raise translate(error, store.place) from None


def lacking(store: Store) -> set[str]:
    """The columns of this program's tables that the database, which says it is up to date, does not have."""
    with store.reading() as db:
        there = inspect(db.connection())
        tables = {*there.get_table_names()}
        found = {f"{name}.{each['name']}" for name in tables for each in there.get_columns(name)}
    return {f"{table.name}.{column.name}" for table in metadata.tables.values() for column in table.columns} - found


def stored_revision(connection: Connection) -> str | None:
    """The revision the database is at; None when it holds no tables of ours."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return None if found is None else str(found)


def _change(store: Store) -> None:
    options: dict[str, Any] = {WRITES: True}
    if store.path is None:
        options["isolation_level"] = "READ COMMITTED"  # or what the lock's last holder made would stay unseen
    with store.engine.connect().execution_options(**options) as connection:
        if store.path is not None:
            connection.connection.dbapi_connection.execute("PRAGMA foreign_keys=OFF")  # type: ignore[union-attr] # no-op inside a transaction
        with connection.begin():
            _change_locked(store, connection)
    store.engine.dispose()  # the next connections begin with their usual settings


def _change_locked(store: Store, connection: Connection) -> None:
    if store.path is None:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    revision = stored_revision(connection)
    if revision == migrations.HEAD:
        return  # another process was faster
    if revision is None:
        metadata.create_all(connection)
        connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
        connection.exec_driver_sql(f"INSERT INTO alembic_version VALUES ('{migrations.HEAD}')")  # noqa: S608 - ours
        return
    if not migrations.known(revision):
        raise StoreTooNew(
            f"A newer Seorap has changed the database {store.place}.",
            "Nothing was touched. Update this Seorap as well.",
        )
    if store.path is not None and _holds_anything(connection):
        store.backup(store.path.with_name(f"{store.path.name}.before-{migrations.HEAD}"))
    migrations.upgrade(connection)


def _holds_anything(connection: Connection) -> bool:
    names = [name for name in inspect(connection).get_table_names() if name != "alembic_version"]
    return any(
        connection.exec_driver_sql(f'SELECT EXISTS (SELECT 1 FROM "{name}")').scalar()  # noqa: S608 - a table's name
        for name in names
    )
