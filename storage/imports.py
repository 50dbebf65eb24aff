"""`seorap import`: what a file brings, in one transaction.

A person's own export is reunited with the store. Of anybody else's only what it proposes is taken: its memories and its
waiting candidates become candidates here, with nothing but that file's word behind them, and its tombstones silence
nobody.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import delete
from sqlmodel import Session

from classifiers.vocabulary import Actor, Draft, Evidence, MemoryType, Result
from storage import search
from storage.cleaning import masked_text
from storage.engine import Store
from storage.entries import UNVERIFIED, find
from storage.errors import BadKey
from storage.import_file import ImportFile, ImportRefused, Values
from storage.keys import normal_key
from storage.policy import DEFAULT, Policy
from storage.portable import TRAVELS, name_of
from storage.proposals import propose
from storage.removal import only_a_person
from storage.reunion import Imported, reunite
from storage.tables import table
from storage.values import LOCAL, Author, CandidateStatus, MemoryStatus, Owner


def is_own(file: ImportFile, owner: Owner) -> bool:
    """The same owner exported it: tenant and user are the same."""
    return (file.header.tenant, file.header.user) == (owner.tenant, owner.user)


def bring_in(
    store: Store,
    file: ImportFile,
    *,
    author: Author,
    now: datetime,
    owner: Owner = LOCAL,
    policy: Policy = DEFAULT,
    propose_only: bool = False,
) -> Imported:
    """Import a file; the same file again changes nothing.

    `propose_only` treats the owner's own file like anybody else's.

    Raises:
        ImportRefused: when the file is wrong; nothing of it was stored.
        StoreError: when the database fails; nothing of it was stored.
    """
    only_a_person(author)

    def work(db: Session) -> Imported:
        done = Imported()
        if is_own(file, owner) and not propose_only:
            reunite(db, owner, file, done)
            return done
        drafts = [draft for draft in _drafts(file, now) if not _says_so(db, owner, draft)]
        proposed = propose(db, owner, drafts, now=now, policy=policy, contradicting=True)
        done.candidates = len(proposed.created)
        done.evidence, done.quiet, done.denied = proposed.evidence, proposed.quiet, proposed.denied
        return done

    return store.transaction(work)


def put_back(store: Store, file: ImportFile, *, author: Author, owner: Owner = LOCAL) -> Imported:
    """Make the owner's store what the file says, and forget how far sources were read, so that they are read again.

    Raises:
        ImportRefused: when the file is wrong or somebody else's; nothing was changed.
        StoreError: when the database fails; nothing was changed.
    """
    only_a_person(author)
    if not is_own(file, owner):
        raise ImportRefused(
            f"{file.path} belongs to {file.header.user!r}, and you are {owner.user!r}.",
            "Nothing was changed. `seorap import` takes what is proposed in it.",
        )

    def work(db: Session) -> Imported:
        for name in [*(name_of(model) for model in TRAVELS), "checkpoint", "tally"]:
            columns = table(name).c
            mine = (columns.tenant == owner.tenant, columns.user == owner.user)
            db.connection().execute(delete(table(name)).where(*mine))
        done = Imported()
        reunite(db, owner, file, done)
        search.note_all(db, file.header.at)
        return done

    return store.transaction(work)


def _drafts(file: ImportFile, now: datetime) -> Iterator[Draft]:
    for (scope, key), spot in file.spots.items():
        memory, candidate = spot.memory, spot.candidate
        if memory is not None and memory["status"] is not MemoryStatus.RETIRED:
            yield _draft(file, scope, key, memory, now)
        elif memory is None and candidate is not None and candidate["status"] is CandidateStatus.PENDING:
            yield _draft(file, scope, key, candidate, now)


def _says_so(db: Session, owner: Owner, draft: Draft) -> bool:
    """A memory here says just that already."""
    memory = find(db, owner, draft.scope, draft.key)
    return memory is not None and memory.status is not MemoryStatus.RETIRED and memory.body == draft.body


def _draft(file: ImportFile, scope: str, key: str, values: Values, now: datetime) -> Draft:
    """What the file claims. Its root folder is another machine's, so it is not taken."""
    try:
        name = normal_key(key)
    except BadKey as trouble:
        raise ImportRefused(f"{file.path}: {trouble.title}", "Nothing was imported.") from None
    said = "\x00".join((file.header.tenant, file.header.user, scope, name, values["body"]))
    evidence = Evidence(
        record="import:" + hashlib.blake2b(said.encode("utf-8", "replace"), digest_size=12).hexdigest(),
        format="import",
        path=str(file.path),
        at=min(now, values["last_seen"]),
        actor=Actor.PERSON,
        outcome=Result.UNKNOWN,
        why=masked_text(f"imported from {file.header.user[:60]}"),
    )
    return Draft(
        type=MemoryType(values["type"]),
        scope=scope,
        key=name,
        body=values["body"],
        confidence=min(values["confidence"], UNVERIFIED),
        evidence=(evidence,),
        paths=tuple(values["paths"]),
    )
