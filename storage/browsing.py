"""A part of the queue or of the drawer: chosen, searched, counted and no larger than a page shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sql
from sqlalchemy import and_, func, not_, or_, tuple_
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from classifiers.vocabulary import MemoryType
from storage.engine import Store
from storage.lookup import owned_by
from storage.tables import Candidate, EvidenceRow, Memory, table
from storage.values import LOCAL, CandidateStatus, MemoryStatus, Owner

PROOFS = 3
"""Evidence rows that come with each candidate; `queue.evidence` gives the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Which part. `words` must all occur, in the key, the text or the place, in whatever case."""

    types: tuple[MemoryType, ...] = ()  # none: all
    words: str = ""
    after: int = 0  # rows to pass over
    limit: int = 20


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many candidates there are of each sort at one moment."""

    waiting: int
    snoozed: int
    decided: int
    expired: int


@dataclass(frozen=True, slots=True)
class Proposed:
    """A candidate, its newest proof, and the memory it would take the place of."""

    candidate: Candidate
    proof: list[EvidenceRow]
    kept: Memory | None


@dataclass(frozen=True, slots=True)
class Pending:
    """A candidate without a verdict, as far as the order of asking goes."""

    id: str
    confidence: float
    seen: int
    raised_at: datetime
    snoozed_until: datetime | None = None


def pending(store: Store, *, owner: Owner = LOCAL) -> list[Pending]:
    """All candidates that have no verdict, snoozed ones too, the newest first; a few columns of each."""
    target = table("candidate").c
    columns = (target.id, target.confidence, target.seen, target.raised_at, target.snoozed_until)
    mine = (target.tenant == owner.tenant, target.user == owner.user, target.status == CandidateStatus.PENDING)
    chosen = sql.select(*columns).where(*mine).order_by(target.last_seen.desc(), target.id)
    with store.reading() as db:
        return [Pending(*row) for row in db.connection().execute(chosen)]


def candidate_part(
    store: Store,
    part: Part,
    *,
    sort: str = "waiting",
    now: datetime,
    strongest: bool = False,
    owner: Owner = LOCAL,
) -> tuple[list[Proposed], int]:
    """Candidates of a sort (a field of `Waiting`), the newest first, and how many there are."""
    where = [*owned_by(owner), _sort(sort, now), *chosen_by(part, Candidate)]
    first: list[Any] = [col(Candidate.confidence).desc(), col(Candidate.seen).desc()] if strongest else []
    order = [*first, col(Candidate.last_seen).desc(), col(Candidate.id)]
    with store.reading() as db:
        rows = db.exec(select(Candidate).where(*where).order_by(*order).offset(part.after).limit(part.limit)).all()
        places = [(row.scope, row.key) for row in rows]
        proofs, kept = _proofs(db, owner, places), _kept(db, owner, places)
        found = [Proposed(row, proofs[place], kept.get(place)) for row, place in zip(rows, places, strict=True)]
        return found, _number(db, Candidate, where)


def kept_now(store: Store, candidate: Candidate, *, owner: Owner = LOCAL) -> Memory | None:
    """The memory that the candidate would take the place of."""
    place = (candidate.scope, candidate.key)
    with store.reading() as db:
        return _kept(db, owner, [place]).get(place)


def waiting(store: Store, *, now: datetime, owner: Owner = LOCAL) -> Waiting:
    """How many candidates there are of each sort."""
    with store.reading() as db:
        return Waiting(
            *(_number(db, Candidate, [*owned_by(owner), _sort(sort, now)]) for sort in Waiting.__dataclass_fields__)
        )


def number_waiting(store: Store, *, now: datetime, owner: Owner = LOCAL) -> int:
    """How many candidates wait for a verdict."""
    with store.reading() as db:
        return _number(db, Candidate, [*owned_by(owner), _sort("waiting", now)])


def memory_part(
    store: Store,
    part: Part,
    *,
    statuses: Iterable[MemoryStatus] = tuple(MemoryStatus),
    scopes: Iterable[str] | None = None,
    owner: Owner = LOCAL,
) -> tuple[list[Memory], int]:
    """Memories by key, and how many there are; `scopes` None stands for all."""
    mine = (col(Memory.tenant) == owner.tenant, col(Memory.user) == owner.user)
    where = [*mine, col(Memory.status).in_(list(statuses)), *chosen_by(part, Memory)]
    if scopes is not None:
        where.append(col(Memory.scope).in_(list(scopes)))
    with store.reading() as db:
        order = (col(Memory.key), col(Memory.scope))
        rows = db.exec(select(Memory).where(*where).order_by(*order).offset(part.after).limit(part.limit)).all()
        return list(rows), _number(db, Memory, where)


def _proofs(db: Session, owner: Owner, places: list[tuple[str, str]]) -> dict[tuple[str, str], list[EvidenceRow]]:
    """The newest evidence of each (scope, key), in the order of `queue.evidence`, all at once."""
    scope, key, at = col(EvidenceRow.scope), col(EvidenceRow.key), col(EvidenceRow.at)
    newest_first = (at.is_(None), at.desc(), col(EvidenceRow.record))
    rank = func.row_number().over(partition_by=(scope, key), order_by=newest_first).label("rank")
    mine = (col(EvidenceRow.tenant) == owner.tenant, col(EvidenceRow.user) == owner.user)
    ranked = select(EvidenceRow, rank).where(*mine, tuple_(scope, key).in_(places)).subquery()
    row = aliased(EvidenceRow, ranked)
    found: dict[tuple[str, str], list[EvidenceRow]] = {place: [] for place in places}
    for each in db.exec(select(row).where(ranked.c.rank <= PROOFS).order_by(ranked.c.rank)):
        found[each.scope, each.key].append(each)
    return found


def _kept(db: Session, owner: Owner, places: list[tuple[str, str]]) -> dict[tuple[str, str], Memory]:
    """The memories that are in use at these places."""
    mine = (col(Memory.tenant) == owner.tenant, col(Memory.user) == owner.user)
    there = (tuple_(col(Memory.scope), col(Memory.key)).in_(places), col(Memory.status) != MemoryStatus.RETIRED)
    return {(row.scope, row.key): row for row in db.exec(select(Memory).where(*mine, *there))}


def _sort(sort: str, now: datetime) -> Any:
    asleep = and_(col(Candidate.snoozed_until).is_not(None), col(Candidate.snoozed_until) > now)
    pending = col(Candidate.status) == CandidateStatus.PENDING
    if sort == "waiting":
        return and_(pending, not_(asleep))
    if sort == "snoozed":
        return and_(pending, asleep)
    if sort == "expired":
        return col(Candidate.status) == CandidateStatus.EXPIRED
    decided = (CandidateStatus.APPROVED, CandidateStatus.DISMISSED, CandidateStatus.SUPERSEDED)
    return col(Candidate.status).in_(decided)


def chosen_by(part: Part, model: type[Candidate | Memory]) -> list[Any]:
    """The conditions of its words and types."""
    searched = (col(model.key), col(model.body), col(model.scope), col(model.workspace))
    found: list[Any] = [
        or_(*(column.icontains(word, autoescape=True) for column in searched)) for word in part.words.split()
    ]
    if part.types:
        found.append(col(model.type).in_(list(part.types)))
    return found


def _number(db: Session, model: type[Candidate | Memory], where: list[Any]) -> int:
    return db.exec(select(func.count()).select_from(model).where(*where)).one()
