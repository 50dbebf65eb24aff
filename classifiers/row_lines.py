"""Rows of another program's database, as `storage.foreign` gives them: one JSON object a line. What such formats share.

Shells write a row when a command starts and complete it at its end; agents write a row for each thing that is said. A
row that was read once and changed since comes again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import msgspec

from classifiers.agent_session import Session
from classifiers.json_lines import typed
from classifiers.vocabulary import Carry, CommandRun, Line, Reading, Where

OPEN = 200
"""Commands without an end that are asked for again; of more, the oldest were imported, or their shell was closed."""

_MAGIC = b"SQLite format 3\0"


class Row(msgspec.Struct, gc=False):
    """What every row tells: whose it is, and its number."""

    table: str
    row: int


R = TypeVar("R", bound=Row)


def claimed(name: str, schema: Sequence[bytes], head: bytes) -> int:
    """How surely these are rows of the format `name`, or the first pages of a database whose schema holds these words."""
    if head.startswith(b'{"table":"' + name.encode() + b'"'):
        return 95
    return 90 if head.startswith(_MAGIC) and all(word in head for word in schema) else 0


def rows(name: str, decoder: msgspec.json.Decoder[R], lines: Sequence[Line]) -> Iterator[tuple[Line, R | None]]:
    """Each line with its row; None where it is none of this format."""
    for line in lines:
        row = None if line.cut else typed(decoder, line.data)
        yield line, row if row is not None and row.table == name else None


def commands(
    found: Iterator[tuple[Line, R | None]],
    carry: Carry,
    *,
    ended: Callable[[R], bool],
    run: Callable[[R, Line], CommandRun | None],
) -> Reading:
    """One record for each row that has its end. Those without are named in the carry as `open`."""
    known = carry.get("open")
    waiting = [each for each in known if isinstance(each, int)] if isinstance(known, list) else []
    runs: list[CommandRun] = []
    parsed = skipped = 0
    for line, row in found:
        if row is None:
            skipped += 1
            continue
        parsed += 1
        number = row.row
        waiting = [each for each in waiting if each != number]
        if not ended(row):
            waiting = [*waiting, number][-OPEN:]
        elif (made := run(row, line)) is not None:
            runs.append(made)
    return Reading(tuple(runs), {"open": waiting} if waiting else {}, parsed, skipped)


def conversation(
    session: Session, found: Iterator[tuple[Line, R | None]], take: Callable[[Session, R, Where], bool]
) -> None:
    """Fold rows into the session's records; those of several conversations come mixed. `take` says if it understood."""
    for line, row in found:
        if row is not None and take(session, row, Where(line.number, line.offset)):
            session.parsed += 1
        else:
            session.skipped += 1


def begun(session: Session, name: str, cwd: str, where: Where, at: str) -> None:
    """This row is of that conversation: it starts, unless it was told before that it did."""
    session.state.session, session.state.cwd = name, cwd
    if session.once(f"start:{name}"):
        session.state.started = False
        session.start(where, at)
