"""Copies of a SQLite file: made while others write, checked before they count, and put back in one step.

A copy stands in one file, 0600. No step leaves a moment without a whole database: a process may be killed at any of them.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from storage import migrations
from storage.dialects import read_only
from storage.errors import StoreCorrupt, StoreError, StoreFull, StoreLocked, StoreReadOnly, StoreTooNew, translate

FOLDER = "backups"
"""Beside the database."""

MAGIC = b"SQLite format 3\0"  # sqlite.org/fileformat.html, 1.3
LOG = ("-wal", "-shm")  # what SQLite keeps beside an open file


def private_file(path: Path) -> None:
    """Make the file if it is not there, for its owner only. SQLite gives its log and index the same mode."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def is_database(path: Path) -> bool:
    """It begins as a SQLite file does.

    Raises:
        StoreError: when it cannot be read, or is no file: a pipe would be waited for, a device has no end.
    """
    if not path.is_file():
        raise StoreError(f"{path} is no regular file.", "Nothing was changed. Name a file.")
    try:
        with path.open("rb") as stream:
            return stream.read(len(MAGIC)) == MAGIC
    except OSError as trouble:
        raise StoreError(f"{path} cannot be read: {trouble.strerror}.", "Nothing was changed.") from None


def part_of(target: Path) -> Path:
    """Where a file is written before it takes the place of `target`.

    Raises:
        StoreError: when something else than a file is there, which would be gone: a folder, a pipe, a device.
    """
    if target.exists() and not target.is_file():
        raise StoreError(
            f"{target} is no regular file.", "Nothing was written. Name a new file, or one to be replaced."
        )
    return target.with_name(target.name + ".part")


def copy_database(source: Path, target: Path, *, untouched: bool = False) -> None:
    """Copy the database as it is at one moment; the copy replaces `target` whole.

    With `untouched` the source is opened read-only: on a disk that cannot be written.

    Raises:
        StoreError: when it is damaged, or cannot be copied; `target` is as it was.
    """
    part = part_of(target)
    try:
        part.unlink(missing_ok=True)
        private_file(part)
        address = read_only(source) if untouched else str(source)
        with closing(sqlite3.connect(address, uri=untouched)) as old, closing(sqlite3.connect(part)) as copy:
            old.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # or opening it would make two more files beside it
            damage = [row[0] for row in copy.execute("PRAGMA quick_check(1)") if row[0] != "ok"]
        if damage:
            raise sqlite3.DatabaseError(damage[0])
        _to_disk(part)
        part.replace(target)
        _to_disk(target.parent)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            part.unlink()
        raise (_damaged(source) if _says_damage(error) else translate(error, str(target))) from error


def check_copy(path: Path) -> None:
    """Is this a whole database of ours that this program can use?

    Raises:
        StoreError: when it cannot be read, is damaged, holds something else, or is of a newer Seorap.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as found:
            damage = [row[0] for row in found.execute("PRAGMA integrity_check(1)") if row[0] != "ok"]
            parts = found.execute("SELECT name, type FROM sqlite_master WHERE type <> 'index'").fetchall()
            known = {("alembic_version", "table"), ("memory", "table")} <= {*parts}
            active = [kind for _, kind in parts if kind != "table"]  # a trigger or a view: it would do more than hold
            revision = found.execute("SELECT version_num FROM alembic_version").fetchone() if known else None
    except (OSError, sqlite3.Error) as error:
        raise (_damaged(path) if _says_damage(error) else translate(error, str(path))) from error
    if damage or active or revision is None:
        raise _damaged(path)
    if not migrations.known(revision[0]):
        raise StoreTooNew(f"A newer Seorap made {path}.", "Nothing was changed. Update this Seorap as well.")


def last_good(database: Path) -> Path | None:
    """The newest copy beside the database that is whole, or None."""
    for path in sorted(_files(database.parent / FOLDER, "*.sqlite"), key=_changed, reverse=True):
        with suppress(StoreError):
            check_copy(path)
            return path
    return None


def restore(database: Path, copy: Path, *, now: datetime) -> Path | None:
    """Put the copy in the place of the database. Gives where the replaced one is kept; None when there was none.

    Call it only while no daemon runs.

    Raises:
        StoreError: when the copy is no good, or another program has the database open; nothing was changed.
    """
    check_copy(copy)
    fresh = database.with_name(f"{database.name}.restored")
    try:
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        copy_database(copy, fresh)
        _proved(fresh, copy)
        aside = _set_aside(database, f"{database.name}.replaced-{now:%Y%m%dT%H%M%S}") if database.exists() else None
        for end in LOG:
            database.with_name(database.name + end).unlink(missing_ok=True)
        fresh.replace(database)
        _to_disk(database.parent)
    except OSError as error:
        raise translate(error, str(database)) from error
    finally:
        for path in (fresh, *_files(database.parent, f"{fresh.name}.before-*")):
            path.unlink(missing_ok=True)
    return aside


def _proved(fresh: Path, copy: Path) -> None:
    """Bring what will take the database's place up to date before it does, and see that it is ours."""
    from storage.engine import open_store  # noqa: PLC0415  it needs this file
    from storage.schema import lacking  # noqa: PLC0415  as above

    try:
        with open_store(fresh) as store:
            missing = lacking(store)
    except (StoreFull, StoreReadOnly, StoreLocked):
        raise
    except StoreError as trouble:
        raise _damaged(copy) from trouble
    if missing:
        raise _damaged(copy)


def prune(folder: Path, pattern: str, keep: int) -> list[Path]:
    """Remove all but the `keep` newest files of the folder that match; gives what was removed."""
    found = sorted(_files(folder, pattern), key=_changed, reverse=True)[keep:]
    for path in found:
        path.unlink(missing_ok=True)
    return found


def copies_of(database: Path) -> tuple[Path, ...]:
    """Everything beside the database that may hold what it held."""
    beside = (
        *_files(database.parent, f"{database.name}.before-*"),
        *_files(database.parent, f"{database.name}.replaced-*"),
    )
    return tuple(sorted((*beside, *_files(database.parent / FOLDER, "*"))))


def _set_aside(database: Path, name: str) -> Path:
    """A second name for the database and its log, which keep their own until they are replaced."""
    aside = database.with_name(name)
    logs = [aside.with_name(name + end) for end in LOG]
    for end, target in zip(("", *LOG), (aside, *logs), strict=True):
        _second_name(database.with_name(database.name + end), target)
    try:
        with closing(sqlite3.connect(database, timeout=1.0)) as last:
            last.execute("PRAGMA journal_mode=DELETE").fetchone()  # refused while anybody else has it open
    except sqlite3.Error as error:
        if isinstance(translate(error, name), StoreLocked):
            for path in (aside, *logs):
                path.unlink(missing_ok=True)
            hint = "Nothing was changed. Close what uses it, such as `seorap review` in another terminal."
            raise StoreLocked(f"Another program has {database} open.", hint) from None
    else:
        for path in logs:
            path.unlink(missing_ok=True)  # all of it stands in the file now
    return aside


def _second_name(source: Path, target: Path) -> None:
    if source.exists():
        target.unlink(missing_ok=True)
        try:
            os.link(source, target)
        except OSError:  # a file system without links
            shutil.copy2(source, target)


def _files(folder: Path, pattern: str) -> list[Path]:
    return [path for path in folder.glob(pattern) if not path.name.endswith((".part", *LOG))]


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # somebody was faster
        return 0.0


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _says_damage(error: BaseException) -> bool:
    return isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)


def _damaged(path: Path) -> StoreCorrupt:
    return StoreCorrupt(f"{path} is damaged or is not a Seorap database.", "Nothing was changed; take another copy.")
