"""One turn of the daemon: read what is waiting, judge it, commit it in one transaction, hand the files back.

A turn is bounded in bytes and time, so that a signal, a verdict or a hint never waits long. Whatever goes wrong leaves
the checkpoints where they were, and the same lines are read again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import structlog

from classifiers.formats import Format
from classifiers.rulebook.entries import Rulebook
from classifiers.vocabulary import Place, SeorapError, SourceKind, Workspace
from daemon.pipeline import NOT_TRYING, Digest, Trying, digest
from daemon.sources import repositories
from daemon.sources.follow import Follower, Work
from daemon.sources.tail import MAX_LINE, Batch, Trouble, TroubleKind, read
from daemon.workspace_policy import Narrowing
from recall.snapshot import lists
from storage.attempts import awaited
from storage.checkpoints import Checkpoint
from storage.engine import Store
from storage.intake import Committed, checkpoints, commit
from storage.policy import Policy
from storage.values import Owner

log = structlog.get_logger()

TURN_BYTES = 32 * 1024 * 1024
TURN_SECONDS = 0.25
INDEX_BYTES = 4 * 1024 * 1024  # of a workspace's MEMORY.md that are looked through


@dataclass(frozen=True, slots=True, kw_only=True)
class Judges:
    """What a batch is judged by, and for whom."""

    book: Rulebook
    place: Place
    owner: Owner
    policy: Policy
    index: str = ""  # where in a workspace its MEMORY.md stands; "" for none


class Session(NamedTuple):
    """How a transcript stood when it was read."""

    format: str
    mtime_ns: int
    paused: bool  # it ended, was compacted, or released something


@dataclass(slots=True)
class Turn:
    """What one turn did."""

    looked: int = 0  # files that were handed out, whatever came of them
    files: int = 0  # of them, those that were read
    lines: int = 0
    bytes: int = 0
    created: tuple[str, ...] = ()
    troubles: list[Trouble] = field(default_factory=list)
    sessions: dict[str, Session] = field(default_factory=dict)  # the transcripts that were read, by path
    trouble: SeorapError | None = None  # of the store: nothing of this turn was kept
    cut: bool = False  # more waits that it had no room for

    @property
    def idle(self) -> bool:
        """There was nothing to look at."""
        return self.looked == 0


class Reader:
    """Takes work from a follower and commits what comes of it. `clock` never goes back, `today` is aware, UTC."""

    def __init__(
        self,
        store: Store,
        follower: Follower,
        formats: Mapping[str, Format],
        judges: Judges,
        *,
        clock: Callable[[], float],
        today: Callable[[], datetime],
        max_line: int = MAX_LINE,
    ) -> None:
        self._store = store
        self._follower = follower
        self._formats = formats
        self._judges = judges
        self._narrowing = Narrowing(judges.policy, clock)
        self._clock = clock
        self._today = today
        self._max_line = max_line

    def turn(self, *, watching: bool = False) -> Turn:
        """Look where it is time to look, and read what is waiting, within the bounds of a turn."""
        self._follower.tick(self._clock(), watching=watching)
        done = Turn()
        digests: list[tuple[Batch, Digest]] = []
        began = time.perf_counter()
        works = self._follower.dirty(self._clock())
        try:
            carried = self._carried(works)
            trying = Trying(awaited(self._store, owner=self._judges.owner), self._published) if carried else NOT_TRYING
        except SeorapError as trouble:
            done.trouble = trouble
            for work in works:
                self._follower.hand_back(work.path)
            return done
        for work in carried:
            done.looked += 1
            if digests and (done.bytes >= TURN_BYTES or time.perf_counter() - began >= TURN_SECONDS):
                self._follower.hand_back(work.path)
                done.cut = True
                continue
            batch = self._read(work, done)
            if batch is None:
                continue
            done.files += 1
            done.cut |= batch.more
            done.lines += len(batch.lines)
            done.bytes += batch.next.offset - (batch.lines[0].offset if batch.lines else batch.next.offset)
            digests.append((batch, digest(batch, book=self._judges.book, place=self._judges.place, trying=trying)))
        if digests:
            self._commit(digests, done)
        return done

    def _carried(self, works: list[Work]) -> list[Work]:
        """The same work, its checkpoints with their carries.

        One that another reader moved stays without: whatever is read from it comes too late.
        """
        asked = [work.checkpoint.path for work in works if work.checkpoint]
        stored = self._stored(asked)
        return [work._replace(checkpoint=_same(work.checkpoint, stored)) for work in works]

    def _published(self, there: Workspace, key: str) -> bool:
        """Does the memory stand in what agents read in that workspace?"""
        return bool(there.root) and lists(repositories.read(Path(there.root) / self._judges.index, INDEX_BYTES), key)

    def _stored(self, paths: Collection[str]) -> dict[str, Checkpoint]:
        found = checkpoints(self._store, self._judges.owner, paths) if paths else ()
        return {each.path: each for each in found}

    def _read(self, work: Work, done: Turn) -> Batch | None:
        form = self._formats[work.format]
        batch = read(work.path, work.checkpoint, form, max_line=self._max_line, final=work.final)
        if isinstance(batch, Trouble):
            self._follower.failed(work.path, batch, self._clock())
            done.troubles.append(batch)
            return None
        if batch.reason not in ("first_sight", "unchanged", "grown"):
            log.info("tail.resumed", path=work.path, reason=str(batch.reason), offset=batch.next.offset)
        if batch.idle and batch.previous is not None:
            self._follower.done(work.path, batch.previous, self._clock())
            return None
        return batch

    def _commit(self, digests: list[tuple[Batch, Digest]], done: Turn) -> None:
        steps = [self._narrowing.step(part.step) for _, part in digests]
        judges = self._judges
        try:
            result = commit(self._store, judges.owner, steps, now=self._today(), policy=judges.policy)
        except SeorapError as trouble:
            done.trouble = trouble
            for batch, _ in digests:
                failed = Trouble(batch.path, TroubleKind.FAILED, "could not be stored")
                self._follower.failed(batch.path, failed, self._clock())
            return
        self._settle(digests, result)
        done.created = result.created
        for batch, part in digests:
            if self._formats[batch.format].kind is SourceKind.TRANSCRIPT:
                done.sessions[batch.path] = Session(batch.format, part.step.next.mtime_ns, part.paused)

    def _settle(self, digests: list[tuple[Batch, Digest]], result: Committed) -> None:
        stale = set(result.stale)
        stored = self._stored(stale)
        for batch, part in digests:
            if batch.path in stale:
                self._follower.reload(batch.path, stored.get(batch.path), self._clock())
            else:
                self._follower.done(batch.path, part.step.next, self._clock(), more=batch.more)
                _tell(batch, part)
        if result.evidence or stale:
            log.info(
                "batch.committed",
                files=len(digests),
                evidence=result.evidence,
                created=len(result.created),
                raised=len(result.raised),
                confirmed=result.confirmed,
                stale=len(stale),
            )


def _same(known: Checkpoint | None, stored: Mapping[str, Checkpoint]) -> Checkpoint | None:
    found = stored.get(known.path) if known else None
    same = known and found and (found.offset, found.anchor) == (known.offset, known.anchor)
    return found if same else known


def _tell(batch: Batch, part: Digest) -> None:
    if part.drifted:
        log.warning("format.drifted", path=batch.path, format=batch.format, lines=part.step.skipped)
    if part.unknown:
        log.debug("records.unknown", format=batch.format, kinds=dict(part.unknown))
    if part.masked_out:
        log.warning("records.dropped", path=batch.path, count=part.masked_out, why="could not be masked")
    for rule, count in part.troubles.items():
        log.warning("rule.muted", rule=rule, times=count)
