"""The rows of everything Seorap knows.

Keys are natural and start with tenant and user, so that no row can exist twice, a replayed batch finds its own rows,
and a PostgreSQL that shards by tenant works unchanged. There are no foreign keys: evidence outlives a candidate, history
outlives a memory. (Annotations stand at run time here: no `from __future__ import annotations`.)
"""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Index, LargeBinary, MetaData, Table, Text, UniqueConstraint
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

from classifiers.vocabulary import Actor, MemoryType, Result
from storage.columns import (
    ActorWord,
    CandidateStatusWord,
    ChangeWord,
    EffectWord,
    Instant,
    Json,
    JudgementWord,
    MemoryStatusWord,
    MemoryTypeWord,
    QuietWord,
    ResultWord,
    SourcePath,
)
from storage.values import CandidateStatus, Change, Effect, Judgement, MemoryStatus, Quiet

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Row(SQLModel, registry=registry(metadata=metadata)):
    """All tables share one metadata of their own. Table models validate nothing, so their validators are never built."""

    model_config = {"defer_build": True}


class Owned(Row):
    """What belongs to somebody. The owner comes first in every key."""

    tenant: str = Field(primary_key=True, sa_type=Text)
    user: str = Field(primary_key=True, sa_type=Text)
    team: str = Field(default="", sa_type=Text)


class CheckpointRow(Owned, table=True):
    """`storage.checkpoints.Checkpoint` at rest. Paths are a machine's own, so the machine is part of the key."""

    __tablename__ = "checkpoint"

    machine: str = Field(primary_key=True, sa_type=Text)
    path: str = Field(primary_key=True, sa_type=SourcePath)
    format: str = Field(sa_type=Text)
    offset: int = Field(sa_type=BigInteger)
    lines: int = Field(sa_type=BigInteger)
    anchor: str = Field(sa_type=Text)
    anchor_length: int
    head: str = Field(sa_type=Text)
    head_length: int
    device: str = Field(sa_type=Text)  # text: both may pass 63 bits (btrfs, ZFS, ReFS)
    inode: str = Field(sa_type=Text)
    size: int = Field(sa_type=BigInteger)
    mtime_ns: int = Field(sa_type=BigInteger)
    drift: int = Field(default=0, sa_type=BigInteger)
    carry: bytes = Field(sa_type=LargeBinary)
    final: bool


class EvidenceRow(Owned, table=True):
    """`Evidence` at rest: one record that proves one key. It belongs to the candidate and then to the memory."""

    __tablename__ = "evidence"

    scope: str = Field(primary_key=True, sa_type=Text)
    key: str = Field(primary_key=True, sa_type=Text)
    record: str = Field(primary_key=True, sa_type=Text)
    format: str = Field(default="", sa_type=Text)
    path: str = Field(default="", sa_type=SourcePath)
    line: int = Field(default=0, sa_type=BigInteger)
    offset: int = Field(default=0, sa_type=BigInteger)
    at: datetime | None = Field(default=None, sa_type=Instant)
    session: str = Field(default="", sa_type=Text)
    actor: Actor = Field(sa_type=ActorWord)
    command: str = Field(default="", sa_type=Text)
    outcome: Result = Field(sa_type=ResultWord)
    why: str = Field(default="", sa_type=Text)
    excerpt: str = Field(default="", sa_type=Text)
    stored_at: datetime = Field(sa_type=Instant)


class Candidate(Owned, table=True):
    """A draft at rest. One per key: more evidence raises it, a verdict moves its status."""

    __tablename__ = "candidate"
    __table_args__ = (
        UniqueConstraint("tenant", "user", "id"),
        Index(None, "tenant", "user", "status"),
    )

    scope: str = Field(primary_key=True, sa_type=Text)
    key: str = Field(primary_key=True, sa_type=Text)
    id: str = Field(sa_type=Text)  # made of the primary key, so it never changes; `storage.queue` takes a prefix
    type: MemoryType = Field(sa_type=MemoryTypeWord)
    body: str = Field(sa_type=Text)
    confidence: float
    rule: str = Field(default="", sa_type=Text)
    workspace: str = Field(default="", sa_type=Text)
    paths: list[str] = Field(default_factory=list, sa_type=Json)
    lesson: dict[str, str] = Field(default_factory=dict, sa_type=Json)  # a `Lesson`; {} of everything else
    best_at: datetime | None = Field(default=None, sa_type=Instant)  # newest evidence of the draft whose body this is
    edited: bool = False  # a person changed the body: it stays as it is
    status: CandidateStatus = Field(sa_type=CandidateStatusWord)
    seen: int  # distinct records
    first_seen: datetime = Field(sa_type=Instant)
    last_seen: datetime = Field(sa_type=Instant)
    created_at: datetime = Field(sa_type=Instant)
    raised_at: datetime = Field(sa_type=Instant)  # when new evidence last reached it, by our clock
    snoozed_until: datetime | None = Field(default=None, sa_type=Instant)


class Verdict(Owned, table=True):
    """What a person said, in order. Rows are only added; an undo is a row of its own."""

    __tablename__ = "verdict"
    __table_args__ = (Index(None, "tenant", "user", "candidate"),)

    seq: int = Field(primary_key=True, sa_type=BigInteger)
    candidate: str = Field(sa_type=Text)
    judgement: Judgement = Field(sa_type=JudgementWord)
    what: str = Field(default="", sa_type=Text)  # of `never`: a Quiet; of `snooze`: until when
    by: str = Field(sa_type=Text)
    at: datetime = Field(sa_type=Instant)
    undoes: int | None = Field(default=None, sa_type=BigInteger)
    before: dict[str, Any] = Field(default_factory=dict, sa_type=Json)  # what `undo` puts back


class Memory(Owned, table=True):
    """An approved, typed record in the drawer."""

    __tablename__ = "memory"
    __table_args__ = (
        Index("ix_memory_foremost", "tenant", "user", "scope", "type", "status", "confidence", "last_seen"),
    )

    scope: str = Field(primary_key=True, sa_type=Text)
    key: str = Field(primary_key=True, sa_type=Text)
    version: int  # of content and status; evidence and reads move last_seen without a new version
    type: MemoryType = Field(sa_type=MemoryTypeWord)
    body: str = Field(sa_type=Text)
    confidence: float
    status: MemoryStatus = Field(sa_type=MemoryStatusWord)
    paths: list[str] = Field(default_factory=list, sa_type=Json)
    lesson: dict[str, str] = Field(default_factory=dict, sa_type=Json)  # a `Lesson`; {} of everything else
    guard: dict[str, list[str]] = Field(default_factory=dict, sa_type=Json)  # a `Guard`; {} of what is no constraint
    prevented: int = 0  # sessions that a lesson helped, and those it did not
    still_failed: int = 0
    prevented_in: list[str] = Field(default_factory=list, sa_type=Json)  # workspaces in which that was observed
    untried: float | None = None  # the confidence before it was first tried
    proof: list[dict[str, Any]] = Field(default_factory=list, sa_type=Json)  # the newest evidence, a few rows
    seen: int = 0
    rule: str = Field(default="", sa_type=Text)
    workspace: str = Field(default="", sa_type=Text)
    source: str = Field(default="", sa_type=Text)  # who wrote or proposed it, `actor:name`
    confirmed_by: str = Field(default="", sa_type=Text)
    first_seen: datetime = Field(sa_type=Instant)
    last_seen: datetime = Field(sa_type=Instant)
    valid_from: datetime = Field(sa_type=Instant)  # of this version
    expires_at: datetime | None = Field(default=None, sa_type=Instant)
    review_after: datetime | None = Field(default=None, sa_type=Instant)


class MemoryVersion(Owned, table=True):
    """A memory as it was from `valid_from` on. The newest one equals the memory, if there still is one."""

    __tablename__ = "memory_version"

    scope: str = Field(primary_key=True, sa_type=Text)
    key: str = Field(primary_key=True, sa_type=Text)
    version: int = Field(primary_key=True)
    supersedes: int | None = None
    change: Change = Field(sa_type=ChangeWord)
    by: str = Field(default="", sa_type=Text)
    type: MemoryType = Field(sa_type=MemoryTypeWord)
    body: str = Field(sa_type=Text)
    confidence: float
    status: MemoryStatus = Field(sa_type=MemoryStatusWord)
    paths: list[str] = Field(default_factory=list, sa_type=Json)
    lesson: dict[str, str] = Field(default_factory=dict, sa_type=Json)
    guard: dict[str, list[str]] = Field(default_factory=dict, sa_type=Json)
    proof: list[dict[str, Any]] = Field(default_factory=list, sa_type=Json)
    confirmed_by: str = Field(default="", sa_type=Text)
    valid_from: datetime = Field(sa_type=Instant)
    expires_at: datetime | None = Field(default=None, sa_type=Instant)


class Tombstone(Owned, table=True):
    """What stays away until a person lifts it. `scope` is "" unless one key in one scope is meant."""

    __tablename__ = "tombstone"

    kind: Quiet = Field(primary_key=True, sa_type=QuietWord)
    scope: str = Field(primary_key=True, sa_type=Text)
    name: str = Field(primary_key=True, sa_type=Text)
    reason: str = Field(default="", sa_type=Text)  # dismissed, never, deleted or purged
    by: str = Field(default="", sa_type=Text)
    at: datetime = Field(sa_type=Instant)


class Idempotency(Owned, table=True):
    """A write that was answered. The answer is a pointer, so that a purge leaves no content here."""

    __tablename__ = "idempotency"

    name: str = Field(primary_key=True, sa_type=Text)  # the key the caller chose
    request: str = Field(sa_type=Text)  # hash
    response: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    at: datetime = Field(sa_type=Instant)


class JobRun(Owned, table=True):
    """A job that was claimed for a slot, so that it runs once whoever is awake."""

    __tablename__ = "job_run"

    job: str = Field(primary_key=True, sa_type=Text)
    slot: str = Field(primary_key=True, sa_type=Text)
    at: datetime = Field(sa_type=Instant)


class SearchEntry(Owned, table=True):
    """The words a memory can be found by; none when it is not active any more. Derived: `storage.search` makes it anew."""

    __tablename__ = "search_entry"
    __table_args__ = (Index(None, "tenant", "user", "revision"),)

    scope: str = Field(primary_key=True, sa_type=Text)
    key: str = Field(primary_key=True, sa_type=Text)
    revision: int = Field(sa_type=BigInteger)  # of the index when the entry last changed
    words: dict[str, int] = Field(default_factory=dict, sa_type=Json)


class SearchRevision(Owned, table=True):
    """How often the owner's index changed. Whoever changes it takes this row first, so revisions are seen in order."""

    __tablename__ = "search_revision"

    revision: int = Field(sa_type=BigInteger)


class SearchChange(Owned, table=True):
    """The outbox of the index: a memory that changed since it was indexed."""

    __tablename__ = "search_change"

    scope: str = Field(primary_key=True, sa_type=Text)
    key: str = Field(primary_key=True, sa_type=Text)
    at: datetime = Field(sa_type=Instant)


class SearchVector(Owned, table=True):
    """What a memory means, as an embedding model put it. Derived: `storage.vectors` keeps it beside an active memory."""

    __tablename__ = "search_vector"

    scope: str = Field(primary_key=True, sa_type=Text)
    key: str = Field(primary_key=True, sa_type=Text)
    digest: str = Field(sa_type=Text)  # of the text and the model that it was made with
    vector: bytes = Field(sa_type=LargeBinary)


class Consultation(Owned, table=True):
    """A model was asked about a session: how often a day, how far, and what came of it. Neither question nor answer."""

    __tablename__ = "consultation"

    day: str = Field(primary_key=True, sa_type=Text)  # local date
    number: int = Field(primary_key=True)  # of the day, from 1
    path: str = Field(sa_type=Text)
    line: int  # 1-based: the last line of the session that it was shown
    answered: bool = False
    trouble: str = Field(default="", sa_type=Text)  # why there was no answer, in our own words
    proposed: int = 0  # candidates it made or confirmed
    refused: int = 0  # memories of its answer that quoted nothing it was shown
    at: datetime = Field(sa_type=Instant)


class Receipt(Owned, table=True):
    """A memory that an agent was given: when, why and at which cost. What the memory said is not repeated here."""

    __tablename__ = "receipt"
    __table_args__ = (Index(None, "tenant", "user", "at"),)

    host: str = Field(primary_key=True, sa_type=Text)  # which coding agent
    session: str = Field(primary_key=True, sa_type=Text)  # the host's own name of it
    scope: str = Field(primary_key=True, sa_type=Text)
    key: str = Field(primary_key=True, sa_type=Text)
    at: datetime = Field(primary_key=True, sa_type=Instant)
    moment: str = Field(sa_type=Text)  # `daemon.hosts.happening.Moment`, or READ or PUBLISHED of `storage.receipts`
    version: int  # of the memory
    why: str = Field(default="", sa_type=Text)
    tokens: int = 0  # about what it cost
    host_version: str = Field(default="", sa_type=Text)
    command: str = Field(default="", sa_type=Text)  # what failed, or what a lesson that was read is about, by `tries`
    workspace: str = Field(default="", sa_type=Text)  # identity of the one it was read in; "" where the session tells


class Feedback(Owned, table=True):
    """What came of a lesson in a session that was given it."""

    __tablename__ = "feedback"
    __table_args__ = (Index(None, "tenant", "user", "scope", "key"),)

    host: str = Field(primary_key=True, sa_type=Text)
    session: str = Field(primary_key=True, sa_type=Text)
    scope: str = Field(primary_key=True, sa_type=Text)
    key: str = Field(primary_key=True, sa_type=Text)
    effect: Effect = Field(sa_type=EffectWord)
    observed: bool  # we saw the command end; False: the agent said so
    workspace: str = Field(default="", sa_type=Text)  # identity of the one the command ran in
    version: int  # of the memory
    at: datetime = Field(sa_type=Instant)
    record: str = Field(default="", sa_type=Text)  # natural key of what shows it; "" of a hook's or agent's word
    sessions: list[str] = Field(default_factory=list, sa_type=Json)  # that hold it: a fork repeats what it goes on from


class Probe(Owned, table=True):
    """Commands that a person lets be run to see whether a memory still holds, and how that went last."""

    __tablename__ = "probe"

    scope: str = Field(primary_key=True, sa_type=Text)
    key: str = Field(primary_key=True, sa_type=Text)
    commands: list[list[str]] = Field(default_factory=list, sa_type=Json)
    approved_by: str = Field(sa_type=Text)
    approved_at: datetime = Field(sa_type=Instant)
    passed: bool | None = None  # None: not run yet
    ran_at: datetime | None = Field(default=None, sa_type=Instant)
    said: str = Field(default="", sa_type=Text)  # masked


class Tally(Owned, table=True):
    """What came of the lines of each format since the beginning."""

    __tablename__ = "tally"

    format: str = Field(primary_key=True, sa_type=Text)
    parsed: int = Field(default=0, sa_type=BigInteger)
    skipped: int = Field(default=0, sa_type=BigInteger)
    unknown: int = Field(default=0, sa_type=BigInteger)
    last_commit: datetime = Field(sa_type=Instant)


def table(name: str) -> Table:
    """The Core table of that name, for statements over many rows."""
    return metadata.tables[name]
