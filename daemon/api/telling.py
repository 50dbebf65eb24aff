"""A memory as an agent is told it: masked and inert, so that none of its text can pose as something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classifiers.inert import inert
from classifiers.secrets import mask
from classifiers.vocabulary import MemoryType
from recall.context import unfenced
from storage.sureness import grown

if TYPE_CHECKING:
    from storage.tables import Memory, MemoryVersion


def told(memory: Memory) -> dict[str, Any]:
    """Its fields. `proved` is when what proves it happened, ISO 8601 or null; `last_seen` also moves when it is read."""
    dates = (str(proof.get("at") or "") for proof in memory.proof)
    found: dict[str, Any] = {
        "key": plain(memory.key),
        "type": memory.type.value,
        "scope": plain(memory.scope),
        "body": plain(memory.body),
        "status": memory.status.value,
        "version": memory.version,
        "confidence": round(memory.confidence, 3),
        "proved": max(dates, default="") or None,
        "last_seen": memory.last_seen.isoformat(),
    }
    if memory.paths:
        found["paths"] = [plain(path) for path in memory.paths]
    if memory.type is MemoryType.LESSON:
        found["maturity"] = grown(memory.scope, memory.seen, memory.prevented_in, memory.guard).value
        found["prevented"], found["still_failed"] = memory.prevented, memory.still_failed
    return found


def told_version(version: MemoryVersion) -> dict[str, Any]:
    """A memory as it was from `valid_from` on. `body` is empty in what was purged."""
    return {
        "key": plain(version.key),
        "type": version.type.value,
        "scope": plain(version.scope),
        "body": plain(version.body),
        "status": version.status.value,
        "version": version.version,
        "supersedes": version.supersedes,
        "change": version.change.value,
        "by": plain(version.by),
        "valid_from": version.valid_from.isoformat(),
    }


def plain(text: str) -> str:
    """Stored text, harmless."""
    return unfenced(inert(mask(text)))
