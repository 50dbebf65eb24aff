"""What happened on which day: the numbers of the page's charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from sqlalchemy import and_, case, func
from sqlmodel import Session, col, select

from storage.engine import Store
from storage.tables import EvidenceRow, Verdict
from storage.values import LOCAL, Judgement, Owner


@dataclass(frozen=True, slots=True)
class Stretch:
    """What happened between two moments."""

    start: datetime
    proofs: int
    approved: int
    dismissed: int


def activity(store: Store, bounds: Sequence[datetime], *, owner: Owner = LOCAL) -> list[Stretch]:
    """Proofs by when they happened, verdicts by when they were given, in each stretch between neighbours of `bounds`.

    Undated proofs are left out; a verdict that was taken back is still one.
    """
    with store.reading() as db:
        proofs = _between(db, owner, EvidenceRow, bounds)
        approved = _between(db, owner, Verdict, bounds, col(Verdict.judgement) == Judgement.APPROVE)
        turned = col(Verdict.judgement).in_([Judgement.DISMISS, Judgement.NEVER])
        dismissed = _between(db, owner, Verdict, bounds, turned)
    return [Stretch(*row) for row in zip(bounds[:-1], proofs, approved, dismissed, strict=True)]


def _between(
    db: Session, owner: Owner, model: type[EvidenceRow | Verdict], bounds: Sequence[datetime], *where: Any
) -> list[int]:
    """One pass over the rows, a sum for each stretch."""
    at: Any = col(model.at)
    sums = [func.sum(case((and_(at >= start, at < end), 1), else_=0)) for start, end in pairwise(bounds)]
    mine = (col(model.tenant) == owner.tenant, col(model.user) == owner.user)
    chosen: Any = select(*sums).where(*mine, at >= bounds[0], *where)
    return [number or 0 for number in db.connection().execute(chosen).one()]
