"""The values every room shares; one word per thing.

Values are in flight and frozen; what is at rest has a row in `storage.tables` under the same name. Enum members are
also the words of columns, JSON fields, log fields and command line options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

import msgspec


class SeorapError(Exception):
    """Base of the errors a person may meet: what happened, what was kept, and what to do about it.

    `title` says what happened in one sentence, `hint` what was kept and what to do next.
    """

    def __init__(self, title: str, hint: str = "") -> None:
        super().__init__(title)
        self.title = title
        self.hint = hint


# --- what is read -----------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """One whole line of a source, without its newline."""

    data: bytes
    offset: int  # byte offset of the first byte in the file
    number: int  # 1-based line number in the file
    cut: bool = False  # the line was over the bound and `data` is only its head


class Where(msgspec.Struct, frozen=True, gc=False):
    """A position in a source: where a record was read."""

    line: int  # 1-based
    offset: int  # byte offset of that line


Carry: TypeAlias = dict[str, Any]
"""JSON-serialisable state a format or a miner hands to its next batch. Kept small: it is stored with the checkpoint."""


ACTIONS = ("auth", "deploy", "publish", "build", "package", "test", "db", "ssh", "migrate", "infra", "release")
"""What the key of a capability begins with."""


class SourceKind(StrEnum):
    """What sort of thing a format records; decides whose actions they are and when a file counts as complete."""

    SHELL = "shell"  # what a person typed
    TRANSCRIPT = "transcript"  # what an agent did and what the person told it
    CI = "ci"  # a job's log; complete once it has been quiet
    REPORT = "report"  # a test report; one document, rewritten whole


class Actor(StrEnum):
    """Who ran it."""

    PERSON = "person"
    AGENT = "agent"
    CI = "ci"


class Dialect(StrEnum):
    """The grammar a command line is written in."""

    POSIX = "posix"  # bash, zsh, sh; fish is near enough for what we read
    POWERSHELL = "powershell"
    CMD = "cmd"


class RunState(StrEnum):
    """How far a command got, as its source tells it."""

    FINISHED = "finished"
    RUNNING = "running"  # still going, or sent to the background: proves nothing yet
    INTERRUPTED = "interrupted"  # timed out, killed or cancelled while it ran
    NOT_RUN = "not_run"  # rejected, denied or cancelled before it ran


class Output:
    """What a command printed, opened only when someone asks.

    Decoding and masking the output of every command would cost more than all else, and most of it is never looked at.
    `opener` is called at most once, and the mask is part of the chain: text that comes out of a masked Output is masked.
    """

    __slots__ = ("_held",)

    def __init__(self, opener: Callable[[], str] | str = "") -> None:
        self._held = opener

    @property
    def text(self) -> str:
        """The output as text, terminal control sequences still in it."""
        held = self._held
        if not isinstance(held, str):
            self._held = held = held()
        return held

    def through(self, change: Callable[[str], str]) -> Output:
        """The same output with `change` applied when it is opened."""
        return Output(lambda: change(self.text))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Output) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Output({len(self._held)} characters)" if isinstance(self._held, str) else "Output(unopened)"


# --- records: one normalised thing that happened ----------------------------------------------------------------------


class Record(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What all records have. A Struct, for one is made of every second line and a dataclass takes five times as long.

    `key` is the record's natural key: the same thing read twice, from a copy, a fork or a rewritten file, has the same
    key (the source's own id where it has one). It never holds text a person typed.
    """

    key: str
    where: Where
    at: datetime | None = None  # aware, UTC; None when the source does not say
    session: str = ""
    cwd: str = ""  # the folder it happened in, as the source wrote it; "" when unknown
    remote: str = ""  # git remote URL, where the source itself names one


class CommandRun(Record, frozen=True, kw_only=True):
    """A command line was run (or was meant to be)."""

    command: str
    actor: Actor
    dialect: Dialect = Dialect.POSIX
    state: RunState = RunState.FINISHED
    exit: int | None = None  # exit status of the whole line; None when the source does not tell
    failed: bool = False  # the source says it failed, with or without a status
    pipe: tuple[int, ...] = ()  # statuses of the last pipeline's stages, where recorded
    output: Output = msgspec.field(default_factory=Output)
    result: Where | None = None  # where the result was read, if not where the call was
    unconfined: bool = False  # its agent ran it outside the sandbox that its commands are run in otherwise
    weak: bool = False  # the source is unsure it was this command; never the only ground of a memory
    duration: float | None = None  # seconds


class CiStep(Record, frozen=True, kw_only=True):
    """One step of a CI job: its script ran line by line, and stopped at the first failing line (`-e`).

    `passed` is None when the log does not show how the step ended. `cwd` is a path on the runner.
    """

    script: str
    name: str = ""
    job: str = ""
    project: str = ""  # owner/name of the repository, where the log names it
    passed: bool | None = None
    errexit: bool = True  # a failing line ends the step, so a passed step proves every line of it
    output: Output = msgspec.field(default_factory=Output)  # cleaned; line n is line `first_output_line + n` of the log
    first_output_line: int = 0  # 1-based line number in the log of the first line of `output`; 0 when there is none
    end: Where | None = None


class TestCounts(NamedTuple):
    """How many tests did what."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    errors: int = 0


class TestReport(Record, frozen=True, kw_only=True):
    """A test tool's own report file."""

    tool: str
    suite: str = ""
    counts: TestCounts = msgspec.field(default_factory=TestCounts)


class Speech(StrEnum):
    """How a person's words came in."""

    PROMPT = "prompt"
    QUEUED = "queued"
    REJECTION = "rejection"  # the reason typed when a tool call was turned down
    ANSWER = "answer"  # to a question the agent asked


class HumanMessage(Record, frozen=True, kw_only=True):
    """A person's own words, wrappers and injected text already cut away by `trust`."""

    text: str
    speech: Speech = Speech.PROMPT


class AgentMessage(Record, frozen=True, kw_only=True):
    """What the agent said to the person."""

    text: str


class FileEdit(Record, frozen=True, kw_only=True):
    """The agent changed a file.

    `change` is a small change as lines that begin with "-" and "+", see `edits`; empty for a large or unknown one
    and for source code.
    """

    path: str
    change: Output = msgspec.field(default_factory=Output)


class Mark(StrEnum):
    """Moments of a session."""

    START = "start"
    COMPACT = "compact"
    END = "end"


class SessionMark(Record, frozen=True, kw_only=True):
    """A session started, was compacted or ended."""

    mark: Mark
    branch: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a format made of a batch of lines."""

    records: tuple[Record, ...] = ()
    carry: Carry = field(default_factory=dict)
    parsed: int = 0  # lines understood, whether or not they gave a record
    skipped: int = 0  # lines that are not this format at all: broken, cut, binary
    unknown: Mapping[str, int] = field(default_factory=dict)  # record types not known, with counts


# --- where it happened ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Workspace:
    """What a folder belongs to. Worktrees and clones of one repository share `identity`.

    `identity` is `git:<host>/<owner>/<name>` from the normalized remote, `git:<common dir>` for a repository without
    one, or `path:<real path>`. `part` is the sub-project of a monorepo, "" at its root.
    """

    identity: str
    name: str
    root: str = ""
    part: str = ""
    scripts: Mapping[str, str] = field(default_factory=dict)  # "npm run build" -> what it runs, where a manifest says


Place: TypeAlias = Callable[[str, str], Workspace]
"""(cwd, remote) -> the workspace. An argument, because finding it out touches the disk."""


# --- what it proves ---------------------------------------------------------------------------------------------------


class Result(StrEnum):
    """How it ended. Unknown is an answer, and never success."""

    SUCCESS = "success"
    FAILURE = "failure"
    UNKNOWN = "unknown"
    NOT_RUN = "not_run"


class Outcome(msgspec.Struct, frozen=True):
    """How a command ended, with the evidence that says so."""

    result: Result
    why: str  # one phrase: "exit 0", "3 failed", "piped into tail, no result text"
    excerpt: str = ""  # the output lines that say so, masked, at most 500 characters
    confidence: float = 1.0


class MemoryType(StrEnum):
    """The types of a memory."""

    CAPABILITY = "capability"
    DECISION = "decision"
    RULE = "rule"
    PROCEDURE = "procedure"
    FACT = "fact"
    LESSON = "lesson"


STATED = frozenset({MemoryType.RULE, MemoryType.DECISION, MemoryType.FACT})
"""What people say: of two that speak of one thing, the later counts, however sure the earlier was."""


class Category(StrEnum):
    """What sort of thing went wrong: where a fix is to be looked for."""

    COMMAND = "command"  # a program is missing
    DEPENDENCY = "dependency"  # a package or module is missing, or packages do not go together
    VERSION = "version"  # the wrong version of a language, runtime or tool
    TOOLCHAIN = "toolchain"  # compiler, linker or build tool cannot do its work
    CONFIG = "config"  # a setting, environment variable or link is missing or wrong
    PERMISSION = "permission"
    AUTH = "auth"  # not signed in, or not with the right account
    CONNECTION = "connection"  # what should answer is not running
    NETWORK = "network"  # names, routes, certificates, time-outs
    PORT = "port"  # an address is taken
    SCHEMA = "schema"  # a database, role, table or migration is missing
    LOCK = "lock"  # somebody else holds it
    DISK = "disk"
    MEMORY = "memory"
    FILE = "file"  # a file or folder is missing
    GIT = "git"  # the state of a repository
    TYPE = "type"  # the code does not pass a compiler
    SYNTAX = "syntax"
    CODE = "code"  # an exception of the program itself
    USAGE = "usage"  # a wrong call of a command


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What a lesson knows besides its sentence. Its path globs and its confidence are the draft's. All text is masked."""

    signature: str  # the normalized error: `<stack>: <text>`
    category: Category
    stack: str  # language, tool or system that says it
    cause: str = ""  # the sentence that names it, quoted; "" where nobody said it
    fix: str = ""  # what was done, as commands and changed files


GLOBAL = "global"
"""The scope of what holds everywhere on this machine; every other scope is a workspace's identity."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why a draft is proposed: one record that proves it. `excerpt` and `command` are masked."""

    record: str  # the record's natural key
    format: str = ""
    path: str = ""
    line: int = 0  # 1-based
    offset: int = 0
    at: datetime | None = None
    session: str = ""
    actor: Actor = Actor.PERSON
    command: str = ""
    outcome: Result = Result.UNKNOWN
    why: str = ""
    excerpt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A proposed memory. Drafts of one (scope, key) are one proposal; their evidence adds up."""

    type: MemoryType
    scope: str  # GLOBAL or a workspace identity
    key: str  # `<action>:<target>`, lower case, NFC, no spaces
    body: str
    confidence: float
    evidence: tuple[Evidence, ...]
    rule: str = ""  # the rulebook entry or statement pattern that made it
    workspace: str = ""  # root folder of the workspace it was seen in, for its MEMORY.md
    paths: tuple[str, ...] = ()  # globs of the files it applies to
    lesson: Lesson | None = None  # of a lesson, if it was mined
