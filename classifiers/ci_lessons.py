"""A job failed in CI, its workflow was changed and pushed, and a later run passes → a lesson.

Nothing is tried again in such a session: the error stands in a job's log that is looked at (`gh run view --log-failed`, the
log of a job that was saved), or a publish fails in the shell, and what works is a run of GitHub Actions that is watched to
its end (`gh run watch --exit-status`). So the two are held together by what is between them: an edit of the workflow, and
a push or a dispatch after it. The run has to pass the job that failed, or to publish where publishing failed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from classifiers.causes import cause, names_a_cause
from classifiers.ci_commands import (
    is_of,
    may_go_up,
    may_save,
    place_of,
    run_of,
    saved,
    shows_own,
    simples,
    went_up,
)
from classifiers.ci_failures import Broken, failure_of, may_break
from classifiers.commands import Simple
from classifiers.drafts import SourceRef, on_a_card
from classifiers.edits import essence, glob, shortened
from classifiers.folders import enter
from classifiers.inert import a_name
from classifiers.outcome import visible
from classifiers.rulebook.entries import Rulebook
from classifiers.screen import Screen
from classifiers.scripts import LONGEST
from classifiers.unmended import failed
from classifiers.vocabulary import (
    GLOBAL,
    AgentMessage,
    Carry,
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

WINDOW = 1_000
"""Lines of a source after a failure in which the run that passes is looked for: CI takes its time."""
_OPEN = 4
_EDITS = 40
_READ = 32
_SAVED = 8
_OTHERS = 2
"""Files edited besides the workflow, from which on nobody can say what mended it."""
_WORKFLOW = re.compile(r"(?:^|[/\\])\.github[/\\](?:workflows|actions)[/\\].+\.ya?ml\Z")
_TELLING = re.compile(
    r"id-token|\bpermissions:|workflow_call|\b(?:environment|registry-url|provenance|node-version|python-version|go-version|java-version):|\w_TOKEN\b|\bnpm@|--provenance\b"
)
"""Lines of a workflow that decide who it is to a registry, and with which tools: told of a change that is long."""
_NUMBER = re.compile(r"\d{8,}")
_PUBLISHES = re.compile(r"publish|release|deploy", re.IGNORECASE)
_HEADER = re.compile(r"^(?P<mark>\S) (?P<title>.{1,200}?) · (?P<run>\d{6,})\s*$", re.MULTILINE)
_PASSED = re.compile(r"^ *✓ (?P<name>.+?)(?: in [\dhms ]+)?(?: \(ID \d+\))?\s*$", re.MULTILINE)
_WATCHES = "gh run watch"


class Edited(msgspec.Struct):
    """A file that was changed after something failed."""

    session: str
    line: int
    path: str
    change: str  # of a workflow, as `edits` writes it


class _State(msgspec.Struct):
    open: list[Broken] = []
    read: list[str] = []  # numbers of the runs and jobs whose logs were read
    edits: list[Edited] = []
    pushed: dict[str, int] = {}  # session and scope, with a blank between -> line of the last push
    saved: list[str] = []  # files that hold logs of this project


class CiWatch:
    """The failures in CI of one source that are not mended yet."""

    def __init__(self, carry: Carry) -> None:
        try:
            self._state = msgspec.convert(carry.get("ci", {}), _State)
        except msgspec.ValidationError:  # another version's: what was open is lost
            self._state = _State()

    def to_carry(self) -> Carry:
        """JSON values; nothing when nothing is open."""
        state = self._state
        return {"ci": msgspec.to_builtins(state)} if state.open or state.read or state.saved else {}

    @property
    def last(self) -> int:
        """The line until which something may follow; 0 when nothing is open."""
        return max((each.line + WINDOW for each in self._state.open), default=0)

    def broken(self, run: CommandRun, book: Rulebook) -> Broken | None:
        """What the record shows to have failed, unless it is a log that was read before."""
        state = self._state
        if not may_break(run):
            return None
        numbers = _NUMBER.findall(run.command)[:8]
        if not failed(run) and not set(numbers).isdisjoint(state.read):
            return None
        return failure_of(run, numbers, book)

    def follow(self, record: Record, book: Rulebook, place: Place, source: SourceRef) -> list[Draft]:
        """Follow one masked record."""
        state = self._state
        if state.open:
            self._keep([each for each in state.open if abs(record.where.line - each.line) <= WINDOW])
        if isinstance(record, CommandRun) and record.state is RunState.FINISHED and not record.weak:
            return self._ran(record, book, place, source) if len(record.command) <= LONGEST else []
        mine = [each for each in state.open if each.session == record.session]
        if mine and isinstance(record, FileEdit):
            change = shortened(record.path, record.change.text, _TELLING) if _WORKFLOW.search(record.path) else ""
            path = (enter(record.cwd, record.path) or record.path)[:400]
            edit = Edited(record.session, record.where.line, path, change)
            state.edits = [*state.edits[1 - _EDITS :], edit]
        elif mine and isinstance(record, AgentMessage) and names_a_cause(record.text):
            for each in mine:
                each.cause = each.cause or cause(record.text, f"{each.command} {each.shown}")
        return []

    def _ran(self, run: CommandRun, book: Rulebook, place: Place, source: SourceRef) -> list[Draft]:
        state = self._state
        if may_save(run.command):
            state.saved = [*state.saved, *saved(simples(run, book), run, place)][-_SAVED:]
        broken = self.broken(run, book)
        if broken is not None:
            self._broke(broken, run, book, place)
            return []
        mine = [each for each in state.open if each.session == run.session]
        if not mine or failed(run):
            return []
        if may_go_up(run.command):
            ups = went_up(simples(run, book), run, place)
            state.pushed |= {f"{run.session} {scope}": run.where.line for scope in ups}
        passed = _passed(run, book) if _WATCHES in run.command else None
        if passed is None:
            return []
        at = place_of(passed.call, run, place)
        if not is_of(passed.call, at):
            return []
        root = at.root or passed.call.cwd or run.cwd  # of a folder that is gone only its name is known
        mended = [
            each for each in mine if each.scope == at.identity and self._went_up(each, root) and passed.mends(each)
        ]
        found = [draft for each in mended if (draft := self._draft(each, run, passed, at, root, source)) is not None]
        self._keep([each for each in self._state.open if each not in mended])
        return found

    def _broke(self, broken: Broken, run: CommandRun, book: Rulebook, place: Place) -> None:
        """Take up what failed, unless its log is of another project."""
        calls, state = simples(run, book), self._state
        if not broken.command:
            if not shows_own(calls, run, place, state.saved):
                return
            broken.run = run_of(calls)
        publishing = [call for call in calls if "publish" in call.argv[1:3]] if broken.command else []
        at = place_of(publishing[-1], run, place) if publishing else place(run.cwd, run.remote)
        broken.scope = at.identity
        state.read = [*state.read, *broken.numbers][-_READ:]
        self._opened(broken)

    def _opened(self, broken: Broken) -> None:
        """Look for what mends it; what was done before it came again did not."""
        before = [each for each in self._state.open if each.session == broken.session and each.signature.hash == broken.signature.hash]  # fmt: skip
        broken.cause = next((each.cause for each in before), "")
        self._keep([*(each for each in self._state.open if each not in before), broken][-_OPEN:])

    def _keep(self, failures: list[Broken]) -> None:
        state = self._state
        state.open = failures
        first = {each.session: each.line for each in reversed(failures)}
        state.edits = [each for each in state.edits if each.line > first.get(each.session, each.line)]
        here = {f"{each.session} {each.scope}" for each in failures}
        state.pushed = {where: line for where, line in state.pushed.items() if where in here}

    def _edits(self, broken: Broken) -> list[Edited]:
        return [each for each in self._state.edits if each.session == broken.session and each.line > broken.line]

    def _went_up(self, broken: Broken, root: str) -> bool:
        """Whether the workflow was changed after the failure, and pushed after that."""
        lines = [each.line for each in self._edits(broken) if _is_workflow(each.path, root)]
        return bool(lines) and self._state.pushed.get(f"{broken.session} {broken.scope}", 0) > max(lines)

    def _draft(
        self, broken: Broken, run: CommandRun, passed: _Run, at: Workspace, root: str, source: SourceRef
    ) -> Draft | None:
        edits = self._edits(broken)
        files = tuple(dict.fromkeys(each.path for each in edits if _is_workflow(each.path, root)))
        others = len({each.path for each in edits} - set(files))
        if len(files) > 2 or others > _OTHERS:
            return None
        told = {path: essence(path, [each.change for each in edits if each.path == path]) for path in files}
        error = broken.signature
        if not any(told.values()) and not broken.cause and error.category is not Category.AUTH:
            return None
        shown = " and ".join(
            f"`{a_name(_in_repository(path))}`{f' ({said})' if said else ''}" for path, said in told.items()
        )
        fix = f"in CI after a change of {shown}"
        what = (
            f"`{broken.command}`"
            if broken.command
            else f"The CI job “{a_name(broken.job)}”"
            if broken.job
            else "A CI job"
        )
        said = broken.shown[:160].replace("`", "'").replace("“", "'").replace("”", "'")
        because = f" Cause, as the agent put it: “{broken.cause}”" if broken.cause else ""
        where = run.result or run.where
        proof = Evidence(
            record=run.key,
            format=source.format,
            path=source.path,
            line=where.line,
            offset=where.offset,
            at=run.at,
            session=run.session,
            actor=run.actor,
            command=on_a_card(passed.call.text or run.command),
            outcome=Result.SUCCESS,
            why=f"failed at line {broken.line}, passed here",
            excerpt=broken.shown,
        )
        return Draft(
            type=MemoryType.LESSON,
            scope=at.identity or GLOBAL,
            key=f"lesson:{error.hash}",
            body=f"{what} failed with “{said}”. It worked {fix}.{because}",
            confidence=round(0.75 + 0.1 * bool(broken.cause) - 0.05 * others, 3),
            evidence=(proof,),
            rule=f"lesson-{error.category.value}",
            workspace=at.root,
            paths=tuple(glob(path, root) for path in files),
            lesson=Lesson(
                signature=error.name, category=error.category, stack=error.stack, cause=broken.cause, fix=fix
            ),
        )


def _is_workflow(path: str, root: str) -> bool:
    """Whether the file is a workflow of the repository at `root`."""
    return _WORKFLOW.search(path) is not None and glob(path, root).startswith(".github/")


def _in_repository(path: str) -> str:
    return path[path.rindex(".github") :].replace("\\", "/")


def needed(records: Sequence[Record], carry: Carry, book: Rulebook) -> Iterator[int]:
    """The places of records that `CiWatch` needs, told before their mask."""
    watch = CiWatch(carry)
    last = watch.last
    for at, record in enumerate(records):
        if isinstance(record, CommandRun):
            if may_break(record) and _breaks(watch, record, book):
                last = max(last, record.where.line + WINDOW)
                yield at
            elif may_save(record.command) or (
                record.where.line <= last and (_WATCHES in record.command or may_go_up(record.command))
            ):
                yield at
        elif record.where.line <= last and (
            isinstance(record, FileEdit) or (isinstance(record, AgentMessage) and names_a_cause(record.text))
        ):
            yield at


def _breaks(watch: CiWatch, run: CommandRun, book: Rulebook) -> bool:
    try:
        return run.state is RunState.FINISHED and not run.weak and watch.broken(run, book) is not None
    except Exception:  # noqa: BLE001 - `mine` will meet it again, and count it
        return True


class _Run(NamedTuple):
    """A run of a workflow that passed: what it is called, with its jobs and steps that passed."""

    call: Simple
    run: str
    title: str
    names: frozenset[str]

    def mends(self, broken: Broken) -> bool:
        """Whether it passed what failed there. A run that was only looked at again did not."""
        if self.run in broken.numbers or (broken.run and int(self.run) <= int(broken.run)):
            return False
        if broken.job and _plain(broken.job) in self.names:
            return True
        publishing = broken.command or broken.category == Category.AUTH
        return bool(publishing and not broken.job and _PUBLISHES.search(" ".join([self.title, *self.names])))


def _passed(run: CommandRun, book: Rulebook) -> _Run | None:
    """The run that a record watched to its good end."""
    watching = [each for each in simples(run, book) if each.argv[:3] == ("gh", "run", "watch") and _saw(each, run)]
    if not watching:
        return None
    text = Screen.of(run.output.text).text
    ends = list(_HEADER.finditer(text))
    if not ends or ends[-1]["mark"] != "✓":
        return None
    names = frozenset(_plain(each["name"]) for each in _PASSED.finditer(text, ends[-1].end()))
    return _Run(watching[-1], ends[-1]["run"], ends[-1]["title"], names)


def _saw(call: Simple, run: CommandRun) -> bool:
    return "--exit-status" in call.argv and visible(call, run.exit, failed=run.failed, pipe=run.pipe, alone=False) is True  # fmt: skip


def _plain(job: str) -> str:
    """A job's name without the job it was called from or its place in a matrix."""
    return job.split(" / ", maxsplit=1)[0].split(" (", maxsplit=1)[0].strip().lower()
