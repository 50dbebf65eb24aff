"""nushell's history as a database, table `history`: one row a command, as reedline writes it.

A row is inserted when a command starts and gets its status and duration at its end. Rows come as JSON objects a line
(`storage.foreign`); those without an end are named in the carry as `open`, and come once more when they have one. The
plain text history of nushell holds no status and proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from classifiers import row_lines
from classifiers.histories import CAP, moment
from classifiers.vocabulary import Actor, Carry, CommandRun, Line, Reading, SourceKind, Where


class Row(row_lines.Row, gc=False):
    """A row; times in milliseconds."""

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
        return row_lines.claimed(self.name, (b"history", b"command_line", b"exit_status"), head)

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002
        """One CommandRun for each row with an end."""
        found = row_lines.rows(self.name, _ROW, lines)
        return row_lines.commands(found, carry, ended=lambda row: row.exit_status is not None, run=_run)


def _run(row: Row, line: Line) -> CommandRun | None:
    if not row.command_line.strip() or row.command_line[0].isspace():
        return None
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
