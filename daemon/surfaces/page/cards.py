"""Rows as a template shows them: untrusted text inert, masked once more, and no longer than a person reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from classifiers.inert import inert, one_line
from classifiers.secrets import mask
from classifiers.vocabulary import GLOBAL
from storage.tables import Candidate, EvidenceRow, Memory, MemoryVersion

BODY = 4000  # characters; a memory's page shows an agent no more, so nothing is approved unseen
LINES = 6  # of an excerpt


@dataclass(frozen=True, slots=True)
class Proof:
    """One piece of evidence."""

    command: str
    good: bool
    why: str
    lines: tuple[str, ...]
    actor: str
    source: str  # the format's name
    place: str
    session: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Card:
    """A candidate."""

    id: str
    type: str
    action: str
    target: str
    body: str
    holds: str  # "" for everywhere
    full_holds: str
    rule: str
    confidence: int  # per cent
    seen: int
    first_seen: datetime
    last_seen: datetime
    status: str
    snoozed_until: datetime | None
    proofs: tuple[Proof, ...]
    instead_of: str  # the words that are kept now, where they differ

    @property
    def key(self) -> str:
        """The whole key."""
        return f"{self.action}:{self.target}" if self.target else self.action


def card(candidate: Candidate, proof: Sequence[EvidenceRow], now: datetime, kept: Memory | None = None) -> Card:
    """A candidate and what proves it; `kept` is the memory it would take the place of."""
    action, _, target = one_line(candidate.key, 400).partition(":")
    asleep = candidate.snoozed_until is not None and candidate.snoozed_until > now
    place = "" if candidate.scope == GLOBAL else one_line(candidate.workspace or candidate.scope, 400)
    return Card(
        id=candidate.id,
        type=candidate.type.value,
        action=action,
        target=target,
        body=shown(candidate.body),
        holds=place.rstrip("/").rpartition("/")[2],
        full_holds=place,
        rule=one_line(candidate.rule, 100),
        confidence=round(candidate.confidence * 100),
        seen=candidate.seen,
        first_seen=candidate.first_seen,
        last_seen=candidate.last_seen,
        status=candidate.status.value,
        snoozed_until=candidate.snoozed_until if asleep else None,
        proofs=tuple(map(_proof, proof)),
        instead_of=shown(kept.body) if kept is not None and kept.body != candidate.body else "",
    )


def shown(text: str, limit: int = BODY) -> str:
    """A text as a page may show it and a form may send it back."""
    return _shown(text, limit)


@lru_cache(maxsize=512)  # an open page is made anew whenever something changed, mostly of the same texts
def _shown(text: str, limit: int) -> str:
    clean = inert(mask(text[: 4 * limit])).strip()
    return clean if len(clean) <= limit else clean[: limit - 1] + "…"


def _proof(row: EvidenceRow) -> Proof:
    path = row.path.encode("utf-8", "replace").decode()  # a file name may hold bytes that are no text
    place = f"{one_line(path, 300)}:{row.line}" if path else ""
    lines = [one_line(line, 300) for line in shown(row.excerpt, 1000).splitlines()]
    return Proof(
        command=shown(row.command, 600),
        good=row.outcome.value == "success",
        why=one_line(shown(row.why, 1000), 140),
        lines=tuple([line for line in lines if line][:LINES]),
        actor=row.actor.value,
        source=one_line(row.format, 60),
        place=place,
        session=one_line(row.session, 60),
        at=row.at,
    )


def memory_view(memory: Memory | MemoryVersion) -> dict[str, Any]:
    """A memory, or one of its versions."""
    return {
        "key": one_line(memory.key, 400),
        "scope": memory.scope,
        "type": memory.type.value,
        "status": memory.status.value,
        "body": shown(memory.body),
        "version": memory.version,
        "confidence": round(memory.confidence * 100),
        "paths": [one_line(path) for path in memory.paths],
        "proof": [_kept(each) for each in memory.proof],
        "confirmed_by": one_line(memory.confirmed_by, 60),
    }


def _kept(proof: Mapping[str, Any]) -> dict[str, Any]:
    """Proof as a memory carries it along."""
    names = ("format", "path", "line", "session", "actor", "command", "why", "at")
    texts = {name: one_line(shown(str(proof.get(name) or ""), 1000), 600) for name in names}
    try:
        return texts | {"at": datetime.fromisoformat(texts["at"])}
    except ValueError:
        return texts | {"at": None}
