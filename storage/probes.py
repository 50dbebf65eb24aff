"""Probes that a person approved, and how they went last."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from storage.engine import Store
from storage.entries import existing
from storage.keys import normal_key
from storage.removal import only_a_person
from storage.tables import Probe
from storage.values import LOCAL, Author, MemoryStatus, Owner
from storage.versions import revived

Commands = Sequence[Sequence[str]]

FAILED = 0.8
"""What is left of a memory's confidence when its probe fails: a network may be down, so one failure is no disproof."""


def approve_probe(
    store: Store, scope: str, key: str, commands: Commands, *, author: Author, now: datetime, owner: Owner = LOCAL
) -> None:
    """A person lets exactly these commands be run for the memory, now and later.

    Raises:
        NotFound: when there is no such memory.
        SeorapError: when an agent says so.
    """
    only_a_person(author)
    name = normal_key(key)

    def work(db: Session) -> None:
        existing(db, owner, scope, name)
        row = db.get(Probe, (owner.tenant, owner.user, scope, name))
        if row is None:
            row = Probe(**owner.columns(), scope=scope, key=name, commands=[], approved_by="", approved_at=now)
        row.commands = [list(command) for command in commands]
        row.approved_by, row.approved_at = str(author), now
        row.passed, row.ran_at, row.said = None, None, ""
        db.add(row)

    store.transaction(work)


def approved_probe(store: Store, scope: str, key: str, commands: Commands, *, owner: Owner = LOCAL) -> bool:
    """Did a person approve exactly these commands for the memory?"""
    with store.reading() as db:
        row = db.get(Probe, (owner.tenant, owner.user, scope, normal_key(key)))
        return row is not None and row.commands == [list(command) for command in commands]


def note_probe(
    store: Store, scope: str, key: str, *, passed: bool, said: str, now: datetime, owner: Owner = LOCAL
) -> None:
    """Write down how it went: what passed is seen and sure, what failed is less sure, without a new version.

    Raises:
        NotFound: when there is no such memory.
    """
    name = normal_key(key)

    def work(db: Session) -> None:
        memory = existing(db, owner, scope, name)
        row = db.get_one(Probe, (owner.tenant, owner.user, scope, name))
        row.passed, row.ran_at, row.said = passed, now, said
        db.add(row)
        if not passed:
            memory.confidence *= FAILED
            return
        memory.confidence = 1.0
        memory.last_seen = max(memory.last_seen, now)
        if memory.status is MemoryStatus.STALE:
            revived(db, memory, by="probe", now=now)

    store.transaction(work)


def failed_probes(store: Store, *, owner: Owner = LOCAL) -> list[Probe]:
    """Those that failed when they were run last, by key."""
    mine: tuple[Any, ...] = (col(Probe.tenant) == owner.tenant, col(Probe.user) == owner.user)
    with store.reading() as db:
        return list(db.exec(select(Probe).where(*mine, col(Probe.passed).is_(False)).order_by(col(Probe.key))).all())
