"""When a model was asked about which session: the bound of a day, and how far each session has been shown.

Rows hold neither what was asked nor what was answered.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, func
from sqlmodel import Session, col, select

from storage.engine import Store
from storage.tables import Consultation, table
from storage.values import LOCAL, Owner

KEPT = timedelta(days=90)
"""How long a row is kept."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call that was granted."""

    day: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Consulted:
    """How asking went lately."""

    today: int = 0  # calls
    at: datetime | None = None  # the last one
    trouble: str = ""  # why the last one had no answer
    failed: int = 0  # calls of today without an answer
    proposed: int = 0  # by those of today
    refused: int = 0  # by those of today


def claim(store: Store, path: str, line: int, *, limit: int, now: datetime, owner: Owner = LOCAL) -> Call | None:
    """Take one of the day's calls for the session at `path`, shown up to `line`; None when all `limit` are taken.

    The day is the local one of `now`. A call that is never finished counts all the same.
    """
    day = _day(now)

    def work(db: Session) -> Call | None:
        taken = db.exec(select(func.max(col(Consultation.number))).where(*_mine(owner), Consultation.day == day)).one()
        number = (taken or 0) + 1
        if number > limit:
            return None
        whose: dict[str, Any] = owner.columns()
        db.add(Consultation(**whose, day=day, number=number, path=path, line=line, at=now))
        return Call(day, number)

    return store.transaction(work)


def finish(
    store: Store, call: Call, *, trouble: str = "", proposed: int = 0, refused: int = 0, owner: Owner = LOCAL
) -> None:
    """Write down what came of a call; `trouble` is "" when it was answered."""

    def work(db: Session) -> None:
        row = db.get_one(Consultation, (owner.tenant, owner.user, call.day, call.number))
        row.answered, row.trouble, row.proposed, row.refused = not trouble, trouble, proposed, refused

    store.transaction(work)


def shown(store: Store, path: str, *, owner: Owner = LOCAL) -> int:
    """The last line of the session at `path` that a model was shown and answered for; 0 when there is none."""
    answered = select(func.max(col(Consultation.line))).where(
        *_mine(owner), Consultation.path == path, col(Consultation.answered)
    )
    with store.reading() as db:
        return db.exec(answered).one() or 0


def consulted(store: Store, *, now: datetime, owner: Owner = LOCAL) -> Consulted:
    """How asking went today, and how it ended last."""
    newest = select(Consultation).where(*_mine(owner)).order_by(col(Consultation.at).desc()).limit(1)
    with store.reading() as db:
        rows = db.exec(select(Consultation).where(*_mine(owner), Consultation.day == _day(now))).all()
        last = db.exec(newest).first()
    return Consulted(
        today=len(rows),
        at=last.at if last else None,
        trouble=last.trouble if last else "",
        failed=sum(bool(row.trouble) for row in rows),
        proposed=sum(row.proposed for row in rows),
        refused=sum(row.refused for row in rows),
    )


def forget_calls(store: Store, *, now: datetime, owner: Owner = LOCAL) -> None:
    """Drop the rows of long ago."""
    old = table("consultation").c
    statement = delete(table("consultation")).where(
        old.tenant == owner.tenant, old.user == owner.user, old.at < now - KEPT
    )
    store.transaction(lambda db: db.connection().execute(statement))


def _day(now: datetime) -> str:
    return now.astimezone().date().isoformat()


def _mine(owner: Owner) -> tuple[Any, ...]:
    return col(Consultation.tenant) == owner.tenant, col(Consultation.user) == owner.user
