"""What is written by hand: an entry, the terms it holds on, and how it becomes a memory or a candidate."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlmodel import Session

from classifiers.vocabulary import GLOBAL, Actor, Draft, Evidence, MemoryType, Result
from storage.admission import Admission
from storage.cleaning import clean, masked_text
from storage.errors import NotFound, VersionConflict
from storage.keys import normal_key
from storage.policy import Policy
from storage.proposals import propose
from storage.sureness import untried
from storage.tables import Candidate, Memory
from storage.tombstones import Stone, raise_stone
from storage.values import Author, CandidateStatus, Change, MemoryStatus, Owner, Quiet
from storage.versions import record_change

UNVERIFIED = 0.6
"""The most confidence an agent's own claim gets: nothing but its word speaks for it."""

BY_POLICY = "policy"
"""Who confirmed what an agent wrote by itself: a person, beforehand, in memory-policy.yaml."""


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


def masked(entry: Entry) -> Entry:
    """The entry without secrets, its key set right.

    Raises:
        BadKey: when the key is no key.
    """
    body, workspace = masked_text(entry.body), masked_text(entry.workspace)
    paths = tuple(masked_text(path) for path in entry.paths)
    return replace(
        entry,
        key=normal_key(masked_text(entry.key)),
        scope=clean(entry.scope),
        body=body,
        workspace=workspace,
        paths=paths,
    )


def draft_of(entry: Entry, author: Author, now: datetime) -> Draft:
    """The entry as a draft, with the writing itself as its evidence; the same text on the same day is the same evidence."""
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


def write_as_person(db: Session, owner: Owner, entry: Entry, author: Author, now: datetime, policy: Policy) -> Memory:
    """A person's write: it lifts a tombstone, and a candidate of the key needs no verdict any more."""
    raise_stone(db, owner, Stone(Quiet.KEY, entry.key, entry.scope))
    candidate = db.get(Candidate, (owner.tenant, owner.user, entry.scope, entry.key))
    if candidate is not None and candidate.status is CandidateStatus.PENDING:
        candidate.status = CandidateStatus.SUPERSEDED
    return _keep(db, owner, entry, str(author), str(author), now, policy)


def write_by_policy(
    db: Session, owner: Owner, entry: Entry, draft: Draft, author: Author, now: datetime, policy: Policy
) -> Memory | None:
    """An agent's write of a type that a person's policy lets agents write; None when it has to be proposed all the same.

    That is where a tombstone stands, a candidate of the key waits, or the memory there is not the agent's own word:
    what a person said or approved changes by a person's verdict alone.
    """
    if entry.type not in policy.direct or Admission(db.connection(), owner, [draft], policy).refusal(
        draft, standing=False
    ):
        return None
    candidate = db.get(Candidate, (owner.tenant, owner.user, entry.scope, entry.key))
    memory = find(db, owner, entry.scope, entry.key)
    if (candidate is not None and candidate.status is CandidateStatus.PENDING) or (
        memory is not None and (memory.source != str(author) or memory.confirmed_by != BY_POLICY)
    ):
        return None
    sure = replace(entry, confidence=draft.confidence)
    return _keep(db, owner, sure, str(author), BY_POLICY, now, policy)


def _keep(
    db: Session, owner: Owner, entry: Entry, author: str, confirmed_by: str, now: datetime, policy: Policy
) -> Memory:
    memory = find(db, owner, entry.scope, entry.key)
    expires_at = now + policy.temporary if entry.temporary else entry.expires_at
    content: dict[str, Any] = {
        "type": entry.type,
        "body": entry.body,
        "confidence": untried(entry.type, entry.confidence),
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
    memory.source, memory.confirmed_by = author, confirmed_by
    memory.proof = [{"why": f"written by {author}", "at": now.isoformat()}]
    record_change(db, memory, Change.WRITTEN, by=author, now=now)
    return memory


def propose_as_agent(db: Session, owner: Owner, draft: Draft, now: datetime, policy: Policy) -> dict[str, Any]:
    """An agent's write: it waits beside the memory, unless the memory says just that. Gives a pointer to the answer."""
    memory = find(db, owner, draft.scope, draft.key)
    if memory is not None and memory.status is not MemoryStatus.RETIRED and memory.body == draft.body:
        return {"version": memory.version}
    done = propose(db, owner, [draft], now=now, policy=policy, contradicting=True)
    return {} if done.quiet else {"candidate": True}
