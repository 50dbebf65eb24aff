"""Records → findings: each command a rule is about, with how it ended; successes are the findings that worked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from classifiers.commands import Simple
from classifiers.filters import may_lack_the_end
from classifiers.folders import enter, project_of
from classifiers.invocations import Invocation
from classifiers.matching import matching
from classifiers.outcome import Scene, early, judge, may_prove, visible
from classifiers.remotes import workspace_of_ci
from classifiers.rulebook.entries import Entry, Rulebook
from classifiers.rulebook.triggers import concerned
from classifiers.screen import PatternTimeoutError, Screen
from classifiers.scripts import LONGEST, Call, Commands, Scripts, commands_of, shared
from classifiers.targets import Subject, key
from classifiers.vocabulary import (
    Actor,
    CiStep,
    CommandRun,
    Dialect,
    Outcome,
    Output,
    Place,
    Record,
    Result,
    RunState,
    Workspace,
)

_SceneOf: TypeAlias = Callable[[Simple], Scene]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One rule's judgement of one command of a record."""

    record: CommandRun | CiStep
    entry: Entry
    subject: Subject
    outcome: Outcome
    key: str  # "" when the target cannot be told
    line: int  # 1-based line of the source that shows it
    command: str  # the simple command as a person would type it, masked like its record
    actor: Actor

    @property
    def good(self) -> bool:
        """Whether it is a success that can be named."""
        return self.outcome.result is Result.SUCCESS and bool(self.key)


@dataclass(slots=True)
class Troubles:
    """Rules that misbehaved in this batch: they are muted, and counted."""

    counts: Counter[str] = field(default_factory=Counter)

    def muted(self, entry: Entry) -> bool:
        """Whether the entry is out for the rest of the batch."""
        return entry.name in self.counts


def may_concern(record: CommandRun | CiStep, book: Rulebook) -> bool:
    """Whether a rule may be about one of the record's commands: told by single words, before the line is taken apart."""
    if isinstance(record, CommandRun):
        return len(record.command) <= LONGEST and concerned(book, record.command)
    return concerned(book, record.script[:LONGEST])


def may_succeed(record: CommandRun | CiStep, book: Rulebook, place: Place, troubles: Troubles) -> bool:
    """Whether `findings` may hold a success, told without judging any: a rule fits, and a sign of its own is there.

    Meant for a record before its mask, which costs more than this; nothing but the answer comes of it. A rule that
    misbehaved is not asked again.
    """
    if not may_concern(record, book) or (isinstance(record, CommandRun) and record.state is not RunState.FINISHED):
        return False
    looker = _Looker(record, book, place, troubles)
    return looker.hopeful(looker.stage())


def findings(record: Record, book: Rulebook, place: Place, troubles: Troubles) -> Iterator[Finding]:
    """Every judgement about `record`, failures and unknowns included, in the order of its commands."""
    if isinstance(record, CommandRun | CiStep) and may_concern(record, book):
        looker = _Looker(record, book, place, troubles)
        yield from looker.judged(looker.stage())


class _Stage(NamedTuple):
    """A record's commands, and what is known of each before its output is opened."""

    commands: Commands
    scene_of: _SceneOf
    actor: Actor
    dialect: Dialect


_Match: TypeAlias = tuple[Scene, Call, Entry, tuple[str, ...]]
"""A command a rule is about, that rule, and the arguments after its sub-command."""


class _Looker:
    """Looks at one record; its output is opened only when a rule is about one of its commands."""

    def __init__(self, record: CommandRun | CiStep, book: Rulebook, place: Place, troubles: Troubles) -> None:
        self._record = record
        self._book = book
        self._place = place
        self._troubles = troubles
        self._screen: Screen | None = None
        self._workspaces: dict[str, Workspace] = {}

    def stage(self) -> _Stage:
        """The record's commands, taken apart."""
        record = self._record
        return self._of_run(record) if isinstance(record, CommandRun) else self._of_step(record)

    def _of_run(self, run: CommandRun) -> _Stage:
        commands = commands_of(run, self._book)
        simples = commands.simples
        alone = len(simples) == len(run.pipe) and all(simple.piped or simple.fed for simple in simples)
        recorded = run.actor is not Actor.PERSON or run.exit is None

        def scene(simple: Simple) -> Scene:
            status = visible(simple, run.exit, failed=run.failed, pipe=run.pipe, alone=alone)
            return Scene(
                simple=simple, state=run.state, status=status, exit=run.exit, recorded=recorded, line=run.command
            )

        return _Stage(commands, scene, run.actor, run.dialect)

    def _of_step(self, step: CiStep) -> _Stage:
        commands = commands_of(step, self._book)
        simples = commands.simples
        # a failed step does not tell which of its commands failed, unless it has only one
        exit_status = 0 if step.passed else 1 if step.passed is False and len(simples) == 1 else None

        def scene(simple: Simple) -> Scene:
            status = visible(simple, exit_status, failed=False, pipe=(), alone=False)
            return Scene(simple=simple, status=status, exit=exit_status, line=step.script[:LONGEST])

        return _Stage(commands, scene, Actor.CI, Dialect.POSIX)

    def hopeful(self, stage: _Stage) -> bool:
        """Whether one of the commands may have succeeded."""
        matched = self._matched(stage)
        return any(
            self._may_prove(scene, entry) for scene, _, entry, _ in matched if entry.ci or stage.actor is not Actor.CI
        )

    def _may_prove(self, scene: Scene, entry: Entry) -> bool:
        try:
            return self._troubles.muted(entry) or may_prove(scene, entry, self._shown)
        except PatternTimeoutError:
            self._troubles.counts[entry.name] += 1
            return True

    def judged(self, stage: _Stage) -> Iterator[Finding]:
        """Every judgement about the commands."""
        matched = list(self._matched(stage))
        printed = bool(matched) and any(_prints(call, self._book) for call in stage.commands.calls)
        same = Counter(id(entry) for _, each, entry, _ in matched if each.outer is None)
        yield from _agreed(self._found_in(matched, stage, same, printed=printed))

    def _found_in(
        self, matched: list[_Match], stage: _Stage, same: Counter[int], *, printed: bool
    ) -> Iterator[Finding]:
        named: dict[tuple[int, str], str] = {}
        for scene, each, entry, rest in matched:
            if self._troubles.muted(entry) or (stage.actor is Actor.CI and not entry.ci):
                continue
            ready = self._ready(scene, entry, same, stage.commands.simples, printed=printed)
            for finding in self._judged(ready, each, entry, rest, stage.actor):
                if not _told_already(finding, each, named):
                    yield finding

    def _matched(self, stage: _Stage) -> Iterator[_Match]:
        """Each command a rule is about, that rule, and the arguments after its sub-command."""
        scripts = Scripts(
            self._book, stage.dialect, lambda cwd: self._workspace(cwd).scripts, lambda: self._shown().text
        )
        for call in stage.commands.calls:
            followed = list(scripts.followed(call))
            if len(followed) > 1 and all(each.call.program in _DO_NOTHING for each in followed[1:]):
                continue  # the script only says that it did something
            for each in followed:
                fitting = matching(each.call, self._book)
                if fitting:
                    scene = stage.scene_of(call.simple)
                    inner = replace(scene, simple=each.call.simple, status=scene.status if shared(each) else None)
                    yield from ((inner, each, entry, rest) for entry, rest in fitting)

    def _ready(
        self, scene: Scene, entry: Entry, same: Counter[int], simples: Sequence[Simple], *, printed: bool
    ) -> Scene:
        """The scene with the output in it, unless the outcome is known without that: opening one is dear."""
        if early(scene, entry) is not None:
            return scene
        doubtful = printed or may_lack_the_end(scene.simple, simples, self._count_lines)
        return replace(scene, shown=self._shown(), doubtful=doubtful, same=max(same[id(entry)], 1))

    def _count_lines(self) -> int:
        return self._shown().text.count("\n") + 1

    def _judged(self, scene: Scene, each: Call, entry: Entry, rest: tuple[str, ...], actor: Actor) -> list[Finding]:
        """What came of the command; more than one where it ran in a loop, about one thing after the other."""
        try:
            judgement = judge(scene, entry, self._book.failures)
            about: dict[str, Subject] = {}
            for captures in (judgement.captures, *judgement.others):
                subject, target = self._target(each, entry, rest, captures)
                about.setdefault(target, subject)
        except PatternTimeoutError:
            self._troubles.counts[entry.name] += 1
            return []
        except Exception:  # noqa: BLE001 - a rule is data of anyone's making: it is muted, the batch goes on
            self._troubles.counts[entry.name] += 1
            return []
        shown = (each.outer or each.call).simple
        return [
            Finding(
                record=self._record,
                entry=entry,
                subject=subject,
                outcome=judgement.outcome,
                key=target,
                line=self._proving_line(judgement.at),
                command=shown.text or " ".join(shown.argv),
                actor=actor,
            )
            for target, subject in about.items()
        ]

    def _target(
        self, each: Call, entry: Entry, rest: tuple[str, ...], captures: Mapping[str, str]
    ) -> tuple[Subject, str]:
        """What the command was about, and its key; "" when the target cannot be told."""
        outer = (each.outer or each.call).simple
        workspace = self._workspace("" if outer.host or outer.container else outer.cwd)
        subject = Subject(each.call, workspace, rest, captures)
        target = "" if self._thrown_away(outer.cwd) else key(entry.keys, subject) or ""
        if not target and (folder := self._of_its_file(each.outer or each.call)):
            subject = replace(subject, workspace=self._workspace(folder))
            target = key(entry.keys, subject) or ""
        return subject, target

    def _thrown_away(self, cwd: str) -> bool:
        """Whether the command went to a temporary folder for a moment: what works there is an experiment."""
        return bool(_TEMPORARY.match(cwd)) and not _TEMPORARY.match(self._record.cwd)

    def _of_its_file(self, call: Invocation) -> str:
        """The one project of all files a command runs or names by their whole paths, where its own folder is nobody's.

        What a flag is given is where something is written or read, and names no project.
        """
        simple = call.simple
        if simple.host or simple.container or self._workspace(simple.cwd).name:
            return ""
        argv = simple.argv
        given = {word for flag, word in pairwise(argv) if flag[:2] == "--" and "=" not in flag}
        named = [word for word in call.words if word not in given and _WHOLE.match(word)]
        program = project_of(_unfolded(simple.cwd, (simple.text.split(maxsplit=1) or [""])[0]))
        folders = {project_of(_unfolded(simple.cwd, word)) for word in named} | ({program} if program else set())
        folder = folders.pop() if len(folders) == 1 else ""
        return "" if _TEMPORARY.match(folder) else folder

    def _proving_line(self, at: int) -> int:
        record = self._record
        if isinstance(record, CiStep) and at >= 0 and record.first_output_line:
            return record.first_output_line + at
        return record.where.line

    def _shown(self) -> Screen:
        if self._screen is None:
            output: Output = self._record.output
            self._screen = Screen.of(output.text, self._book.finder)
        return self._screen

    def _workspace(self, cwd: str) -> Workspace:
        found = self._workspaces.get(cwd)
        if found is None:
            remote = self._record.remote
            if isinstance(self._record, CiStep):
                found = workspace_of_ci(self._record, cwd) or self._place(cwd, remote)
            else:
                found = self._place(cwd or self._record.cwd, remote)
            self._workspaces[cwd] = found
        return found


_TEMPORARY = re.compile(
    r"(?:/private)?/(?:var/)?tmp(?:/|\Z)|/var/folders/|.*[/\\]AppData[/\\]Local[/\\]Temp(?:[/\\]|\Z)|\$\(mktemp|\$\{?TMP",
    re.IGNORECASE,
)


_WHOLE = re.compile(r"[~/]|\$.*[/\\]|[A-Za-z]:[\\/]|\\\\")
"""How a path begins that depends on no folder."""


def _unfolded(cwd: str, word: str) -> str:
    return enter(cwd, word) if word[:1] in {"~", "$"} else word


_ONE_NAME = frozenset({"build", "deploy", "package", "test"})
"""Actions that a script's call and what it runs are one success of."""
_DO_NOTHING = frozenset({"echo", "printf", "true", ":", "exit", "sleep"})


def _prints(call: Invocation, book: Rulebook) -> bool:
    """Whether the command shows text that others wrote: a file, a log, a diff, a page."""
    if call.simple.fed and call.program not in {"xargs", "tee"}:
        return False
    two = f"{call.program} {call.words[0]}" if call.words else ""
    return call.program in book.printers or two in book.printers


def _agreed(findings: Iterator[Finding]) -> list[Finding]:
    """Findings without the successes of tests that also failed in the same line: some passed, and that is no pass."""
    found = list(findings)
    failed = {each.key for each in found if each.outcome.result is Result.FAILURE and each.entry.action == "test"}
    return [each for each in found if not each.good or each.key not in failed]


def _told_already(finding: Finding, each: Call, named: dict[tuple[int, str], str]) -> bool:
    """Whether the script's call has told of this success already, by another name: the project's."""
    if not finding.good or finding.entry.action not in _ONE_NAME:
        return False
    of = (id(each.outer or each.call), finding.entry.action)
    return named.setdefault(of, finding.key) != finding.key and each.outer is not None
