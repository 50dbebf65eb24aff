"""atuin's history database, table `history`: one row a command, seen in the schema of atuin 18.

A row is written when a command starts, with status and duration -1, and updated at its end; imported ones keep -1 for
ever. Rows come as JSON objects a line (`storage.foreign`); those without an end are named in the carry as `open`, and
come once more when they have one. `author` marks what a coding agent ran.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from classifiers.histories import CAP, moment
from classifiers.json_lines import typed
from classifiers.vocabulary import Actor, Carry, CommandRun, Line, Reading, SourceKind, Where

OPEN = 200
"""Commands without an end that are asked for again; of more, the oldest are imported ones."""

_MARK = b'{"table":"atuin"'
_SCHEMA = (b"SQLite format 3\0", b"history", b"deleted_at", b"hostname")


class Row(msgspec.Struct, gc=False):
    """A row; times in nanoseconds."""

    table: str
    row: int
    id: str
    timestamp: int
    duration: int
    exit: int
    command: str
    cwd: str = ""
    session: str | None = None
    deleted_at: int | None = None
    author: str | None = None
    author_kind: str | None = None


_ROW = msgspec.json.Decoder(Row)


class Atuin:
    """See the module."""

    name = "atuin"
    kind = SourceKind.SHELL
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  the schema stands in the first page
        """A database with atuin's table, or its rows."""
        if head.startswith(_MARK):
            return 95
        return 90 if all(mark in head for mark in _SCHEMA) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002
        """One CommandRun for each row with an end."""
        known = carry.get("open")
        waiting = [each for each in known if isinstance(each, int)] if isinstance(known, list) else []
        runs: list[CommandRun] = []
        skipped = 0
        for line in lines:
            row = None if line.cut else typed(_ROW, line.data)
            if row is None or row.table != self.name:
                skipped += 1
                continue
            waiting = [each for each in waiting if each != row.row]
            if row.exit < 0 or row.duration < 0:
                waiting = [*waiting, row.row][-OPEN:]
            elif row.deleted_at is None and row.command.strip() and not row.command[0].isspace():
                runs.append(_run(row, line))
        return Reading(tuple(runs), {"open": waiting} if waiting else {}, len(lines) - skipped, skipped)


def _run(row: Row, line: Line) -> CommandRun:
    agent = "agent" in (row.author_kind or "").casefold()
    return CommandRun(
        key=f"atuin:{row.id}",
        where=Where(line.number, line.offset),
        at=moment(row.timestamp / 1e9),
        session=row.session or "",
        cwd=row.cwd if row.cwd != "unknown" else "",
        command=row.command.rstrip()[:CAP],
        actor=Actor.AGENT if agent else Actor.PERSON,
        exit=row.exit,
        duration=round(row.duration / 1e9, 6),
    )


FORMAT = Atuin()
