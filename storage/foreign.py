"""Other programs' SQLite databases, only ever read: the rows after a position, as JSON objects a line.

The reader opens the database with its write-ahead log and leaves both as they are. What a row means is a format's
matter; here stands only where the rows lie and in which order they come.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from classifiers.vocabulary import SeorapError
from storage.dialects import read_only

PATIENCE = 2.0  # seconds to wait for the owner's lock
ROWS = 5_000  # of one reading, at most
BYTES = 2 * 1024 * 1024  # of one reading, unless one row is longer
_ENDLESS = 2**63 - 1  # no row's number is greater
OVERLAP = 5_000  # milliseconds: a row of another process may be written a little after a younger one


class ForeignError(SeorapError):
    """The database cannot be read now; nothing of it was consumed."""


class Other(NamedTuple):
    """A column of another table: the row there whose `id` is this row's `key`."""

    table: str
    key: str
    column: str


@dataclass(frozen=True, slots=True)
class Table:
    """Where the rows of a format lie.

    `columns` are the names in the JSON. One that this version of the program does not have is left out, unless it is in
    `required`. Rows come in the order of `position`: the row's number where rows only get appended (`done` tells when
    such a row has its end), else a time in milliseconds that every change moves. `host` names the machine a row is of.
    `identity` tells one row from another, and the first one by `oldest` tells this database from another.
    """

    name: str
    columns: Mapping[str, str | Other]
    required: tuple[str, ...]
    position: str = "rowid"
    done: str = "1"
    host: str = ""
    identity: str = "t.id"
    oldest: str = "rowid"


def _same(*names: str) -> dict[str, str | Other]:
    return {name: name for name in names}


TABLES = {
    "atuin": Table(
        "history",
        _same(
            "id", "timestamp", "duration", "exit", "command", "cwd", "session", "deleted_at", "author", "author_kind"
        ),
        ("id", "timestamp", "duration", "exit", "command", "cwd"),
        done="t.duration >= 0 AND t.exit >= 0",
        host="hostname",
    ),
    "nushell": Table(
        "history",
        _same("id", "command_line", "start_timestamp", "session_id", "cwd", "duration_ms", "exit_status"),
        ("id", "command_line", "start_timestamp", "exit_status"),
        done="t.exit_status IS NOT NULL",
        host="hostname",
    ),
    "goose": Table(
        "messages",
        {
            "session": "session_id",
            "role": "role",
            "content": "content_json",
            "created": "created_timestamp",
            "metadata": "metadata_json",
            "cwd": Other("sessions", "session_id", "working_dir"),
            "kind": Other("sessions", "session_id", "session_type"),
        },
        ("session_id", "role", "content_json", "created_timestamp"),
        identity="t.rowid || ':' || t.created_timestamp",
    ),
    "opencode_database": Table(
        "part",
        {
            "id": "id",
            "session": "session_id",
            "data": "data",
            "message": Other("message", "message_id", "data"),
            "directory": Other("session", "session_id", "directory"),
            "parent": Other("session", "session_id", "parent_id"),
        },
        ("id", "session_id", "message_id", "data", "time_updated"),
        position="time_updated",
    ),
    "kiro_database": Table(
        "conversations_v2",
        {"folder": "key", "conversation": "conversation_id", "value": "value"},
        ("key", "conversation_id", "value", "updated_at"),
        position="updated_at",
        identity="t.conversation_id",
        oldest="conversation_id",  # a row that is replaced gets another number
    ),
    "xonsh_database": Table(
        "xonsh_history",
        _same("inp", "rtn", "tsb", "tse", "sessionid", "out", "cwd"),
        ("inp", "rtn", "tsb", "tse"),
        identity="t.rowid || ':' || t.tsb",
    ),
}
"""The tables of the formats that are databases, by the format's name."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What one reading gave. `position` and `anchor` are for the next one; `numbers` are the rows' own."""

    lines: tuple[bytes, ...]
    numbers: tuple[int, ...]
    position: int
    anchor: str
    more: bool
    fresh: bool  # reading started over: it is another database than the anchor spoke of


def rows(
    path: str, format_name: str, position: int, anchor: str, waiting: Sequence[int] = (), *, host: str, now: int
) -> Rows:
    """The rows of a format after `position`, and those of `waiting` (row numbers read before) that have their end by now.

    `anchor` is what the last reading gave; a database in which it does not hold is read from its beginning. Rows that
    were brought here from another machine than `host` prove nothing of this one, and are passed over. A row whose position is no whole number
    stands nowhere, and is passed over too. Of times, none after `now` (milliseconds since 1970) becomes a position: a row
    dated ahead comes again until its time has come, and where a clock stood ahead, all is read once more. Of rows dated
    ahead a reading has no more than of others, those of the highest numbers; the rest come when their time has come. Raises ForeignError when the database is locked, damaged, or not as this format knows it.
    """
    table = TABLES[format_name]
    try:
        with closing(_opened(path)) as database:
            database.create_function(
                "elsewhere", 1, lambda name: _machine(_text(name or b"")) not in ("", _machine(host))
            )
            database.execute("BEGIN")  # one reading sees one state
            fresh = bool(position) and _anchor(database, table, position) != anchor
            timed = table.position != "rowid"
            start = 0 if fresh or (timed and position > now) else position
            until = now if timed else _ENDLESS
            cursor = _query(database, table, start, () if fresh else waiting, until)
            found = _taken(cursor, format_name, start, until)
            anchor = _anchor(database, table, found.position)
            return Rows(found.lines, found.numbers, found.position, anchor, found.more, fresh)
    except sqlite3.Error as trouble:
        raise ForeignError(f"{path}: {trouble}", "It is tried again; its own program is not disturbed.") from None


def _opened(path: str) -> sqlite3.Connection:
    database = sqlite3.connect(read_only(path), uri=True, timeout=PATIENCE)
    database.execute("PRAGMA query_only = 1")
    database.text_factory = _text
    return database


def _text(raw: bytes) -> str:
    """SQLite keeps whatever bytes it is given as text; one such row must not cost all others."""
    return raw.decode("utf-8", "replace")


def _machine(name: str) -> str:
    """A host's own name without its domain, and without the user that atuin puts behind it."""
    return name.partition(":")[0].partition(".")[0].casefold()


def _query(
    database: sqlite3.Connection, table: Table, start: int, waiting: Sequence[int], until: int
) -> sqlite3.Cursor:
    """The rows in their order; behind all others those after `until`, the one with the highest number first."""
    there = _names(database, table.name)
    if missing := [name for name in table.required if name not in there]:
        raise sqlite3.DatabaseError(f"its table {table.name} has no {missing[0]}")
    columns = [
        f"{sql} AS {name}" for name, column in table.columns.items() if (sql := _column(database, column, there))
    ]
    elsewhere = f"elsewhere(CAST(t.{table.host} AS BLOB))" if table.host in there else "0"
    numbers = ",".join(str(int(number)) for number in waiting)
    again = f" OR (t.rowid IN ({numbers}) AND {table.done})" if numbers else ""
    at, timed = f"t.{table.position}", table.position != "rowid"
    late = f"{at} > {int(until)}"
    order = f"min({at}, {int(until)}), {late}, iif({late}, -t.rowid, t.rowid)" if timed else at
    return database.execute(
        f"SELECT {at}, {elsewhere}, t.rowid AS row, {', '.join(columns)} FROM {table.name} t "  # noqa: S608  our own words
        f"WHERE typeof({at}) = 'integer' AND ({at} > ?{again}) ORDER BY {order}",
        (max(0, start - OVERLAP) if timed else start,),
    )


def _names(database: sqlite3.Connection, table: str) -> set[str]:
    return {str(row[1]) for row in database.execute(f"PRAGMA table_info({table})")}


def _column(database: sqlite3.Connection, column: str | Other, there: set[str]) -> str:
    """The SQL of a column; "" where this version has none."""
    if isinstance(column, str):
        return f"t.{column}" if column in there else ""
    if column.column not in _names(database, column.table):
        return ""
    return f"(SELECT o.{column.column} FROM {column.table} o WHERE o.id = t.{column.key})"  # noqa: S608  our own words


@dataclass(slots=True)
class _Taken:
    lines: tuple[bytes, ...] = ()
    numbers: tuple[int, ...] = ()
    position: int = 0
    more: bool = False


def _taken(cursor: sqlite3.Cursor, name: str, start: int, until: int) -> _Taken:
    """As many rows as a reading may have, besides those up to `start`, which come again.

    Rows of one position are never parted, or the later ones would be passed over. Those after `until` have no position
    of their own: as many as another reading may have come with the last ones before them, in the order of their numbers.
    """
    names = [each[0] for each in cursor.description][2:]
    taken, size, new = _Taken(position=start), 0, 0
    rows: list[tuple[int, bytes]] = []
    ahead: list[tuple[int, bytes]] = []
    for dated, elsewhere, *values in cursor:
        full = new >= ROWS or size >= BYTES
        late = dated > until
        if full and (ahead or min(dated, until) > taken.position):
            taken.more = not ahead
            break
        if late and not ahead:
            new = size = 0
        taken.position = max(taken.position, min(dated, until))
        if elsewhere:
            continue
        line = msgspec.json.encode({"table": name} | dict(zip(names, map(_plain, values), strict=True)))
        (ahead if late else rows).append((values[0], line))
        if late or dated > start:
            new += 1
            size += len(line)
    rows += reversed(ahead)
    taken.numbers, taken.lines = tuple(number for number, _ in rows), tuple(line for _, line in rows)
    return taken


def _plain(value: object) -> object:
    """Bytes are no JSON; a number beyond 64 bits does not come out of SQLite."""
    return _text(value) if isinstance(value, bytes) else value


def _anchor(database: sqlite3.Connection, table: Table, position: int) -> str:
    """What proves that it is the same database: its oldest row, and for appended rows the one at the position."""
    first = f"t.rowid = (SELECT rowid FROM {table.name} ORDER BY {table.oldest} LIMIT 1) AND ? >= 0"  # noqa: S608  our own words
    row = "t.rowid = ?" if table.position == "rowid" else first
    found = database.execute(
        f"SELECT {table.identity} FROM {table.name} t WHERE {row}",  # noqa: S608  as above
        (position,),
    ).fetchone()
    return hashlib.blake2b(str(found[0]).encode(), digest_size=16).hexdigest() if found else ""
