"""Which records `lessons` needs, told before their mask: a failure that may teach something, and what came after it.

Most failures teach nothing: nothing like them is tried again, or their error is of a kind that no lesson is made of. So
what follows a failure is only glanced at until a try of the same is in sight, and only then its error is read. Nothing
but places in the batch leaves this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from classifiers.causes import names_a_cause
from classifiers.remedies import may_mend, teaches
from classifiers.same_command import programs
from classifiers.screen import Screen
from classifiers.signatures.reading import may_be, signature
from classifiers.unmended import WINDOW, Failure, Watch, failed, matters
from classifiers.vocabulary import AgentMessage, Carry, CommandRun, FileEdit, Record, RunState

_ALIKE = 2
"""Words that a try under another program's name shares with what failed, at the least."""
_WORD = re.compile(r"[\w.]+")


def aftermath(records: Sequence[Record], carry: Carry) -> set[int]:
    """The places in `records` of those that `lessons` needs when it is given the same carry."""
    batch = _Batch(records)
    needed: set[int] = set()
    for each in Watch(carry).open:
        if isinstance(each, Failure):
            said = f"{each.command}\n{each.tried.text}"
            needed.update(batch.after(_Failed(-1, each.line, None, said, programs(said))))
    for at, run in enumerate(records):
        if isinstance(run, CommandRun) and failed(run) and not run.weak:
            this = _Failed(at, run.where.line, run.session, run.command, programs(run.command))
            if batch.tried_again(this) and batch.teaches(run):
                needed.add(at)
                needed.update(batch.after(this))
    return needed


class _Failed(NamedTuple):
    """A failure, as far as it is told at a glance."""

    at: int  # its place in the batch, -1 before it
    line: int
    session: str | None  # None where it is known by its mask only
    command: str
    programs: frozenset[str]


class _Batch:
    """The records of one batch, none of them opened."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = records

    def tried_again(self, this: _Failed) -> bool:
        """Whether anything like it comes after it, or may come in the next batch."""
        return bool(this.programs) and (self._open_at_the_end(this) or next(self._tries(this), None) is not None)

    def after(self, this: _Failed) -> Iterator[int]:
        """The places of what was done, said and tried between a failure and the last try of it."""
        if not this.programs:
            return
        last = len(self._records) if self._open_at_the_end(this) else max(self._tries(this), default=-1)
        for at, record in self._window(this):
            if at > last:
                return
            if isinstance(record, CommandRun):
                wanted = failed(record) or may_mend(record.command) or _is_a_try(record, this)
            else:
                wanted = isinstance(record, FileEdit) or (
                    isinstance(record, AgentMessage) and names_a_cause(record.text)
                )
            if wanted:
                yield at

    def teaches(self, run: CommandRun) -> bool:
        """Whether the error of a failure is one that a lesson may be made of."""
        try:
            shown = Screen.of(run.output.text).text
            error = signature(shown) if may_be(shown, teaches) else None
        except Exception:  # noqa: BLE001 - `mine` will meet it again, and count it
            return True
        return teaches(error.category, error.name) if error is not None else not shown and run.exit in {126, 127}

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


def _is_a_try(run: CommandRun, this: _Failed) -> bool:
    if run.state is not RunState.FINISHED or run.weak:
        return False
    return matters(run.command, this.programs) or (may_mend(run.command) and _share(run.command, this.command))


def _share(command: str, other: str) -> bool:
    return len({*_WORD.findall(command)} & {*_WORD.findall(other)}) >= _ALIKE
