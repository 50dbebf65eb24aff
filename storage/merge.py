"""What a candidate becomes when more is seen of it: pure, and the same in whatever order drafts arrive.

The body that stays is the one of the highest confidence, then of the newest evidence; of what people said, the newest. The times are the first and the
last of all evidence; only evidence without a time counts as seen now, and only once.
"""

from __future__ import annotations

import hashlib
from base64 import b32encode
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from classifiers.vocabulary import STATED, Draft, Evidence
from storage.cleaning import lesson_texts
from storage.values import CandidateStatus, Owner

LONG_AGO = datetime.min.replace(tzinfo=UTC)

Values = dict[str, Any]


def candidate_id(owner: Owner, scope: str, key: str) -> str:
    """The id of whatever is proposed for this key: 12 letters and digits that are easy to type."""
    name = f"{owner.tenant}\x00{owner.user}\x00{scope}\x00{key}".encode("utf-8", "replace")
    return b32encode(hashlib.blake2b(name, digest_size=8).digest()).decode()[:12].lower()


def merged(old: Mapping[str, Any] | None, drafts: Sequence[Draft], fresh: Sequence[Evidence], now: datetime) -> Values:
    """The candidate's values after these drafts, of which the evidence in `fresh` was not known before.

    `old` is the stored candidate, if there is one; when it is no longer pending, it opens anew. `seen` counts up by
    the fresh evidence.
    """
    pending = old is not None and old["status"] is CandidateStatus.PENDING
    known: Values = dict(old) if old is not None else {"created_at": now, "first_seen": None, "seen": 0}
    times = [evidence.at for draft in drafts for evidence in draft.evidence if evidence.at is not None]
    times += [now for evidence in fresh if evidence.at is None]
    best = max((_content(draft) for draft in drafts), key=rank)
    if pending and old is not None:
        times += [old["last_seen"]]
        content = {name: old[name] for name in best}
        if rank(best) > rank(content):
            best["body"] = old["body"] if old["edited"] else best["body"]
        else:
            best = content
    else:
        known |= {"edited": False, "snoozed_until": None, "status": CandidateStatus.PENDING}
    first = [*times, known["first_seen"]] if known["first_seen"] is not None else times
    known |= {"first_seen": min(first), "last_seen": max(times), "seen": known["seen"] + len(fresh)}
    if fresh:
        known["raised_at"] = now
    return known | best


def rank(content: Mapping[str, Any]) -> tuple[Any, ...]:
    """What makes one body better than another; the last parts only make the choice certain."""
    best_at = content["best_at"] or LONG_AGO
    return (
        best_at if content["type"] in STATED else LONG_AGO,
        content["confidence"],
        best_at,
        content["body"],
        content["rule"],
        str(content["type"]),
        content["workspace"],
        tuple(content["paths"]),
        sorted(content["lesson"].items()),
    )


def _content(draft: Draft) -> Values:
    times = [evidence.at for evidence in draft.evidence if evidence.at is not None]
    return {
        "type": draft.type,
        "body": draft.body,
        "confidence": draft.confidence,
        "rule": draft.rule,
        "workspace": draft.workspace,
        "paths": list(draft.paths),
        "lesson": lesson_texts(draft.lesson),
        "best_at": max(times, default=None),
    }
