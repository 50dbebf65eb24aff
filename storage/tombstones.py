"""What stays away until a person lifts it: dismissed, deleted and "never again" keys, rules, scopes and actions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete
from sqlmodel import Session, col, select

from storage.dialects import insert_one
from storage.engine import Store
from storage.tables import Tombstone, table
from storage.values import LOCAL, Owner, Quiet


@dataclass(frozen=True, slots=True)
class Stone:
    """What a tombstone names. `scope` counts only for a key."""

    kind: Quiet
    name: str
    scope: str = ""


def bury(db: Session, owner: Owner, stone: Stone, *, reason: str, by: str, now: datetime) -> bool:
    """Set a tombstone; False when it stood there already."""
    row = {
        **owner.columns(),
        "kind": stone.kind,
        "scope": stone.scope,
        "name": stone.name,
        "reason": reason,
        "by": by,
        "at": now,
    }
    return insert_one(db.connection(), table("tombstone"), row)


def raise_stone(db: Session, owner: Owner, stone: Stone) -> bool:
    """Take a tombstone away; False when there was none."""
    statement = delete(table("tombstone")).where(*_is(owner, stone))
    return bool(db.connection().execute(statement).rowcount)


def stands(db: Session, owner: Owner, stone: Stone) -> bool:
    """Is there such a tombstone?"""
    return db.exec(select(Tombstone).where(*_is(owner, stone))).first() is not None


def lift(store: Store, stone: Stone, owner: Owner = LOCAL) -> bool:
    """Let a key, rule, scope or action be proposed again; False when nothing kept it away."""
    return store.transaction(lambda db: raise_stone(db, owner, stone))


def tombstones(store: Store, owner: Owner = LOCAL) -> list[Tombstone]:
    """All that is kept away, the newest first."""
    with store.reading() as db:
        mine = (col(Tombstone.tenant) == owner.tenant, col(Tombstone.user) == owner.user)
        found = db.exec(select(Tombstone).where(*mine)).all()
    return sorted(found, key=lambda stone: (stone.at, stone.scope, stone.name), reverse=True)


def _is(owner: Owner, stone: Stone) -> tuple[Any, ...]:
    return (
        col(Tombstone.tenant) == owner.tenant,
        col(Tombstone.user) == owner.user,
        col(Tombstone.kind) == stone.kind,
        col(Tombstone.scope) == stone.scope,
        col(Tombstone.name) == stone.name,
    )
