"""Every change of a memory is a version of its own, and versions are never counted again from one.

A key that was deleted and written anew goes on counting, so that what was read before is never taken for what is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from storage import search
from storage.sureness import sure
from storage.tables import Memory, MemoryVersion
from storage.values import Change, MemoryStatus, Owner

COPIED = ("type", "body", "confidence", "status", "paths", "lesson", "guard", "proof", "confirmed_by", "expires_at")

TRIED = ("prevented", "still_failed", "prevented_in", "untried")
"""What came of a lesson; it is no part of a version."""


def newest_version(db: Session, owner: Owner, scope: str, key: str) -> int:
    """The highest version this key ever had; 0 for a new one."""
    chosen = select(func.max(MemoryVersion.version)).where(*_of(owner, scope, key))
    return db.exec(chosen).one() or 0


def record_change(db: Session, memory: Memory, change: Change, *, by: str, now: datetime) -> MemoryVersion:
    """Give the memory its next version, and write down what it is now.

    Call it after the fields were changed; it adds nothing to the session but the version. What came of a lesson is
    forgotten when it advises something else now.
    """
    owner = Owner(memory.tenant, memory.team, memory.user)
    last = newest_version(db, owner, memory.scope, memory.key)
    if memory.untried is not None:
        before = db.get(MemoryVersion, (memory.tenant, memory.user, memory.scope, memory.key, last))
        if before is None or advice(before) != advice(memory):
            memory.prevented, memory.still_failed, memory.prevented_in, memory.untried = 0, 0, [], None
        else:
            memory.confidence = sure(memory.untried, memory.prevented, memory.still_failed)
    memory.version = last + 1
    memory.valid_from = now
    version = MemoryVersion(
        tenant=memory.tenant,
        user=memory.user,
        team=memory.team,
        scope=memory.scope,
        key=memory.key,
        version=last + 1,
        supersedes=last or None,
        change=change,
        by=by,
        valid_from=now,
        **{name: getattr(memory, name) for name in COPIED},
    )
    db.add(version)
    search.note(db, memory, now)
    return version


def revived(db: Session, memory: Memory, *, by: str, now: datetime) -> None:
    """A stale memory is active again."""
    memory.status = MemoryStatus.ACTIVE
    record_change(db, memory, Change.REVIVED, by=by, now=now)


def record_end(db: Session, memory: Memory, change: Change, *, by: str, now: datetime) -> None:
    """Write down that there is no memory any more, and take it away."""
    memory.status = MemoryStatus.RETIRED
    record_change(db, memory, change, by=by, now=now)
    search.forget(db, memory)
    db.delete(memory)


def advice(version: Memory | MemoryVersion) -> str:
    """What a lesson says is to be done: its fix, or all that it says where none was mined."""
    return version.lesson.get("fix") or version.body


def history(db: Session, owner: Owner, scope: str, key: str) -> Sequence[MemoryVersion]:
    """All versions of a key, the oldest first; also of a deleted one."""
    return db.exec(select(MemoryVersion).where(*_of(owner, scope, key)).order_by(col(MemoryVersion.version))).all()


def blank_history(db: Session, owner: Owner, scope: str, key: str) -> bool:
    """Take the content out of all versions; their numbers and times stay. False when there are none."""
    versions = history(db, owner, scope, key)
    for version in versions:
        version.body = ""
        version.paths = []
        version.lesson = {}
        version.guard = {}
        version.proof = []
    return bool(versions)


def _of(owner: Owner, scope: str, key: str) -> tuple[Any, ...]:
    return (
        col(MemoryVersion.tenant) == owner.tenant,
        col(MemoryVersion.user) == owner.user,
        col(MemoryVersion.scope) == scope,
        col(MemoryVersion.key) == key,
    )
