"""Why a line was or was not proposed: the file is judged again as `scan` judges it, and somebody looks on.

A line names the records that were read from it. Where a line holds none, the nearest record before it is meant, or the
first one; a line beyond the end is none. In a document that is written whole, formats count elements or lines as they can; a
number that no record bears counts the records themselves, from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from classifiers.explanation import UNJUDGED, Explanation, explain
from classifiers.formats import Format
from classifiers.mining import Judged
from classifiers.rulebook.entries import Rulebook
from classifiers.secrets import mask_record
from classifiers.vocabulary import CiStep, CommandRun, Draft, Output, Place, Record
from daemon.numbers import number_of
from daemon.scanning import Unreadable, digests, format_of

MOST = 12
"""Records of one line that are told of; a pasted document may give hundreds."""


@dataclass(frozen=True, slots=True)
class Told:
    """One record of the line, and all that the classifiers made of it."""

    record: Record  # masked
    masked: bool  # a secret was in it
    explanation: Explanation
    drafts: tuple[Draft, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """What a line of a file gave."""

    path: str
    format: str
    line: int
    note: str  # how the line was taken, where it does not name a record itself
    told: tuple[Told, ...]
    lost: int  # records that could not be masked, and so were dropped


def account(path: Path, line: int, form: Format | None, book: Rulebook, place: Place, *, max_line: int) -> Account:
    """Judge the file and keep what concerns `line` (1-based); what proposes something comes first, then what was judged.

    Raises:
        Unreadable: when the file cannot be read, is of no known format, has no such line, or gives no record.
    """
    form = form or format_of(path)
    if form is None:
        raise Unreadable("is empty")
    witness, lines = _Witness(line), 0
    for part in digests(path, form, book, place, max_line=max_line, witness=witness):
        lines = part.step.next.lines
    records, note = witness.chosen(whole=form.whole)
    if not records:
        raise Unreadable(f"no record was read from it as {form.name}, so nothing of it was judged")
    if not form.whole and line > lines:
        raise Unreadable(f"has only {number_of(lines, 'line')}")
    if form.whole and line > max(lines, witness.highest):
        raise Unreadable(f"is one document of {number_of(witness.count, 'record')}, and none of them is {line}")
    told = [_told(record, witness.found(record), book) for record in sorted(records, key=witness.rank)[:MOST]]
    kept = tuple(each for each in told if each is not None)
    return Account(str(path), form.name, line, note, kept, len(told) - len(kept))


def _told(record: Record, judged: Judged | None, book: Rulebook) -> Told | None:
    clean = judged.record if judged is not None else mask_record(record)
    if clean is None:
        return None
    judged = judged or Judged(record=clean)
    return Told(clean, _differ(record, clean), explain(judged, book), judged.drafts)


def _differ(record: Record, clean: Record) -> bool:
    """Whether the mask changed anything, its output included."""
    if isinstance(record, CommandRun | CiStep) and isinstance(clean, CommandRun | CiStep):
        if record.output.text != clean.output.text:
            return True
        return replace(record, output=Output()) != replace(clean, output=Output())
    return record != clean


class _Witness:
    """Keeps the records at a line and those next to it, and what was judged of them."""

    def __init__(self, line: int) -> None:
        self._line = line
        self._exact: list[Record] = []
        self._before: list[Record] = []
        self._first: list[Record] = []
        self._counted: list[Record] = []  # the `line`-th record
        self.count = 0
        self.highest = 0  # the last number that names a record, by its line or by its place
        self._judged: dict[tuple[type[Record], str, int], Judged] = {}

    def read(self, records: Sequence[Record]) -> None:
        """Keep what concerns the line."""
        for record in records:
            self.count += 1
            self.highest = max(self.highest, self.count, *_lines(record))
            if self.count == self._line:
                self._counted = [record]
            if self._line in _lines(record):
                self._exact.append(record)
            elif record.where.line < self._line:
                near = self._before[0].where.line if self._before else -1
                if record.where.line >= near:
                    self._before = [*(self._before if record.where.line == near else []), record]
            elif not self._first:
                self._first = [record]

    def judged(self, judged: Judged) -> None:
        """Keep what was judged of a record that is kept."""
        wanted = {_name(each) for each in (*self._exact, *self._before, *self._first, *self._counted)}
        if _name(judged.record) in wanted:
            self._judged[_name(judged.record)] = judged

    def found(self, record: Record) -> Judged | None:
        """What was judged of it; None where no judge looked."""
        return self._judged.get(_name(record))

    def rank(self, record: Record) -> int:
        """Where it is told: 0 what proposes something, 1 what may, 2 what nothing is ever proposed of."""
        judged = self.found(record)
        return 0 if judged is not None and judged.drafts else 2 if type(record) in UNJUDGED else 1

    def chosen(self, *, whole: bool) -> tuple[list[Record], str]:
        """The records meant, and how the line was taken where that is not plain."""
        if self._exact:
            return self._exact, ""
        if whole and self._counted:
            return self._counted, f"the file is one document: record {self._line} of {self.count}, in its order"
        near = self._before or self._first
        where = f"line {near[0].where.line}" if near else ""
        return near, f"no record was read from line {self._line}; this is the nearest, of {where}" if near else ""


def _name(record: Record) -> tuple[type[Record], str, int]:
    return type(record), record.key, record.where.line


def _lines(record: Record) -> Iterator[int]:
    """The lines of its source that show a record."""
    end = record.where
    if isinstance(record, CiStep) and record.end is not None:
        end = record.end
    yield from range(record.where.line, end.line + 1)
    if isinstance(record, CommandRun) and record.result is not None:
        yield record.result.line
