"""GitHub Actions logs: a whole job, one step of a downloaded archive (`3_Run tests.txt`), or `gh run view --log`.

A job's log has no line that says "passed". A step starts with `##[group]Run …`, then its script, `shell:`, `env:` and
`##[endgroup]`; a step that failed says `##[error]`, one that passed says nothing and the next step begins. So a step
passed when what follows it is there: another step, the post-job cleanup, or the runner's last line. Shapes seen in logs
of runners 2.31x and 2.32x and in the archives of a run.

`seorap ci pull` puts a first line `{"github_run": …}` before such a log: the conclusions of its jobs and steps as the API
tells them. Then a step passed when GitHub says so and the log does not contradict it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from classifiers.json_lines import typed
from classifiers.step_log import StepLog, digest
from classifiers.terminal_text import decoded, seen
from classifiers.vocabulary import Carry, CiStep, Line, Reading, SourceKind, Where

_LINE = re.compile(r"(?:([^\t]*)\t([^\t]*)\t\ufeff?)?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z) ?(.*)", re.DOTALL)
_HEADER_LINES = 400
"""A `##[group]Run` whose block is longer is a group that a script printed."""
_JOB_DEFINED = re.compile(r"Job defined at: ([\w.-]+/[\w.-]+)/\.github/")
_CHECKED_OUT = re.compile(r"(?:Syncing repository:|  repository:) ([\w.-]+/[\w.-]+)$")
_PUSHED_TO = re.compile(r"To (?:https://github\.com/|git@github\.com:)([\w.-]+/[\w.-]+?)(?:\.git)?$")
_ORIGIN = re.compile(r"\[command\]\S*git remote add origin (\S+)$")
_WORKDIR = re.compile(r"Working directory is '(.+)'$")
_TELLING = ("Job defined", "Complete job", "Syncing rep", "  repository:", "To ", "[command]", "Working dir")
_FATAL = re.compile(
    r"##\[error\](?:Process completed with exit code -?[1-9]|The operation was canceled|The (?:action|job) .* has timed out)"
)
_STEP_FILE = re.compile(r"(?:^|[/\\])(?:[^/\\]*_)?(\d+)_([^/\\]+)\.txt$")
_PLUMBING = re.compile(r"actions/(?:checkout|cache|setup-[\w-]+|upload-artifact|download-artifact)(?:/\w+)?@")
_AFTER_STEP = ("Post job cleanup.", "Cleaning up orphan processes", "Prepare all required actions")
"""What the runner itself says once a step is over."""
_SILENCED = ("##[notice]", "##[warning]", "##[debug]", "##[endgroup]")
"""Notices and warnings repeat what tools printed, so their text is no output of the step."""


class Job(msgspec.Struct, gc=False):
    """How a job and its steps ended, by name."""

    conclusion: str | None = None
    steps: dict[str, str | None] = {}


class Run(msgspec.Struct, gc=False):
    """What the API tells of a run."""

    repository: str = ""
    jobs: dict[str, Job] = {}


class First(msgspec.Struct, gc=False):
    """The line before a pulled log."""

    run: Run = msgspec.field(name="github_run")


_FIRST = msgspec.json.Decoder(First)
_PULLED = b'{"github_run":'
_UNTOLD: Carry = {}


class _Log:
    """What is known so far about one log; exactly its carry."""

    def __init__(self, carry: Carry, path: str) -> None:
        self.told: Carry = carry.get("told", _UNTOLD)  # job -> {"conclusion": …, "steps": {name: …}}
        self.stamped: bool = carry.get("stamped", False)
        self.project: str = carry.get("project", "")
        self.remote: str = carry.get("remote", "")
        self.cwd: str = carry.get("cwd", "")
        self.job: str = carry.get("job", "")
        self.columns: list[str] = carry.get("columns", [])
        self.alone: bool | None = carry.get("alone")  # the file holds one step only; None before the first line
        self.header: list[list[Any]] = [*carry.get("header", [])]  # [number, offset, stamp, text] of an undecided group
        self.step = StepLog.from_carry(carry["step"]) if carry.get("step") else None
        self.last: list[int] = carry.get("last", [1, 0])
        self.end: list[int] = carry.get("end", [])  # the line before an undecided group
        self.path = path
        self.records: list[CiStep] = []

    def to_carry(self) -> Carry:
        names = ("stamped", "project", "remote", "cwd", "job", "columns", "alone", "header", "last", "end", "told")
        kept = {name: getattr(self, name) for name in names}
        return kept | {"step": self.step.to_carry() if self.step else None}

    # --- one line ------------------------------------------------------------------------------------------------------

    def read(self, line: Line) -> None:
        if line.offset == 0 and line.data.startswith(_PULLED) and (first := typed(_FIRST, line.data)):
            self.project, self.told = first.run.repository, msgspec.to_builtins(first.run.jobs)
            return
        text = decoded(line.data).lstrip("\ufeff")
        match = _LINE.match(text)
        if match is None:  # an unstamped line among stamped ones continues an annotation: no output of the step
            self.take(line.number, line.offset, "", "" if self.stamped else seen(text))
        else:
            self.stamped = True
            self.turn(match[1], match[2])
            self.take(line.number, line.offset, match[3], seen(match[4]))
        self.last = [line.number, line.offset]

    def turn(self, job: str | None, step: str | None) -> None:
        """`gh run view` names job and step on every line; another job is another log."""
        if job is None or [job, step] == self.columns:
            return
        if self.columns and job != self.columns[0]:
            self.undecided()
            self.close(ended=False)
            self.cwd = ""
        self.columns = [job, step or ""]
        self.job = job

    def take(self, number: int, offset: int, stamp: str, text: str) -> None:
        if self.alone is None:
            self.alone = text.startswith("##[group]Run ")
        if self.header:
            self.header_line(number, offset, stamp, text)
        elif text.startswith("##[group]Run "):
            self.header = [[number, offset, stamp, text]]
            self.end = self.last
        elif text in _AFTER_STEP:
            self.close(ended=True)
        else:
            self.learn(text)
            self.output(number, text)

    # --- a header: a step's, or a group that a script printed -------------------------------------------------------------

    def header_line(self, number: int, offset: int, stamp: str, text: str) -> None:
        self.header.append([number, offset, stamp, text])
        if text == "##[endgroup]":
            self.decide()
        elif text.startswith(("##[group]", "##[error]")) or text in _AFTER_STEP or len(self.header) > _HEADER_LINES:
            self.undecided()

    def decide(self) -> None:
        """The block is complete: `shell:` makes it a script, `with:` or `env:` an action, else a script printed it."""
        title = self.header[0][3][len("##[group]Run ") :]
        inside = [str(entry[3]) for entry in self.header[1:-1]]
        shell = next((at for at, text in enumerate(inside) if text.startswith("shell: ")), None)
        if shell is None and inside[:1] not in (["with:"], ["env:"]) and not (inside == [] and "/" in title):
            self.undecided()
            return
        number, offset, stamp, _ = self.header[0]
        self.header = []
        self.close(ended=True)
        for text in inside:
            self.learn(text)
        self.step = StepLog(number, offset, title=title, stamp=stamp, action=shell is None, errexit=True, error="")
        self.step.facts["name"] = self.name(title)
        if shell is not None:
            self.script(inside[:shell], inside[shell])

    def script(self, lines: list[str], shell: str) -> None:
        assert self.step is not None
        if re.search(r"python|\bnode\b|\bperl\b|\bruby\b", shell):
            lines = []  # not a shell's script: nothing in it is a command line
        for text in lines:
            self.step.run(text)
        loose = any(re.match(r"\s*set \+e\b", text) for text in lines)
        strict = re.search(r" -[a-z]*e\b| -o errexit", shell) is not None
        self.step.facts["errexit"] = strict and not loose

    def undecided(self) -> None:
        """It was no header: give its lines back to the step that printed them."""
        header, self.header, self.end = self.header, [], []
        for entry in header:
            text = str(entry[3])
            if text in _AFTER_STEP:
                self.close(ended=True)
            else:
                self.learn(text)
                self.output(entry[0], text)

    # --- inside a step ----------------------------------------------------------------------------------------------------

    def output(self, number: int, text: str) -> None:
        if self.step is None:
            return
        if text.startswith("##[error]"):
            self.error(text)
        elif text.startswith(("[command]", "##[command]")):
            self.command(text.partition("]")[2])
        elif text.startswith(_SILENCED):
            text = ""
        self.step.add(number, text.removeprefix("##[group]"))

    def error(self, text: str) -> None:
        assert self.step is not None
        if _FATAL.match(text):
            self.step.facts["error"] = "fatal"
        elif not self.step.facts["error"]:
            self.step.facts["error"] = "noted"

    def command(self, command: str) -> None:
        """An action shows what it runs; a container action's own failure leaves no line, so its end proves nothing."""
        assert self.step is not None
        facts = self.step.facts
        if not facts["action"] or _PLUMBING.match(facts["title"]):
            return
        if re.match(r"/usr/bin/docker (?:run|build -t) ", command) and not self.step.script:
            facts["error"] = facts["error"] or "container"
            return
        self.step.run(re.sub(r"^/(?:usr/(?:local/)?|opt/\S*?)?s?bin/(?=[\w.-]+(?: |$))", "", command))

    def learn(self, text: str) -> None:
        """Pick up the names of repository, job and folder wherever the runner prints them."""
        if not text.startswith(_TELLING):
            return
        if match := _JOB_DEFINED.match(text):
            self.project = match[1]
        elif text.startswith("Complete job name: "):
            self.job = text.partition(": ")[2]
        elif not self.project and (match := _CHECKED_OUT.match(text) or _PUSHED_TO.match(text)):
            self.project = match[1]
        elif not self.remote and (match := _ORIGIN.match(text)):
            self.remote = match[1]
        elif not self.cwd and (match := _WORKDIR.match(text)):
            self.cwd = match[1]

    # --- the end of a step --------------------------------------------------------------------------------------------------

    def close(self, *, ended: bool) -> None:
        """`ended`: the log goes on after the step, so it did not stop the job."""
        step, self.step, last, self.end = self.step, None, self.end or self.last, []
        if step is None:
            return
        facts, stamp = step.facts, step.facts["stamp"]
        self.records.append(
            CiStep(
                key=f"ci:github_actions:{stamp or self.project or 'log'}:{digest(facts['title'], stamp or str(step.number))}",
                where=step.where,
                at=_moment(stamp),
                cwd=self.cwd,
                remote=self.remote or (f"https://github.com/{self.project}" if self.project else ""),
                script="\n".join(step.script),
                name=facts["name"],
                job=self.job,
                project=self.project,
                passed=self.passed(facts, ended=ended),
                errexit=facts["errexit"],
                output=step.output(),
                first_output_line=step.first,
                end=Where(last[0], last[1]),
            )
        )

    def passed(self, facts: dict[str, Any], *, ended: bool) -> bool | None:
        """The API's word where there is one, unless the log says that the step failed (`continue-on-error` hides that)."""
        seen = _passed(facts, ended=ended)
        job = self.told.get(self.job)
        if job is None:
            return seen
        names = (facts["name"], f"Run {facts['title']}")
        conclusion = next((job["steps"][name] for name in names if name in job["steps"]), job["conclusion"])
        if conclusion == "success":
            return False if seen is False else None if facts["error"] == "noted" else True
        return False if conclusion in ("failure", "timed_out") and any(name in job["steps"] for name in names) else None

    def name(self, title: str) -> str:
        if len(self.columns) > 1 and self.columns[1] not in ("", "UNKNOWN STEP"):
            return self.columns[1]
        match = _STEP_FILE.search(self.path) if self.alone else None
        return match[2].replace("_", " ") if match else title

    def finish(self) -> None:
        """The file is complete. A step's file of an archive is written when the step is over; any other end is a cut."""
        self.undecided()
        self.close(ended=bool(self.alone) and not self.records and _STEP_FILE.search(self.path) is not None)


def _passed(facts: dict[str, Any], *, ended: bool) -> bool | None:
    error = facts["error"]
    if error == "fatal" or (error == "noted" and facts["action"]):
        return False
    return True if ended and not error else None


def _moment(stamp: str) -> datetime | None:
    try:
        return datetime.fromisoformat(stamp[:26] + "+00:00").astimezone(UTC) if stamp else None
    except ValueError:
        return None


class GithubActions:
    """See the module."""

    name = "github_actions"
    kind = SourceKind.CI
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  the name says nothing sure
        """Stamps of seven digits and the runner's `##[group]` marks."""
        if head.startswith(_PULLED):
            return 95
        marks = head.count(b"##[group]")
        stamps = len(
            re.findall(
                rb"(?m)^(?:\xef\xbb\xbf)?(?:[^\t\n]*\t[^\t\n]*\t)?(?:\xef\xbb\xbf)?[\d-]{10}T[\d:]{8}\.\d{7}Z ", head
            )
        )
        if b"##[group]Run " in head or b"Job defined at: " in head or b"Current runner version: " in head:
            return 95 if stamps else 70
        if b"##[section]" in head or not stamps:
            return 0
        return 90 if marks else 60 if stamps * 2 > head.count(b"\n") else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:
        """One CiStep per step, when it ends; output line 1 is the line after the header's `##[endgroup]`."""
        log = _Log(carry, path)
        for line in lines:
            log.read(line)
        if final:
            log.finish()
        return Reading(records=tuple(log.records), carry=log.to_carry(), parsed=len(lines))


FORMAT = GithubActions()
