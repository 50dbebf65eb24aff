"""What may go wrong in the store, in words for a person.

Drivers say it in codes: SQLite's result codes and PostgreSQL's SQLSTATE. They are read here, once. No message of a
driver is passed on, for it may quote a row or a connection string.
"""

from __future__ import annotations

import errno
import sqlite3

from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm.exc import StaleDataError

from classifiers.vocabulary import SeorapError


class StoreError(SeorapError):
    """The database did not do what was asked; nothing of the failed transaction was kept."""


class StoreLocked(StoreError):
    """Another process held the database for longer than we wait."""


class StoreCorrupt(StoreError):
    """The file is not a database, or is damaged."""


class StoreFull(StoreError):
    """The disk is full."""


class StoreReadOnly(StoreError):
    """The file or its folder cannot be written."""


class StoreUnreachable(StoreError):
    """The database server does not answer, or does not let us in."""


class StoreTooNew(StoreError):
    """A newer Seorap has changed the database."""


class NotFound(SeorapError):
    """There is no such candidate or memory."""


class Ambiguous(SeorapError):
    """The beginning of an id fits several candidates."""


class AlreadyDecided(SeorapError):
    """Another verdict was given before."""


class VersionConflict(SeorapError):
    """The memory changed since it was read."""


class KeyReused(SeorapError):
    """An idempotency key came back with another request."""


class NotALesson(SeorapError):
    """Only a lesson can prevent an error."""


class KeptAway(SeorapError):
    """A person does not want to hear of this key."""


class BadKey(SeorapError):
    """A memory's key is not `<action>:<target>`."""


class PolicyError(SeorapError):
    """A memory policy cannot be read, or forbids what was asked."""


SQLITE = {
    sqlite3.SQLITE_CORRUPT: StoreCorrupt,
    sqlite3.SQLITE_NOTADB: StoreCorrupt,
    sqlite3.SQLITE_FULL: StoreFull,
    sqlite3.SQLITE_READONLY: StoreReadOnly,
    sqlite3.SQLITE_CANTOPEN: StoreReadOnly,
    sqlite3.SQLITE_PERM: StoreReadOnly,
    sqlite3.SQLITE_AUTH: StoreReadOnly,
    sqlite3.SQLITE_BUSY: StoreLocked,
    sqlite3.SQLITE_LOCKED: StoreLocked,
    sqlite3.SQLITE_IOERR_SHMSIZE: StoreFull,  # no room for the index of the log: already reading fails
}
"""By result code, primary or extended (sqlite.org/rescode.html)."""

POSTGRES = {
    "08": StoreUnreachable,  # connection exception
    "28": StoreUnreachable,  # not authorized
    "3D": StoreUnreachable,  # no such database
    "57": StoreUnreachable,  # shut down
    "53": StoreFull,  # disk full, out of memory, too many connections
    "42501": StoreReadOnly,  # insufficient privilege
    "25": StoreReadOnly,  # read-only transaction
    "55": StoreLocked,
    "40": StoreLocked,
    "23": StoreLocked,  # two processes made the same row again and again
    "XX": StoreCorrupt,
}
"""By SQLSTATE, whole or its class (PostgreSQL manual, appendix A)."""

SAID: dict[type[StoreError], tuple[str, str]] = {
    StoreLocked: (
        "The database {place} is locked by another process.",
        "Nothing was lost: it is tried again on the next pass. If it stays so, look for a program that has the database open.",
    ),
    StoreCorrupt: (
        "The database {place} is damaged or is not a Seorap database.",
        "Nothing was changed. Put a backup back with `seorap restore`, or move the file away and start anew; sources are read again.",
    ),
    StoreFull: (
        "The disk that holds the database {place} is full.",
        "What was stored before is safe, and what was not stored is read again. Free some space.",
    ),
    StoreReadOnly: (
        "The database {place} cannot be opened for writing.",
        "Nothing was changed. Check that its folder exists and that the file and the folder belong to you.",
    ),
    StoreUnreachable: (
        "The database server {place} cannot be reached.",
        "Nothing was lost: sources are read on from where they were. Check the address, the user and the password of SEORAP_DATABASE_URL.",
    ),
    StoreError: (
        "The database {place} refused the request.",
        "Nothing of it was stored. `seorap doctor` may know more.",
    ),
}


def kind_of(error: BaseException) -> type[StoreError]:
    """Which trouble a driver's error is."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", None) or 0
        return SQLITE.get(code) or SQLITE.get(code & 0xFF, StoreError)
    if isinstance(cause, OSError):
        return StoreFull if cause.errno in {errno.ENOSPC, errno.EDQUOT} else StoreReadOnly
    state = getattr(cause, "sqlstate", None)
    if state is None and type(cause).__name__ in {"OperationalError", "ConnectionTimeout"}:
        return StoreUnreachable
    return POSTGRES.get(state or "") or POSTGRES.get((state or "")[:2], StoreError)


def translate(error: BaseException, place: str) -> StoreError:
    """The same trouble in words. `place` names the database, without a password."""
    kind = kind_of(error)
    title, hint = SAID[kind]
    return kind(title.format(place=place), hint)


def passing(error: BaseException) -> bool:
    """May the same transaction succeed when it is tried again at once?

    Serialization failures, deadlocks and two processes making the same row pass; a busy SQLite has been waited for.
    """
    if isinstance(error, StaleDataError):
        return True
    cause = error.orig if isinstance(error, DBAPIError) else None
    return getattr(cause, "sqlstate", None) in {"40001", "40P01", "23505"}
