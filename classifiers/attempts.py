"""How an agent's commands ended, as far as that tells how a lesson fared that the agent was given.

Most commands tell nothing of any lesson, so only those are looked at that are about an error with a lesson, or are tried
again after one was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from classifiers.same_command import programs
from classifiers.tries import error_in, failing, lessons_of, tried, worked
from classifiers.unmended import failed, matters
from classifiers.vocabulary import Actor, CommandRun, Place, Record, RunState, Workspace


@dataclass(frozen=True, slots=True)
class Awaited:
    """What is waited for: errors that have a lesson, and commands that were to be tried with one."""

    lessons: frozenset[str] = frozenset()  # keys
    commands: frozenset[str] = frozenset()  # as `tries` names them
    since: datetime | None = None  # when the first of the lessons was there; None: nothing is awaited


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A command of an agent that ended."""

    record: str  # its record's natural key
    host: str
    session: str
    at: datetime  # when it was begun
    workspace: str  # identity
    commands: frozenset[str]  # that surely worked; that were tried, when it failed
    error: str = ""  # the key of the lesson about the error it failed with; "" when it worked
    failing: str = ""  # of the commands the one that failed with it
    published: bool = False  # that lesson stands in what its workspace gives to agents to read


Published = Callable[[Workspace, str], bool]
"""(workspace, key) -> does the memory stand in what agents read there? An argument, because it touches the disk."""


def _words(command: str) -> tuple[str, ...]:
    """Words that stand in any line that tries the command: its program and what is asked of it, as far as that is typed."""
    words = [word for word in command.rpartition(": ")[2].split(" ") if word != "run"]  # `npm test` is `npm run test`
    return tuple(words[:2])


def _may_try(line: str, commands: Iterable[str]) -> bool:
    return any(all(word in line for word in _words(command)) for command in commands)


def may_tell(records: Sequence[Record], awaited: Awaited) -> Iterator[int]:
    """The places of records that `attempts` needs, told before their mask and without opening an output."""
    words: set[str] = set()  # programs of what failed, of whose errors nothing is known here
    for at, record in enumerate(records):
        if not _counts(record, awaited):
            continue
        assert isinstance(record, CommandRun)
        if failed(record):
            words |= programs(record.command)
            yield at
        elif record.exit == 0 and (matters(record.command, words) or _may_try(record.command, awaited.commands)):
            yield at


def attempts(
    records: Iterable[Record], awaited: Awaited, *, host: str, place: Place, published: Published
) -> Iterator[Attempt]:
    """What masked records tell, in their order."""
    commands = set(awaited.commands)
    for record in records:
        if not _counts(record, awaited):
            continue
        assert isinstance(record, CommandRun)
        assert record.at is not None
        good = record.exit == 0 and not failed(record)
        if good and not _may_try(record.command, commands):
            continue
        ended = frozenset(worked(record.command)) & commands if good else frozenset()
        if good and not ended:
            continue
        error = error_in(record.output.text)
        keys = lessons_of(record.command, error) if error else ()
        key = next((each for each in keys if each in awaited.lessons), "")
        if bool(key) is good:  # it failed with another error, or what it printed contradicts its status
            continue
        there = place(record.cwd, record.remote)
        told = Attempt(
            record=record.key, host=host, session=record.session, at=record.at, workspace=there.identity, commands=ended
        )
        if error is not None and not good:
            wrong = failing(record.command, error)
            commands |= {wrong} - {""}
            told = replace(
                told, commands=tried(record.command), error=key, failing=wrong, published=published(there, key)
            )
        yield told


def _counts(record: Record, awaited: Awaited) -> bool:
    """Did an agent's command end, and late enough?"""
    return (
        awaited.since is not None
        and isinstance(record, CommandRun)
        and record.actor is Actor.AGENT
        and record.state is RunState.FINISHED
        and not record.weak
        and record.at is not None
        and record.at >= awaited.since
    )
