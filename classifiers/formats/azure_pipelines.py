"""Azure Pipelines logs: `##[section]Starting: …` to `##[section]Finishing: …`, for good and bad tasks alike.

A failing script always leaves `##[error]`; a task that finished without one passed. A script is shown only if it is one
line; a longer one is just "Generating script."
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from classifiers.ci_text import Head, project_of, remote_in
from classifiers.report_text import moment
from classifiers.step_log import StepLog
from classifiers.terminal_text import decoded, seen
from classifiers.vocabulary import Carry, CiStep, Line, Reading, SourceKind, Where

_STAMP = re.compile(r"\ufeff?(\d{4}-\d\d-\d\dT[\d:]{8}\.\d{7}Z) ?")
_EDGE = re.compile(r"##\[section\](Starting|Finishing): (.+)")
_TASK = re.compile(r"Task +: (.+)")
_SHELL_TASKS = ("Bash", "Command line", "Command Line", "PowerShell", "Shell script")


class _Log:
    """What is known so far about one log; exactly its carry."""

    def __init__(self, carry: Carry) -> None:
        self.head = Head(carry.get("head", ""))
        self.index: int = carry.get("index", 0)
        self.remote: str = carry.get("remote", "")
        self.step = StepLog.from_carry(carry["step"]) if carry.get("step") else None
        self.records: list[CiStep] = []

    def to_carry(self) -> Carry:
        step = self.step.to_carry() if self.step else None
        return {"index": self.index, "remote": self.remote, "head": self.head.value, "step": step}

    def read(self, line: Line) -> None:
        raw = decoded(line.data)
        stamp = _STAMP.match(raw)
        text = seen(raw[stamp.end() :] if stamp else raw)
        if not self.index and self.step is None:
            self.head.add(raw)
        if edge := _EDGE.match(text):
            self.edge(line, edge[1], edge[2], stamp[1] if stamp else "")
        elif self.step:
            self.inside(line, text)
        if not self.remote and ("git remote add origin" in text or text.startswith("Syncing repository: ")):
            self.remote = remote_in(text)

    def edge(self, line: Line, kind: str, name: str, stamp: str) -> None:
        if kind == "Starting":
            self.close(ended=False)
            end = [line.number, line.offset]
            self.step = StepLog(*end, name=name, at=stamp, task="", script=False, failed=False, end=end)
        elif self.step and self.step.facts["name"] == name:
            self.close(ended=True)

    def inside(self, line: Line, text: str) -> None:
        assert self.step is not None
        facts = self.step.facts
        facts["end"] = [line.number, line.offset]
        if text.startswith("##[error]"):
            facts["failed"] = True
        elif not facts["task"] and (task := _TASK.match(text)):
            facts["task"] = task[1].strip()
        elif text == "Script contents:":
            facts["script"] = True
        elif text.startswith("=====") and "Starting Command Output" in text:
            facts["script"] = False
        elif facts["script"]:
            self.step.run(re.sub(r"^shell$", "", text))
        self.step.add(line.number, "" if facts["script"] else text)

    def close(self, *, ended: bool) -> None:
        step, self.step = self.step, None
        if step is None or not step.facts["task"]:
            return
        facts = step.facts
        self.records.append(
            CiStep(
                key=f"ci:azure_pipelines:{self.head.value}:{self.index}",
                where=step.where,
                at=moment(facts["at"]),
                remote=self.remote,
                script="\n".join(step.script) if facts["task"].startswith(_SHELL_TASKS) else "",
                name=facts["name"],
                project=project_of(self.remote),
                passed=False if facts["failed"] else True if ended else None,
                errexit=False,  # only the status of the script's last command is its own
                output=step.output(),
                first_output_line=step.first,
                end=Where(facts["end"][0], facts["end"][1]),
            )
        )
        self.index += 1


class AzurePipelines:
    """See the module."""

    name = "azure_pipelines"
    kind = SourceKind.CI
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  the name says nothing sure
        """Sections, which old GitHub logs have too, but without a task's head."""
        if b"##[section]Starting: " not in head or b"##[group]Run " in head:
            return 0
        return 95 if re.search(rb"(?m)(?:^|Z )(?:Task  +: |Agent name: )", head) else 60

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  a log's path is any
        """One CiStep per task; its output starts on the line after `Starting`."""
        log = _Log(carry)
        for line in lines:
            log.read(line)
        if final:
            log.close(ended=False)
        return Reading(records=tuple(log.records), carry=log.to_carry(), parsed=len(lines))


FORMAT = AzurePipelines()
