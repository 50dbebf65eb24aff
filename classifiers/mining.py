"""The records of one batch → drafts: all of this room's judgement, folded.

Pure, and forgiving: a rule that raises or takes too long is muted for the batch and counted, the others go on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from classifiers import ci_lessons
from classifiers.aftermath import aftermath
from classifiers.drafts import SourceRef, draft, merged, reported
from classifiers.lessons import lessons
from classifiers.procedures import GOALS, Trail, procedures
from classifiers.recollection import Recollection, may_matter
from classifiers.rulebook.entries import Rulebook
from classifiers.statements.finding import find, may_state
from classifiers.successes import Finding, Troubles, findings, may_succeed
from classifiers.unmended import Watch
from classifiers.vocabulary import (
    Actor,
    Carry,
    CiStep,
    CommandRun,
    Draft,
    HumanMessage,
    Mark,
    Place,
    Record,
    SessionMark,
    TestReport,
    Workspace,
)

__all__ = ["Judged", "Mined", "SourceRef", "Troubles", "mine", "regarded", "regards"]


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one record: `mine` folds these values, and `explanation` words them."""

    record: Record
    findings: tuple[Finding, ...] = ()  # failures and unknowns included
    drafts: tuple[Draft, ...] = ()
    lacking: str = ""  # what a working sequence that was reached here still lacks to be proposed


@dataclass(frozen=True, slots=True)
class Mined:
    """What a batch proposes, and what the next batch must know."""

    drafts: tuple[Draft, ...] = ()
    carry: Carry = field(default_factory=dict)
    troubles: Mapping[str, int] = field(default_factory=dict)  # muted rule -> how often it misbehaved
    paused: bool = False  # the session ended, was compacted, or released something
    ripe: bool = False  # something waits to be proposed at its next pause


def regards(record: Record, book: Rulebook, place: Place, troubles: Troubles) -> bool:
    """Whether anything may come of `record`; `troubles` are those of its batch so far.

    Most records are of no interest (`ls`, a file edit, a build that failed), so the others alone are worth masking. It
    is asked before the mask: what it looks at stays in it, and only its answer goes further.
    """
    try:
        if isinstance(record, CommandRun | CiStep):
            return may_succeed(record, book, place, troubles)
        if isinstance(record, HumanMessage):
            return may_state(record) or may_matter(record)
        return isinstance(record, TestReport | SessionMark)
    except Exception:  # noqa: BLE001 - `mine` will meet it again, and count it
        return True


def regarded(
    records: Sequence[Record], carry: Carry, *, book: Rulebook, place: Place, troubles: Troubles
) -> Iterator[Record]:
    """The records that `mine` needs when it is given the same carry.

    Something may come of them, or they follow a failure and may mend it.
    """
    needed = aftermath(records, carry).union(ci_lessons.needed(records, carry, book))
    for at, record in enumerate(records):
        if at in needed or regards(record, book, place, troubles):
            yield record


def mine(
    records: Sequence[Record],
    carry: Carry,
    *,
    book: Rulebook,
    place: Place,
    source: SourceRef,
    quiet: bool = False,
    told: Callable[[Judged], None] | None = None,
) -> Mined:
    """Judge masked records in their order.

    `carry` is what the last batch of this source returned, and is bounded: the steps that worked, failures whose fix is
    looked for, and what a person said that the session may yet confirm. `quiet` says that the session has paused after these records. `told` is given what
    became of each record.
    """
    troubles = Troubles()
    recollection = Recollection.of(carry)
    judges = _Judges(book, place, source, Trail.of(carry), Watch(carry), ci_lessons.CiWatch(carry), troubles)
    found: list[Draft] = []
    paused = False
    for record in records:
        try:
            judged = judges.of(record)
            pause = _recalled(judged, recollection, place)
        except Exception:  # noqa: BLE001 - one record that no one foresaw must not stop the source
            troubles.counts[type(record).__name__] += 1
            continue
        found += judged.drafts
        if pause:
            found += recollection.drafts(source)
            paused |= not (isinstance(record, SessionMark) and record.mark is Mark.START)
        if told is not None:
            told(judged)
    if quiet:
        found += recollection.drafts(source)
    kept = judges.trail.to_carry() | judges.watch.to_carry() | judges.ci.to_carry() | recollection.to_carry()
    return Mined(merged(found), kept, dict(troubles.counts), paused, recollection.ripe)


def _recalled(judged: Judged, recollection: Recollection, place: Place) -> bool:
    """Bear in mind what the record adds to its session; True where the session pauses after it."""
    record = judged.record
    if isinstance(record, HumanMessage):
        recollection.hear(record, place(record.cwd, record.remote), stated=bool(judged.drafts))
    good = [each for each in judged.findings if each.good]
    for each in good:
        recollection.worked(each)
    return isinstance(record, SessionMark) or any(each.entry.action in GOALS for each in good)


@dataclass(frozen=True, slots=True)
class _Judges:
    """Whatever a record is judged by; trail, watch and troubles change with each."""

    book: Rulebook
    place: Place
    source: SourceRef
    trail: Trail
    watch: Watch
    ci: ci_lessons.CiWatch
    troubles: Troubles

    def of(self, record: Record) -> Judged:
        near = _near(record, self.place, self.source)
        if isinstance(record, HumanMessage):
            words = find(record, self.place(record.cwd, record.remote))
            return Judged(record=record, drafts=_worded(words, self.source))
        if isinstance(record, TestReport):
            return Judged(record=record, drafts=tuple(reported(record, near(record.cwd, record.remote), self.source)))
        found = tuple(findings(record, self.book, near, self.troubles))
        good = [each for each in found if each.good]
        sequences, lacking = procedures(good, self.trail, self.source)
        learnt = lessons(record, found, self.watch, book=self.book, place=near, source=self.source)
        learnt += self.ci.follow(record, self.book, near, self.source)
        drafts = (*(draft(each, self.source) for each in good), *sequences, *learnt)
        return Judged(record=record, findings=found, drafts=drafts, lacking=lacking)


def _near(record: Record, place: Place, source: SourceRef) -> Place:
    """`place`, with the log's own folder where a job's log or a person's session does not say where it was."""
    if isinstance(record, CommandRun) and record.actor is not Actor.PERSON:
        return place

    def near(cwd: str, remote: str) -> Workspace:
        return place(cwd, remote) if cwd or remote else place(re.split(r"[/\\][^/\\]*\Z", source.path)[0], "")

    return near


def _worded(drafts: Sequence[Draft], source: SourceRef) -> tuple[Draft, ...]:
    """Drafts of a person's words, their evidence placed in the source."""
    placed = []
    for each in drafts:
        proofs = tuple(replace(proof, format=source.format, path=source.path) for proof in each.evidence)
        placed.append(replace(each, evidence=proofs))
    return tuple(placed)
