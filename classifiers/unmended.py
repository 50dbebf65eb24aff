"""Failures whose fix is still looked for: what `lessons` remembers of a source from one batch to the next, bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import msgspec

from classifiers.fixes import Step, Tried
from classifiers.invocations import Invocation
from classifiers.signatures.reading import Signature
from classifiers.vocabulary import Carry, Category, CommandRun, RunState

WINDOW = 120
"""Lines of a source after a failure in which what mends it is looked for."""
_OPEN = 12
"""Failures that a carry holds."""


class Failure(msgspec.Struct):
    """A command that failed: what its lesson will need."""

    number: int
    session: str
    scope: str
    name: str  # what was run, as `same_command` names it
    tried: Tried
    command: str
    line: int
    stack: str
    category: str
    error: str
    subject: str
    shown: str  # the line that says the error
    cause: str = ""
    refused: str = ""  # the category of what a sandbox may have refused; "" where it ran in none

    @property
    def signature(self) -> Signature:
        """The error."""
        return Signature(self.stack, Category(self.category), self.error, self.subject, self.shown)


@dataclass(slots=True, kw_only=True)
class Unread:
    """A failure whose output was not looked at yet: most of them never need to be."""

    number: int
    session: str
    line: int
    command: str
    missing: bool  # a program of it may be
    calls: Sequence[Invocation]  # those that do something
    names: Sequence[str]  # theirs, as `same_command` names them
    read: Callable[[], Failure | None]  # None: an error that makes no lesson


class _State(msgspec.Struct):
    number: int = 0
    open: list[Failure] = []
    steps: list[Step] = []
    seen: dict[str, int] = {}


class Watch:
    """The failures of one source that are not mended yet."""

    def __init__(self, carry: Carry) -> None:
        try:
            state = msgspec.convert(carry.get("lessons", {}), _State)
        except msgspec.ValidationError:  # another version's: what was open is lost
            state = _State()
        self.number = state.number  # of the record that is looked at, counted while a failure is open
        self.open: list[Failure | Unread] = list(state.open)
        self.steps = state.steps
        self.seen = state.seen  # plain fixes, and how often each worked

    def to_carry(self) -> Carry:
        """JSON values; nothing when nothing is watched."""
        for each in list(self.open):
            self.read(each)
        self.drop(self.open[:-_OPEN])
        failures = [each for each in self.open if isinstance(each, Failure)]
        if not failures and not self.seen:
            return {}
        return {"lessons": msgspec.to_builtins(_State(self.number, failures, self.steps, self.seen))}

    def read(self, failure: Failure | Unread) -> Failure | None:
        """The failure with its error read; None, and no longer open, if that makes no lesson."""
        if isinstance(failure, Failure):
            return failure
        found = failure.read()
        if found is None:
            self.drop([failure])
        else:
            self.open = [found if each is failure else each for each in self.open]
        return found

    def drop(self, failures: Iterable[Failure | Unread]) -> None:
        """No longer look for the fix of these; what was done before any other is forgotten."""
        gone = {id(each) for each in failures}
        if gone:
            self.open = [each for each in self.open if id(each) not in gone]
            oldest = min((each.number for each in self.open), default=self.number)
            self.steps = [step for step in self.steps if step.number > oldest] if self.open else []


def failed(record: CommandRun) -> bool:
    """Whether its source says that it failed.

    A failure that only its output tells of (`npm run build | tail`) is none here: to look for those, every output that
    a rule is about would have to be opened and masked.
    """
    return record.state is RunState.FINISHED and (record.failed or record.exit not in {None, 0})


def may_be_missing(record: CommandRun) -> bool:
    """Whether a failed command's program may not have been found, by its status."""
    return record.exit in {127, None}


def matters(command: str, watched: Iterable[str]) -> bool:
    """Whether a command line may try one of the watched programs again."""
    return any(program in command for program in watched)
