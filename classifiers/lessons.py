"""A command fails, something is changed, the command works → a lesson: the error, what mended it, and why if it was said.

Judged strictly: the error must be of a kind that lies in the surroundings (toolchain, packages, settings, services,
permissions), not in the code that is being written; what was done in between must be known to mend such trouble, or be
what the error asks for; and what anyone would do without being told (install what is said to be missing) becomes a lesson
only when it comes back. A command that works when it is merely tried again teaches nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from classifiers.causes import cause, names_a_cause
from classifiers.drafts import SourceRef, on_a_card
from classifiers.edits import glob, shortened
from classifiers.fixes import EDIT, Fix, Step, Tried, fix
from classifiers.invocations import Invocation
from classifiers.outcome import visible
from classifiers.remedies import remedy, teaches
from classifiers.remedy_signs import may_mend
from classifiers.rulebook.entries import Rulebook
from classifiers.same_command import (
    asked_of_others,
    asks_the_same,
    does_the_same,
    looks_only,
    may_repeat,
    name,
    programs,
    stands_in,
    unversioned,
)
from classifiers.sandboxes import outside, refusal, refused
from classifiers.screen import Screen
from classifiers.scripts import LONGEST, commands_of
from classifiers.signatures.reading import Signature, known
from classifiers.successes import Finding
from classifiers.unmended import WINDOW, Failure, Unread, Watch, failed, matters, may_be_missing
from classifiers.vocabulary import (
    GLOBAL,
    AgentMessage,
    Category,
    CommandRun,
    Draft,
    Evidence,
    FileEdit,
    Lesson,
    MemoryType,
    Place,
    Record,
    Result,
    RunState,
    Workspace,
)

_SEEN = 40
"""Plain fixes that are counted."""
_IN_PROJECT = re.compile(
    r"`\.{1,2}/|[` =:](?:\.?venv/|node_modules/)|\b(?:uv|poetry|pipenv|pdm|hatch|rye) run\b|\bbundle exec\b"
)
"""How a fix names what only this project has."""
LEAST = 0.6
"""Confidence from which on a lesson is proposed."""


def lessons(
    record: Record, findings: Sequence[Finding], watch: Watch, *, book: Rulebook, place: Place, source: SourceRef
) -> list[Draft]:
    """Follow one record; the watch is changed."""
    if not watch.open and not isinstance(record, CommandRun):
        return []
    return _Follower(watch, book, place, source).follow(record, findings)


class _Call(NamedTuple):
    """A command of the line that is followed, and its name as `same_command` has it."""

    it: Invocation
    name: str


class _Follower:
    def __init__(self, watch: Watch, book: Rulebook, place: Place, source: SourceRef) -> None:
        self._watch = watch
        self._book = book
        self._place = place
        self._source = source

    def follow(self, record: Record, findings: Sequence[Finding]) -> list[Draft]:
        watch = self._watch
        if watch.open:
            watch.number += 1
            watch.drop([each for each in watch.open if abs(record.where.line - each.line) > WINDOW])
        if isinstance(record, AgentMessage):
            self._heard(record)
        elif isinstance(record, FileEdit):
            self._edited(record)
        elif isinstance(record, CommandRun) and record.state is RunState.FINISHED and not record.weak:
            bad = failed(record)
            if (bad or watch.open) and len(record.command) <= LONGEST:
                return self._ran(record, findings, bad=bad)
        return []

    def _heard(self, said: AgentMessage) -> None:
        if not names_a_cause(said.text):
            return
        for each in [each for each in self._watch.open if each.session == said.session]:
            failure = self._watch.read(each)
            if failure is not None and not failure.cause:
                failure.cause = cause(said.text, f"{failure.command} {failure.shown}")

    def _edited(self, edit: FileEdit) -> None:
        if any(each.session == edit.session for each in self._watch.open):
            change = shortened(edit.path, edit.change.text)
            self._watch.steps.append(Step(self._watch.number, edit.session, EDIT, edit.path[:400], change))

    def _step(self, session: str, kind: str, text: str) -> None:
        if any(each.session == session for each in self._watch.open):
            self._watch.steps.append(Step(self._watch.number, session, kind, on_a_card(text)[:400]))

    def _ran(self, run: CommandRun, findings: Sequence[Finding], *, bad: bool) -> list[Draft]:
        waiting = [each for each in self._watch.open if each.session == run.session]
        mending = not bad and bool(waiting) and may_mend(run.command)
        if not (mending or _may_try(run.command, waiting) or (bad and programs(run.command))):
            return []
        calls = [_Call(call, name(call)) for call in commands_of(run, self._book).calls if not call.simple.broken]
        found: list[Draft] = []
        for call in calls:
            for failure in [each for each in self._watch.open if each.session == run.session]:
                found += self._met(failure, call, run, findings)
            if mending and waiting:
                self._remedied(run.session, call.it)
        if bad:
            self._opened(run, calls)
        return found

    def _met(
        self, failed_so_far: Failure | Unread, call: _Call, run: CommandRun, findings: Sequence[Finding]
    ) -> list[Draft]:
        """What comes of a command while a failure is open: a lesson, if it is the same command and works now."""
        if isinstance(failed_so_far, Unread):
            alike = any(_alike(call, *each) for each in zip(failed_so_far.calls, failed_so_far.names, strict=True))
        else:
            alike = self._again(call, failed_so_far, run)
        if not alike or not self._worked(call.it, run, findings):
            return []
        failure = self._watch.read(failed_so_far)
        if failure is None or not self._again(call, failure, run):
            return []
        found = self._mended(failure, call.it, run)
        self._watch.drop([failure])
        return found

    def _remedied(self, session: str, call: Invocation) -> None:
        simple = call.simple
        kind = remedy(" ".join(simple.argv)) or (remedy(simple.text) if simple.text else None)
        if kind is not None and not simple.negated:
            self._step(session, kind, simple.text or " ".join(simple.argv))

    def _again(self, call: _Call, failure: Failure, run: CommandRun) -> bool:
        simple = call.it.simple
        if not simple.argv:
            return False
        if failure.category == Category.COMMAND:
            return (call.name == failure.name != "" and _is_called_so(call.it, failure)) or _stands_in(call.it, failure)
        if looks_only(simple):
            return False
        same = call.name == failure.name != "" or asks_the_same(failure.tried.argv, simple.argv)
        return same and self._scope(call.it, run).identity == failure.scope

    def _worked(self, call: Invocation, run: CommandRun, findings: Sequence[Finding]) -> bool:
        judged = [
            each.outcome.result for each in findings if each.command == (call.simple.text or " ".join(call.simple.argv))
        ]
        simple = call.simple
        if Result.FAILURE in judged or simple.background or simple.negated:
            return False
        if Result.SUCCESS in judged:
            return True
        return visible(simple, run.exit, failed=run.failed, pipe=run.pipe, alone=False) is True

    def _scope(self, call: Invocation, run: CommandRun) -> Workspace:
        return self._place(call.simple.cwd or run.cwd, run.remote)

    # --- a failure ----------------------------------------------------------------------------------------------------

    def _opened(self, run: CommandRun, calls: Sequence[_Call]) -> None:
        doing = [call.it for call in calls if not looks_only(call.it.simple)]
        if not doing:
            return
        call, names = doing[-1], [call.name for call in calls if not looks_only(call.it.simple)]
        again = [each for each in self._watch.open if each.session == run.session and _named(each, names[-1])]
        self._watch.drop(again)
        causes = {(each.error, each.subject): each.cause for each in again if isinstance(each, Failure)}
        number = self._watch.number

        def read() -> Failure | None:
            found = _failure(run, doing, call, number, self._scope(call, run).identity)
            if found is not None:
                found.cause = causes.get((found.error, found.subject), "")
            return found

        command = " && ".join(each.simple.text for each in doing)
        self._watch.open.append(
            Unread(
                number=number,
                session=run.session,
                line=run.where.line,
                command=command,
                missing=may_be_missing(run),
                calls=doing,
                names=names,
                read=read,
            )
        )

    # --- a success after it -------------------------------------------------------------------------------------------

    def _mended(self, failure: Failure, call: Invocation, run: CommandRun) -> list[Draft]:
        if run.unconfined and failure.refused:
            error = refusal(Category(failure.refused), failure.name, failure.shown)
            unconfined = Fix(text=outside(error), sure=True, plain=False)
            return [self._draft(failure, error, unconfined, call, run, 0.8)]
        steps = [each for each in self._watch.steps if each.session == failure.session and each.number > failure.number]
        error = failure.signature
        found = fix(failure.tried, error, steps, call.simple)
        if found is None or (found.unnamed and not failure.cause):
            return []
        if found.plain and not self._came_back(f"{error.name} {found.text[:80]}"):
            return []
        confidence = _confidence(found, failure, run)
        if confidence < LEAST:
            return []
        return [self._draft(failure, error, found, call, run, confidence)]

    def _draft(
        self, failure: Failure, error: Signature, found: Fix, call: Invocation, run: CommandRun, confidence: float
    ) -> Draft:
        at = self._scope(call, run)
        elsewhere = call.simple.host or call.simple.container or _IN_PROJECT.search(found.text)
        everywhere = error.category is Category.COMMAND and not elsewhere
        shown = failure.shown[:160].replace("`", "'").replace("“", "'").replace("”", "'")
        said = f" Cause, as the agent put it: “{failure.cause}”" if failure.cause else ""
        proof = Evidence(
            record=run.key,
            format=self._source.format,
            path=self._source.path,
            line=run.where.line,
            offset=run.where.offset,
            at=run.at,
            session=run.session,
            actor=run.actor,
            command=on_a_card(call.simple.text or run.command),
            outcome=Result.SUCCESS,
            why=f"failed at line {failure.line}, worked here",
            excerpt=failure.shown,
        )
        return Draft(
            type=MemoryType.LESSON,
            scope=GLOBAL if everywhere else at.identity or GLOBAL,
            key=f"lesson:{error.hash}",
            body=f"`{failure.command.replace('`', chr(39))}` failed with “{shown}”. It worked {found.text}.{said}",
            confidence=confidence,
            evidence=(proof,),
            rule=f"lesson-{error.category.value}",
            workspace="" if everywhere else at.root,
            paths=tuple(dict.fromkeys(glob(path, at.root) for path in found.edits)),
            lesson=Lesson(
                signature=error.name, category=error.category, stack=error.stack, cause=failure.cause, fix=found.text
            ),
        )

    def _came_back(self, what: str) -> bool:
        seen = self._watch.seen
        times = seen.pop(what, 0) + 1
        self._watch.seen = dict([*seen.items(), (what, times)][-_SEEN:])
        return times > 1


def _failure(run: CommandRun, doing: Sequence[Invocation], call: Invocation, number: int, scope: str) -> Failure | None:
    """The failure with its error; None for an error that makes no lesson."""
    shown = Screen.of(run.output.text).text
    error = known(shown or _unshown(call, run.exit), teaches)
    if error is None:
        return None
    if error.category is Category.COMMAND:
        missing = (each for each in doing if error.subject in {each.simple.argv[0], *each.simple.via})
        call = next(missing, call)
    elif not name(call):
        return None
    simple = call.simple
    return Failure(
        number=number,
        session=run.session,
        scope=scope,
        name=name(call),
        tried=Tried(
            argv=[each[:200] for each in simple.argv[:40]],
            env=list(simple.env)[:20],
            text=simple.text[:400],
            flags=_flags(shown, run.command),
            via=list(simple.via),
        ),
        command=on_a_card(" && ".join(each.simple.text or " ".join(each.simple.argv) for each in _chain(doing, call))),
        line=run.where.line,
        stack=error.stack,
        category=error.category,
        error=error.text,
        subject=error.subject,
        shown=on_a_card(error.line)[:200],
        refused="" if run.unconfined else refused(shown) or "",
    )


def _named(failure: Failure | Unread, called: str) -> bool:
    return called == (failure.name if isinstance(failure, Failure) else failure.names[-1])


def _may_try(line: str, waiting: Sequence[Failure | Unread]) -> bool:
    """Whether the line may try again what failed; told by its words, before it is taken apart."""
    near = matters(line, {program for each in waiting for program in _programs(each)})
    return any(may_repeat(line, *tried, near=near) for each in waiting for tried in _tried(each))


def _programs(failure: Failure | Unread) -> Iterable[str]:
    missing = failure.missing if isinstance(failure, Unread) else failure.category == Category.COMMAND
    return (program for program, _ in asked_of_others(failure.command)) if missing else programs(failure.command)


def _tried(failure: Failure | Unread) -> Iterable[tuple[str, Sequence[str]]]:
    """Name and arguments of what failed: the one call, or any of those of which one failed."""
    if isinstance(failure, Failure):
        return [(failure.name, failure.tried.argv)]
    return zip(failure.names, (call.simple.argv for call in failure.calls), strict=True)


def _alike(call: _Call, before: Invocation, called: str) -> bool:
    """Whether one may be the other, tried again; told before the error is known. `called` is the earlier one's name."""
    simple, now = before.simple, call.it.simple
    return (
        (call.name == called != "")
        or asks_the_same(simple.argv, now.argv)
        or stands_in(now, simple.argv, simple.text, list(simple.env))
    )


def _is_called_so(call: Invocation, failure: Failure) -> bool:
    """Whether it is the same program, with whatever flags; or another one that is asked for exactly the same."""
    now, before = call.simple.argv, failure.tried.argv
    return unversioned(now[0]) == unversioned(before[0]) or does_the_same(now, before)


def _stands_in(call: Invocation, failure: Failure) -> bool:
    return stands_in(call.simple, failure.tried.argv, failure.tried.text, failure.tried.env)


def _unshown(call: Invocation, status: int | None) -> str:
    """What the shell said, where its words were not recorded: two statuses mean one thing only."""
    program = call.simple.argv[0]
    if status == 127:
        return f"{program}: command not found"
    return f"sh: {call.simple.text.split()[0]}: Permission denied" if status == 126 and call.simple.text else ""


def _chain(doing: Sequence[Invocation], call: Invocation) -> Sequence[Invocation]:
    """The call, and those before it of which any may be the one that failed (`a && b`)."""
    end = doing.index(call)
    start = end
    while start > 0 and doing[start].simple.chained:
        start -= 1
    return doing[start : end + 1]


_FLAG = re.compile(r"(?<![\w-])--[a-z][\w-]+")


def _flags(shown: str, command: str) -> list[str]:
    """The flags that the output speaks of and the command did not have."""
    return [flag for flag in dict.fromkeys(_FLAG.findall(shown[-8_000:])) if flag not in command][:30]


def _confidence(found: Fix, failure: Failure, run: CommandRun) -> float:
    value = 0.65 + 0.15 * found.sure + 0.1 * bool(failure.cause)
    value -= 0.05 * min(found.other_edits, 4) + (0.05 if run.where.line - failure.line > WINDOW // 2 else 0)
    return round(min(value, 0.9), 3)
