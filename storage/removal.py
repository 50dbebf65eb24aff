"""How a memory ends: retired, deleted or purged. All are a person's to say.

Deleting leaves a tombstone and the history. A purge, for personal data, leaves the tombstone alone: the content goes
from the memory, its versions, the evidence and the candidate.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from sqlalchemy import delete
from sqlmodel import Session, col

from classifiers.vocabulary import GLOBAL, Actor, SeorapError
from storage.engine import Store
from storage.entries import ANY, Terms, existing, expect, find
from storage.errors import NotFound
from storage.keys import normal_key
from storage.tables import Candidate, EvidenceRow, Feedback, Memory, Probe, Receipt
from storage.tombstones import Stone, bury, raise_stone, stands
from storage.values import LOCAL, Author, CandidateStatus, Change, MemoryStatus, Owner, Quiet
from storage.versions import blank_history, record_change, record_end


def only_a_person(author: Author) -> None:
    """Nothing an agent can reach judges or removes.

    Raises:
        SeorapError: when the author is not a person.
    """
    if author.actor is not Actor.PERSON:
        raise SeorapError("Only a person can do this.", "Ask the person to do it in the inbox or on the command line.")


def retire(
    store: Store,
    key: str,
    *,
    author: Author,
    now: datetime,
    scope: str = GLOBAL,
    owner: Owner = LOCAL,
    terms: Terms = ANY,
) -> Memory:
    """Take a memory out of use, and keep it. Retiring twice equals once.

    Raises:
        NotFound: when there is none.
        VersionConflict: when it is not at the expected version.
    """
    only_a_person(author)
    name = normal_key(key)

    def work(db: Session) -> Memory:
        memory = existing(db, owner, scope, name)
        expect(memory, terms, name)
        if memory.status is not MemoryStatus.RETIRED:
            memory.status = MemoryStatus.RETIRED
            record_change(db, memory, Change.RETIRED, by=str(author), now=now)
        return memory

    return store.transaction(work)


def delete_memory(
    store: Store,
    key: str,
    *,
    author: Author,
    now: datetime,
    scope: str = GLOBAL,
    owner: Owner = LOCAL,
    terms: Terms = ANY,
) -> None:
    """Delete a memory; its history stays, and a tombstone keeps it from being proposed. Twice equals once.

    Raises:
        NotFound: when there is no memory, and there was none to delete.
        VersionConflict: when it is not at the expected version.
    """
    only_a_person(author)
    name = normal_key(key)
    stone = Stone(Quiet.KEY, name, scope)

    def work(db: Session) -> None:
        memory = find(db, owner, scope, name)
        if memory is None and stands(db, owner, stone):
            return
        memory = existing(db, owner, scope, name)
        expect(memory, terms, name)
        record_end(db, memory, Change.DELETED, by=str(author), now=now)
        bury(db, owner, stone, reason="deleted", by=str(author), now=now)
        candidate = db.get(Candidate, (owner.tenant, owner.user, scope, name))
        if candidate is not None and candidate.status is CandidateStatus.PENDING:
            candidate.status = CandidateStatus.DISMISSED

    store.transaction(work)


def purge(
    store: Store, key: str, *, author: Author, now: datetime, scope: str = GLOBAL, owner: Owner = LOCAL
) -> tuple[Path, ...]:
    """Remove all content of a key from the database; only the tombstone and bare version numbers stay.

    Returns:
        Copies beside the database that may still hold it; they are the person's to delete.

    Raises:
        NotFound: when nothing of this key is stored.
    """
    only_a_person(author)
    name = normal_key(key)
    stone = Stone(Quiet.KEY, name, scope)

    def work(db: Session) -> None:
        memory = find(db, owner, scope, name)
        if memory is not None:
            record_end(db, memory, Change.PURGED, by=str(author), now=now)
            db.flush()
        found = memory is not None
        found |= blank_history(db, owner, scope, name)
        found |= _remove(db, EvidenceRow, owner, scope, name)
        found |= _remove(db, Candidate, owner, scope, name)
        _remove(db, Receipt, owner, scope, name)
        _remove(db, Feedback, owner, scope, name)
        _remove(db, Probe, owner, scope, name)
        if not found and not stands(db, owner, stone):
            raise NotFound(f"Nothing is stored of {name} in {scope}.", "`seorap memory list` shows all memories.")
        raise_stone(db, owner, stone)  # one of an earlier verdict would hide when and why the key went
        bury(db, owner, stone, reason=Change.PURGED.value, by=str(author), now=now)

    store.transaction(work)
    store.settle()
    return store.old_backups()


def _remove(
    db: Session, model: type[EvidenceRow | Candidate | Feedback | Probe | Receipt], owner: Owner, scope: str, key: str
) -> bool:
    place = (col(model.tenant) == owner.tenant, col(model.user) == owner.user, col(model.scope) == scope)
    return bool(db.connection().execute(delete(model).where(*place, col(model.key) == key)).rowcount)
