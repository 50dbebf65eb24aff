"""Vectors of memories, as an embedding model made them of their texts: a cache beside the search index.

A vector stands only beside an active memory: with its last word in the index it goes (`storage.search`), so that a
purge leaves none. Which text and model it is of tells a digest; a vector of another text is made anew by whoever needs it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import and_, bindparam, select
from sqlmodel import Session

from storage.dialects import upsert
from storage.drawer import in_parts
from storage.engine import Store
from storage.tables import table
from storage.values import LOCAL, MemoryStatus, Owner


class Told(NamedTuple):
    """What an active memory says, and the vector that is kept of it: none, or perhaps one of an older text."""

    scope: str
    key: str
    body: str
    digest: str | None
    vector: bytes | None


class Vector(NamedTuple):
    """The vector of a memory's text."""

    scope: str
    key: str
    digest: str  # of the text and the model
    vector: bytes


def told_at(store: Store, places: Collection[tuple[str, str]], *, owner: Owner = LOCAL) -> Iterator[Told]:
    """The active memories at these places (scope and key) with their vectors; looking at them changes nothing."""
    with store.reading() as db:
        for there in in_parts(places, owner):
            yield from (Told(*row) for row in db.connection().execute(_TOLD, there))


def keep_vectors(store: Store, vectors: Sequence[Vector], *, owner: Owner = LOCAL) -> None:
    """Keep vectors in the place of older ones; not those of memories that are active no more."""

    def work(db: Session) -> None:
        connection = db.connection()
        active = {
            tuple(row)
            for there in in_parts([(each.scope, each.key) for each in vectors], owner)
            for row in connection.execute(_ACTIVE, there)  # and none of them ends before the vectors are there
        }
        rows = [owner.columns() | each._asdict() for each in vectors if (each.scope, each.key) in active]
        if rows:
            connection.execute(upsert(connection, table("search_vector")), rows)

    store.transaction(work)


_MEMORY, _VECTOR = table("memory").c, table("search_vector").c
_THERE = (
    _MEMORY.tenant == bindparam("tenant"),
    _MEMORY.user == bindparam("user"),
    _MEMORY.scope == bindparam("scope"),
    _MEMORY.status == MemoryStatus.ACTIVE,
    _MEMORY.key.in_(bindparam("keys", expanding=True)),
)
_SAME = and_(*(_MEMORY[name] == _VECTOR[name] for name in ("tenant", "user", "scope", "key")))
_TOLD = (
    select(_MEMORY.scope, _MEMORY.key, _MEMORY.body, _VECTOR.digest, _VECTOR.vector)
    .select_from(table("memory").outerjoin(table("search_vector"), _SAME))
    .where(*_THERE)
)
_ACTIVE = select(_MEMORY.scope, _MEMORY.key).where(*_THERE).with_for_update(read=True)
