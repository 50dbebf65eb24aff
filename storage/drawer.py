"""Memories: write, read and list.

A person's write is stored at once; an agent's becomes a candidate, for only a person approves, unless the person's policy
said so beforehand. Every text that comes in
here is masked, for it did not pass the chokepoint of mined records.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sql
from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from classifiers.vocabulary import GLOBAL, Actor, MemoryType
from storage.engine import Store
from storage.entries import (
    ANY,
    Entry,
    Terms,
    draft_of,
    existing,
    expect,
    find,
    masked,
    propose_as_agent,
    write_as_person,
    write_by_policy,
)
from storage.errors import PolicyError
from storage.idempotency import once
from storage.keys import normal_key
from storage.policy import DEFAULT, Policy
from storage.tables import Candidate, Memory, MemoryVersion, table
from storage.values import LOCAL, Author, MemoryStatus, Owner
from storage.versions import history as versions_of
from storage.versions import revived

__all__ = [
    "Entry",
    "Outline",
    "Terms",
    "Written",
    "at_places",
    "foremost",
    "history",
    "in_parts",
    "memories",
    "note_read",
    "outlines_at",
    "read",
    "show",
    "write",
]


class Outline(NamedTuple):
    """What a memory weighs by when it is one of many."""

    scope: str
    key: str
    paths: list[str]
    confidence: float
    last_seen: datetime


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
    """Write a memory, or propose it when an agent does; the policy may let agents write some types themselves.

    Raises:
        BadKey: when the key is no key.
        PolicyError: when the policy does not allow it.
        VersionConflict: when the memory is not at the expected version.
        KeyReused: when the idempotency key came with another request.
    """
    entry = masked(entry)
    draft = draft_of(entry, author, now)
    refusal = policy.refusal(draft)
    if refusal:
        raise PolicyError(f"The memory policy does not allow {entry.key}: {refusal}.", "Nothing was stored.")

    def work(db: Session) -> Written:
        def answer() -> dict[str, Any]:
            expect(find(db, owner, entry.scope, entry.key), terms, entry.key)
            if author.actor is Actor.PERSON:
                return {"version": write_as_person(db, owner, entry, author, now, policy).version}
            kept = write_by_policy(db, owner, entry, draft, author, now, policy)
            if kept is not None:
                return {"version": kept.version}
            return propose_as_agent(db, owner, draft, now, policy)

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
                return _seen(db, memory, now)
        return None

    return store.transaction(work)


def note_read(store: Store, places: Collection[tuple[str, str]], *, now: datetime, owner: Owner = LOCAL) -> None:
    """Somebody asked for what stands at these places (scope and key) and was given it: `last_seen` moves as in `read`."""
    if not places:
        return

    def work(db: Session) -> None:
        for scope, key in places:
            memory = find(db, owner, scope, key)
            if memory is not None and memory.status is not MemoryStatus.RETIRED:
                _seen(db, memory, now)

    store.transaction(work)


def _seen(db: Session, memory: Memory, now: datetime) -> Memory:
    memory.last_seen = max(memory.last_seen, now)
    if memory.status is MemoryStatus.STALE:
        revived(db, memory, by="read", now=now)
    return memory


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


def foremost(
    store: Store, kinds: Collection[MemoryType], *, scopes: Collection[str], limit: int, owner: Owner = LOCAL
) -> list[Memory]:
    """Of each type in each scope the `limit` surest and newest active memories; looking at them changes nothing."""
    found: list[Memory] = []
    with store.reading() as db:
        for kind in kinds:
            for scope in scopes:
                asked = {"tenant": owner.tenant, "user": owner.user, "scope": scope, "type": kind, "most": limit}
                found += db.exec(_FOREMOST, params=asked).all()
    return sorted(found, key=lambda memory: (-memory.confidence, -memory.last_seen.timestamp(), memory.key))


def at_places(store: Store, places: Collection[tuple[str, str]], *, owner: Owner = LOCAL) -> list[Memory]:
    """The active memories at these places (scope and key); looking at them changes nothing."""
    found: list[Memory] = []
    with store.reading() as db:
        for there in in_parts(places, owner):
            found += db.exec(_WHOLE, params=there).all()
    return found


def outlines_at(store: Store, places: Collection[tuple[str, str]], *, owner: Owner = LOCAL) -> list[Outline]:
    """What the active memories at these places weigh by, without their text: hundreds cost what one whole memory does."""
    with store.looking() as connection:
        return [Outline(*row) for there in in_parts(places, owner) for row in connection.execute(_OUTLINE, there)]


def in_parts(places: Iterable[tuple[str, str]], owner: Owner) -> Iterator[dict[str, Any]]:
    """The owner's places by scope, no more at once than the database takes: what a prepared question is asked with."""
    keys: dict[str, list[str]] = defaultdict(list)
    for scope, key in places:
        keys[scope].append(key)
    for scope, some in keys.items():
        for start in range(0, len(some), AT_ONCE):
            yield {"tenant": owner.tenant, "user": owner.user, "scope": scope, "keys": some[start : start + AT_ONCE]}


AT_ONCE = 1000
"""Keys in one question to the database, for it does not take any number of them."""


# Made once, as every recall and every session's start asks them.
_COLUMNS = table("memory").c
_IN_SCOPE = (
    _COLUMNS.tenant == bindparam("tenant"),
    _COLUMNS.user == bindparam("user"),
    _COLUMNS.scope == bindparam("scope"),
    _COLUMNS.status == MemoryStatus.ACTIVE,
)
_AT_KEYS = _COLUMNS.key.in_(bindparam("keys", expanding=True))
_WHOLE = select(Memory).where(*_IN_SCOPE, _AT_KEYS)
_OUTLINE = sql.select(*(_COLUMNS[name] for name in Outline._fields)).where(*_IN_SCOPE, _AT_KEYS)
_FOREMOST = (
    select(Memory)
    .where(*_IN_SCOPE, _COLUMNS.type == bindparam("type"))
    .order_by(_COLUMNS.confidence.desc(), _COLUMNS.last_seen.desc())
    .limit(bindparam("most"))
)


def _written(db: Session, owner: Owner, entry: Entry, answer: dict[str, Any]) -> Written:
    db.flush()
    place = (owner.tenant, owner.user, entry.scope, entry.key)
    if "version" in answer:
        return Written(memory=db.get_one(MemoryVersion, (*place, answer["version"])))
    return Written(candidate=db.get(Candidate, place) if answer else None)
