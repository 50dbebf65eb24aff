"""Which jobs ran: so that a machine that slept at the hour catches up, and two processes run a slot once."""

from __future__ import annotations

from datetime import datetime, time, timedelta, tzinfo
from typing import Any

from sqlmodel import Session, col, select

from storage.dialects import insert_one
from storage.engine import Store
from storage.tables import JobRun, table
from storage.values import LOCAL, Owner


def slot_of(now: datetime, at: time, zone: tzinfo) -> str:
    """The daily slot that is due or was last due, as a local date.

    A date has one slot, also on the nights when the clock shows the hour twice, or not at all.
    """
    local = now.astimezone(zone)
    day = local.date() if local.time() >= at else local.date() - timedelta(days=1)
    return day.isoformat()


def job_due(store: Store, job: str, slot: str, *, owner: Owner = LOCAL) -> bool:
    """Did nobody claim this slot, or a later one? Slots sort as text; a clock set back does not repeat a day."""
    mine = (col(JobRun.tenant) == owner.tenant, col(JobRun.user) == owner.user, col(JobRun.job) == job)
    with store.reading() as db:
        slots = db.exec(select(JobRun.slot).where(*mine)).all()
    return all(known < slot for known in slots)


def job_claim(store: Store, job: str, slot: str, *, now: datetime, owner: Owner = LOCAL) -> bool:
    """Take the slot; True for exactly one of all that ask."""
    row: dict[str, Any] = owner.columns() | {"job": job, "slot": slot, "at": now}

    return store.transaction(lambda db: insert_one(db.connection(), table("job_run"), row))


def job_release(store: Store, job: str, slot: str, *, owner: Owner = LOCAL) -> None:
    """Give a slot back that was claimed and failed, so that it is tried again."""

    def work(db: Session) -> None:
        row = db.get(JobRun, (owner.tenant, owner.user, job, slot))
        if row is not None:
            db.delete(row)

    store.transaction(work)


def last_run(store: Store, job: str, *, owner: Owner = LOCAL) -> datetime | None:
    """When the job was last claimed."""
    mine = (col(JobRun.tenant) == owner.tenant, col(JobRun.user) == owner.user, col(JobRun.job) == job)
    with store.reading() as db:
        return db.exec(select(JobRun.at).where(*mine).order_by(col(JobRun.at).desc()).limit(1)).first()
