"""A file of the same owner meets the store: each key becomes what a person said of it last, on whichever machine.

Memories carry their versions. If one side's history continues the other's, the longer one holds; if they parted, the
later word does. A key that is kept away on either side stays away, unless it was written again after that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import func, select
from sqlmodel import Session

from storage import search
from storage.dialects import insert_new
from storage.import_file import ImportFile, Incoming, Values
from storage.merge import candidate_id, rank
from storage.spots import Spot
from storage.tables import Candidate, EvidenceRow, Memory, MemoryVersion, table
from storage.tombstones import Stone, stands
from storage.values import CandidateStatus, Change, Owner, Quiet
from storage.versions import COPIED, TRIED, blank_history, history, record_change, record_end

CHUNK = 500
"""Evidence rows in one statement."""

OPEN = (CandidateStatus.PENDING, CandidateStatus.EXPIRED)
ENDED = {"deleted": Change.DELETED, "purged": Change.PURGED}
"""The reasons of a tombstone that ended a memory."""


@dataclass(slots=True, kw_only=True)
class Imported:
    """What an import changed."""

    memories: int = 0  # new here, or as the file has them
    ended: int = 0  # deleted there, and now here
    candidates: int = 0  # new here, or judged there
    evidence: int = 0
    tombstones: int = 0
    verdicts: int = 0
    kept: int = 0  # memories where this machine had the later word
    quiet: int = 0  # keys that stay away here
    denied: int = 0  # keys that the policy keeps away
    workspaces: set[str] = field(default_factory=set)  # root folders whose MEMORY.md may differ now


def reunite(db: Session, owner: Owner, file: ImportFile, done: Imported) -> None:
    """Bring all of the file in; importing it again changes nothing."""
    fresh = not _has_anything(db, owner)
    away = {spot for spot, incoming in file.spots.items() if _Key(db, owner, spot, incoming, done).settle()}
    for stone in file.stones:
        done.tombstones += _insert(db, "tombstone", [owner.columns() | stone])
    raised = _evidence(db, owner, file, away, done)
    db.flush()
    _count_again(db, owner, raised)
    _verdicts(db, owner, file, done, fresh=fresh)


class _Key:
    """One key of the file, and what is known of it here."""

    def __init__(self, db: Session, owner: Owner, spot: Spot, incoming: Incoming, done: Imported) -> None:
        self.db, self.owner, self.spot, self.incoming, self.done = db, owner, spot, incoming, done
        place = (owner.tenant, owner.user, *spot)
        self.memory = db.get(Memory, place)
        self.candidate = db.get(Candidate, place)
        self.versions = history(db, owner, *spot)

    def settle(self) -> bool:
        """Bring the key in. True if nothing more of it may come."""
        scope, key = self.spot
        if self.memory is None and stands(self.db, self.owner, Stone(Quiet.KEY, key, scope)):
            self.done.quiet += self.wanted
            return True
        stone = self.incoming.stone
        if stone is not None and self.incoming.memory is None and stone["reason"] in ENDED and self.known:
            return self.end(stone)
        had_memory = self.memory is not None
        self.remember()
        self.propose(had_memory=had_memory)
        if stone is not None:
            self.bury(stone)
        return False

    @property
    def known(self) -> bool:
        """There is anything of it here."""
        return bool(self.memory or self.candidate or self.versions)

    @property
    def wanted(self) -> bool:
        """The file would have it, or would ask about it."""
        candidate = self.incoming.candidate
        return self.incoming.memory is not None or (candidate is not None and candidate["status"] in OPEN)

    def end(self, stone: Values) -> bool:
        """It was deleted there. Written here after that, it stays."""
        if self.memory is not None:
            if self.memory.valid_from > stone["at"]:
                self.done.kept += 1
                return True
            self.done.ended += 1
            self.done.workspaces.add(self.memory.workspace)
            record_end(self.db, self.memory, ENDED[stone["reason"]], by=stone["by"], now=stone["at"])
        self.db.flush()
        if stone["reason"] == "purged":
            blank_history(self.db, self.owner, *self.spot)
            self.db.flush()
            for model in (EvidenceRow, Candidate):
                target = table(str(model.__tablename__))
                self.db.connection().execute(target.delete().where(*_at(target, self.owner, self.spot)))
            self.db.expire_all()
            self.candidate = None
        self.bury(stone)
        return True

    def bury(self, stone: Values) -> None:
        self.done.tombstones += _insert(self.db, "tombstone", [self.owner.columns() | stone])
        if self.candidate is not None and self.candidate.status is CandidateStatus.PENDING:
            self.candidate.status = CandidateStatus.DISMISSED

    def remember(self) -> None:
        """The memory and its versions."""
        theirs, ours = self.incoming.versions, {each.version: each for each in self.versions}
        if not theirs:
            return
        if all(_same(theirs[number], ours[number]) for number in theirs.keys() & ours.keys()):
            missing = [theirs[number] for number in sorted(theirs.keys() - ours.keys())]
            if missing and max(theirs) > max(ours, default=0):
                self.take(missing)
            elif missing:
                _insert(self.db, "memory_version", [self.owner.columns() | row for row in missing])
            self.see()
            return
        newest = theirs[max(theirs)]
        incoming = self.incoming.memory
        if incoming is None or newest["valid_from"] <= ours[max(ours)].valid_from:
            self.done.kept += self.memory is not None and not self.says(incoming)
            self.see()
            return
        self.supersede(incoming, newest)

    def take(self, missing: list[Values]) -> None:
        """Their history goes on where ours ends."""
        _insert(self.db, "memory_version", [self.owner.columns() | row for row in missing])
        incoming = self.incoming.memory
        if incoming is None:
            if self.memory is not None:
                self.done.ended += 1
                self.done.workspaces.add(self.memory.workspace)
                search.forget(self.db, self.memory)
                self.db.delete(self.memory)
                self.db.flush()
                self.memory = None
            return
        self.done.memories += 1
        self.done.workspaces.add(incoming["workspace"])
        if self.memory is None:
            self.memory = Memory(**self.owner.columns(), **incoming)
            self.db.add(self.memory)
        else:
            self.become(self.memory, incoming)
            self.memory.version, self.memory.valid_from = incoming["version"], incoming["valid_from"]
        search.note(self.db, self.memory, incoming["valid_from"])

    def supersede(self, incoming: Values, newest: Values) -> None:
        """Both sides went on; theirs was said later and becomes our next version."""
        self.done.memories += 1
        self.done.workspaces.add(incoming["workspace"])
        if self.memory is None:
            self.memory = Memory(**self.owner.columns(), **incoming)
            self.db.add(self.memory)
        else:
            self.become(self.memory, incoming)
        record_change(self.db, self.memory, newest["change"], by=newest["by"], now=newest["valid_from"])

    def become(self, memory: Memory, incoming: Values) -> None:
        for name in (*COPIED, *TRIED, "rule", "workspace", "source", "review_after"):
            setattr(memory, name, incoming[name])
        self.see()

    def see(self) -> None:
        """Both sides saw it."""
        incoming, memory = self.incoming.memory, self.memory
        if incoming is not None and memory is not None:
            memory.first_seen = min(memory.first_seen, incoming["first_seen"])
            memory.last_seen = max(memory.last_seen, incoming["last_seen"])
            memory.seen = max(memory.seen, incoming["seen"])

    def says(self, incoming: Values | None) -> bool:
        return incoming is not None and self.memory is not None and incoming["body"] == self.memory.body

    def propose(self, *, had_memory: bool) -> None:
        """The candidate."""
        incoming, ours = self.incoming.candidate, self.candidate
        if incoming is None:
            return
        if ours is None:
            values = self.owner.columns() | incoming | {"id": candidate_id(self.owner, *self.spot)}
            if had_memory and incoming["status"] in OPEN and self.incoming.memory is None:
                values["status"] = CandidateStatus.SUPERSEDED
            self.db.add(Candidate(**values))
            self.done.candidates += 1
        elif ours.status in OPEN and incoming["status"] not in OPEN:
            ours.status, ours.snoozed_until = incoming["status"], None
            self.done.candidates += 1
        elif ours.status is incoming["status"] is CandidateStatus.PENDING:
            ours.first_seen = min(ours.first_seen, incoming["first_seen"])
            ours.last_seen = max(ours.last_seen, incoming["last_seen"])
            names = ("type", "body", "confidence", "rule", "workspace", "paths", "lesson", "best_at")
            better = {name: incoming[name] for name in names}
            if not ours.edited and rank(better) > rank({name: getattr(ours, name) for name in names}):
                for name, value in better.items():
                    setattr(ours, name, value)


def _evidence(db: Session, owner: Owner, file: ImportFile, away: set[Spot], done: Imported) -> set[Spot]:
    """Store what is new of it; gives the keys it belongs to."""
    raised: set[Spot] = set()
    rows: list[Values] = []
    for values in file.evidence():
        if (values["scope"], values["key"]) in away:
            continue
        raised.add((values["scope"], values["key"]))
        rows.append(owner.columns() | values)
        if len(rows) == CHUNK:
            done.evidence += _insert(db, "evidence", rows)
            rows.clear()
    done.evidence += _insert(db, "evidence", rows)
    return raised


def _count_again(db: Session, owner: Owner, spots: set[Spot]) -> None:
    """A candidate's `seen` is the number of its records, whoever brought them."""
    target = table("evidence")
    for spot in sorted(spots):
        candidate = db.get(Candidate, (owner.tenant, owner.user, *spot))
        if candidate is not None and candidate.status is CandidateStatus.PENDING:
            number = db.connection().execute(select(func.count()).where(*_at(target, owner, spot))).scalar_one()
            candidate.seen = max(candidate.seen, number)


def _verdicts(db: Session, owner: Owner, file: ImportFile, done: Imported, *, fresh: bool) -> None:
    """The log of verdicts. What was said over another history is kept, but cannot be undone here."""
    target = table("verdict")
    mine = (target.c.tenant == owner.tenant, target.c.user == owner.user)
    stored = db.connection().execute(select(target).where(*mine)).mappings().all()
    known = {_said(dict(row)): row["seq"] for row in stored}
    last = max(known.values(), default=0)
    numbers: dict[int, int] = {}
    rows = []
    for seq, values in sorted(file.verdicts.items()):
        if (there := known.get(_said(values))) is not None:
            numbers[seq] = there
            continue
        numbers[seq] = seq if fresh else (last := last + 1)
        undoes = numbers.get(values["undoes"]) if values["undoes"] is not None else None
        before = values["before"] if fresh else {}
        rows.append(owner.columns() | values | {"seq": numbers[seq], "undoes": undoes, "before": before})
    done.verdicts += _insert(db, "verdict", rows)


def _said(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return row["candidate"], row["judgement"], row["at"], row["by"], row["what"]


def _same(theirs: Values, ours: MemoryVersion) -> bool:
    return all(theirs[name] == getattr(ours, name) for name in ("change", "body", "status", "valid_from"))


def _insert(db: Session, name: str, rows: list[Values]) -> int:
    """Insert the rows that are not there yet, and count them."""
    target = table(name)
    if not rows:
        return 0
    statement = insert_new(db.connection(), target).returning(target.c.tenant)
    return len(db.connection().execute(statement, rows).all())


def _at(target: Any, owner: Owner, spot: Spot) -> tuple[Any, ...]:
    columns = target.c
    return columns.tenant == owner.tenant, columns.user == owner.user, columns.scope == spot[0], columns.key == spot[1]


def _has_anything(db: Session, owner: Owner) -> bool:
    return any(_exists(db, owner, name) for name in ("memory", "memory_version", "candidate", "verdict"))


def _exists(db: Session, owner: Owner, name: str) -> bool:
    target = table(name)
    chosen = select(target.c.tenant).where(target.c.tenant == owner.tenant, target.c.user == owner.user).limit(1)
    return db.connection().execute(chosen).first() is not None
