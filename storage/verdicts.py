"""The log of what a person said, and the way back.

Rows are only added: an undo is a row that names the one it takes back. A row holds statuses and version numbers, never
content, so that a purge need not rewrite history.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from storage.tables import Candidate, Verdict
from storage.values import CandidateStatus, Judgement, Owner


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
