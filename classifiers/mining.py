"""The records of one batch → drafts: all of this room's judgement, folded.

Pure, and forgiving: a rule that raises or takes too long is muted for the batch and counted, the others go on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from classifiers.drafts import SourceRef, draft, merged
from classifiers.procedures import Trail, procedures
from classifiers.rulebook.entries import Rulebook
from classifiers.statements import find
from classifiers.successes import Troubles, findings
from classifiers.vocabulary import Carry, Draft, HumanMessage, Place, Record

__all__ = ["Mined", "SourceRef", "mine"]


@dataclass(frozen=True, slots=True)
class Mined:
    """What a batch proposes, and what the next batch must know."""

    drafts: tuple[Draft, ...] = ()
    carry: Carry = field(default_factory=dict)
    troubles: Mapping[str, int] = field(default_factory=dict)  # muted rule -> how often it misbehaved


def mine(records: Sequence[Record], carry: Carry, *, book: Rulebook, place: Place, source: SourceRef) -> Mined:
    """Judge masked records in their order.

    `carry` is what the last batch of this source returned; only procedures need it, and it is bounded.
    """
    troubles = Troubles()
    trail = Trail.of(carry)
    found: list[Draft] = []
    for record in records:
        try:
            found += _of(record, book, place, source, trail, troubles)
        except Exception:  # noqa: BLE001 - one record that no one foresaw must not stop the source
            troubles.counts[type(record).__name__] += 1
    return Mined(merged(found), trail.to_carry(), dict(troubles.counts))


def _of(
    record: Record,
    book: Rulebook,
    place: Place,
    source: SourceRef,
    trail: Trail,
    troubles: Troubles,
) -> list[Draft]:
    if isinstance(record, HumanMessage):
        return _worded(find(record, place(record.cwd, record.remote)), source)
    good = [each for each in findings(record, book, place, troubles) if each.good]
    return [draft(each, source) for each in good] + procedures(good, trail, source)


def _worded(drafts: Sequence[Draft], source: SourceRef) -> list[Draft]:
    """Drafts of a person's words, their evidence placed in the source."""
    placed = []
    for each in drafts:
        proofs = tuple(replace(proof, format=source.format, path=source.path) for proof in each.evidence)
        placed.append(replace(each, evidence=proofs))
    return placed
