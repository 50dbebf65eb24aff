"""The log of what a person said of candidates, and the way back.

Rows are only added: an undo is a row that names the one it takes back. A row holds statuses and version numbers, never
content, so that a purge need not rewrite history.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from classifiers.vocabulary import Actor
from storage.tables import Candidate, MemoryVersion, Tombstone, Verdict
from storage.values import CandidateStatus, Change, Judgement, Owner

BY_HAND = {
    Change.WRITTEN: "write",
    Change.RETIRED: "retire",
    Change.DELETED: "delete",
    Change.PURGED: "purge",
    Change.GUARDED: "guard",
}
"""What a person does to a memory itself, without a verdict, by the name of its verb."""


def add_verdict(
    db: Session,
    candidate: Candidate,
    judgement: Judgement,
    *,
    by: str,
    now: datetime,
    before: Mapping[str, Any] | None = None,
    **more: Any,
) -> None:
    """Write a verdict down. Two processes that write at once get the same number, and one of them is run again."""
    whose: dict[str, Any] = {"tenant": candidate.tenant, "user": candidate.user}
    last = select(func.max(Verdict.seq)).filter_by(**whose)
    seq = (db.exec(last).one() or 0) + 1
    whose |= {"team": candidate.team, "candidate": candidate.id}
    db.add(Verdict(**whose, seq=seq, judgement=judgement, by=by, at=now, before=dict(before or {}), **more))


def last_verdict(db: Session, owner: Owner, candidate: str | None = None) -> Verdict | None:
    """The last verdict that was not taken back, on this candidate or on any that was not purged."""
    whose = {"tenant": owner.tenant, "user": owner.user}
    there = select(Candidate.id).filter_by(**whose)
    chosen = select(Verdict).filter_by(**whose).where(col(Verdict.candidate).in_(there))
    if candidate is not None:
        chosen = chosen.where(col(Verdict.candidate) == candidate)
    undone: set[int] = set()
    for verdict in db.exec(chosen.order_by(col(Verdict.seq).desc())):
        if verdict.undoes is not None:
            undone.add(verdict.undoes)
        elif verdict.seq not in undone:
            return verdict
    return None


def done_since(db: Session, owner: Owner, verdict: Verdict) -> tuple[str, str] | None:
    """The last thing a person did to a memory itself after that verdict: the verb and the key; None when nothing."""
    version, stone = col(MemoryVersion.valid_from), col(Tombstone.at)
    mine = {"tenant": owner.tenant, "user": owner.user}
    changed = (
        select(MemoryVersion)
        .filter_by(**mine)
        .where(version > verdict.at, col(MemoryVersion.change).in_(list(BY_HAND)))
        .where(col(MemoryVersion.by).startswith(Actor.PERSON.value))
        .order_by(version.desc())
    )
    purged = (
        select(Tombstone).filter_by(**mine, reason=Change.PURGED.value).where(stone > verdict.at).order_by(stone.desc())
    )
    change, gone = db.exec(changed).first(), db.exec(purged).first()
    if gone is not None and (change is None or gone.at >= change.valid_from):  # a purge may find no memory to end
        return BY_HAND[Change.PURGED], gone.name
    return None if change is None else (BY_HAND[change.change], change.key)


def image(candidates: Iterable[Candidate]) -> dict[str, Any]:
    """What a verdict is about to change of the candidates."""
    return {
        "candidates": [
            [one.id, one.status.value, None if one.snoozed_until is None else one.snoozed_until.isoformat()]
            for one in candidates
        ]
    }


def put_back(db: Session, owner: Owner, before: Mapping[str, Any]) -> None:
    """Give the candidates back the status they had; a purged one stays away."""
    for name, status, snoozed in before.get("candidates", []):
        chosen = select(Candidate).filter_by(tenant=owner.tenant, user=owner.user, id=name)
        candidate = db.exec(chosen).first()
        if candidate is not None:
            candidate.status = CandidateStatus(status)
            candidate.snoozed_until = None if snoozed is None else datetime.fromisoformat(snoozed)
