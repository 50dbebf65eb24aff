"""Which memories agents were given, when and why.

A receipt tells that a memory was handed out, and never that it was used: it moves no `last_seen`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete
from sqlmodel import Session, col, select

from storage.dialects import insert_new
from storage.engine import Store
from storage.tables import Receipt, table
from storage.values import LOCAL, Owner

READ = "read"
"""The moment of what an agent read of its own accord."""
PUBLISHED = "published"
"""The moment of a lesson that stood in what the workspace gives to agents to read when its error came."""


def write_receipts(store: Store, receipts: Sequence[dict[str, Any]], *, owner: Owner = LOCAL) -> None:
    """Write down what was given: rows of `Receipt` without their owner. One that is there already stays as it is."""
    if not receipts:
        return
    rows = [{**owner.columns(), **receipt} for receipt in receipts]

    def work(db: Session) -> None:
        connection = db.connection()
        connection.execute(insert_new(connection, table("receipt")), rows)

    store.transaction(work)


def receipts(
    store: Store, *, host: str = "", session: str = "", limit: int = 200, owner: Owner = LOCAL
) -> list[Receipt]:
    """The newest receipts first; of one host or session, unless these are "". A session may be cut short, as ids may."""
    chosen = select(Receipt).where(*_mine(owner))
    if host:
        chosen = chosen.where(col(Receipt.host) == host)
    if session:
        chosen = chosen.where(col(Receipt.session).startswith(session, autoescape=True))
    order = (col(Receipt.at).desc(), col(Receipt.key), col(Receipt.scope))
    with store.reading() as db:
        return list(db.exec(chosen.order_by(*order).limit(limit)).all())


def given_in(store: Store, host: str, session: str, *, owner: Owner = LOCAL) -> dict[str, set[tuple[str, str]]]:
    """By moment the places, scope and key, of the memories that a session was given."""
    there = (col(Receipt.host) == host, col(Receipt.session) == session)
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    with store.reading() as db:
        for moment, scope, key in db.exec(
            select(Receipt.moment, Receipt.scope, Receipt.key).where(*_mine(owner), *there)
        ):
            found[moment].add((scope, key))
    return found


def forget_receipts(store: Store, *, now: datetime, kept: timedelta, owner: Owner = LOCAL) -> None:
    """Drop those older than `kept`."""
    row = table("receipt").c
    old = delete(table("receipt")).where(row.tenant == owner.tenant, row.user == owner.user, row.at < now - kept)
    store.transaction(lambda db: db.connection().execute(old))


def _mine(owner: Owner) -> tuple[Any, ...]:
    return col(Receipt.tenant) == owner.tenant, col(Receipt.user) == owner.user
