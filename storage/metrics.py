"""How things go over time: how long candidates wait, what is said of each rule's, when each format and job last got on."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import func, or_
from sqlmodel import Session, col, select

from storage.engine import Store
from storage.probes import failed_probes
from storage.search import behind
from storage.tables import Candidate, JobRun, Tally, Verdict
from storage.values import LOCAL, CandidateStatus, Judgement, Owner

AGES = {"day": timedelta(days=1), "week": timedelta(days=7), "month": timedelta(days=30)}
"""Upper bounds of the ages candidates are counted by; beyond the last they are `older`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """The owner's, at one moment."""

    ages: dict[str, int]  # candidates that wait, the snoozed apart, by how long ago they were first put up
    rules: dict[str, dict[Judgement, int]]  # verdicts that stand, by the rule whose candidate they are about
    progress: dict[str, datetime]  # by format: when lines of it were last stored
    jobs: dict[str, datetime]  # when each was last begun
    failed: list[str] = field(default_factory=list)  # keys whose probe failed when it was run last
    outbox: int = 0  # memories that changed since they were indexed for searching


def metrics(store: Store, *, now: datetime, owner: Owner = LOCAL) -> Metrics:
    """All of them."""
    whose = {"tenant": owner.tenant, "user": owner.user}
    waiting = behind(store, now=now, owner=owner).changes
    failed = [each.key for each in failed_probes(store, owner=owner)]
    with store.reading() as db:
        progress = db.exec(select(Tally.format, Tally.last_commit).filter_by(**whose).order_by(col(Tally.format)))
        mine = (col(JobRun.tenant) == owner.tenant, col(JobRun.user) == owner.user)
        runs = select(JobRun.job, func.max(JobRun.at)).where(*mine).group_by(col(JobRun.job))
        return Metrics(
            failed=failed,
            outbox=waiting,
            ages=_ages(db, owner, now),
            rules=_rules(db, owner),
            progress=dict(progress.all()),
            jobs=dict(db.exec(runs.order_by(col(JobRun.job))).all()),
        )


def _ages(db: Session, owner: Owner, now: datetime) -> dict[str, int]:
    waiting = (
        select(Candidate.created_at)
        .filter_by(tenant=owner.tenant, user=owner.user, status=CandidateStatus.PENDING)
        .where(or_(col(Candidate.snoozed_until).is_(None), col(Candidate.snoozed_until) <= now))
    )
    found = dict.fromkeys([*AGES, "older"], 0)
    for made in db.exec(waiting):
        found[next((name for name, bound in AGES.items() if now - made < bound), "older")] += 1
    return found


def _rules(db: Session, owner: Owner) -> dict[str, dict[Judgement, int]]:
    whose = {"tenant": owner.tenant, "user": owner.user}
    rules = dict(db.exec(select(Candidate.id, Candidate.rule).filter_by(**whose)).all())
    said = db.exec(select(Verdict.seq, Verdict.candidate, Verdict.judgement, Verdict.undoes).filter_by(**whose)).all()
    undone = {undoes for _, _, _, undoes in said}
    found: dict[str, Counter[Judgement]] = defaultdict(Counter)
    for seq, candidate, judgement, _ in said:
        rule = rules.get(candidate, "")
        if rule and seq not in undone and judgement is not Judgement.UNDO:
            found[rule][Judgement(judgement)] += 1
    return {rule: dict(found[rule]) for rule in sorted(found)}
