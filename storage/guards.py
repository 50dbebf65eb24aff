"""Constraints: rules and lessons that a person has enforced before anything runs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from classifiers.vocabulary import GLOBAL, MemoryType, SeorapError
from storage.cleaning import masked_text
from storage.engine import Store
from storage.entries import existing
from storage.keys import normal_key
from storage.removal import only_a_person
from storage.tables import Memory
from storage.values import LOCAL, Author, Change, MemoryStatus, Owner
from storage.versions import record_change

BINDING = frozenset({MemoryType.RULE, MemoryType.LESSON})
"""Types that can be constraints."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """What a constraint forbids: patterns of commands and of paths, with `*`, `?` and `[…]`. Empty: nothing."""

    commands: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


def guard(
    store: Store, key: str, wanted: Guard, *, author: Author, now: datetime, scope: str = GLOBAL, owner: Owner = LOCAL
) -> Memory:
    """Make a memory a constraint, change what it forbids, or, with an empty guard, let it be none.

    Raises:
        NotFound: when there is no such memory.
        SeorapError: when it is neither a rule nor a lesson, or is not in use, or no person asks.
    """
    only_a_person(author)
    name = normal_key(key)
    kept = {
        kind: [masked_text(pattern) for pattern in patterns]
        for kind, patterns in (("commands", wanted.commands), ("paths", wanted.paths))
        if patterns
    }

    def work(db: Session) -> Memory:
        memory = existing(db, owner, scope, name)
        if kept and memory.type not in BINDING:
            raise SeorapError(
                f"{name} is a {memory.type}; only a rule or a lesson can be a constraint.", "Nothing was changed."
            )
        if kept and memory.status is not MemoryStatus.ACTIVE:
            raise SeorapError(f"{name} is {memory.status}, so it cannot be enforced.", "Write it anew first.")
        if memory.guard != kept:
            memory.guard = kept
            record_change(db, memory, Change.GUARDED, by=str(author), now=now)
        return memory

    return store.transaction(work)
