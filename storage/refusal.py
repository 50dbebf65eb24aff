"""Turning candidates down: a tombstone, and everything it covers goes."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, col, select

from storage.engine import Store
from storage.lookup import OPEN, decided, find_candidate, owned_by
from storage.removal import only_a_person
from storage.tables import Candidate
from storage.tombstones import Stone, bury
from storage.values import Author, CandidateStatus, Judgement, Owner, Quiet
from storage.verdicts import add_verdict, image, last_verdict


def turn_down(
    store: Store, name: str, judgement: Judgement, what: Quiet, *, author: Author, now: datetime, owner: Owner
) -> Candidate:
    """Dismiss the candidate, and whatever else waits that its tombstone would have kept away.

    Raises:
        AlreadyDecided: when there is another verdict.
    """
    only_a_person(author)

    def work(db: Session) -> Candidate:
        found = find_candidate(db, owner, name)
        if found.status is CandidateStatus.DISMISSED:
            last = last_verdict(db, owner, found.id)
            if last is not None and (last.judgement, last.what) != (judgement, what.value):
                raise decided(found)
            return found
        if found.status not in OPEN:
            raise decided(found)
        covered = _covered(db, owner, found, what)
        before = image(covered)
        stone = stone_for(found, what)
        reason = "dismissed" if judgement is Judgement.DISMISS else "never"
        if bury(db, owner, stone, reason=reason, by=str(author), now=now):
            before["stones"] = [[stone.kind.value, stone.scope, stone.name]]
        for one in covered:
            one.status = CandidateStatus.DISMISSED
            one.snoozed_until = None
        add_verdict(db, found, judgement, by=str(author), now=now, what=what.value, before=before)
        return found

    return store.transaction(work)


def _covered(db: Session, owner: Owner, found: Candidate, what: Quiet) -> list[Candidate]:
    """The candidate, and whatever else is pending that its tombstone would have kept away."""
    stone = stone_for(found, what)
    if stone.kind is Quiet.KEY:
        return [found]
    pending = select(Candidate).where(*owned_by(owner), col(Candidate.status) == CandidateStatus.PENDING)
    others = [one for one in db.exec(pending) if one.id != found.id and stone_for(one, what) == stone]
    return [found, *others]


def stone_for(found: Candidate, what: Quiet) -> Stone:
    """What to set up so that nothing of the candidate's kind is proposed again."""
    names = {
        Quiet.KEY: Stone(Quiet.KEY, found.key, found.scope),
        Quiet.RULE: Stone(what, found.rule),
        Quiet.WORKSPACE: Stone(what, found.scope),
        Quiet.ACTION: Stone(what, found.key.partition(":")[0]),
    }
    return names[what] if names[what].name else names[Quiet.KEY]  # no rule made it: only its key can be meant
