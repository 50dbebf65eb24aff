"""What keeps a draft from becoming a candidate: a tombstone, or the policy.

One judgement for the two who ask: `storage.proposals`, which makes candidates, and whoever has to say why it did not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection, select

from classifiers.vocabulary import Draft
from storage.policy import Policy
from storage.spots import CHUNK
from storage.tables import table
from storage.values import Owner, Quiet


class Obstacle(StrEnum):
    """What stands in the way."""

    QUIET = "quiet"  # a tombstone
    DENIED = "denied"  # the policy


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a draft is kept away, for a person."""

    obstacle: Obstacle
    why: str


@dataclass(frozen=True, slots=True)
class _Laid:
    """Who laid a tombstone, why and when."""

    reason: str
    by: str
    at: datetime


class Admission:
    """What stood in the way of these drafts at one moment."""

    def __init__(self, connection: Connection, owner: Owner, drafts: Sequence[Draft], policy: Policy) -> None:
        self._policy = policy
        self._stones = _stones(connection, owner, {draft.key for draft in drafts})

    def refusal(self, draft: Draft, *, standing: bool) -> Refused | None:
        """What keeps the draft away; None when nothing does.

        A tombstone keeps candidates away, not the evidence of a memory that is `standing`: what was dismissed there is
        another's correction of it.
        """
        stone = None if standing else next((each for each in _names(draft) if each in self._stones), None)
        if stone is not None:
            laid = self._stones[stone]
            reason = "silenced" if laid.reason == "never" else laid.reason or "kept away"
            said = f"{reason} by {laid.by or 'somebody'} on {laid.at:%Y-%m-%d}"
            return Refused(Obstacle.QUIET, f"the {stone[0]} {stone[2]} was {said}; lift it with: seorap memory lift")
        refusal = self._policy.refusal(draft)
        return Refused(Obstacle.DENIED, f"the memory policy: {refusal}") if refusal else None


def _names(draft: Draft) -> tuple[tuple[Quiet, str, str], ...]:
    """The tombstones that would cover the draft."""
    return (
        (Quiet.KEY, draft.scope, draft.key),
        (Quiet.RULE, "", draft.rule),
        (Quiet.WORKSPACE, "", draft.scope),
        (Quiet.ACTION, "", draft.key.partition(":")[0]),
    )


def _stones(connection: Connection, owner: Owner, keys: Iterable[str]) -> dict[tuple[Quiet, str, str], _Laid]:
    """The tombstones that may matter to these keys."""
    stones = table("tombstone").c
    chosen = select(stones.kind, stones.scope, stones.name, stones.reason, stones.by, stones.at).where(
        stones.tenant == owner.tenant, stones.user == owner.user
    )
    statements = [chosen.where(stones.kind != Quiet.KEY)]
    ordered = sorted(keys)
    for start in range(0, len(ordered), CHUNK):
        some = ordered[start : start + CHUNK]
        statements.append(chosen.where(stones.kind == Quiet.KEY, stones.name.in_(some)))
    rows = (row for statement in statements for row in connection.execute(statement))
    return {(kind, scope, name): _Laid(reason, by, at) for kind, scope, name, reason, by, at in rows}
