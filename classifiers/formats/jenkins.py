"""Jenkins consoles: freestyle jobs (`[job] $ /bin/sh -xe …`, `[job] $ mvn …`) and pipelines (`[Pipeline] sh`).

Shell steps run with `-xe`, so each command is traced as `+ command` and the next trace proves it, unless the trace shows
that its status was swallowed (`|| true`) or that it feeds a pipe. Only the last `Finished: …` line is the job's verdict:
mails, nested builds and tests print BUILD SUCCESS and BUILD FAILURE before it. Shapes seen in consoles of Jenkins 2.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from classifiers.ci_text import Head, bare, project_of, remote_in
from classifiers.maven_runs import MavenRun
from classifiers.step_log import StepLog
from classifiers.terminal_text import cleaned
from classifiers.vocabulary import Carry, CiStep, Line, Reading, SourceKind, Where

_STAMP = re.compile(r"(?:\[\d{4}-\d\d-\d\dT[\d:.]+Z?\]|\d\d:\d\d:\d\d) +")
_STAMPED = frozenset("[0123456789")
_LAUNCH = re.compile(r"\[([^\[\]]+)\] \$ (.+)")
_SHELL = re.compile(
    r"\S*(?:ba|da|k|z)?sh(?:\.exe)?['\"]? (?:-\w+ )*\S*[/\\]\w*(?:jenkins|hudson)\d+\.sh$|cmd /c call \S+$"
)
_SCRIPT_FILE = re.compile(r"\S+ (?:-\w+ )*['\"]?\S*[/\\](?:jenkins|hudson)\d+\.\w+['\"]?$")
_TRACE = re.compile(r"\+ (?:\+ )?(\S.*)")
_EXECUTING = re.compile(r"Executing Maven: +(.+)")
_WORKSPACE = re.compile(
    r"(?:Building (?:remotely on .+? |on .+? )?in workspace|Running on \S+(?: .*)? in) (/.+|[A-Z]:\\.+)$"
)
_FINISHED = re.compile(r"Finished: (SUCCESS|UNSTABLE|FAILURE|ABORTED|NOT_BUILT)$")
_MARKED = re.compile(r"Build step '.+' marked build as failure$")
_RETURNED = re.compile(r"ERROR: script returned exit code [1-9]")
_SWALLOWS = re.compile(r"(?:true|:|exit 0|echo\b.*)$")
_RECEIVES = re.compile(
    r"(?:tee|tail|head|grep|cat|sed|awk|xargs|sort|wc|less|ba?sh|sh|jq|tr|cut|stdbuf|python3? -)(?: |$)"
)
_BUILDS = re.compile(r"\b(?:mvnw?|gradlew?)\b")
_BUILD_NUMBER = re.compile(r"[/\\]([^/\\]+)[/\\]builds[/\\](\d+)[/\\]log$")


class _Console:
    """What is known so far about one console; exactly its carry."""

    def __init__(self, carry: Carry) -> None:
        self.head = Head(carry.get("head", ""))
        self.index: int = carry.get("index", 0)
        self.job: str = carry.get("job", "")
        self.cwd: str = carry.get("cwd", "")
        self.remote: str = carry.get("remote", "")
        self.stage: str = carry.get("stage", "")
        self.errexit: bool = carry.get("errexit", True)
        self.verdict: str = carry.get("verdict", "")
        self.step = StepLog.from_carry(carry["step"]) if carry.get("step") else None
        self.maven = MavenRun(carry.get("maven"))
        self.records: list[CiStep] = []

    def to_carry(self) -> Carry:
        names = ("index", "job", "cwd", "remote", "stage", "errexit", "verdict")
        kept: Carry = {name: getattr(self, name) for name in names}
        step = self.step.to_carry() if self.step else None
        return kept | {"head": self.head.value, "step": step, "maven": self.maven.to_carry()}

    # --- one line ------------------------------------------------------------------------------------------------------

    def read(self, line: Line) -> None:
        text = cleaned(line.data)
        if text[:1] in _STAMPED and (stamp := _STAMP.match(text)):
            text = text[stamp.end() :]
        if not self.index and self.step is None:
            self.head.add(text)
        if text.startswith("Finished: ") and (finished := _FINISHED.match(text)):
            self.verdict = finished[1]
        elif text.strip():
            self.verdict = ""  # more was printed: that "Finished" was somebody else's
        if not self.starts(line, text):
            self.output(line, text)

    def starts(self, line: Line, text: str) -> bool:
        """Whether the line starts a step, or a part of the job in which steps start."""
        if text.startswith("[Pipeline] "):
            self.pipeline(text[len("[Pipeline] ") :])
        elif text.startswith("[") and (launch := _LAUNCH.match(text)):
            self.launch(line, launch[1], launch[2])
        elif text.startswith("+ ") and (trace := _TRACE.match(text)):
            self.trace(line, trace[1])
        elif executing := _EXECUTING.match(text):
            self.close(ended=True)
            self.open(line, f"mvn {executing[1]}")
        else:
            return False
        return True

    def launch(self, line: Line, job: str, command: str) -> None:
        self.close(ended=True)
        self.job = self.job or job
        self.errexit = True
        if _SHELL.match(command):
            self.errexit = re.search(r" -\w*e", command) is not None
        self.open(line, "" if _SCRIPT_FILE.match(command) or _SHELL.match(command) else bare(command))

    def pipeline(self, what: str) -> None:
        """A failing step closes its blocks, then skips to the post actions; anything else goes on to a next step."""
        if what.startswith("{ ("):
            self.stage = what[3:].rstrip(")")
        elif self.step and what.split(" ", maxsplit=1)[0] in (
            "sh",
            "bat",
            "echo",
            "powershell",
            "pwsh",
            "archiveArtifacts",
            "junit",
        ):
            self.close(ended=not _after_all(self.stage))

    def trace(self, line: Line, command: str) -> None:
        step = self.step
        if step:
            piped = any(_RECEIVES.match(each) for each in (command, *step.script))  # the shell traces both ends at once
            hidden = step.quiet and piped
            swallowed = _SWALLOWS.match(command) and not step.quiet
            self.close(ended=self.errexit and not hidden and not swallowed)
        self.open(line, bare(command))

    def open(self, line: Line, script: str) -> None:
        self.step = StepLog(line.number, line.offset, stage=self.stage, failed=False, end=[line.number, line.offset])
        self.step.facts["builds"] = _BUILDS.search(script) is not None
        if script:
            self.step.run(script)

    def output(self, line: Line, text: str) -> None:
        if self.step is None:
            self.learn(text)
            return
        if not _FINISHED.match(text):
            returned = _RETURNED.match(text) is not None and not _after_all(self.step.facts["stage"])
            self.step.facts["failed"] = self.step.facts["failed"] or returned or _MARKED.match(text) is not None
            self.step.add(line.number, "" if text.startswith("++ ") else text)
            self.step.facts["end"] = [line.number, line.offset]
        if not self.step.facts["builds"] and self.maven.read(line, text):
            self.inner(self.maven.taken(), self.maven.passed)

    def learn(self, text: str) -> None:
        if not self.remote and (
            "repository " in text or "remote.origin.url" in text or text.startswith(" > git fetch")
        ):
            self.remote = remote_in(text)
        if found := _WORKSPACE.match(text):
            self.cwd = found[1]
            self.job = re.split(r"[/\\]", found[1])[-1]

    # --- the end of a step --------------------------------------------------------------------------------------------------

    def close(self, *, ended: bool) -> None:
        """`ended`: what follows runs only because the step passed."""
        step, self.step = self.step, None
        if step is None:
            return
        if self.maven.log:
            self.inner(self.maven.taken(), None)
        if step.script:
            self.record(step, False if step.facts["failed"] else True if ended else None)

    def inner(self, log: StepLog | None, passed: bool | None) -> None:  # noqa: FBT001  a value of the record
        """A Maven run inside an opaque script; its own last word is all that is known of it."""
        if log:
            self.record(log, passed)

    def record(self, step: StepLog, passed: bool | None) -> None:  # noqa: FBT001  a value of the record
        end = step.facts.get("end", [step.number, step.offset])
        self.records.append(
            CiStep(
                key=f"ci:jenkins:{self.head.value}:{self.index}",
                where=step.where,
                cwd=self.cwd,
                remote=self.remote,
                script="\n".join(step.script),
                name=step.facts.get("stage", ""),
                job=self.job,
                project=project_of(self.remote) or self.job,
                passed=passed,
                output=step.output(),
                first_output_line=step.first,
                end=Where(end[0], end[1]),
            )
        )
        self.index += 1

    def finish(self) -> None:
        """The console is complete; a job that failed elsewhere leaves its last step undecided."""
        self.close(ended=self.verdict == "SUCCESS")


def _after_all(stage: str) -> bool:
    """Whether a stage runs whatever happened before; the error of the job is printed after it."""
    return "post actions" in stage.lower()


class Jenkins:
    """See the module."""

    name = "jenkins"
    kind = SourceKind.CI
    whole = False

    def sniff(self, head: bytes, name: str) -> int:
        """What Jenkins prints before a job's first step."""
        if re.match(rb"(?:\S+ +)?Started by (?:user|timer|an SCM|upstream|GitHub|GitLab|remote|command line)", head):
            return 92
        marks = (
            b"\n[Pipeline] ",
            b"Running as SYSTEM\n",
            b" in workspace ",
            b"\nFinished: SUCCESS",
            b"\nFinished: FAILURE",
        )
        found = sum(mark in head for mark in marks)
        if b"[Pipeline] Start of Pipeline" in head or found > 1:
            return 85
        return 50 if found and (_BUILD_NUMBER.search(name) or re.search(rb"(?m)^\[[^\]\n]+\] \$ ", head)) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:
        """One CiStep per traced or launched command and per hidden Maven run; its output starts on the next line."""
        console = _Console(carry)
        if not carry and (numbered := _BUILD_NUMBER.search(path)):
            console.head.add(f"{numbered[1]} {numbered[2]}")
        for line in lines:
            console.read(line)
        if final:
            console.finish()
        return Reading(records=tuple(console.records), carry=console.to_carry(), parsed=len(lines))


FORMAT = Jenkins()
