"""nushell's history as a database, table `history`: one row a command, as reedline writes it.

A row is inserted when a command starts and gets its status and duration at its end. Rows come as JSON objects a line
(`storage.foreign`); those without an end are named in the carry as `open`, and come once more when they have one. The
plain text history of nushell holds no status and proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from classifiers.histories import CAP, moment
from classifiers.json_lines import typed
from classifiers.vocabulary import Actor, Carry, CommandRun, Line, Reading, SourceKind, Where

OPEN = 200
"""Commands without an end that are asked for again: shells that were closed in the middle leave some."""

_MARK = b'{"table":"nushell"'
_SCHEMA = (b"SQLite format 3\0", b"history", b"command_line", b"exit_status")


class Row(msgspec.Struct, gc=False):
    """A row; times in milliseconds."""

    table: str
    row: int
    id: int
    command_line: str
    start_timestamp: int | None = None
    session_id: int | None = None
    cwd: str | None = None
    duration_ms: int | None = None
    exit_status: int | None = None


_ROW = msgspec.json.Decoder(Row)


class Nushell:
    """See the module."""

    name = "nushell"
    kind = SourceKind.SHELL
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  the schema stands in the first page
        """A database with reedline's table, or its rows."""
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
            if row.exit_status is None:
                waiting = [*waiting, row.row][-OPEN:]
            elif row.command_line.strip() and not row.command_line[0].isspace():
                runs.append(_run(row, line))
        return Reading(tuple(runs), {"open": waiting} if waiting else {}, len(lines) - skipped, skipped)


def _run(row: Row, line: Line) -> CommandRun:
    return CommandRun(
        key=f"nushell:{row.session_id or 0}:{row.start_timestamp or 0}:{row.id}",
        where=Where(line.number, line.offset),
        at=moment(row.start_timestamp / 1000 if row.start_timestamp else None),
        session=str(row.session_id or ""),
        cwd=row.cwd or "",
        command=row.command_line.rstrip()[:CAP],
        actor=Actor.PERSON,
        exit=row.exit_status,
        duration=row.duration_ms / 1000 if row.duration_ms is not None else None,
    )


FORMAT = Nushell()
