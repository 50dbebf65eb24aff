"""The one transaction that commits what batches found together with their checkpoints.

Many steps share a transaction, for a commit costs more than its rows. A step whose checkpoint another process moved
first is left out whole, and named.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from classifiers.vocabulary import Draft
from storage.attempts import observe
from storage.checkpoints import Checkpoint, Step
from storage.claims import checkpoints, move
from storage.dialects import insert
from storage.engine import Store
from storage.policy import DEFAULT, Policy
from storage.proposals import propose
from storage.tables import table
from storage.values import LOCAL, Owner

__all__ = ["Checkpoint", "Committed", "Step", "checkpoints", "commit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Committed:
    """What a commit changed."""

    created: tuple[str, ...] = ()  # ids of candidates that are new, or open again
    raised: tuple[str, ...] = ()  # ids of candidates with more evidence
    stale: tuple[str, ...] = ()  # paths whose steps came too late and were left out
    evidence: int = 0  # records that were not known
    confirmed: int = 0  # memories that were seen again
    quiet: int = 0  # drafts that a tombstone keeps away
    denied: int = 0  # drafts that the policy keeps away
    low: int = 0  # keys that do not reach the bar which dismissals raised


def commit(
    store: Store, owner: Owner = LOCAL, steps: Sequence[Step] = (), *, now: datetime, policy: Policy = DEFAULT
) -> Committed:
    """Move the checkpoints of all steps and store what they found, or do nothing at all.

    Committing the same evidence again adds nothing, and the order of commits does not matter to a candidate.

    Raises:
        StoreError: when nothing could be stored; read the sources again from their checkpoints.
    """
    return store.transaction(lambda db: _commit(db, store.machine, owner, steps, now, policy))


def _commit(db: Session, machine: str, owner: Owner, steps: Sequence[Step], now: datetime, policy: Policy) -> Committed:
    held, late = move(db.connection(), owner, machine, steps)
    drafts = [draft for step in held for draft in step.drafts]
    observe(db, owner, [attempt for step in held for attempt in step.attempts], now)
    _count_lines(db, owner, held, now)
    stale = tuple(step.next.path for step in late)
    if not drafts:
        return Committed(stale=stale)
    return _proposed(db, owner, drafts, now, policy, stale)


def offer(store: Store, owner: Owner, drafts: Sequence[Draft], *, now: datetime, policy: Policy = DEFAULT) -> Committed:
    """Store what is proposed apart from any batch: its own evidence, no checkpoint.

    Raises:
        StoreError: when nothing could be stored.
    """
    return store.transaction(lambda db: _proposed(db, owner, drafts, now, policy))


def _proposed(
    db: Session, owner: Owner, drafts: Sequence[Draft], now: datetime, policy: Policy, stale: tuple[str, ...] = ()
) -> Committed:
    done = propose(db, owner, drafts, now=now, policy=policy)
    return Committed(
        created=tuple(done.created),
        raised=tuple(done.raised),
        stale=stale,
        evidence=done.evidence,
        confirmed=done.confirmed,
        quiet=done.quiet,
        denied=done.denied,
        low=done.low,
    )


def _count_lines(db: Session, owner: Owner, steps: Sequence[Step], now: datetime) -> None:
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for step in steps:
        for place, number in enumerate((step.parsed, step.skipped, step.unknown)):
            sums[step.next.format][place] += number
    if not sums:
        return
    target = table("tally")
    statement = insert(db.connection(), target)
    counts = {name: target.c[name] + statement.excluded[name] for name in ("parsed", "skipped", "unknown")}
    rows = [
        {
            **owner.columns(),
            "format": name,
            "parsed": parsed,
            "skipped": skipped,
            "unknown": unknown,
            "last_commit": now,
        }
        for name, (parsed, skipped, unknown) in sorted(sums.items())
    ]
    newest = counts | {"last_commit": statement.excluded.last_commit}
    db.connection().execute(statement.on_conflict_do_update(index_elements=list(target.primary_key), set_=newest), rows)
