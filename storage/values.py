"""The words of what is at rest: owners, authors, statuses, verdicts and changes.

They are values without SQL, so that a room can name them without paying for the import of the tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from classifiers.vocabulary import Actor


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose rows they are. One tenant never sees another's; `team` is a label, the unique keys hold tenant and user."""

    tenant: str = "local"
    team: str = ""
    user: str = "me"

    def columns(self) -> dict[str, Any]:
        """What every row of theirs holds."""
        return {"tenant": self.tenant, "user": self.user, "team": self.team}


LOCAL = Owner()
"""The owner of a store that only one person uses."""


@dataclass(frozen=True, slots=True)
class Author:
    """Who changes something: a person or an agent, and its name ("alice", "claude-code")."""

    actor: Actor
    name: str = ""

    def __str__(self) -> str:
        return f"{self.actor}:{self.name}" if self.name else str(self.actor)


class CandidateStatus(StrEnum):
    """Where a candidate stands. A snoozed candidate is pending, with a time before which it is not shown."""

    PENDING = "pending"
    APPROVED = "approved"
    DISMISSED = "dismissed"
    EXPIRED = "expired"  # nobody looked for a month; new evidence opens it again
    SUPERSEDED = "superseded"  # a person wrote the memory before judging the candidate


class MemoryStatus(StrEnum):
    """How much a memory is trusted. Only active ones are recalled."""

    ACTIVE = "active"
    STALE = "stale"  # not seen for long; an explicit read or new evidence revives it
    RETIRED = "retired"


class Judgement(StrEnum):
    """What a person said about a candidate."""

    APPROVE = "approve"
    DISMISS = "dismiss"
    SNOOZE = "snooze"
    NEVER = "never"
    UNDO = "undo"  # takes back an earlier verdict


class Change(StrEnum):
    """Why a memory has a new version."""

    WRITTEN = "written"
    APPROVED = "approved"
    STALE = "stale"
    REVIVED = "revived"
    RETIRED = "retired"
    DELETED = "deleted"
    PURGED = "purged"
    UNDONE = "undone"  # a verdict was taken back
    GUARDED = "guarded"  # a person made it a constraint, or lifted that


class Effect(StrEnum):
    """What came of a lesson that an agent was given."""

    PREVENTED = "prevented"  # the same command worked after it
    STILL_FAILED = "still_failed"  # it met the same error again


class Quiet(StrEnum):
    """What a tombstone keeps away."""

    KEY = "key"  # one key in one scope
    RULE = "rule"  # everything a rulebook entry proposes
    WORKSPACE = "workspace"  # everything of one scope
    ACTION = "action"  # every key that starts with `<action>:`
