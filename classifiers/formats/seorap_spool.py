"""The command spool: what Seorap's own shell recorder writes, one JSON line for each finished command.

The only shell source that tells an exit status and a folder. The status is null when another prompt hook ran before the
recorder; `weak` means that the shell's history did not show for sure which command it was.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from classifiers.histories import base_name, broken, moment
from classifiers.json_lines import typed
from classifiers.vocabulary import Actor, Carry, CommandRun, Line, Reading, RunState, SourceKind, Where

_SHELLS = ("bash", "zsh", "fish")

# 128 + a signal's number. Stopped, with Linux's and macOS's numbers: SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU.
_STOPPED = range(145, 151)
_CANCELLED = frozenset({129, 130, 131, 137, 143})  # HUP, INT, QUIT, KILL, TERM


class _Row(msgspec.Struct, gc=False):
    sid: str
    cmd: str
    sh: str = ""
    seq: int = 0
    t0: float | None = None
    t1: float | None = None
    ms: float | None = None
    exit: int | None = None
    pipe: list[int] = []
    weak: bool = False
    cut: bool = False
    cwd: str = ""


_ROW = msgspec.json.Decoder(_Row)


class SeorapSpool:
    """See the module."""

    name = "seorap_spool"
    kind = SourceKind.SHELL
    whole = False

    def sniff(self, head: bytes, name: str) -> int:
        """A first line as the recorder writes it; an empty or broken file by its name."""
        if head.lstrip(b"\n").startswith(b'{"v":1,"sh":"') and b'"sid":"' in head[:200]:
            return 100
        file = base_name(name)
        return 40 if file.startswith(tuple(f"{shell}." for shell in _SHELLS)) and file.endswith(".jsonl") else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  no carry
        """One CommandRun a line; a line that is not whole (a full disk, a crash) is skipped."""
        records = []
        skipped = 0
        for line in lines:
            if not line.data.strip():
                continue
            row = None if broken(line) else typed(_ROW, line.data)
            if row is None or not row.sid or row.cmd[:1].isspace():
                skipped += 1
            elif row.cmd:
                records.append(_run(row, line))
        return Reading(tuple(records), parsed=len(lines) - skipped, skipped=skipped)


def _run(row: _Row, line: Line) -> CommandRun:
    """The record of a row. `failed` stays False: what a status means is not the recorder's to say."""
    state, status = _state(row.exit)
    start = row.t0 if row.t0 is not None or row.t1 is None else row.t1 - (row.ms or 0.0) / 1000
    took = row.ms / 1000 if row.ms is not None else (row.t1 or 0.0) - (row.t0 or 0.0) if row.t0 and row.t1 else None
    return CommandRun(
        key=f"spool:{row.sid}:{row.seq or row.t0 or row.t1}",
        where=Where(line.number, line.offset),
        at=moment(start),
        session=f"{row.sh}.{row.sid}",
        cwd=row.cwd,
        command=row.cmd,
        actor=Actor.PERSON,
        state=state,
        exit=status,
        pipe=tuple(row.pipe),
        weak=row.weak or row.cut,
        duration=max(0.0, round(took, 6)) if took is not None else None,
    )


def _state(status: int | None) -> tuple[RunState, int | None]:
    """How far it got: a stopped job (Ctrl-Z) is still there, and its status says nothing yet."""
    if status in _STOPPED:
        return RunState.RUNNING, None
    return (RunState.INTERRUPTED if status in _CANCELLED else RunState.FINISHED), status


FORMAT = SeorapSpool()
