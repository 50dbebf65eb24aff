"""What came of lessons: each session that was given one says once whether it helped.

What we saw counts before what the agent says of itself, and only what we saw can make a lesson a rule.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from classifiers.vocabulary import GLOBAL, MemoryType
from storage.engine import Store
from storage.entries import existing
from storage.errors import NotALesson
from storage.keys import normal_key
from storage.sureness import sure
from storage.tables import Feedback, Memory, Receipt
from storage.values import LOCAL, Effect, Owner
from storage.versions import advice, history

MOST_PLACES = 8
"""Workspaces that are remembered; two tell all that is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A lesson that was tried, and what came of it."""

    key: str
    effect: Effect
    scope: str = GLOBAL
    host: str = ""  # which coding agent
    session: str = ""  # the host's own name of it
    workspace: str = ""  # identity of the one the command ran in
    observed: bool = False  # we saw the command end; False: the agent said so
    record: str = ""  # natural key of the record that shows it
    seen_in: str = ""  # the session it stands in


def report(store: Store, trial: Trial, *, now: datetime, owner: Owner = LOCAL) -> Memory:
    """Write down what came of a lesson; gives the memory with its new confidence.

    A session is counted once for each lesson: its later word counts, and what was observed before what was said.

    Raises:
        NotFound: when there is no such memory.
        NotALesson: when it is none.
    """
    return store.transaction(lambda db: count(db, owner, trial, now))


def count(db: Session, owner: Owner, trial: Trial, now: datetime) -> Memory:
    """`report` within a transaction of the caller's."""
    name = normal_key(trial.key)
    memory = existing(db, owner, trial.scope, name)
    if memory.type is not MemoryType.LESSON:
        raise NotALesson(f"{name} is a {memory.type}, and only a lesson is tried.", "Nothing was stored.")
    place = (owner.tenant, owner.user, trial.host, trial.session, trial.scope, name)
    row = db.get(Feedback, place)
    if row is not None and row.version >= _since(db, owner, memory) and _stands(row, trial):
        return memory
    values: dict[str, Any] = {
        "effect": trial.effect,
        "observed": trial.observed,
        "workspace": trial.workspace,
        "version": memory.version,
        "at": now,
        "record": trial.record,
        "sessions": [trial.seen_in] if trial.seen_in else [],
    }
    if row is None:
        whose = owner.columns()
        row = Feedback(**whose, host=trial.host, session=trial.session, scope=trial.scope, key=name, **values)
    for column, value in values.items():
        setattr(row, column, value)
    db.add(row)
    db.flush()
    _count(db, owner, memory)
    return memory


def awaited(store: Store, host: str, session: str, *, owner: Owner = LOCAL) -> Mapping[str, set[tuple[str, str]]]:
    """By command the lessons (scope and key) that a session was given for its error, and nothing is known of yet."""
    given = (col(Receipt.tenant) == owner.tenant, col(Receipt.user) == owner.user)
    there = (col(Receipt.host) == host, col(Receipt.session) == session, col(Receipt.command) != "")
    seen = (
        col(Feedback.tenant) == owner.tenant,
        col(Feedback.user) == owner.user,
        col(Feedback.host) == host,
        col(Feedback.session) == session,
        col(Feedback.observed),
    )
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    with store.reading() as db:
        rows = db.exec(select(Receipt.command, Receipt.scope, Receipt.key).where(*given, *there)).all()
        if rows:
            known = set(db.exec(select(Feedback.scope, Feedback.key).where(*seen)).all())
            for command, scope, key in rows:
                if (scope, key) not in known:
                    found[command].add((scope, key))
    return found


def _stands(row: Feedback, trial: Trial) -> bool:
    """Does what is known outweigh the trial, or say the same?"""
    same = (row.effect, row.observed) == (trial.effect, trial.observed)
    return same or (row.observed and not trial.observed)


def _since(db: Session, owner: Owner, memory: Memory) -> int:
    """The first version of the memory that gave the advice it gives now."""
    said, first = advice(memory), memory.version
    for version in reversed(history(db, owner, memory.scope, memory.key)):
        if advice(version) != said:
            break
        first = version.version
    return first


def _count(db: Session, owner: Owner, memory: Memory) -> None:
    of_it: tuple[Any, ...] = (
        col(Feedback.tenant) == owner.tenant,
        col(Feedback.user) == owner.user,
        col(Feedback.scope) == memory.scope,
        col(Feedback.key) == memory.key,
        col(Feedback.version) >= _since(db, owner, memory),
    )
    rows = db.exec(select(Feedback).where(*of_it)).all()
    good = [row for row in rows if row.effect is Effect.PREVENTED]
    memory.untried = memory.confidence if memory.untried is None else memory.untried
    memory.prevented, memory.still_failed = len(good), len(rows) - len(good)
    memory.prevented_in = sorted({row.workspace for row in good if row.observed and row.workspace})[:MOST_PLACES]
    memory.confidence = sure(memory.untried, memory.prevented, memory.still_failed)
