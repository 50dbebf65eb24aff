"""Which records `lessons` needs, told before their mask: a failure that may teach something, and what came after it.

Most failures teach nothing: nothing like them is tried again, or their error is of a kind that no lesson is made of. So
what follows a failure is only glanced at until a try of the same is in sight, and only then its error is read. Nothing
but places in the batch leaves this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from classifiers.causes import names_a_cause
from classifiers.remedies import teaches
from classifiers.remedy_signs import may_mend
from classifiers.same_command import asked, asked_of_others, may_ask
from classifiers.screen import Screen
from classifiers.signatures.reading import known
from classifiers.unmended import WINDOW, Failure, Watch, failed, may_be_missing
from classifiers.vocabulary import AgentMessage, Carry, Category, CommandRun, FileEdit, Record, RunState

_ALIKE = 24
"""Characters in which a try under another program's name ends like what failed, at the least."""


def aftermath(records: Sequence[Record], carry: Carry) -> set[int]:
    """The places in `records` of those that `lessons` needs when it is given the same carry."""
    batch = _Batch(records)
    for each in Watch(carry).open:
        if isinstance(each, Failure):
            said = f"{each.command}\n{each.tried.text}"
            ways = asked_of_others(said) if each.category == Category.COMMAND else asked(said)
            batch.need_after(_Failed(-1, each.line, None, said, ways))
    for at, run in enumerate(records):
        if isinstance(run, CommandRun) and failed(run) and not run.weak:
            ways = asked_of_others(run.command) if may_be_missing(run) else asked(run.command)
            this = _Failed(at, run.where.line, run.session, run.command, ways)
            if batch.tried_again(this) and batch.teaches(run):
                batch.needed.add(at)
                batch.need_after(this)
    return batch.needed


class _Failed(NamedTuple):
    """A failure, as far as it is told at a glance."""

    at: int  # its place in the batch, -1 before it
    line: int
    session: str | None  # None where it is known by its mask only
    command: str
    asked: frozenset[tuple[str, str]]


class _Batch:
    """The records of one batch, none of them opened."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = records
        self.needed: set[int] = set()
        self._idle: set[int] = set()  # places of what is needed after no failure but as a try of it

    def tried_again(self, this: _Failed) -> bool:
        """Whether anything like it comes after it, or may come in the next batch."""
        return bool(this.asked) and (self._open_at_the_end(this) or next(self._tries(this), None) is not None)

    def need_after(self, this: _Failed) -> None:
        """Note the places of what was done, said and tried between a failure and the last try of it."""
        if not this.asked:
            return
        tries = set(self._tries(this))
        last = len(self._records) if self._open_at_the_end(this) else max(tries, default=-1)
        self.needed |= tries
        for at, record in self._window(this):
            if at > last:
                return
            if at not in self.needed and at not in self._idle:
                (self.needed if _bears(record) else self._idle).add(at)

    def teaches(self, run: CommandRun) -> bool:
        """Whether the error of a failure is one that a lesson may be made of."""
        try:
            shown = Screen.of(run.output.text).text
            return known(shown, teaches) is not None or (not shown and run.exit in {126, 127})
        except Exception:  # noqa: BLE001 - `mine` will meet it again, and count it
            return True

    def _tries(self, this: _Failed) -> Iterator[int]:
        for at, each in self._window(this):
            if isinstance(each, CommandRun) and _is_a_try(each, this):
                yield at

    def _open_at_the_end(self, this: _Failed) -> bool:
        return bool(self._records) and self._records[-1].where.line - this.line <= WINDOW

    def _window(self, this: _Failed) -> Iterator[tuple[int, Record]]:
        for at in range(this.at + 1, len(self._records)):
            record = self._records[at]
            if record.where.line - this.line > WINDOW:
                return
            if this.session is None or record.session == this.session:
                yield at, record


def _bears(record: Record) -> bool:
    """Whether it bears on any failure before it: what may mend it, what names a cause.

    Another failure does not: it is needed for its own sake, or as a try.
    """
    if isinstance(record, CommandRun):
        return not failed(record) and may_mend(record.command)
    return isinstance(record, FileEdit) or (isinstance(record, AgentMessage) and names_a_cause(record.text))


def _is_a_try(run: CommandRun, this: _Failed) -> bool:
    if run.state is not RunState.FINISHED or run.weak:
        return False
    return may_ask(run.command, this.asked) or run.command[-_ALIKE:] == this.command[-_ALIKE:]
