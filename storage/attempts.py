"""What transcripts show of lessons that agents were given: told by receipts, in the transaction that commits the batch.

A lesson is awaited from when it was given: by a hook or in what its workspace publishes, for the session it was given in;
by an agent's own reading, for the next hours of that workspace. The first thing that is seen of it stands, whoever saw
it, and one record shows one thing of one lesson, whichever file repeats it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session, col, select

from classifiers.attempts import Attempt, Awaited
from classifiers.vocabulary import GLOBAL, MemoryType
from storage.engine import Store
from storage.feedback import Trial, count
from storage.receipts import PUBLISHED, READ
from storage.tables import Feedback, Memory, Receipt
from storage.values import LOCAL, Effect, MemoryStatus, Owner

WITHIN = timedelta(hours=12)
"""How long after an agent read a lesson what it tries may be for it: a long day's session."""


def awaited(store: Store, *, owner: Owner = LOCAL) -> Awaited:
    """What a batch is to be looked through for; usually nothing."""
    kept = select(Memory.key, Memory.first_seen).where(*_mine(Memory, owner), *_LESSONS)
    given = select(Receipt.command).where(*_mine(Receipt, owner), col(Receipt.command) != "").distinct()
    with store.reading() as db:
        lessons = db.exec(kept).all()
        if not lessons:
            return Awaited()
        return Awaited(
            lessons=frozenset(key for key, _ in lessons),
            commands=frozenset(db.exec(given).all()),
            since=min(first for _, first in lessons),
        )


def observe(db: Session, owner: Owner, attempts: Sequence[Attempt], now: datetime) -> None:
    """Count what the attempts show, in their order."""
    for attempt in attempts:
        own, read = _given(db, owner, attempt)
        waiting = [receipt for receipt in own + read if not _settled(db, owner, receipt, attempt)]
        for receipt in waiting:
            if _matches(receipt, attempt) and not _told(db, owner, receipt.scope, receipt.key, attempt):
                count(db, owner, _trial(receipt, attempt), now)
        begun = any(receipt.command for receipt in own) or any(receipt in waiting for receipt in read)
        if attempt.error and attempt.failing and attempt.session and not begun:
            _begin(db, owner, attempt, given=bool(own))


_LESSONS = (col(Memory.type) == MemoryType.LESSON, col(Memory.status) == MemoryStatus.ACTIVE)


def _mine(model: type[Memory | Receipt | Feedback], owner: Owner) -> tuple[Any, ...]:
    return col(model.tenant) == owner.tenant, col(model.user) == owner.user


def _given(db: Session, owner: Owner, attempt: Attempt) -> tuple[list[Receipt], list[Receipt]]:
    """The receipts from before the attempt of lessons it may tell of: its session's, and of others those read near it."""
    there = col(Receipt.scope).in_([attempt.workspace, GLOBAL])
    about = col(Receipt.key) == attempt.error if attempt.error else col(Receipt.command).in_(attempt.commands)
    before = (*_mine(Receipt, owner), there, about, col(Receipt.at) < attempt.at)
    own: list[Receipt] = []
    if attempt.session:
        own = list(db.exec(select(Receipt).where(*before, col(Receipt.session) == attempt.session)).all())
    told = {(receipt.scope, receipt.key) for receipt in own}
    near = (col(Receipt.workspace) == attempt.workspace, col(Receipt.at) >= attempt.at - WITHIN)
    read = (
        db.exec(select(Receipt).where(*before, *near, col(Receipt.moment) == READ)).all() if attempt.workspace else ()
    )
    return own, [receipt for receipt in read if (receipt.scope, receipt.key) not in told]


def _matches(receipt: Receipt, attempt: Attempt) -> bool:
    return receipt.command in attempt.commands or (bool(attempt.error) and receipt.moment == READ)


def _settled(db: Session, owner: Owner, receipt: Receipt, attempt: Attempt) -> bool:
    """Is it known what came of what was given?"""
    told = _told(db, owner, receipt.scope, receipt.key, attempt)  # also notes that this session repeats what is known
    row = db.get(Feedback, (owner.tenant, owner.user, receipt.host, receipt.session, receipt.scope, receipt.key))
    return told or (row is not None and row.observed)


def _told(db: Session, owner: Owner, scope: str, key: str, attempt: Attempt) -> bool:
    """Did this session tell already how the lesson fared, or the one that it goes on from and repeats?"""
    about = (*_mine(Feedback, owner), col(Feedback.scope) == scope, col(Feedback.key) == key)
    rows = db.exec(select(Feedback).where(*about, col(Feedback.record) != "")).all()
    for row in rows:
        if row.record == attempt.record and attempt.session and attempt.session not in row.sessions:
            row.sessions = [*row.sessions, attempt.session]
            db.add(row)
            db.flush()
    return any(row.record == attempt.record or attempt.session in row.sessions for row in rows)


def _trial(receipt: Receipt, attempt: Attempt) -> Trial:
    return Trial(
        key=receipt.key,
        scope=receipt.scope,
        effect=Effect.STILL_FAILED if attempt.error else Effect.PREVENTED,
        host=receipt.host,
        session=receipt.session,
        workspace=attempt.workspace,
        observed=True,
        record=attempt.record,
        seen_in=attempt.session,
    )


def _begin(db: Session, owner: Owner, attempt: Attempt, *, given: bool) -> None:
    """The error came though the session had its lesson before it: from now on it is awaited what comes of that."""
    for scope in (attempt.workspace, GLOBAL):
        memory = db.get(Memory, (owner.tenant, owner.user, scope, attempt.error))
        if memory is None or memory.status is not MemoryStatus.ACTIVE or memory.valid_from >= attempt.at:
            continue
        taught = any(proof.get("session") == attempt.session for proof in memory.proof)
        known = taught or _told(db, owner, scope, attempt.error, attempt) or _repeated(db, owner, scope, attempt)
        if (given or attempt.published) and not known:
            whose: dict[str, Any] = owner.columns()
            db.merge(
                Receipt(
                    **whose,
                    host=attempt.host,
                    session=attempt.session,
                    scope=scope,
                    key=attempt.error,
                    at=attempt.at,
                    moment=PUBLISHED,
                    version=memory.version,
                    why="its error came, and it was there to be read",
                    command=attempt.failing,
                )
            )
        return


def _repeated(db: Session, owner: Owner, scope: str, attempt: Attempt) -> bool:
    """Is it the beginning of another session, which this one goes on from and repeats?"""
    about = (*_mine(Receipt, owner), col(Receipt.scope) == scope, col(Receipt.key) == attempt.error)
    same = (col(Receipt.at) == attempt.at, col(Receipt.moment) == PUBLISHED, col(Receipt.session) != attempt.session)
    return db.exec(select(Receipt.key).where(*about, *same).limit(1)).first() is not None
