"""Ageing: what was not seen for long is trusted less.

The rule looks at the time since `last_seen`, never at how often it ran, so a missed night costs nothing and a second run
changes nothing. It only ever lowers a status; reading a memory, or seeing it again, is what revives it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from classifiers.vocabulary import MemoryType
from storage.engine import Store
from storage.policy import DEFAULT, Policy
from storage.tables import Memory
from storage.values import LOCAL, Change, MemoryStatus, Owner
from storage.versions import record_change

STALE_AFTER = timedelta(days=90)
RETIRED_AFTER = timedelta(days=180)

FADING = frozenset({MemoryType.DECISION, MemoryType.FACT})
"""The types that fade by themselves; what a machine can do, and what a person ruled, does not."""

FALL = (MemoryStatus.ACTIVE, MemoryStatus.STALE, MemoryStatus.RETIRED)


@dataclass(frozen=True, slots=True)
class Aged:
    """One memory whose status changes."""

    scope: str
    key: str
    type: MemoryType
    before: MemoryStatus
    after: MemoryStatus
    why: str


def aged(
    kind: MemoryType,
    status: MemoryStatus,
    last_seen: datetime,
    now: datetime,
    *,
    expires_at: datetime | None = None,
    retention: timedelta | None = None,
) -> tuple[MemoryStatus, str]:
    """The status that a memory of this type has now, and why.

    `retention` is the policy's idle time for the type; None is for ever. A clock that went backwards changes nothing.
    """
    idle = now - last_seen
    if expires_at is not None and now >= expires_at:
        after, why = MemoryStatus.RETIRED, "expired"
    elif (retention is not None and idle >= retention) or (kind in FADING and idle >= RETIRED_AFTER):
        after, why = MemoryStatus.RETIRED, f"not seen for {idle.days} days"
    elif kind in FADING and idle >= STALE_AFTER:
        after, why = MemoryStatus.STALE, f"not seen for {idle.days} days"
    else:
        return status, ""
    return (after, why) if FALL.index(after) > FALL.index(status) else (status, "")


def next_fall(
    kind: MemoryType,
    status: MemoryStatus,
    last_seen: datetime,
    *,
    expires_at: datetime | None = None,
    retention: timedelta | None = None,
) -> tuple[datetime, MemoryStatus] | None:
    """When `aged` will lower the status if nobody sees the memory again, and to what; None for never."""
    ends = [] if expires_at is None else [(expires_at, MemoryStatus.RETIRED)]
    if retention is not None:
        ends.append((last_seen + retention, MemoryStatus.RETIRED))
    if kind in FADING:
        ends += [(last_seen + STALE_AFTER, MemoryStatus.STALE), (last_seen + RETIRED_AFTER, MemoryStatus.RETIRED)]
    falls = [(at, after) for at, after in ends if FALL.index(after) > FALL.index(status)]
    return min(falls, key=lambda fall: (fall[0], -FALL.index(fall[1])), default=None)


def decay(
    store: Store, *, now: datetime, owner: Owner = LOCAL, policy: Policy = DEFAULT, dry_run: bool = False
) -> list[Aged]:
    """Age all memories of the owner, in one transaction; returns what changes, by scope and key."""
    if dry_run:
        with store.reading() as db:
            return [change for _, change in _changes(db, owner, now, policy)]

    def work(db: Session) -> list[Aged]:
        changes = _changes(db, owner, now, policy)
        for memory, change in changes:
            memory.status = change.after
            word = Change.STALE if change.after is MemoryStatus.STALE else Change.RETIRED
            record_change(db, memory, word, by="decay", now=now)
        return [change for _, change in changes]

    return store.transaction(work)


def _changes(db: Session, owner: Owner, now: datetime, policy: Policy) -> list[tuple[Memory, Aged]]:
    mine = (col(Memory.tenant) == owner.tenant, col(Memory.user) == owner.user)
    found = db.exec(select(Memory).where(*mine, col(Memory.status) != MemoryStatus.RETIRED)).all()
    changes = []
    for memory in sorted(found, key=lambda one: (one.scope, one.key)):
        retention = (
            None if memory.guard else policy.retention.get(memory.type)
        )  # what is enforced fades by no one's leave
        before = memory.status
        after, why = aged(memory.type, before, memory.last_seen, now, expires_at=memory.expires_at, retention=retention)
        if after is not before:
            changes.append((memory, Aged(memory.scope, memory.key, memory.type, before, after, why)))
    return changes
