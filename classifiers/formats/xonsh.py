"""xonsh's history: one JSON document a session, `xonsh-<id>.json`, rewritten as it grows, or rows of a database.

The database, `xonsh-history.sqlite`, is kept where `$XONSH_HISTORY_BACKEND` is "sqlite"; a row is written when its
command has ended. Either tells the status, the folder and the times of every command. `spc` marks a line typed with a
leading space (xonsh 0.25). What was typed may be Python as well as a command; its status is 0 unless it raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from classifiers import row_lines
from classifiers.histories import CAP, base_name, moment
from classifiers.json_lines import cut
from classifiers.report_text import document, line_of
from classifiers.vocabulary import Actor, Carry, CommandRun, Line, Output, Reading, RunState, SourceKind, Where


class Xonsh:
    """See the module."""

    name = "xonsh"
    kind = SourceKind.SHELL
    whole = True

    def sniff(self, head: bytes, name: str) -> int:
        """The table of positions its lazy JSON starts with."""
        if not head.startswith(b'{"locs": ['):
            return 0
        return 95 if base_name(name).startswith("xonsh-") or b'"sessionid"' in head else 40

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  whole
        """One CommandRun for each command with an end; all of them stand on the line where the commands start."""
        found = document(lines)
        data = found.get("data") if isinstance(found, dict) else None
        if not isinstance(data, dict) or not isinstance(data.get("cmds"), list):
            return Reading(skipped=len(lines))
        where = line_of(lines, b'"data":')
        session = str(data.get("sessionid") or "")
        runs = [run for each in data["cmds"] if (run := _run(each, session, where))]
        return Reading(tuple(runs), parsed=len(lines))


class Row(row_lines.Row, gc=False):
    """A row of the database; times in seconds."""

    inp: str
    rtn: int | None = None
    tsb: float | None = None
    tse: float | None = None
    sessionid: str | None = None
    out: str | None = None
    cwd: str | None = None


_ROW = msgspec.json.Decoder(Row)


class XonshDatabase:
    """The rows; the same command has the same key in both."""

    name = "xonsh_database"
    kind = SourceKind.SHELL
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  the schema stands in the first page
        """A database with xonsh's table, or its rows."""
        return row_lines.claimed(self.name, (b"xonsh_history", b"tsb", b"rtn"), head)

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002
        """One CommandRun for each row."""
        found = row_lines.rows(self.name, _ROW, lines)
        return row_lines.commands(found, carry, ended=lambda _row: True, run=_of_row)


def _of_row(row: Row, line: Line) -> CommandRun | None:
    told = {"inp": row.inp, "rtn": row.rtn, "ts": [row.tsb, row.tse], "cwd": row.cwd, "out": row.out}
    return _run(told, row.sessionid or "", Where(line.number, line.offset))


def _run(command: Any, session: str, where: Any) -> CommandRun | None:
    if not isinstance(command, dict) or not isinstance(text := command.get("inp"), str):
        return None
    start, end = _times(command.get("ts"))
    if start is None or not text.strip() or text[0].isspace() or command.get("spc"):
        return None
    status = command.get("rtn")
    out = command.get("out")
    return CommandRun(
        key=f"xonsh:{session}:{start:.6f}",
        where=where,
        at=moment(start),
        session=session,
        cwd=str(command.get("cwd") or ""),
        command=text.rstrip()[:CAP],
        actor=Actor.PERSON,
        state=RunState.RUNNING if end is None else RunState.FINISHED,
        exit=status if end is not None and isinstance(status, int) and not isinstance(status, bool) else None,
        output=Output(cut(out) if isinstance(out, str) else ""),
        duration=round(max(0.0, end - start), 6) if end is not None else None,
    )


def _times(value: Any) -> tuple[float | None, float | None]:
    parts = value if isinstance(value, list) else []
    times = [float(each) if isinstance(each, (int, float)) and abs(each) < 1e11 else None for each in parts[:2]]
    return (times[0] if times else None), (times[1] if len(times) > 1 else None)


FORMAT = Xonsh()
DATABASE = XonshDatabase()
