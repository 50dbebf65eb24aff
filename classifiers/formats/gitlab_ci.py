"""GitLab CI job traces: sections, `$ command` in green, and the runner's verdict after the last section.

A script's lines run one by one and the first that fails ends it, so a command passed when the next one of its section
begins. "Job succeeded" counts only as a whole line outside every section: tests of tools print it too. Shapes seen in
traces of runner 11 to 17.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from classifiers.ci_text import Head
from classifiers.report_text import moment
from classifiers.step_log import StepLog
from classifiers.terminal_text import decoded, seen
from classifiers.vocabulary import Carry, CiStep, Line, Reading, SourceKind, Where

_SECTION = re.compile(r"section_(start|end):(\d+):([\w.-]+)(?:\[[^\]\r\n]*\])?")
_STAMP = re.compile(r"(\d{4}-\d\d-\d\dT[\d:]{8}\.\d{1,9}Z) [0-9a-f]{2}[OE][ +]")
_BUILDS = re.compile(
    r"(?:Cloning into|epository in) '?(/\S*?/?builds/(?:[\w-]{8,}/\d+/)?([\w.-]+(?:/[\w.-]+)+?))(?:/\.git/?)?'?(?:\.\.\.)?$"
)
_GREEN_PROMPT = re.compile(r"\x1b\[(?:0;)?32;1m\$ ")


class _Log:
    """What is known so far about one trace; exactly its carry."""

    def __init__(self, carry: Carry) -> None:
        self.head = Head(carry.get("head", ""))
        self.index: int = carry.get("index", 0)
        self.sections: list[str] = carry.get("sections", [])
        self.epoch: int = carry.get("epoch", 0)
        self.coloured: bool = carry.get("coloured", False)
        self.project: str = carry.get("project", "")
        self.cwd: str = carry.get("cwd", "")
        self.step = StepLog.from_carry(carry["step"]) if carry.get("step") else None
        self.waiting = StepLog.from_carry(carry["waiting"]) if carry.get("waiting") else None
        self.records: list[CiStep] = []

    def to_carry(self) -> Carry:
        kept: Carry = {
            name: getattr(self, name) for name in ("index", "sections", "epoch", "coloured", "project", "cwd")
        }
        for name, step in (("step", self.step), ("waiting", self.waiting)):
            kept[name] = step.to_carry() if step else None
        return kept | {"head": self.head.value}

    def read(self, line: Line) -> None:
        raw = decoded(line.data)
        stamp = _STAMP.match(raw)
        raw = raw[stamp.end() :] if stamp else raw
        for mark in _SECTION.finditer(raw) if "section_" in raw else ():
            self.section(mark[1], mark[2], mark[3])
        text = seen(_SECTION.sub("", raw))
        self.coloured = self.coloured or "\x1b" in raw
        if not self.index and self.step is None:
            self.head.add(raw)
        if text.startswith("$ ") and (_GREEN_PROMPT.search(raw) if self.coloured else True):
            self.command(line, text[2:], moment(stamp[1]) if stamp else None)
        elif not self.sections and self.verdict(text):
            return
        elif self.step and self.step.facts["open"]:
            self.step.add(line.number, text)
            self.step.facts["end"] = [line.number, line.offset]
        elif built := _BUILDS.search(text):
            self.cwd, self.project = built[1], built[2]

    def section(self, kind: str, epoch: str, name: str) -> None:
        self.epoch = int(epoch)
        if kind == "start":
            self.sections = [*self.sections[-20:], name]
        elif name in self.sections:
            self.sections = self.sections[: self.sections.index(name)]
            if self.step and not self.sections:
                self.step.facts["open"] = False

    def command(self, line: Line, command: str, at: datetime | None) -> None:
        main = "after_script" not in self.sections
        if self.step and self.step.facts["main"] and not main:
            self.waiting, self.step = self.step, None  # its end is the job's verdict, which comes after `after_script`
        elif self.step:
            self.close(self.step, passed=True)
        stamp = at.isoformat() if at else f"{self.epoch}" if self.epoch else ""
        self.step = StepLog(line.number, line.offset, main=main, open=True, at=stamp, end=[line.number, line.offset])
        self.step.run(command)

    def verdict(self, text: str) -> bool:
        """The runner's last word; a failure of the system around the job says nothing about the command."""
        if text == "Job succeeded":
            self.finish(passed=True)
        elif text.startswith("ERROR: Job failed"):
            self.finish(passed=None if "(system failure)" in text else False)
        else:
            return False
        return True

    def finish(self, *, passed: bool | None) -> None:
        """Close what is open; a command of `after_script` never decides a job."""
        for step in (self.waiting, self.step):
            if step:
                self.close(step, passed=passed if step.facts["main"] else None)
        self.waiting = self.step = None

    def close(self, step: StepLog, *, passed: bool | None) -> None:
        facts: dict[str, Any] = step.facts
        at = moment(facts["at"]) if "T" in facts["at"] else None
        self.records.append(
            CiStep(
                key=f"ci:gitlab_ci:{self.head.value}:{self.index}",
                where=step.where,
                at=at or _from_epoch(facts["at"]),
                cwd=self.cwd,
                script="\n".join(step.script),
                name=step.script[0] if step.script else "",
                project=self.project,
                passed=passed,
                output=step.output(),
                first_output_line=step.first,
                end=Where(facts["end"][0], facts["end"][1]),
            )
        )
        self.index += 1


def _from_epoch(text: str) -> datetime | None:
    try:
        return datetime.fromtimestamp(int(text), UTC) if text.isdigit() else None
    except (ValueError, OverflowError, OSError):
        return None


class GitlabCi:
    """See the module."""

    name = "gitlab_ci"
    kind = SourceKind.CI
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  the name says nothing sure
        """The runner's greeting, or its section marks."""
        if b"Running with gitlab-runner " in head[:4096]:
            return 95
        return 85 if re.search(rb"section_start:\d{9,}:[\w.-]+", head) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  a trace's path is any
        """One CiStep per `$` line; its output starts on the next line."""
        log = _Log(carry)
        for line in lines:
            log.read(line)
        if final:
            log.finish(passed=None)
        return Reading(records=tuple(log.records), carry=log.to_carry(), parsed=len(lines))


FORMAT = GitlabCi()
