"""The store: the object other rooms hold, and its transactions.

`transaction` takes the work as a function, so that it can be done again when another process was faster. Work must
therefore have no effect but on the database.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Self, TypeVar

from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError, StatementError
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import Session

from storage.backups import copies_of, copy_database, private_file
from storage.dialects import WRITES, address, place_of, postgres_engine, reading_engine, sqlite_engine
from storage.errors import StoreCorrupt, StoreError, StoreFull, StoreReadOnly, passing, translate
from storage.tables import table

T = TypeVar("T")


class Store:
    """An open database. Threads may share it; processes open their own.

    `unwritable` says why it can only be read, where that is so: then every transaction raises it.
    """

    def __init__(
        self, engine: Engine, *, path: Path | None, machine: str, patience: float, unwritable: StoreError | None = None
    ) -> None:
        """`path` is the SQLite file, `machine` whose paths the checkpoints speak of, `patience` seconds."""
        self.engine = engine
        self.path = path
        self.machine = machine
        self.place = str(path) if path else place_of(engine.url)
        self.patience = patience
        self.unwritable = unwritable
        self._file = _identity(path)
        self._here = threading.local()
        self._writer = engine.execution_options(**{WRITES: True})

    def transaction(self, work: Callable[[Session], T]) -> T:
        """Do the work and commit it, or leave everything as it was.

        A lost race is run again, for at most the store's patience.

        Raises:
            StoreError: in a person's words, when the database fails.
        """
        if self.unwritable is not None:
            raise self.unwritable
        deadline = time.monotonic() + self.patience
        pause = 0.001
        while True:
            try:
                with Session(self._writer, expire_on_commit=False) as session, session.begin():
                    return work(session)
            except (DBAPIError, StaleDataError, sqlite3.Error) as error:
                if not passing(error) or time.monotonic() > deadline:
                    raise translate(error, self.place) from _harmless(error)
            except StatementError as error:
                raise error.orig or error from None  # a value that cannot be stored: the caller's mistake
            time.sleep(pause)
            pause = min(pause * 2, 0.1)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one state of the database and changes nothing."""
        try:
            with Session(getattr(self._here, "looks", None) or self.engine, expire_on_commit=False) as session:
                yield session
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise translate(error, self.place) from _harmless(error)

    @contextmanager
    def looking(self) -> Iterator[Connection]:
        """The same without objects that follow their rows. What this thread reads within it takes the same connection."""
        held: Connection | None = getattr(self._here, "looks", None)
        if held is not None:
            yield held
            return
        try:
            with self.engine.connect() as connection:
                self._here.looks = connection
                yield connection
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise translate(error, self.place) from _harmless(error)
        finally:
            self._here.looks = None

    def backup(self, target: Path) -> None:
        """Copy a SQLite database, also while others write; the copy replaces `target` whole, and stands in one file.

        Raises:
            StoreError: when it cannot be copied, is damaged, or the store is not a file.
        """
        if self.path is None:
            raise StoreError("Only a SQLite database can be copied.", "Back PostgreSQL up with `seorap backup`.")
        copy_database(self.path, target, untouched=self.unwritable is not None)

    def try_write(self) -> None:
        """Prove that something could be stored; it is taken back before it counts.

        Raises:
            StoreError: when nothing can be.
        """
        row = {"tenant": "", "user": "", "team": "", "job": "try", "slot": "", "at": datetime.fromtimestamp(0, UTC)}

        def work(session: Session) -> None:
            session.connection().execute(table("job_run").insert().values(row))
            raise _TakenBack

        with suppress(_TakenBack):
            self.transaction(work)

    def stands(self) -> bool:
        """Whether the file that was opened is still the one of that name: what is written into another is in no drawer."""
        return self.path is None or _identity(self.path) == self._file

    def settle(self) -> None:
        """Write SQLite's log back into the file and empty it, so that nothing that was purged is left there."""
        if self.path is not None:
            with closing(sqlite3.connect(self.path, timeout=self.patience)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def old_backups(self) -> tuple[Path, ...]:
        """The copies that lie beside the database: of migrations, backups, and what a restore replaced."""
        return () if self.path is None else copies_of(self.path)

    def check(self) -> list[str]:
        """What is damaged, as SQLite's own check tells it; nothing when all is well, or on PostgreSQL."""
        if self.path is None:
            return []
        try:
            with self.reading() as session:
                found = session.connection().exec_driver_sql("PRAGMA quick_check").scalars().all()
        except StoreCorrupt as error:  # so damaged that the check itself stumbles
            return [error.title]
        return [str(line) for line in found if line != "ok"]

    def rest(self) -> None:
        """Close the connections that nobody uses now and empty all caches; the next use opens and fills them anew."""
        self.engine.dispose()
        self.engine.clear_compiled_cache()

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _identity(path: Path | None) -> tuple[int, int] | None:
    try:
        found = path.stat() if path else None
    except OSError:  # not there
        return None
    return (found.st_dev, found.st_ino) if found else None


class _TakenBack(Exception):
    """What was written is not to be kept."""


def open_store(where: str | Path, *, machine: str = "", patience: float = 10.0) -> Store:
    """Open a database, make it if it is new, and bring it up to date.

    Args:
        where: a SQLite file's path, or `postgresql://user:password@host/database`.
        machine: whose files the checkpoints speak of; needed where several machines share a database.
        patience: how long to wait for another process, in seconds.

    Raises:
        SeorapError: when the address is not understood, or the database cannot be opened.
    """
    from storage.schema import bring_up_to_date  # noqa: PLC0415 - schema needs Store

    url = address(where)
    path = _file_of(url)
    if path is None:
        store = Store(postgres_engine(url, patience), path=None, machine=machine, patience=patience)
    else:
        _prepare_file(path)
        store = Store(sqlite_engine(url, patience), path=path, machine=machine, patience=patience)
    try:
        bring_up_to_date(store)
    except BaseException:  # an interrupt too must not leave connections open
        store.close()
        raise
    return store


def open_readable(where: str | Path, *, machine: str = "", patience: float = 10.0) -> Store:
    """The same; of a SQLite file that cannot be written, because the disk is full or for want of leave, what can be read.

    Raises:
        SeorapError: as `open_store`, also when the file would first have to be brought up to date.
    """
    try:
        return open_store(where, machine=machine, patience=patience)
    except (StoreFull, StoreReadOnly) as trouble:
        path = _file_of(address(where))
        engine = reading_engine(path, patience) if path else None
        if path is None or engine is None:
            raise
        store = Store(engine, path=path, machine=machine, patience=patience, unwritable=trouble)
        if not _up_to_date(store):
            store.close()
            raise
        return store


def _up_to_date(store: Store) -> bool:
    from storage.schema import is_current  # noqa: PLC0415 - as above

    try:
        return is_current(store)
    except StoreError:  # it cannot even be read; what kept it from being opened says more
        return False


def _file_of(url: URL) -> Path | None:
    """The SQLite file of an address; None of a server's."""
    return Path(url.database or "").absolute() if url.get_backend_name() == "sqlite" else None


def _prepare_file(path: Path) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        private_file(path)
        if os.name == "posix" and path.stat().st_uid == os.getuid():
            path.chmod(0o600)
    except OSError as error:
        raise translate(error, str(path)) from error


def _harmless(error: BaseException) -> BaseException | None:
    """The cause to show in a traceback: none where a driver may quote rows or an address."""
    return error.orig if isinstance(error, DBAPIError) and isinstance(error.orig, sqlite3.Error) else None
