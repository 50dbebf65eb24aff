"""Candidates, and what a person says about them. The only code that changes a candidate's status by a verdict.

A verdict given twice equals one; another verdict on a decided candidate is refused until the first is taken back.
Verdicts hold no content, only what `undo` needs to find it. It takes back verdicts alone, and never one that is older than
what a person did since, unless its candidate is named.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import or_
from sqlmodel import Session, col, select

from classifiers.vocabulary import Draft, SeorapError
from storage.browsing import Part, chosen_by
from storage.cleaning import masked_text
from storage.engine import Store
from storage.errors import NotFound, PolicyError
from storage.lookup import OPEN, decided, find_candidate, owned_by
from storage.policy import DEFAULT, Policy
from storage.promotion import newest_evidence, promote, take_back
from storage.refusal import turn_down
from storage.removal import only_a_person
from storage.tables import Candidate, EvidenceRow, Memory
from storage.tombstones import Stone, raise_stone
from storage.values import LOCAL, Author, CandidateStatus, Judgement, Owner, Quiet
from storage.verdicts import add_verdict, done_since, image, last_verdict, put_back


def candidates(
    store: Store,
    *,
    owner: Owner = LOCAL,
    statuses: Collection[CandidateStatus] = (CandidateStatus.PENDING,),
    awake_at: datetime | None = None,
    strongest: bool = False,
    limit: int | None = None,
    part: Part | None = None,
) -> list[Candidate]:
    """The owner's candidates, the newest first, or the strongest.

    With `awake_at`, those that are snoozed at that time are left out; with `part`, those of other types and words.
    """
    chosen = select(Candidate).where(*owned_by(owner), col(Candidate.status).in_(list(statuses)))
    if awake_at is not None:
        chosen = chosen.where(or_(col(Candidate.snoozed_until).is_(None), col(Candidate.snoozed_until) <= awake_at))
    if part is not None:
        chosen = chosen.where(*chosen_by(part, Candidate))
    first: list[Any] = [col(Candidate.confidence).desc(), col(Candidate.seen).desc()] if strongest else []
    chosen = chosen.order_by(*first, col(Candidate.last_seen).desc(), col(Candidate.id)).limit(limit)
    with store.reading() as db:
        return list(db.exec(chosen).all())


def candidate(store: Store, name: str, *, owner: Owner = LOCAL) -> Candidate:
    """The candidate whose id begins with `name`.

    Raises:
        NotFound: when there is none.
        Ambiguous: when there are several.
    """
    with store.reading() as db:
        return find_candidate(db, owner, name)


def evidence(store: Store, scope: str, key: str, *, owner: Owner = LOCAL, limit: int = 20) -> list[EvidenceRow]:
    """What proves a candidate or a memory, the newest first."""
    with store.reading() as db:
        return newest_evidence(db, owner, scope, key, limit)


def approve(
    store: Store,
    name: str,
    *,
    author: Author,
    now: datetime,
    body: str | None = None,
    owner: Owner = LOCAL,
    policy: Policy = DEFAULT,
) -> Memory:
    """Make the candidate a memory, with `body` instead of its own if given; a memory of the key is superseded.

    Raises:
        AlreadyDecided: when it was dismissed, or approved with another body.
        PolicyError: when the policy does not allow such memories.
        NotFound, Ambiguous: as `candidate`.
    """
    only_a_person(author)
    text = None if body is None else masked_text(body)

    def work(db: Session) -> Memory:
        found = find_candidate(db, owner, name)
        if found.status is CandidateStatus.APPROVED:
            memory = db.get(Memory, (owner.tenant, owner.user, found.scope, found.key))
            if memory is None or text not in {None, memory.body}:
                raise decided(found)
            return memory
        if found.status not in OPEN:
            raise decided(found)
        _allow(policy, found, text or found.body)
        before = image([found])
        memory, before["memory"] = promote(db, owner, found, text or found.body, author=author, now=now)
        before["made"] = memory.version
        found.status = CandidateStatus.APPROVED
        found.snoozed_until = None
        add_verdict(db, found, Judgement.APPROVE, by=str(author), now=now, before=before)
        return memory

    return store.transaction(work)


def edit(store: Store, name: str, body: str, *, author: Author, owner: Owner = LOCAL) -> Candidate:
    """Change the body of a pending candidate; more evidence no longer replaces it.

    Raises:
        AlreadyDecided: when it is not pending.
        NotFound, Ambiguous: as `candidate`.
    """
    only_a_person(author)

    def work(db: Session) -> Candidate:
        found = find_candidate(db, owner, name)
        if found.status not in OPEN:
            raise decided(found)
        found.body = masked_text(body)
        found.edited = True
        return found

    return store.transaction(work)


def dismiss(store: Store, name: str, *, author: Author, now: datetime, owner: Owner = LOCAL) -> Candidate:
    """Keep the candidate's key away until a person lifts it.

    Raises:
        AlreadyDecided: when there is another verdict.
        NotFound, Ambiguous: as `candidate`.
    """
    return turn_down(store, name, Judgement.DISMISS, Quiet.KEY, author=author, now=now, owner=owner)


def never(
    store: Store, name: str, what: Quiet = Quiet.KEY, *, author: Author, now: datetime, owner: Owner = LOCAL
) -> Candidate:
    """Never again this key, or anything of the candidate's rule, workspace or action; what waits of it goes too.

    Raises:
        AlreadyDecided: when there is another verdict.
        NotFound, Ambiguous: as `candidate`.
    """
    return turn_down(store, name, Judgement.NEVER, what, author=author, now=now, owner=owner)


def snooze(
    store: Store, name: str, until: datetime, *, author: Author, now: datetime, owner: Owner = LOCAL
) -> Candidate:
    """Do not show the candidate before `until`.

    Raises:
        AlreadyDecided: when there is a verdict.
        NotFound, Ambiguous: as `candidate`.
    """
    only_a_person(author)

    def work(db: Session) -> Candidate:
        found = find_candidate(db, owner, name)
        if found.status not in OPEN:
            raise decided(found)
        if found.snoozed_until != until or found.status is not CandidateStatus.PENDING:
            before = image([found])
            found.snoozed_until = until
            found.status = CandidateStatus.PENDING
            what = until.isoformat()
            add_verdict(db, found, Judgement.SNOOZE, by=str(author), now=now, what=what, before=before)
        return found

    return store.transaction(work)


def undo(store: Store, name: str | None = None, *, author: Author, now: datetime, owner: Owner = LOCAL) -> Candidate:
    """Take back the last verdict on the candidate, or the last one at all; everything is as it was before it.

    Raises:
        NotFound: when there is no verdict to take back.
        VersionConflict: when the memory it made was changed since.
        SeorapError: when no candidate is named, and a person wrote, guarded or ended some memory after the verdict.
    """
    only_a_person(author)

    def work(db: Session) -> Candidate:
        chosen = None if name is None else find_candidate(db, owner, name).id
        verdict = last_verdict(db, owner, chosen)
        if verdict is None:
            raise NotFound("There is no verdict to take back.", "`seorap inbox` shows what waits.")
        found = find_candidate(db, owner, verdict.candidate)
        since = done_since(db, owner, verdict) if chosen is None else None
        if since is not None:
            raise _done_by_hand(*since, found)
        if verdict.judgement is Judgement.APPROVE:
            take_back(db, owner, found, verdict.before, by=str(author), now=now)
        for kind, scope, stone in verdict.before.get("stones", []):
            raise_stone(db, owner, Stone(Quiet(kind), stone, scope))
        put_back(db, owner, verdict.before)
        add_verdict(db, found, Judgement.UNDO, by=str(author), now=now, undoes=verdict.seq)
        return found

    return store.transaction(work)


def expire(store: Store, *, now: datetime, owner: Owner = LOCAL, policy: Policy = DEFAULT) -> int:
    """Put away what waited too long for a person, by our clock; new evidence brings it back. Returns how many."""

    def work(db: Session) -> int:
        waiting = select(Candidate).where(
            *owned_by(owner),
            col(Candidate.status) == CandidateStatus.PENDING,
            col(Candidate.raised_at) <= now - policy.candidates,
            or_(col(Candidate.snoozed_until).is_(None), col(Candidate.snoozed_until) <= now),
        )
        found = db.exec(waiting).all()
        for one in found:
            one.status = CandidateStatus.EXPIRED
        return len(found)

    return store.transaction(work)


def _done_by_hand(verb: str, key: str, found: Candidate) -> SeorapError:
    """What to say when the last thing a person did is no verdict, and how it is put right by hand."""
    back = {
        "delete": f"`seorap memory history {key}` shows its words, `seorap memory lift {key}` lets it be proposed again",
        "purge": "A purge cannot be taken back",
    }
    told = back.get(verb, f"`seorap memory history {key}` shows what it said before; write that again to have it back")
    return SeorapError(
        f"The last thing you did was to {verb} {key}; undo takes back verdicts only.",
        f"Nothing was changed. {told}. The verdict before it, on {found.key}: seorap undo {found.id}",
    )


def _allow(policy: Policy, found: Candidate, body: str) -> None:
    draft = Draft(
        type=found.type, scope=found.scope, key=found.key, body=body, confidence=1.0, evidence=(), rule=found.rule
    )
    refusal = policy.refusal(draft)
    if refusal:
        raise PolicyError(f"The memory policy does not allow {found.key}: {refusal}.", "The candidate waits as before.")
