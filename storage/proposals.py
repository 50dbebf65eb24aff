"""The single place where candidates are made.

Whatever proposes a memory, a log or an agent, comes through here: past the policy and the tombstones, to the memory
that already says so, or to the one candidate of its key.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import bindparam, case, func, select
from sqlmodel import Session

from classifiers.statements.choices import choice_of
from classifiers.vocabulary import STATED, Draft, Evidence
from storage.admission import Admission, Obstacle, Refused
from storage.bars import Low, low
from storage.cleaning import cleaned
from storage.dialects import insert_new, upsert
from storage.engine import Store
from storage.merge import Values, candidate_id, merged
from storage.policy import Policy
from storage.spots import Spot, at_spots
from storage.tables import Memory, table
from storage.values import CandidateStatus, MemoryStatus, Owner
from storage.versions import revived


@dataclass(slots=True)
class Proposed:
    """What became of drafts."""

    created: list[str] = field(default_factory=list)  # ids of candidates that are new, or open again
    raised: list[str] = field(default_factory=list)  # ids of candidates with more evidence
    evidence: int = 0  # records that were not known
    confirmed: int = 0  # memories that were seen again
    quiet: int = 0  # drafts that a tombstone keeps away
    denied: int = 0  # drafts that the policy keeps away
    low: int = 0  # keys with evidence that do not reach the bar a person's verdicts raised


def propose(
    db: Session, owner: Owner, drafts: Sequence[Draft], *, now: datetime, policy: Policy, contradicting: bool = False
) -> Proposed:
    """Turn drafts into evidence, and evidence into candidates.

    A draft whose key has a memory only confirms it, unless it is said to be `contradicting`, or chooses otherwise than
    the memory, and later: then it becomes a candidate beside the memory, for a person to judge.
    """
    return _Proposal(db, owner, now, contradicting=contradicting).run(drafts, policy)


def _reverses(draft: Draft, memory: Memory) -> bool:
    """Whether a person chose otherwise than the memory says, and later."""
    new, old = choice_of(draft.body), choice_of(memory.body)
    last = max((proof.at for proof in draft.evidence if proof.at is not None), default=None)
    return new is not None and old is not None and new != old and last is not None and last > memory.last_seen


@dataclass(frozen=True, slots=True)
class Prospect:
    """What would become of a draft if it were proposed now."""

    refused: Refused | None = None
    low: Low | None = None  # it does not reach the bar that verdicts raised
    memory: MemoryStatus | None = None  # of the memory that already says so
    candidate: CandidateStatus | None = None  # of the candidate of its key
    id: str = ""  # the candidate's, whether or not there is one yet


def prospects(store: Store, owner: Owner, drafts: Sequence[Draft], *, now: datetime, policy: Policy) -> list[Prospect]:
    """What would become of each draft, in their order; nothing is changed."""
    clean = [cleaned(draft) for draft in drafts]
    spots = [(draft.scope, draft.key) for draft in clean]
    with store.reading() as db:
        looker = _Proposal(db, owner, now, contradicting=False)
        standing, waiting = looker.standing(clean), looker.candidates(set(spots))
        admission = Admission(db.connection(), owner, clean, policy)
        free = {spot: [draft] for draft, spot in zip(clean, spots, strict=True) if not _pending(waiting.get(spot))}
        quiet = low(db.connection(), owner, {spot: found for spot, found in free.items() if spot not in standing})
        return [
            Prospect(
                refused=admission.refusal(draft, standing=spot in standing),
                low=quiet.get(spot),
                memory=standing.get(spot),
                candidate=CandidateStatus(waiting[spot]["status"]) if spot in waiting else None,
                id=candidate_id(owner, *spot),
            )
            for draft, spot in zip(clean, spots, strict=True)
        ]


class _Proposal:
    """One call's place of work."""

    def __init__(self, db: Session, owner: Owner, now: datetime, *, contradicting: bool) -> None:
        self.db = db
        self.connection = db.connection()
        self.owner = owner
        self.now = now
        self.contradicting = contradicting
        self.done = Proposed()

    def run(self, drafts: Sequence[Draft], policy: Policy) -> Proposed:
        clean = [cleaned(draft) for draft in drafts]
        standing = {} if self.contradicting else self.standing(clean)
        spots = self.wanted(clean, policy, standing)
        fresh = self.store(spots)
        self.confirm({spot: rows for spot, rows in fresh.items() if spot in standing}, standing)
        rest = {spot: found for spot, found in spots.items() if spot not in standing}
        known = self.candidates(rest)
        new = {spot: found for spot, found in rest.items() if not _pending(known.get(spot))}
        quiet = {} if self.contradicting else low(self.connection, self.owner, new)
        self.done.low = len(quiet)
        self.put_up({spot: found for spot, found in rest.items() if spot not in quiet}, fresh, known)
        return self.done

    def wanted(self, drafts: Sequence[Draft], policy: Policy, standing: Collection[Spot]) -> dict[Spot, list[Draft]]:
        """The drafts that nothing keeps away, by spot."""
        admission = Admission(self.connection, self.owner, drafts, policy)
        spots: dict[Spot, list[Draft]] = defaultdict(list)
        for draft in drafts:
            spot = (draft.scope, draft.key)
            refused = admission.refusal(draft, standing=spot in standing)
            if refused is None:
                spots[spot].append(draft)
            elif refused.obstacle is Obstacle.QUIET:
                self.done.quiet += 1
            else:
                self.done.denied += 1
        return spots

    def store(self, spots: Mapping[Spot, Sequence[Draft]]) -> dict[Spot, list[Evidence]]:
        """Store the evidence; gives what was not known before."""
        wanted = {
            (*spot, evidence.record): evidence
            for spot, drafts in spots.items()
            for draft in drafts
            for evidence in draft.evidence
        }
        if not wanted:
            return {}
        target = table("evidence")
        columns = target.c
        statement = insert_new(self.connection, target).returning(columns.scope, columns.key, columns.record)
        rows = [self.evidence_row(scope, key, evidence) for (scope, key, _), evidence in wanted.items()]
        fresh: dict[Spot, list[Evidence]] = defaultdict(list)
        for scope, key, record in self.connection.execute(statement, rows):
            fresh[scope, key].append(wanted[scope, key, record])
            self.done.evidence += 1
        return fresh

    def evidence_row(self, scope: str, key: str, evidence: Evidence) -> Values:
        return {
            **self.owner.columns(),
            "scope": scope,
            "key": key,
            "record": evidence.record,
            "format": evidence.format,
            "path": evidence.path,
            "line": evidence.line,
            "offset": evidence.offset,
            "at": evidence.at,
            "session": evidence.session,
            "actor": evidence.actor,
            "command": evidence.command,
            "outcome": evidence.outcome,
            "why": evidence.why,
            "excerpt": evidence.excerpt,
            "stored_at": self.now,
        }

    def memories(self, spots: Iterable[Spot]) -> dict[Spot, MemoryStatus]:
        """The memories that still hold, by spot."""
        target = table("memory")
        columns = target.c
        found: dict[Spot, MemoryStatus] = {}
        for condition in at_spots(target, self.owner, spots):
            chosen = select(columns.scope, columns.key, columns.status).where(condition)
            for scope, key, status in self.connection.execute(chosen.where(columns.status != MemoryStatus.RETIRED)):
                found[scope, key] = status
        return found

    def standing(self, drafts: Sequence[Draft]) -> dict[Spot, MemoryStatus]:
        """The memories that already say what the drafts say, by spot."""
        found = self.memories({(draft.scope, draft.key) for draft in drafts})
        choices = {(draft.scope, draft.key): draft for draft in drafts if draft.type in STATED}
        for scope, key in found.keys() & choices.keys():
            memory = self.db.get_one(Memory, (self.owner.tenant, self.owner.user, scope, key))
            if _reverses(choices[scope, key], memory):
                del found[scope, key]
        return found

    def confirm(self, fresh: Mapping[Spot, Sequence[Evidence]], standing: Mapping[Spot, MemoryStatus]) -> None:
        """New evidence moves `last_seen` of a memory, and wakes a stale one."""
        if not fresh:
            return
        self.done.confirmed = len(fresh)
        target = table("memory")
        columns = target.c
        seen = bindparam("b_seen", type_=columns.last_seen.type)
        touch = (
            target.update()
            .where(columns.tenant == self.owner.tenant, columns.user == self.owner.user)
            .where(columns.scope == bindparam("b_scope"), columns.key == bindparam("b_key"))
            .values(
                last_seen=case((columns.last_seen < seen, seen), else_=columns.last_seen),
                seen=columns.seen + bindparam("b_more"),
            )
        )
        values = [
            {"b_scope": scope, "b_key": key, "b_seen": max(row.at or self.now for row in rows), "b_more": len(rows)}
            for (scope, key), rows in fresh.items()
        ]
        self.connection.execute(touch, values)
        for scope, key in fresh:
            if standing[scope, key] is MemoryStatus.STALE:
                memory = self.db.get_one(Memory, (self.owner.tenant, self.owner.user, scope, key))
                revived(self.db, memory, by="evidence", now=self.now)

    def put_up(
        self,
        spots: Mapping[Spot, Sequence[Draft]],
        fresh: Mapping[Spot, Sequence[Evidence]],
        known: Mapping[Spot, Values],
    ) -> None:
        """Make, raise or reopen candidates; `known` are the candidates there are."""
        waiting = {spot for spot in spots if _pending(known.get(spot))}
        opening = [spot for spot in spots if spot in fresh and spot not in waiting]  # a replay opens nothing
        rows: list[Values] = []
        for spot, number in self.counts(opening, fresh).items():
            row = merged(known.get(spot), spots[spot], fresh[spot], self.now) | {"seen": number}
            self.done.created.append(candidate_id(self.owner, *spot))
            rows.append(row | self.place(spot))
        for spot in waiting:
            row = merged(known[spot], spots[spot], fresh.get(spot, ()), self.now)
            if row != known[spot]:
                rows.append(row | self.place(spot))
            if spot in fresh:
                self.done.raised.append(row["id"])
        if rows:
            self.connection.execute(upsert(self.connection, table("candidate")), rows)

    def place(self, spot: Spot) -> Values:
        scope, key = spot
        return self.owner.columns() | {"scope": scope, "key": key, "id": candidate_id(self.owner, scope, key)}

    def candidates(self, spots: Iterable[Spot]) -> dict[Spot, Values]:
        target = table("candidate")
        found: dict[Spot, Values] = {}
        for condition in at_spots(target, self.owner, spots):
            for row in self.connection.execute(select(target).where(condition)).mappings():
                found[row["scope"], row["key"]] = dict(row)
        return found

    def counts(self, spots: Sequence[Spot], fresh: Mapping[Spot, Sequence[Evidence]]) -> dict[Spot, int]:
        """How many records speak for each; a memory's evidence does not speak for what contradicts it."""
        if self.contradicting:
            return {spot: len(fresh[spot]) for spot in spots}
        target = table("evidence")
        columns = target.c
        found: dict[Spot, int] = {}
        for condition in at_spots(target, self.owner, spots):
            chosen = (
                select(columns.scope, columns.key, func.count()).where(condition).group_by(columns.scope, columns.key)
            )
            for scope, key, number in self.connection.execute(chosen):
                found[scope, key] = number
        return {spot: found[spot] for spot in spots}


def _pending(candidate: Values | None) -> bool:
    return candidate is not None and candidate["status"] is CandidateStatus.PENDING
