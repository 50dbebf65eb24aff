"""Memories: write, read and list.

A person's write is stored at once; an agent's becomes a candidate, for only a person approves. Every text that comes in
here is masked, for it did not pass the chokepoint of mined records.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from classifiers.secrets import mask
from classifiers.vocabulary import GLOBAL, Actor, Draft, Evidence, MemoryType, Result
from storage.cleaning import clean
from storage.engine import Store
from storage.errors import NotFound, PolicyError, VersionConflict
from storage.idempotency import once
from storage.keys import normal_key
from storage.policy import DEFAULT, Policy
from storage.proposals import propose
from storage.tables import Candidate, Memory, MemoryVersion
from storage.tombstones import Stone, raise_stone
from storage.values import LOCAL, Author, CandidateStatus, Change, MemoryStatus, Owner, Quiet
from storage.versions import history as versions_of
from storage.versions import record_change

UNVERIFIED = 0.6
"""The most confidence an agent's own claim gets: nothing but its word speaks for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is to be remembered."""

    key: str
    body: str
    type: MemoryType = MemoryType.FACT
    scope: str = GLOBAL
    paths: tuple[str, ...] = ()  # globs of the files it applies to
    workspace: str = ""  # root folder, for its MEMORY.md
    confidence: float = 1.0
    temporary: bool = False  # a workaround: it expires when the policy says
    expires_at: datetime | None = None
    review_after: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """On what terms a write holds.

    `expected` is the version the writer has read, 0 for "there must be none yet", None for any. `request` is the
    caller's idempotency key.
    """

    expected: int | None = None
    request: str = ""


ANY = Terms()


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What a write led to: a memory's version, a candidate that waits for a person, or nothing (a tombstone stands)."""

    memory: MemoryVersion | None = None
    candidate: Candidate | None = None

    @property
    def quiet(self) -> bool:
        """A person does not want to hear of this key."""
        return self.memory is None and self.candidate is None


def write(
    store: Store,
    entry: Entry,
    *,
    author: Author,
    now: datetime,
    owner: Owner = LOCAL,
    policy: Policy = DEFAULT,
    terms: Terms = ANY,
) -> Written:
    """Write a memory, or propose it when an agent does.

    Raises:
        BadKey: when the key is no key.
        PolicyError: when the policy does not allow it.
        VersionConflict: when the memory is not at the expected version.
        KeyReused: when the idempotency key came with another request.
    """
    entry = _masked(entry)
    draft = _draft(entry, author, now)
    refusal = policy.refusal(draft)
    if refusal:
        raise PolicyError(f"The memory policy does not allow {entry.key}: {refusal}.", "Nothing was stored.")

    def work(db: Session) -> Written:
        def answer() -> dict[str, Any]:
            expect(find(db, owner, entry.scope, entry.key), terms, entry.key)
            if author.actor is Actor.PERSON:
                return {"version": _write(db, owner, entry, author, now, policy).version}
            return _propose(db, owner, draft, now, policy)

        asked = (entry, author, terms.expected)
        return _written(db, owner, entry, once(db, owner, terms.request, asked, now=now, work=answer))

    return store.transaction(work)


def read(
    store: Store, key: str, *, now: datetime, scopes: Sequence[str] = (GLOBAL,), owner: Owner = LOCAL
) -> Memory | None:
    """The memory of exactly this key in the first of the scopes that has it; None when it is unknown or retired.

    Somebody asked for it, so `last_seen` moves and a stale memory is active again.
    """
    name = normal_key(key)

    def work(db: Session) -> Memory | None:
        for scope in scopes:
            memory = find(db, owner, scope, name)
            if memory is not None and memory.status is not MemoryStatus.RETIRED:
                memory.last_seen = max(memory.last_seen, now)
                if memory.status is MemoryStatus.STALE:
                    memory.status = MemoryStatus.ACTIVE
                    record_change(db, memory, Change.REVIVED, by="read", now=now)
                return memory
        return None

    return store.transaction(work)


def show(store: Store, key: str, *, scope: str = GLOBAL, owner: Owner = LOCAL) -> Memory:
    """The memory whatever its status; looking at it changes nothing.

    Raises:
        NotFound: when there is none.
    """
    with store.reading() as db:
        return existing(db, owner, scope, normal_key(key))


def history(store: Store, key: str, *, scope: str = GLOBAL, owner: Owner = LOCAL) -> list[MemoryVersion]:
    """All versions of a key, the oldest first; also of a deleted memory."""
    with store.reading() as db:
        return list(versions_of(db, owner, scope, normal_key(key)))


def memories(
    store: Store,
    *,
    owner: Owner = LOCAL,
    scopes: Collection[str] | None = None,
    types: Collection[MemoryType] | None = None,
    statuses: Collection[MemoryStatus] | None = (MemoryStatus.ACTIVE,),
    review_before: datetime | None = None,
) -> list[Memory]:
    """The owner's memories by scope and key; None stands for all."""
    chosen = select(Memory).where(col(Memory.tenant) == owner.tenant, col(Memory.user) == owner.user)
    for column, wanted in ((Memory.scope, scopes), (Memory.type, types), (Memory.status, statuses)):
        if wanted is not None:
            chosen = chosen.where(col(column).in_(list(wanted)))
    if review_before is not None:
        chosen = chosen.where(col(Memory.review_after) <= review_before)
    with store.reading() as db:
        return sorted(db.exec(chosen).all(), key=lambda memory: (memory.scope, memory.key))


def find(db: Session, owner: Owner, scope: str, key: str) -> Memory | None:
    """The memory at this place, if there is one."""
    return db.get(Memory, (owner.tenant, owner.user, scope, key))


def existing(db: Session, owner: Owner, scope: str, key: str) -> Memory:
    """The memory at this place.

    Raises:
        NotFound: when there is none.
    """
    memory = find(db, owner, scope, key)
    if memory is None:
        raise NotFound(f"There is no memory {key} in {scope}.", "`seorap memory list` shows all of them.")
    return memory


def expect(memory: Memory | None, terms: Terms, key: str) -> None:
    """Hold a write to its terms.

    Raises:
        VersionConflict: when the memory is not at the expected version.
    """
    found = 0 if memory is None else memory.version
    if terms.expected is not None and terms.expected != found:
        raise VersionConflict(
            f"{key} is at version {found}, not {terms.expected}.", "Nothing was stored. Read it again and write anew."
        )


def _masked(entry: Entry) -> Entry:
    body, workspace = clean(mask(entry.body)), clean(mask(entry.workspace))
    paths = tuple(clean(mask(path)) for path in entry.paths)
    return replace(
        entry, key=normal_key(mask(entry.key)), scope=clean(entry.scope), body=body, workspace=workspace, paths=paths
    )


def _draft(entry: Entry, author: Author, now: datetime) -> Draft:
    said = "\x00".join((str(author), entry.scope, entry.key, entry.body, now.date().isoformat()))
    record = "write:" + hashlib.blake2b(said.encode("utf-8", "replace"), digest_size=12).hexdigest()
    person = author.actor is Actor.PERSON
    evidence = Evidence(
        record=record, format="write", at=now, actor=author.actor, outcome=Result.UNKNOWN, why=f"written by {author}"
    )
    return Draft(
        type=entry.type,
        scope=entry.scope,
        key=entry.key,
        body=entry.body,
        confidence=entry.confidence if person else min(entry.confidence, UNVERIFIED),
        evidence=(evidence,),
        workspace=entry.workspace,
        paths=entry.paths,
    )


def _write(db: Session, owner: Owner, entry: Entry, author: Author, now: datetime, policy: Policy) -> Memory:
    """A person's write: it lifts a tombstone, and a candidate of the key needs no verdict any more."""
    raise_stone(db, owner, Stone(Quiet.KEY, entry.key, entry.scope))
    candidate = db.get(Candidate, (owner.tenant, owner.user, entry.scope, entry.key))
    if candidate is not None and candidate.status is CandidateStatus.PENDING:
        candidate.status = CandidateStatus.SUPERSEDED
    memory = find(db, owner, entry.scope, entry.key)
    expires_at = now + policy.temporary if entry.temporary else entry.expires_at
    content: dict[str, Any] = {
        "type": entry.type,
        "body": entry.body,
        "confidence": entry.confidence,
        "status": MemoryStatus.ACTIVE,
        "paths": list(entry.paths),
        "expires_at": expires_at,
        "review_after": entry.review_after,
    }
    if memory is None:
        whose = owner.columns()
        memory = Memory(
            **whose,
            scope=entry.scope,
            key=entry.key,
            version=0,
            first_seen=now,
            last_seen=now,
            valid_from=now,
            **content,
        )
        db.add(memory)
    elif all(getattr(memory, name) == value for name, value in content.items()):
        memory.last_seen = max(memory.last_seen, now)
        return memory  # said again: seen, but no new version
    for name, value in content.items():
        setattr(memory, name, value)
    memory.last_seen = max(memory.last_seen, now)
    memory.workspace = entry.workspace or memory.workspace
    memory.source = memory.confirmed_by = str(author)
    memory.proof = [{"why": f"written by {author}", "at": now.isoformat()}]
    record_change(db, memory, Change.WRITTEN, by=str(author), now=now)
    return memory


def _propose(db: Session, owner: Owner, draft: Draft, now: datetime, policy: Policy) -> dict[str, Any]:
    memory = find(db, owner, draft.scope, draft.key)
    if memory is not None and memory.status is not MemoryStatus.RETIRED and memory.body == draft.body:
        return {"version": memory.version}
    done = propose(db, owner, [draft], now=now, policy=policy, contradicting=True)
    return {} if done.quiet else {"candidate": True}


def _written(db: Session, owner: Owner, entry: Entry, answer: dict[str, Any]) -> Written:
    db.flush()
    place = (owner.tenant, owner.user, entry.scope, entry.key)
    if "version" in answer:
        return Written(memory=db.get_one(MemoryVersion, (*place, answer["version"])))
    return Written(candidate=db.get(Candidate, place) if answer else None)
