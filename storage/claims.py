"""Who read what: checkpoints at rest, and moving them by compare-and-swap.

A step names the checkpoint it started from. If the stored one has another offset or anchor, another process was
faster, and what the step found is not stored: that process stores it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, bindparam, select

from storage.checkpoints import Checkpoint, Step
from storage.columns import BYTES_IN
from storage.dialects import upsert
from storage.engine import Store
from storage.tables import table
from storage.values import LOCAL, Owner

CHUNK = 500
"""Values in one IN list; far below what either database takes."""

FIELDS = tuple(Checkpoint.__slots__)
VALUES = attrgetter(*FIELDS)
(PATH, FORMAT, OFFSET, LINES, ANCHOR, ANCHOR_LENGTH, HEAD, HEAD_LENGTH, DEVICE, INODE, SIZE, MTIME_NS) = (
    getattr(Checkpoint, name).__set__ for name in FIELDS[:12]
)
DRIFT, CARRY, FINAL = (getattr(Checkpoint, name).__set__ for name in FIELDS[12:])


def checkpoints(store: Store, owner: Owner = LOCAL, paths: Iterable[str] | None = None) -> Iterator[Checkpoint]:
    """How far every source of this store's machine was read, or those at `paths`; one by one, for they may be many."""
    with store.reading() as session:
        if paths is None:
            yield from _checkpoints(session.connection(), _stored(owner, store.machine))
        else:
            yield from _at(session.connection(), owner, store.machine, paths)


def move(connection: Connection, owner: Owner, machine: str, steps: Sequence[Step]) -> tuple[list[Step], list[Step]]:
    """Move the checkpoints; returns the steps that held, and those that came too late.

    Renames of one batch happen at once, so that files that change names in a circle keep their checkpoints.
    """
    paths = {point.path for step in steps for point in (step.previous, step.next) if point is not None}
    stored = {each.path: each for each in _at(connection, owner, machine, paths)}
    before = dict(stored)
    renamed = [step for step in steps if _renames(step) and _holds(step, stored)]
    for step in renamed:
        stored.pop(step.previous.path, None)  # type: ignore[union-attr] # a rename has a previous
    held: list[Step] = []
    late: list[Step] = []
    for step in steps:
        if step in renamed or (not _renames(step) and _holds(step, stored)):
            stored[step.next.path] = step.next
            held.append(step)
        else:
            late.append(step)
    _save(connection, owner, machine, before, stored)
    return held, late


def _renames(step: Step) -> bool:
    return step.previous is not None and step.previous.path != step.next.path


def _holds(step: Step, stored: dict[str, Checkpoint]) -> bool:
    if step.previous is None:
        return step.next.path not in stored
    found = stored.get(step.previous.path)
    return found is not None and (found.offset, found.anchor) == (step.previous.offset, step.previous.anchor)


def _at(connection: Connection, owner: Owner, machine: str, paths: Iterable[str]) -> Iterator[Checkpoint]:
    ordered = sorted(set(paths))
    for start in range(0, len(ordered), CHUNK):
        chosen = table("checkpoint").c.path.in_(ordered[start : start + CHUNK])
        yield from _checkpoints(connection, _stored(owner, machine).where(chosen))


def _stored(owner: Owner, machine: str) -> Any:
    columns = table("checkpoint").c
    return select(*(columns[name] for name in FIELDS)).where(
        columns.tenant == owner.tenant, columns.user == owner.user, columns.machine == machine
    )


def _checkpoints(connection: Connection, chosen: Any) -> Iterator[Checkpoint]:
    """The chosen rows of `_stored`, as values.

    Every start waits for this, so the driver's own rows are read, and the slots are filled without the frozen class's
    constructor: 10,000 rows in a third of the time.
    """
    make = object.__new__
    cursor = connection.execute(chosen).cursor
    assert cursor is not None
    for (
        path,
        form,
        offset,
        lines,
        anchor,
        length,
        head,
        head_length,
        device,
        inode,
        size,
        mtime,
        drift,
        carry,
        final,
    ) in chain.from_iterable(iter(lambda: cursor.fetchmany(CHUNK), [])):
        point = make(Checkpoint)
        PATH(point, path if path.isascii() else path.translate(BYTES_IN))
        FORMAT(point, form)
        OFFSET(point, offset)
        LINES(point, lines)
        ANCHOR(point, anchor)
        ANCHOR_LENGTH(point, length)
        HEAD(point, head)
        HEAD_LENGTH(point, head_length)
        DEVICE(point, int(device))
        INODE(point, int(inode))
        SIZE(point, size)
        MTIME_NS(point, mtime)
        DRIFT(point, drift)
        CARRY(point, carry)
        FINAL(point, bool(final))
        yield point


def _save(
    connection: Connection, owner: Owner, machine: str, before: dict[str, Checkpoint], after: dict[str, Checkpoint]
) -> None:
    target = table("checkpoint")
    whose = {"tenant": owner.tenant, "user": owner.user, "machine": machine}
    gone = [whose | {"path": path} for path in before if path not in after]
    if gone:
        matching = (target.c[name] == bindparam(f"b_{name}") for name in gone[0])
        connection.execute(target.delete().where(*matching), [{f"b_{k}": v for k, v in row.items()} for row in gone])
    moved = [point for path, point in after.items() if before.get(path) is not point]
    if moved:
        whose["team"] = owner.team
        connection.execute(upsert(connection, target), [whose | _values(point) for point in moved])


def _values(point: Checkpoint) -> dict[str, Any]:
    values = dict(zip(FIELDS, VALUES(point), strict=True))
    values["device"] = str(point.device)
    values["inode"] = str(point.inode)
    return values
