"""How much is in the store: the numbers of `seorap status`."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import and_, func, or_
from sqlmodel import Session, col, select

from classifiers.vocabulary import MemoryType
from storage.checkpoints import DRIFT
from storage.engine import Store
from storage.tables import Candidate, CheckpointRow, EvidenceRow, Memory, Tally, Tombstone, Verdict
from storage.values import LOCAL, CandidateStatus, Judgement, MemoryStatus, Owner


@dataclass(frozen=True, slots=True)
class Lines:
    """What came of a format's lines."""

    parsed: int
    skipped: int
    unknown: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The owner's numbers."""

    candidates: dict[CandidateStatus, int] = field(default_factory=dict)
    memories: dict[MemoryType, dict[MemoryStatus, int]] = field(default_factory=dict)
    verdicts: dict[Judgement, int] = field(default_factory=dict)
    formats: dict[str, Lines] = field(default_factory=dict)
    drifted: dict[str, list[str]] = field(
        default_factory=dict
    )  # by format: files not understood any more, newest first
    sources: int = 0
    evidence: int = 0
    tombstones: int = 0
    last_commit: datetime | None = None
    size: int = 0  # bytes of the SQLite file; 0 on PostgreSQL


def counts(store: Store, *, owner: Owner = LOCAL) -> Counts:
    """All numbers at one moment."""
    with store.reading() as db:
        tallies = db.exec(select(Tally).filter_by(tenant=owner.tenant, user=owner.user).order_by(col(Tally.format)))
        formats = {row.format: row for row in tallies}
        return Counts(
            candidates=_by_status(db, owner),
            memories=_memories(db, owner),
            verdicts=_verdicts(db, owner),
            formats={name: Lines(row.parsed, row.skipped, row.unknown) for name, row in formats.items()},
            drifted=_drifted(db, store.machine, owner),
            sources=_number(db, owner, CheckpointRow),
            evidence=_number(db, owner, EvidenceRow),
            tombstones=_number(db, owner, Tombstone),
            last_commit=max((row.last_commit for row in formats.values()), default=None),
            size=store.path.stat().st_size if store.path else 0,
        )


def _number(db: Session, owner: Owner, model: type[CheckpointRow | EvidenceRow | Tombstone]) -> int:
    chosen = select(func.count()).select_from(model).filter_by(tenant=owner.tenant, user=owner.user)
    return db.exec(chosen).one()


def _drifted(db: Session, machine: str, owner: Owner) -> dict[str, list[str]]:
    """The same as `Checkpoint.drifted`, of all files of this machine."""
    drift, lines = col(CheckpointRow.drift), col(CheckpointRow.lines)
    chosen = (
        select(CheckpointRow.format, CheckpointRow.path)
        .filter_by(tenant=owner.tenant, user=owner.user, machine=machine)
        .where(or_(drift >= DRIFT, and_(drift > 0, drift == lines)))
        .order_by(col(CheckpointRow.mtime_ns).desc(), col(CheckpointRow.path))
    )
    found: dict[str, list[str]] = {}
    for form, path in db.exec(chosen):
        found.setdefault(form, []).append(path)
    return found


def _by_status(db: Session, owner: Owner) -> dict[CandidateStatus, int]:
    chosen = select(Candidate.status, func.count()).filter_by(tenant=owner.tenant, user=owner.user)
    return {CandidateStatus(status): number for status, number in db.exec(chosen.group_by(col(Candidate.status)))}


def _verdicts(db: Session, owner: Owner) -> dict[Judgement, int]:
    chosen = select(Verdict.judgement, func.count()).filter_by(tenant=owner.tenant, user=owner.user)
    return {Judgement(judgement): number for judgement, number in db.exec(chosen.group_by(col(Verdict.judgement)))}


def _memories(db: Session, owner: Owner) -> dict[MemoryType, dict[MemoryStatus, int]]:
    chosen = select(Memory.type, Memory.status, func.count()).filter_by(tenant=owner.tenant, user=owner.user)
    found: dict[MemoryType, dict[MemoryStatus, int]] = {}
    for kind, status, number in db.exec(chosen.group_by(col(Memory.type), col(Memory.status))):
        found.setdefault(MemoryType(kind), {})[MemoryStatus(status)] = number
    return found
