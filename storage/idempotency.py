"""A write that is sent twice happens once, and is answered the same.

Only the hash of a request and a pointer to its answer are kept, so a purge finds no content here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete
from sqlmodel import Session, col

from storage.engine import Store
from storage.errors import KeyReused
from storage.tables import Idempotency
from storage.values import LOCAL, Owner

KEPT = timedelta(days=7)
"""How long a request is remembered; far beyond any client's retries."""


def once(
    db: Session, owner: Owner, name: str, request: object, *, now: datetime, work: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    """Do the work, unless this request was answered before; then give that answer.

    Without a `name` the work is simply done. `request` is anything whose `repr` tells two requests apart.

    Raises:
        KeyReused: when the name came with another request.
    """
    if not name:
        return work()
    asked = hashlib.blake2b(repr(request).encode("utf-8", "replace"), digest_size=16).hexdigest()
    known = db.get(Idempotency, (owner.tenant, owner.user, name))
    if known is None:
        answer = work()
        whose = owner.columns()
        db.add(Idempotency(**whose, name=name, request=asked, response=answer, at=now))
        return answer
    if known.request != asked:
        raise KeyReused("This idempotency key was used for another request.", "Use a new key for a new request.")
    return known.response


def forget_requests(store: Store, *, now: datetime, owner: Owner = LOCAL) -> int:
    """Forget the requests that nobody will repeat; returns how many."""
    mine = (col(Idempotency.tenant) == owner.tenant, col(Idempotency.user) == owner.user)
    old = delete(Idempotency).where(*mine, col(Idempotency.at) < now - KEPT)
    return store.transaction(lambda db: int(db.connection().execute(old).rowcount))
