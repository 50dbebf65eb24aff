"""The search index at rest: the words each active memory can be found by.

It is derived from the drawer and may be behind it. A change of a memory leaves a mark in the outbox (`search_change`),
in the transaction of the change; `refresh` works the marks off; what is deleted leaves the index at once. Every change
of the index has a revision, so that whoever holds a copy in memory (`recall.finding`) reads only what is new to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import bindparam, delete, exists, literal, select
from sqlmodel import Session

from classifiers.search_words import counted
from classifiers.vocabulary import MemoryType
from storage.dialects import insert, insert_new, upsert
from storage.engine import Store
from storage.tables import Memory, table
from storage.values import LOCAL, MemoryStatus, Owner

KEY_WEIGHT = 3
"""A word of the key counts like so many of the body: the key is what the memory is about."""

BATCH = 500
"""Marks of the outbox that are worked off in one transaction."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the index knows of one place in the drawer: no words when no active memory is there."""

    scope: str
    key: str
    revision: int
    words: Mapping[str, int]  # how much each counts


@dataclass(frozen=True, slots=True)
class Behind:
    """How far the index is behind the drawer."""

    changes: int
    oldest: timedelta
    wrong: int  # active memories that are not indexed, and indexed ones that are not active; without the changes


def note(db: Session, memory: Memory, now: datetime) -> None:
    """Leave a mark that the memory changed. Part of the transaction that changes it."""
    mark = {**_owner_of(memory).columns(), "scope": memory.scope, "key": memory.key, "at": now}
    connection = db.connection()
    # overwritten, not left alone: on PostgreSQL whoever is working the old mark off must then do it again
    connection.execute(upsert(connection, table("search_change")).values(mark))


def forget(db: Session, memory: Memory) -> None:
    """Take a memory's words out of the index at once, for it is deleted or purged."""
    _put(db, _owner_of(memory), {(memory.scope, memory.key): {}})


def refresh(store: Store) -> int:
    """Work off the marks of the outbox, of all owners; gives how many."""
    done = 0
    while marks := _waiting(store):
        store.transaction(partial(_work_off, marks=marks))
        done += len(marks)
    return done


def state(store: Store, *, owner: Owner = LOCAL) -> tuple[int, bool]:
    """The revision of the owner's index, and whether marks wait for `refresh`: one cheap look."""
    with store.looking() as connection:
        found = connection.execute(_STATE, {"tenant": owner.tenant, "user": owner.user}).one()
    return found[0] or 0, bool(found[1])


_COUNTER = table("search_revision").c
_STATE = select(
    select(_COUNTER.revision)
    .where(_COUNTER.tenant == bindparam("tenant"), _COUNTER.user == bindparam("user"))
    .scalar_subquery(),
    exists(select(table("search_change").c.key)),
)
"""Made once, as every recall asks it."""


def rebuild(store: Store, *, now: datetime) -> int:
    """Index everything anew, whatever the index holds; gives how many places were looked at."""
    store.transaction(partial(note_all, now=now))
    return refresh(store)


def note_all(db: Session, now: datetime) -> None:
    """Leave a mark at every place that is kept or indexed, for rows were changed past `note`."""
    connection = db.connection()
    mark = table("search_change")
    place = ("tenant", "user", "team", "scope", "key")
    for whole in (table("memory"), table("search_entry")):
        columns = [*(whole.c[name] for name in place), literal(now, mark.c.at.type)]
        rows = select(*columns).where(whole.c.key != "")  # SQLite cannot read the upsert without a condition
        connection.execute(insert_new(connection, mark).from_select([*place, "at"], rows))


def behind(store: Store, *, now: datetime, owner: Owner = LOCAL) -> Behind:
    """How many changes wait, and for how long, and what is wrong beside them: nothing, unless the index was damaged."""
    mark, memory, entry = table("search_change").c, table("memory").c, table("search_entry").c
    whose = (owner.tenant, owner.user)
    waiting = select(mark.scope, mark.key, mark.at).where(mark.tenant == whose[0], mark.user == whose[1])
    active = select(memory.scope, memory.key).where(
        memory.tenant == whose[0], memory.user == whose[1], memory.status == MemoryStatus.ACTIVE
    )
    indexed = select(entry.scope, entry.key, entry.words).where(entry.tenant == whose[0], entry.user == whose[1])
    with store.reading() as db:
        connection = db.connection()
        marks = {(scope, key): at for scope, key, at in connection.execute(waiting)}
        kept = {(scope, key) for scope, key in connection.execute(active)}
        found = {(scope, key) for scope, key, words in connection.execute(indexed) if words}
    oldest = min(marks.values(), default=now)
    return Behind(len(marks), now - oldest, len((kept ^ found) - marks.keys()))


def changed_since(store: Store, revision: int, *, owner: Owner = LOCAL) -> Iterator[Entry]:
    """The entries that changed after that revision of the index, in order; 0 for all."""
    entry = table("search_entry").c
    mine = (entry.tenant == owner.tenant, entry.user == owner.user, entry.revision > revision)
    chosen = select(entry.scope, entry.key, entry.revision, entry.words).where(*mine).order_by(entry.revision)
    with store.reading() as db:
        for row in db.connection().execution_options(yield_per=BATCH).execute(chosen):
            yield Entry(*row)


def _waiting(store: Store) -> list[tuple[Owner, str, str]]:
    mark = table("search_change").c
    chosen = select(mark.tenant, mark.team, mark.user, mark.scope, mark.key).limit(BATCH)
    with store.reading() as db:
        rows = db.connection().execute(chosen).all()
    return [(Owner(tenant, team, user), scope, key) for tenant, team, user, scope, key in rows]


def unindexed(store: Store, *, owner: Owner = LOCAL) -> Mapping[tuple[str, str], Mapping[str, int]]:
    """By scope and key what the index will know of the marked places: for a time when nothing can be stored."""
    mark = table("search_change").c
    chosen = select(mark.scope, mark.key).where(mark.tenant == owner.tenant, mark.user == owner.user)
    scopes: dict[str, list[str]] = defaultdict(list)
    with store.reading() as db:
        for scope, key in db.connection().execute(chosen):
            scopes[scope].append(key)
        words: dict[tuple[str, str], dict[str, int]] = {}
        for scope, keys in scopes.items():
            for start in range(0, len(keys), BATCH):
                words |= _found_by(db, owner, scope, keys[start : start + BATCH])
        return words


def _work_off(db: Session, marks: Sequence[tuple[Owner, str, str]]) -> None:
    places: dict[Owner, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for owner, scope, key in marks:
        places[owner][scope].append(key)
    mark = table("search_change").c
    for owner, scopes in places.items():
        words: dict[tuple[str, str], dict[str, int]] = {}
        for scope, keys in scopes.items():
            done = (mark.tenant == owner.tenant, mark.user == owner.user, mark.scope == scope, mark.key.in_(keys))
            db.connection().execute(delete(table("search_change")).where(*done))
            words |= _found_by(db, owner, scope, keys)
        _put(db, owner, words)


def _found_by(db: Session, owner: Owner, scope: str, keys: Sequence[str]) -> dict[tuple[str, str], dict[str, int]]:
    """The words of these places; none where no active memory is."""
    memory = table("memory").c
    chosen = select(memory.key, memory.body, memory.paths, memory.guard, memory.type).where(
        memory.tenant == owner.tenant,
        memory.user == owner.user,
        memory.scope == scope,
        memory.key.in_(keys),
        memory.status == MemoryStatus.ACTIVE,
    )
    words: dict[tuple[str, str], dict[str, int]] = {(scope, key): {} for key in keys}
    for key, body, paths, guard, kind in db.connection().execute(chosen):
        signs = {GUARDS: bool(guard), RULES: kind is MemoryType.RULE and not paths}
        words[scope, key] = _words(key, body, paths) | {sign: 1 for sign, holds in signs.items() if holds}
    return words


def action_mark(action: str) -> str:
    """The word under which memories of an action are found; no text has it."""
    return f"{action}:"


WITH_PATHS = "/"
"""The word under which memories are found that speak of files only."""

GUARDS = "!"
"""The word under which constraints are found."""

RULES = "="
"""The word under which rules are found that hold whatever the file is."""


def _words(key: str, body: str, paths: Sequence[str]) -> dict[str, int]:
    counts = counted("\n".join((body, *paths)))
    for word, count in counted(key).items():
        counts[word] += KEY_WEIGHT * count
    action, _, target = key.partition(":")
    counts[action_mark(target.partition(":")[0] if action == "procedure" else action)] = 1
    if paths:
        counts[WITH_PATHS] = 1
    return dict(counts)


def _put(db: Session, owner: Owner, words: Mapping[tuple[str, str], Mapping[str, int]]) -> None:
    connection = db.connection()
    counter = table("search_revision")
    step = insert(connection, counter).values({**owner.columns(), "revision": 1})
    step = step.on_conflict_do_update(
        index_elements=[counter.c.tenant, counter.c.user], set_={"revision": counter.c.revision + 1}
    )
    revision = connection.execute(step.returning(counter.c.revision)).scalar_one()
    rows = [
        {**owner.columns(), "scope": scope, "key": key, "revision": revision, "words": dict(counts)}
        for (scope, key), counts in words.items()
    ]
    connection.execute(upsert(connection, table("search_entry")), rows)
    vector = table("search_vector").c
    for scope, key in (place for place, counts in words.items() if not counts):
        mine = (vector.tenant == owner.tenant, vector.user == owner.user)
        connection.execute(delete(table("search_vector")).where(*mine, vector.scope == scope, vector.key == key))


def _owner_of(memory: Memory) -> Owner:
    return Owner(memory.tenant, memory.team, memory.user)
