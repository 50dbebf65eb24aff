"""atuin's history database, table `history`: one row a command, seen in the schema of atuin 18.

A row is written when a command starts, with status and duration -1, and updated at its end; imported ones keep -1 for
ever. Rows come as JSON objects a line (`storage.foreign`); those without an end are named in the carry as `open`, and
come once more when they have one. `author` marks what a coding agent ran.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from classifiers import row_lines
from classifiers.histories import CAP, moment
from classifiers.vocabulary import Actor, Carry, CommandRun, Line, Reading, SourceKind, Where


class Row(row_lines.Row, gc=False):
    """A row; times in nanoseconds."""

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
        return row_lines.claimed(self.name, (b"history", b"deleted_at", b"hostname"), head)

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002
        """One CommandRun for each row with an end."""
        found = row_lines.rows(self.name, _ROW, lines)
        return row_lines.commands(found, carry, ended=lambda row: row.exit >= 0 and row.duration >= 0, run=_run)


def _run(row: Row, line: Line) -> CommandRun | None:
    if row.deleted_at is not None or not row.command.strip() or row.command[0].isspace():
        return None
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
