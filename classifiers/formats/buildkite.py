"""Buildkite job logs: `~~~` headers, `$ command` lines, and a time mark before every line.

The log of a job that passed ends without a word, so a job's own commands stay undecided unless one failed; only the
agent's preparation is proved by what follows it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from classifiers.ci_text import Head, project_of, remote_in
from classifiers.step_log import StepLog, steps_of
from classifiers.terminal_text import decoded, seen
from classifiers.vocabulary import Carry, CiStep, Line, Reading, SourceKind, Where

_TIME = re.compile(r"\x1b_bk;t=(\d{10,14})\x07")
_HEADER = re.compile(r"(?:~~~|---|\+\+\+) (\S.*)")
_PREPARATION = ("Preparing ", "Running global environment hook", "Running agent environment hook", "Setting up ")
_BUILD_FOLDER = re.compile(r"cd (\S*/builds/[^/\s]+/([^/\s]+/[^/\s]+))$")
_FAILED = re.compile(r"(?:🚨 Error: The command exited with status|user command error: exit status) -?[1-9]")


class _Log:
    """What is known so far about one log; exactly its carry."""

    def __init__(self, carry: Carry) -> None:
        self.head = Head(carry.get("head", ""))
        self.index: int = carry.get("index", 0)
        self.header: str = carry.get("header", "")
        self.cwd: str = carry.get("cwd", "")
        self.pipeline: str = carry.get("pipeline", "")
        self.remote: str = carry.get("remote", "")
        self.step = StepLog.from_carry(carry["step"]) if carry.get("step") else None
        self.records: list[CiStep] = []

    def to_carry(self) -> Carry:
        kept: Carry = {name: getattr(self, name) for name in ("index", "header", "cwd", "pipeline", "remote")}
        return kept | {"head": self.head.value, "step": self.step.to_carry() if self.step else None}

    def read(self, line: Line) -> None:
        raw = decoded(line.data)
        time = _TIME.search(raw)
        text = seen(raw)
        if not self.index and self.step is None:
            self.head.add(raw)
        if header := _HEADER.match(text):
            self.header = header[1]
        if self.prompt(line, raw, text):
            self.command(line, text[2:].strip(), int(time[1]) if time else 0)
        elif self.step:
            if _FAILED.match(text) and self.step.facts["failed"] is None:
                self.step.facts["failed"] = True
            self.step.add(line.number, text)
            self.step.facts["end"] = [line.number, line.offset]
        self.learn(text)

    def prompt(self, line: Line, raw: str, text: str) -> bool:
        """The agent's own prompt is grey; a fragment may start with a bare one, or with a trace of `sh -x`."""
        if text.startswith("$ "):
            return "\x1b[90m$\x1b[0m " in raw or line.number == 1
        return text.startswith("+ ") and (self.step is None or self.step.facts["trace"])

    def command(self, line: Line, typed: str, time: int) -> None:
        self.close(passed=True if self.step and (self.step.facts["prepares"] or self.step.facts["trace"]) else None)
        trace = line.data.lstrip().startswith(b"+ ") or b"\x07+ " in line.data
        end = [line.number, line.offset]
        prepares = self.header.startswith(_PREPARATION)
        self.step = StepLog(*end, prepares=prepares, trace=trace, failed=None, time=time, header=self.header, end=end)
        self.step.run(typed)

    def learn(self, text: str) -> None:
        if found := _BUILD_FOLDER.search(text):
            self.cwd, self.pipeline = found[1], found[2]
        elif not self.remote and text.startswith(("$ git clone ", "From https://", "From git@")):
            self.remote = remote_in(text)

    def close(self, *, passed: bool | None) -> None:
        step, self.step = self.step, None
        if step is None:
            return
        facts = step.facts
        self.records.append(
            CiStep(
                key=f"ci:buildkite:{self.head.value}:{self.index}",
                where=step.where,
                at=_moment(facts["time"]),
                cwd=self.cwd,
                remote=self.remote,
                script="\n".join(step.script),
                name=facts["header"],
                job=self.pipeline,
                project=project_of(self.remote) or self.pipeline,
                passed=False if facts["failed"] else passed,
                output=step.output(),
                first_output_line=step.first,
                end=Where(facts["end"][0], facts["end"][1]),
            )
        )
        self.index += 1


def _moment(milliseconds: int) -> datetime | None:
    return datetime.fromtimestamp(milliseconds / 1000, UTC) if 9e11 < milliseconds < 1e14 else None


class Buildkite:
    """See the module."""

    name = "buildkite"
    kind = SourceKind.CI
    whole = False

    def sniff(self, head: bytes, name: str) -> int:
        """Buildkite's time marks, or the agent's headers; a bare fragment only by its path."""
        if b"\x1b_bk;t=" in head:
            return 95
        if re.search(rb"(?m)^~~~ (?:Running|Preparing) ", head) and b"buildkite" in head:
            return 80
        return 6 if "buildkite" in name.lower() and re.match(rb"[$+] \S", head) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  a log's path is any
        """One CiStep per `$` line; its output starts on the next line."""
        return steps_of(_Log(carry), lines, final=final)


FORMAT = Buildkite()
