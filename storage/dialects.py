"""Where SQLite and PostgreSQL differ: addresses, connections and the spelling of an upsert.

SQLite transactions begin IMMEDIATE when they will write: a transaction that reads first and then finds another writer
ahead of it fails at once, whatever the busy timeout.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import URL, Connection, Engine, Table, create_engine, event, make_url
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool

from classifiers.vocabulary import SeorapError

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

    Insert = sqlite.Insert | postgresql.Insert

INDEX = 32 * 1024
"""Bytes of the smallest index of a log, which everybody who has it open maps (sqlite.org/walformat.html)."""

KEPT = 24
"""Prepared statements that a SQLite connection keeps. One that takes in hundreds of rows holds a megabyte, and there is one for
each number of rows: the driver's own 128 made a first catch-up grow to 250 MB."""

WRITES = "seorap_writes"
"""Execution option of connections that will write."""


def address(where: str | Path) -> URL:
    """The database's URL: a path is SQLite, `postgresql://` goes through psycopg.

    Raises:
        SeorapError: for any other address.
    """
    if isinstance(where, Path) or "://" not in where:
        return URL.create("sqlite", database=str(where))
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise SeorapError("The database address cannot be read.", "Write postgresql://user@host/database.") from None
    if url.drivername in {"postgres", "postgresql"}:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername in {"sqlite", "postgresql+psycopg"} and url.database:
        return url
    raise SeorapError(
        f"Seorap cannot keep its memory in {url.drivername!r}.", "Use a file's path or postgresql://user@host/database."
    )


def place_of(url: URL) -> str:
    """The database's name for a person: no password, which may also stand among a URL's options."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    host = url.host or url.query.get("host")
    parts: dict[str, Any] = {
        "username": url.username,
        "host": str(host) if host else None,
        "port": url.port,
        "database": url.database,
    }
    return URL.create("postgresql", **parts).render_as_string()


def sqlite_engine(url: URL, patience: float) -> Engine:
    """An engine on a SQLite file; `patience` is how long, in seconds, it waits for a lock."""
    engine = create_engine(
        url,
        connect_args={"timeout": patience, "cached_statements": KEPT},
        hide_parameters=True,
        json_deserializer=read_json,
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, record: object) -> None:
        del record
        connection.isolation_level = None  # the driver starts no transactions of its own
        if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA secure_delete=ON")  # what was purged is not left in free pages

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def read_only(path: str | Path) -> str:
    """The address that opens a SQLite file without a trace: for `sqlite3.connect(…, uri=True)`.

    With its log where one stands beside it. One that was left in WAL mode without a log stands in one file, and SQLite
    would want to make a log even to read it; it is taken as it stands (sqlite.org/wal.html, "Read-Only Databases").
    So is one beside an empty log without a whole index, which an opening leaves that failed. Raises OSError.
    """
    with open(path, "rb") as file:  # noqa: PTH123  other programs' files, with undecodable names
        header = file.read(20)
    alone = header[18:19] == b"\x02" and not (_size(f"{path}-wal") or _size(f"{path}-shm") >= INDEX)
    return f"{Path(path).absolute().as_uri()}?{'immutable=1' if alone else 'mode=ro'}"


def _size(path: str) -> int:
    """Bytes; 0 of what is not there."""
    try:
        return os.stat(path).st_size  # noqa: PTH116  as above
    except OSError:
        return 0


def reading_engine(path: Path, patience: float) -> Engine:
    """An engine on a SQLite file that cannot be written; `patience` as in `sqlite_engine`."""

    def connect() -> sqlite3.Connection:
        found = sqlite3.connect(read_only(path), uri=True, timeout=patience, check_same_thread=False)
        found.execute("PRAGMA query_only=ON")
        return found

    return create_engine(
        "sqlite://", creator=connect, poolclass=QueuePool, hide_parameters=True, json_deserializer=read_json
    )


def read_json(text: str) -> Any:
    """What `json.loads` gives, in a tenth of the time; a recall reads dozens of columns. Half a pair of surrogates takes that."""
    try:
        return msgspec.json.decode(text)
    except msgspec.MsgspecError:
        return json.loads(text)


def postgres_engine(url: URL, patience: float) -> Engine:
    """An engine on a PostgreSQL database; every transaction sees one state, and a lost race is an error to retry."""
    settings = f"-c lock_timeout={int(patience * 1000)} -c timezone=UTC"
    arguments: dict[str, Any] = {"connect_timeout": max(2, int(patience)), "options": settings}
    try:
        return create_engine(
            url,
            isolation_level="REPEATABLE READ",
            pool_pre_ping=True,
            connect_args=arguments,
            hide_parameters=True,  # no error quotes what was stored
        )
    except ModuleNotFoundError:
        raise SeorapError(
            "The PostgreSQL driver is not installed.", "Install Seorap with its extra: pip install 'seorap[postgres]'."
        ) from None


def insert(connection: Connection, table: Table) -> Insert:
    """An insert of this dialect."""
    if connection.dialect.name != "postgresql":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415  loaded by the engine already; nobody else pays for it

    return postgresql.insert(table)


def insert_new(connection: Connection, table: Table) -> Insert:
    """Insert the rows that are not there yet, ignore the others."""
    return insert(connection, table).on_conflict_do_nothing()


def insert_one(connection: Connection, table: Table, row: Mapping[str, Any]) -> bool:
    """Insert the row, unless it is there; False when it was. Not every driver tells an insert's row count."""
    statement = insert_new(connection, table).values(row).returning(table.c.tenant)
    return connection.execute(statement).first() is not None


def upsert(connection: Connection, table: Table, keep: Collection[str] = ()) -> Insert:
    """Insert rows, or overwrite all but `keep` of the rows with the same primary key."""
    statement = insert(connection, table)
    keys = {column.name for column in table.primary_key}
    changed = {
        name: statement.excluded[name]
        for name in [column.name for column in table.c]
        if name not in keys and name not in keep
    }
    return statement.on_conflict_do_update(index_elements=list(table.primary_key), set_=changed)
