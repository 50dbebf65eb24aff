"""From candidate to memory, and back again when the verdict is taken back.

A memory of the same key is superseded: its row becomes the new one and its versions stay, so there are never two.
Version numbers only go up, also on the way back: what was read before an undo is not what is there after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from storage.errors import VersionConflict
from storage.sureness import untried
from storage.tables import Candidate, EvidenceRow, Memory, MemoryVersion
from storage.values import Author, Change, MemoryStatus, Owner
from storage.versions import COPIED, record_change, record_end

PROOF = 3
"""Evidence rows a memory carries along; all of them stay in the evidence table."""

KEPT = ("seen", "rule", "workspace", "source")
TIMES = ("first_seen", "last_seen", "review_after")


def promote(
    db: Session, owner: Owner, candidate: Candidate, body: str, *, author: Author, now: datetime
) -> tuple[Memory, dict[str, Any] | None]:
    """Make the candidate the memory of its key; gives the memory, and what `take_back` needs of the old one."""
    place = (candidate.tenant, candidate.user, candidate.scope, candidate.key)
    memory = db.get(Memory, place)
    before = None if memory is None else _image(memory)
    rows = newest_evidence(db, owner, candidate.scope, candidate.key, PROOF)
    values: dict[str, Any] = {
        "type": candidate.type,
        "body": body,
        "confidence": untried(candidate.type, candidate.confidence),
        "status": MemoryStatus.ACTIVE,
        "paths": list(candidate.paths),
        "lesson": dict(candidate.lesson),
        "proof": [proof_of(row) for row in rows],
        "seen": candidate.seen,
        "rule": candidate.rule,
        "workspace": candidate.workspace,
        "source": str(rows[0].actor) if rows else "",
        "confirmed_by": str(author),
        "last_seen": candidate.last_seen,
        "expires_at": None,
        "review_after": None,
    }
    if memory is None:
        whose = owner.columns() | {"key": candidate.key}
        first: dict[str, Any] = {
            "scope": candidate.scope,
            "version": 0,
            "first_seen": candidate.first_seen,
            "valid_from": now,
        }
        memory = Memory(**whose, **first, **values)
        db.add(memory)
    else:
        values["last_seen"] = max(memory.last_seen, candidate.last_seen)
        memory.first_seen = min(memory.first_seen, candidate.first_seen)
        for name, value in values.items():
            setattr(memory, name, value)
    record_change(db, memory, Change.APPROVED, by=str(author), now=now)
    return memory, before


def take_back(
    db: Session, owner: Owner, candidate: Candidate, before: Mapping[str, Any], *, by: str, now: datetime
) -> None:
    """Undo `promote`: the memory that was there comes back, or there is none again.

    Raises:
        VersionConflict: when the memory was changed since.
    """
    place = (owner.tenant, owner.user, candidate.scope, candidate.key)
    memory = db.get(Memory, place)
    if memory is None or memory.version != before["made"]:
        raise VersionConflict(
            f"The memory {candidate.key} was changed after that verdict.",
            "Nothing was undone. Change the memory itself.",
        )
    old = before["memory"]
    if old is None:
        record_end(db, memory, Change.UNDONE, by=by, now=now)
        candidate.seen = max(candidate.seen, memory.seen)  # what was seen since the approval
        candidate.last_seen = max(candidate.last_seen, memory.last_seen)
        return
    version = db.get_one(MemoryVersion, (*place, old["version"]))
    for name in COPIED:
        setattr(memory, name, getattr(version, name))
    for name in KEPT:
        setattr(memory, name, old[name])
    for name in TIMES:
        setattr(memory, name, None if old[name] is None else datetime.fromisoformat(old[name]))
    record_change(db, memory, Change.UNDONE, by=by, now=now)


def newest_evidence(db: Session, owner: Owner, scope: str, key: str, limit: int) -> list[EvidenceRow]:
    """The newest evidence of a key; what has no time comes last."""
    at = col(EvidenceRow.at)
    chosen = (
        select(EvidenceRow)
        .filter_by(tenant=owner.tenant, user=owner.user, scope=scope, key=key)
        .order_by(at.is_(None), at.desc(), col(EvidenceRow.record))
        .limit(limit)
    )
    return list(db.exec(chosen).all())


def proof_of(row: EvidenceRow) -> dict[str, Any]:
    """An evidence row as a memory carries it: where, when, who and what, as JSON."""
    return {
        "format": row.format,
        "path": row.path.encode("utf-8", "replace").decode(),
        "line": row.line,
        "offset": row.offset,
        "at": None if row.at is None else row.at.isoformat(),
        "session": row.session,
        "actor": row.actor.value,
        "command": row.command,
        "outcome": row.outcome.value,
        "why": row.why,
    }


def _image(memory: Memory) -> dict[str, Any]:
    times = {name: getattr(memory, name) for name in TIMES}
    return (
        {"version": memory.version}
        | {name: getattr(memory, name) for name in KEPT}
        | {name: None if time is None else time.isoformat() for name, time in times.items()}
    )
