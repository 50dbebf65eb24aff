"""A batch of lines → records → drafts → one step to commit. Pure but for what its arguments do.

Secrets are masked here, once, between a format's records and everything that looks at them. Records that nobody would
look at end here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Protocol

import msgspec
import structlog

from classifiers import mining
from classifiers.attempts import Attempt, Awaited, Published, attempts, may_tell
from classifiers.formats import Format
from classifiers.formats.registry import format_named
from classifiers.recollection import Recollection
from classifiers.rulebook.entries import Rulebook
from classifiers.secrets import mask, mask_record
from classifiers.vocabulary import Carry, Draft, Place, Reading, Record, SourceKind
from daemon.sources.tail import Batch
from storage.checkpoints import Checkpoint, Step

log = structlog.get_logger()

CARRY_LIMIT = 1024 * 1024
"""Bytes of carry a checkpoint may hold. A carry that grew past it is dropped: what was open is lost, not the file."""
_SHORT = 300  # characters of a text whose mask is remembered
_KEY_FILE = "PRIVATE KEY"  # stands in the first and last line of every PEM or PGP key


@dataclass(frozen=True, slots=True)
class Digest:
    """What came of one batch."""

    step: Step
    drafts: tuple[Draft, ...] = ()
    records: int = 0  # those that a judge looked at
    masked_out: int = 0  # records dropped because masking failed
    unknown: Mapping[str, int] = field(default_factory=dict)  # record types the format does not know
    troubles: Mapping[str, int] = field(default_factory=dict)  # rules that were muted
    paused: bool = False  # its session ended, was compacted or released something

    @property
    def drifted(self) -> bool:
        """The file is not understood any more, as of this batch."""
        return self.step.skipped > 0 and self.step.next.drifted


@dataclass(frozen=True, slots=True)
class Trying:
    """What the commands of agents are to tell beside what they prove."""

    awaited: Awaited
    published: Published


NOT_TRYING = Trying(Awaited(), lambda _there, _key: False)


class Witness(Protocol):
    """Who looks on while a batch is judged, to tell a person about it."""

    def read(self, records: Sequence[Record]) -> None:
        """What the format made of the batch, before the mask."""

    def judged(self, judged: mining.Judged) -> None:
        """What became of one record that a judge looked at."""


def digest(
    batch: Batch, *, book: Rulebook, place: Place, witness: Witness | None = None, trying: Trying = NOT_TRYING
) -> Digest:
    """Read, mask and judge a batch. Raises nothing for what a source may hold; KeyError for a format that is gone."""
    form = format_named(batch.format)
    if form is None:
        raise KeyError(batch.format)
    carry = _open(batch.next.carry)
    reading = understood(form, batch, carry.get("format", {}))
    if witness is not None:
        witness.read(reading.records)
    judges = _Judges(book, place, mining.SourceRef(format=form.name, path=batch.path), witness)
    told = _told(reading.records, form, place, trying)
    mined_before = carry.get("mined")
    known = mined_before if isinstance(mined_before, dict) else {}
    records, lost = _masked(judges.regarded(reading.records, known))
    mined = judges.mined(records, known, quiet=batch.final)
    step = Step(
        previous=batch.previous,
        next=replace(
            batch.next,
            drift=0 if reading.parsed else batch.next.drift + reading.skipped,
            carry=_packed({"format": reading.carry, "mined": mined.carry}),
        ),
        drafts=mined.drafts,
        parsed=reading.parsed,
        skipped=reading.skipped,
        unknown=sum(reading.unknown.values()),
        attempts=told,
    )
    unknown = dict(Counter(reading.unknown))
    return Digest(step, mined.drafts, len(records), lost, unknown, mined.troubles, mined.paused)


def reflect(checkpoint: Checkpoint, *, book: Rulebook, place: Place) -> Step | None:
    """What a session that has gone quiet shows beyond its lines, from the carry alone; None when that is nothing.

    No line is read, so the step moves nothing but the carry.
    """
    carry = _open(checkpoint.carry)
    kept = carry.get("mined", {})
    if not isinstance(kept, dict) or not Recollection.of(kept).ripe:
        return None
    judges = _Judges(book, place, mining.SourceRef(format=checkpoint.format, path=checkpoint.path), None)
    mined = judges.mined([], kept, quiet=True)
    packed = _packed({"format": carry.get("format", {}), "mined": mined.carry})
    return Step(previous=checkpoint, next=replace(checkpoint, carry=packed), drafts=mined.drafts)


def understood(form: Format, batch: Batch, carry: Carry) -> Reading:
    """Formats raise on nothing; should one do so all the same, its lines are counted and passed, never a dead end."""
    for attempt in (carry, {}):  # a carry may be another version's
        try:
            return form.read(batch.lines, attempt, final=batch.final, path=batch.path)
        except Exception as trouble:  # noqa: BLE001  one file must not stop the others
            log.warning("format.failed", format=form.name, path=batch.path, why=type(trouble).__name__)
    return Reading(skipped=len(batch.lines))


@dataclass(frozen=True, slots=True)
class _Judges:
    """Whatever the records of a batch are judged by."""

    book: Rulebook
    place: Place
    source: mining.SourceRef
    witness: Witness | None

    def regarded(self, records: Sequence[Record], carry: Carry) -> list[Record]:
        """The records that something may come of; to a witness, all of them."""
        if self.witness is not None:
            return list(records)
        return list(mining.regarded(records, carry, book=self.book, place=self.place, troubles=mining.Troubles()))

    def mined(self, records: list[Record], carry: Carry, *, quiet: bool) -> mining.Mined:
        try:
            return self._mine(records, carry, quiet=quiet)
        except Exception as trouble:  # noqa: BLE001  as above
            log.warning("mining.failed", path=self.source.path, why=type(trouble).__name__)
            return self._mine(records, {}, quiet=quiet)

    def _mine(self, records: list[Record], carry: Carry, *, quiet: bool) -> mining.Mined:
        told = self.witness.judged if self.witness is not None else None
        return mining.mine(records, carry, book=self.book, place=self.place, source=self.source, quiet=quiet, told=told)


def _told(records: Sequence[Record], form: Format, place: Place, trying: Trying) -> tuple[Attempt, ...]:
    """How lessons fared, as far as a transcript tells."""
    if trying.awaited.since is None or form.kind is not SourceKind.TRANSCRIPT:
        return ()
    host = form.name.replace("_", "-")  # as hooks call it
    try:
        masked, _ = _masked([records[at] for at in may_tell(records, trying.awaited)])
        return tuple(attempts(masked, trying.awaited, host=host, place=place, published=trying.published))
    except Exception as trouble:  # noqa: BLE001  what a lesson did is worth less than the batch
        log.warning("attempts.failed", format=form.name, why=type(trouble).__name__)
        return ()


def _masked(records: list[Record]) -> tuple[list[Record], int]:
    masked = [mask_record(record) for record in records]
    kept = [record for record in masked if record is not None]
    return kept, len(masked) - len(kept)


def _open(carry: bytes) -> Carry:
    try:
        opened: Any = msgspec.json.decode(carry) if carry else {}
    except msgspec.DecodeError:  # damaged, or another version's: what was open is lost, not the file
        opened = {}
    return opened if isinstance(opened, dict) else {}


def _packed(carry: Carry) -> bytes:
    """The carry as it is stored: what a format holds open is raw text, so it is masked like a record."""
    if not carry["format"] and not carry["mined"]:
        return b""
    keys = _KEY_FILE.encode() in msgspec.json.encode(carry)  # ten times as fast as looking into every text
    packed = msgspec.json.encode(_without_keys(carry) if keys else _mapped(carry, _masked_text))
    return packed if len(packed) <= CARRY_LIMIT else b""


def _masked_text(text: str) -> str:
    return _masked_short(text) if len(text) <= _SHORT else mask(text)


def _without_keys(carry: Carry) -> Any:
    """Every text masked for itself, and as one text too, for a key file may stand in many of them, a line each.

    A key's lines become empty ones and its first and last line stay, so that the rest of it is known when it comes.
    """
    lines = [line for text in _texts(carry) for line in text.split("\n")]
    kept = {*mask("\n".join(lines)).split("\n"), *(line for line in lines if _KEY_FILE in line)}

    def line_of_a_key(line: str) -> bool:
        return line not in kept and mask(line) == line

    return _mapped(
        carry, lambda text: mask("\n".join("" if line_of_a_key(line) else line for line in text.split("\n")))
    )


@lru_cache(maxsize=1024)
def _masked_short(text: str) -> str:
    """As `mask`; folders, sessions and calls that wait are the same from batch to batch."""
    return mask(text)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for each in value.values() for text in _texts(each))
    elif isinstance(value, list | tuple):
        yield from (text for each in value for text in _texts(each))


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {name: _mapped(each, change) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_mapped(each, change) for each in value]
    return value
