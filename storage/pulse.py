"""Has anything changed? Asked ten times a second while somebody looks, so it must cost next to nothing.

The database is the bus: whoever commits, in whatever process, is noticed here. SQLite counts other connections' commits
(`PRAGMA data_version`); PostgreSQL's snapshot names the transactions that ended. Only when that moved are the rows looked at.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, func
from sqlmodel import col, select

from storage.engine import Store
from storage.tables import Candidate, Memory, Tombstone, Verdict
from storage.values import Owner

_ASKED = {"sqlite": "PRAGMA data_version", "postgresql": "SELECT pg_current_snapshot()::text"}


class Pulse:
    """Watches one owner's rows. For one thread at a time; close it at the end."""

    def __init__(self, store: Store, owner: Owner) -> None:
        self._store = store
        self._owner = owner
        self._connection: Connection | None = None
        self._beat: Any = None
        self._seen: Any = None

    def changed(self) -> bool:
        """Is what a person sees of the queue or the drawer other than at the last call? False at the first.

        Raises:
            StoreError: when the database fails.
        """
        beat = self._look()
        if beat == self._beat:
            return False
        first, self._beat = self._beat is None, beat
        before, self._seen = self._seen, self._digest()
        return not first and before != self._seen

    def close(self) -> None:
        """Give the connection back."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _look(self) -> Any:
        with self._store.reading():  # for its words, should the database fail
            if self._connection is None:  # always the same one: SQLite counts what others do
                self._connection = self._store.engine.connect()
            asked = _ASKED[self._connection.dialect.name]
            beat = self._connection.exec_driver_sql(asked).scalar()
            self._connection.rollback()  # or it would go on seeing this moment
            return beat

    def _digest(self) -> Any:
        queue, drawer = self._mine(Candidate), self._mine(Memory)
        status = col(Candidate.status)
        asked: tuple[Any, ...] = (
            select(func.max(Verdict.seq)).where(*self._mine(Verdict)),
            select(status, func.count(), func.max(Candidate.raised_at)).where(*queue).group_by(status).order_by(status),
            select(func.count()).select_from(Candidate).where(*queue, col(Candidate.edited)),
            select(func.count(), func.sum(Memory.version), func.max(Memory.valid_from)).where(*drawer),
            select(func.count()).select_from(Tombstone).where(*self._mine(Tombstone)),
        )
        with self._store.reading() as db:
            return [db.exec(each).all() for each in asked]

    def _mine(self, model: type[Candidate | Memory | Tombstone | Verdict]) -> tuple[Any, ...]:
        return col(model.tenant) == self._owner.tenant, col(model.user) == self._owner.user
