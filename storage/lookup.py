"""Finding the candidate a person means, by the beginning of its id."""

from __future__ import annotations

from typing import Any

from sqlmodel import Session, col, select

from storage.errors import AlreadyDecided, Ambiguous, NotFound
from storage.tables import Candidate
from storage.values import CandidateStatus, Owner

OPEN = (CandidateStatus.PENDING, CandidateStatus.EXPIRED)
"""What can be judged. An expired candidate is only out of sight."""


def find_candidate(db: Session, owner: Owner, name: str) -> Candidate:
    """The candidate whose id begins with `name`.

    Raises:
        NotFound: when there is none.
        Ambiguous: when there are several.
    """
    begins = col(Candidate.id).startswith(name.strip().lower(), autoescape=True)
    found = db.exec(select(Candidate).where(*owned_by(owner), begins).order_by(col(Candidate.id)).limit(6)).all()
    if not found or not name.strip():
        raise NotFound(f"There is no candidate {name!r}.", "`seorap inbox` shows what waits.")
    if len(found) > 1:
        names = ", ".join(f"{one.id} ({one.key})" for one in found[:5]) + (", ..." if len(found) > 5 else "")
        raise Ambiguous(f"{name!r} may be several candidates: {names}.", "Type more of the id.")
    return found[0]


def owned_by(owner: Owner) -> tuple[Any, ...]:
    """The conditions that choose the owner's candidates."""
    return col(Candidate.tenant) == owner.tenant, col(Candidate.user) == owner.user


def decided(found: Candidate) -> AlreadyDecided:
    """The error that says so."""
    return AlreadyDecided(
        f"{found.key} was already {found.status.value}.",
        f"Nothing was changed. `seorap undo {found.id}` takes that back.",
    )
