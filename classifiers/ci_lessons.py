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
from classifiers.commands import Simple
from classifiers.drafts import SourceRef, on_a_card
from classifiers.edits import essence, glob, shortened
from classifiers.inert import a_name
from classifiers.outcome import visible
from classifiers.remedies import teaches
from classifiers.rulebook.entries import Rulebook
from classifiers.screen import Screen
from classifiers.scripts import LONGEST, commands_of
from classifiers.signatures.reading import Signature, known
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
_OTHERS = 2
"""Files edited besides the workflow, from which on nobody can say what mended it."""
_MENDED = frozenset({Category.AUTH, Category.PERMISSION, Category.COMMAND, Category.VERSION, Category.TOOLCHAIN, Category.CONFIG, Category.DEPENDENCY, Category.MEMORY, Category.DISK})  # fmt: skip
"""Troubles that a workflow may mend; the others come and go by themselves."""

_WORKFLOW = re.compile(r"(?:^|[/\\])\.github[/\\](?:workflows|actions)[/\\].+\.ya?ml\Z")
_TELLING = re.compile(
    r"id-token|\bpermissions:|workflow_call|\b(?:environment|registry-url|provenance|node-version|python-version|go-version|java-version):|\w_TOKEN\b|\bnpm@|--provenance\b"
)
"""Lines of a workflow that decide who it is to a registry, and with which tools: told of a change that is long."""
_LOOKS = ("sed ", "cat ", "head ", "tail ", "grep ", "rg ", "less ", "awk ")
_MAY_PUBLISH = re.compile(r"\b(?:npm|pnpm|yarn|bun|lerna|changeset|cargo|uv|poetry|hatch|flit|twine|gem|dotnet|mvn|gradle\w*)\b[^\n;&|]*[ :]publish\b")  # fmt: skip
_COLOUR = re.compile(r"\x1b\[[\d;]*m|\r")
_LOG_LINE = re.compile(r"^(?:(?P<job>[^\t\n]{1,200})\t[^\t\n]*\t)?(?:\d+[:-])?\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z ?(?P<said>.*)$", re.MULTILINE)  # fmt: skip
_JOB_NAME = re.compile(r"^Complete job name: (.+)$", re.MULTILINE)
_ENDED_BADLY = "##[error]"
_HEAD, _TAIL = 3_000, 9_000
"""Characters of a log that are looked at: the job's name stands at its head, what ended it at its end."""
_NUMBER = re.compile(r"\d{8,}")
_PUBLISHES = re.compile(r"publish|release|deploy", re.IGNORECASE)
_HEADER = re.compile(r"^(?P<mark>\S) (?P<title>.{1,200}?) · (?P<run>\d{6,})\s*$", re.MULTILINE)
_PASSED = re.compile(r"^ *✓ (?P<name>.+?)(?: in [\dhms ]+)?(?: \(ID \d+\))?\s*$", re.MULTILINE)
_GOES_UP = ("git push", "gh workflow run", "gh pr create", "gh pr merge")
_WATCHES = "gh run watch"


class Broken(msgspec.Struct):
    """What failed: a job, or a command that publishes. Text is masked."""

    session: str
    scope: str
    line: int
    numbers: list[str]  # of run and job, as far as the command names them
    job: str  # "" where it is not known
    command: str  # "" for a job
    stack: str
    category: str
    error: str
    subject: str
    shown: str
    cause: str = ""

    @property
    def signature(self) -> Signature:
        """The error."""
        return Signature(self.stack, Category(self.category), self.error, self.subject, self.shown)


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
    pushed: dict[str, int] = {}  # session -> line of the last push


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
        return {"ci": msgspec.to_builtins(state)} if state.open or state.read else {}

    @property
    def last(self) -> int:
        """The line until which something may follow; 0 when nothing is open."""
        return max((each.line + WINDOW for each in self._state.open), default=0)

    def broken(self, run: CommandRun, book: Rulebook) -> Broken | None:
        """What the record shows to have failed, unless it is a log that was read before."""
        state = self._state
        if not _may_break(run):
            return None
        numbers = _NUMBER.findall(run.command)[:8]
        if not failed(run) and not set(numbers).isdisjoint(state.read):
            return None
        found = _broken(run, numbers, book)
        if found is not None:
            state.read = [*state.read, *found.numbers][-_READ:]
        return found

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
            edit = Edited(record.session, record.where.line, record.path[:400], change)
            state.edits = [*state.edits[1 - _EDITS :], edit]
        elif mine and isinstance(record, AgentMessage) and names_a_cause(record.text):
            for each in mine:
                each.cause = each.cause or cause(record.text, f"{each.command} {each.shown}")
        return []

    def _ran(self, run: CommandRun, book: Rulebook, place: Place, source: SourceRef) -> list[Draft]:
        broken = self.broken(run, book)
        if broken is not None:
            broken.scope = place(run.cwd, run.remote).identity
            self._opened(broken)
            return []
        mine = [each for each in self._state.open if each.session == run.session]
        if not mine or failed(run):
            return []
        if _goes_up(run.command):
            self._state.pushed[run.session] = run.where.line
        passed = _passed(run, book) if _WATCHES in run.command else None
        if passed is None:
            return []
        at = place(run.cwd, run.remote)
        mended = [each for each in mine if each.scope == at.identity and self._went_up(each) and passed.mends(each)]
        found = [draft for each in mended if (draft := self._draft(each, run, passed, at, source)) is not None]
        self._keep([each for each in self._state.open if each not in mended])
        return found

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
        state.pushed = {session: line for session, line in state.pushed.items() if session in first}

    def _edits(self, broken: Broken) -> list[Edited]:
        return [each for each in self._state.edits if each.session == broken.session and each.line > broken.line]

    def _went_up(self, broken: Broken) -> bool:
        """Whether the workflow was changed after the failure, and pushed after that."""
        lines = [each.line for each in self._edits(broken) if _WORKFLOW.search(each.path)]
        return bool(lines) and self._state.pushed.get(broken.session, 0) > max(lines)

    def _draft(self, broken: Broken, run: CommandRun, passed: _Run, at: Workspace, source: SourceRef) -> Draft | None:
        edits = self._edits(broken)
        files = tuple(dict.fromkeys(each.path for each in edits if _WORKFLOW.search(each.path)))
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
            command=on_a_card(passed.command),
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
            paths=tuple(glob(path, at.root) for path in files),
            lesson=Lesson(
                signature=error.name, category=error.category, stack=error.stack, cause=broken.cause, fix=fix
            ),
        )


def _in_repository(path: str) -> str:
    return path[path.rindex(".github") :].replace("\\", "/")


def needed(records: Sequence[Record], carry: Carry, book: Rulebook) -> Iterator[int]:
    """The places of records that `CiWatch` needs, told before their mask."""
    watch = CiWatch(carry)
    last = watch.last
    for at, record in enumerate(records):
        if isinstance(record, CommandRun):
            if _may_break(record) and _breaks(watch, record, book):
                last = max(last, record.where.line + WINDOW)
                yield at
            elif record.where.line <= last and (_WATCHES in record.command or _goes_up(record.command)):
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


def _may_break(run: CommandRun) -> bool:
    """Whether it may show a job's log, or publish; asked of every command, so by single words."""
    line = run.command
    if ".log" in line and line.startswith(_LOOKS):
        return True
    if "gh " in line and ("gh run view" in line or ("gh api" in line and "/logs" in line)):
        return True
    return "publish" in line and failed(run) and _may_publish(line)


def _goes_up(line: str) -> bool:
    return any(words in line for words in _GOES_UP)


def _may_publish(line: str) -> bool:
    return _MAY_PUBLISH.search(line) is not None


def _broken(run: CommandRun, numbers: list[str], book: Rulebook) -> Broken | None:
    """What a record shows to have failed: a job whose log it prints, or a publish of its own."""
    text = run.output.text
    ended_badly = _ENDED_BADLY in text
    may_publish = not ended_badly and failed(run) and _may_publish(run.command)
    if not ended_badly and not may_publish:
        return None
    if len(text) > _HEAD + _TAIL:
        text = f"{text[:_HEAD]}\n{text[-_TAIL:]}"
    text = _COLOUR.sub("", text) if ended_badly else Screen.of(text).text
    log = list(_LOG_LINE.finditer(text)) if ended_badly else []
    said = "\n".join(line["said"] for line in log) if ended_badly else text
    error = known(said, teaches)
    if error is None or error.category not in _MENDED or (may_publish and error.category is not Category.AUTH):
        return None
    publishes = _publish(run, book) if may_publish else ""
    if may_publish and not publishes:
        return None
    named = _JOB_NAME.search(said)
    job = named[1] if named else next((line["job"] for line in log if line["job"]), "")
    return Broken(
        session=run.session,
        scope="",
        line=run.where.line,
        numbers=numbers if log else [],
        job=on_a_card(job)[:80],
        command=publishes,
        stack=error.stack,
        category=error.category,
        error=error.text,
        subject=error.subject,
        shown=on_a_card(error.line)[:200],
    )


def _publish(run: CommandRun, book: Rulebook) -> str:
    """The command that publishes, as far as the line's failure may be its own."""
    ways = [each for each in _simples(run, book) if "publish" in each.argv[1:3] and "--dry-run" not in each.argv]
    return on_a_card(ways[-1].text or " ".join(ways[-1].argv)) if ways else ""


class _Run(NamedTuple):
    """A run of a workflow that passed: what it is called, with its jobs and steps that passed."""

    command: str
    run: str
    title: str
    names: frozenset[str]

    def mends(self, broken: Broken) -> bool:
        """Whether it passed what failed there. A run that was only looked at again did not."""
        if self.run in broken.numbers:
            return False
        if broken.job and _plain(broken.job) in self.names:
            return True
        publishing = broken.command or broken.category == Category.AUTH
        return bool(publishing and not broken.job and _PUBLISHES.search(" ".join([self.title, *self.names])))


def _passed(run: CommandRun, book: Rulebook) -> _Run | None:
    """The run that a record watched to its good end."""
    watching = [each for each in _simples(run, book) if each.argv[:3] == ("gh", "run", "watch") and _saw(each, run)]
    if not watching:
        return None
    text = Screen.of(run.output.text).text
    ends = list(_HEADER.finditer(text))
    if not ends or ends[-1]["mark"] != "✓":
        return None
    names = frozenset(_plain(each["name"]) for each in _PASSED.finditer(text, ends[-1].end()))
    return _Run(watching[-1].text or run.command, ends[-1]["run"], ends[-1]["title"], names)


def _saw(call: Simple, run: CommandRun) -> bool:
    return "--exit-status" in call.argv and visible(call, run.exit, failed=run.failed, pipe=run.pipe, alone=False) is True  # fmt: skip


def _simples(run: CommandRun, book: Rulebook) -> list[Simple]:
    return [call.simple for call in commands_of(run, book).calls if call.simple.argv and not call.simple.broken]


def _plain(job: str) -> str:
    """A job's name without the job it was called from or its place in a matrix."""
    return job.split(" / ", maxsplit=1)[0].split(" (", maxsplit=1)[0].strip().lower()
