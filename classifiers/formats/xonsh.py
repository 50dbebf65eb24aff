"""xonsh's history: one JSON document a session, `xonsh-<id>.json`, rewritten as it grows.

It tells the status, the folder and the times of every command. `spc` marks a line typed with a leading space (xonsh
0.25). What was typed may be Python as well as a command; for Python the status is 0 unless it raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from classifiers.histories import CAP, base_name, moment
from classifiers.json_lines import cut
from classifiers.report_text import document, line_of
from classifiers.vocabulary import Actor, Carry, CommandRun, Line, Output, Reading, RunState, SourceKind


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
