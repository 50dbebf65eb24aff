"""Logs of nektos/act, which runs a workflow on the local machine: `[workflow/job] ⭐ Run Main …` to `✅  Success`.

act names steps but does not show their scripts: a step's script is its name where that is a command, else the command
whose banner its output starts with. A dry run (`-n`) says "succeeded" too, and gives nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from classifiers.ci_text import Head, betrayed
from classifiers.step_log import StepLog
from classifiers.terminal_text import cleaned
from classifiers.vocabulary import Carry, CiStep, Line, Reading, SourceKind, Where

_LINE = re.compile(r"\[([^\]]{1,200}?)/([^/\]]{1,200}?) {0,80}\] ?(.*)")
"""A line of act's own; in a dry run `*DRYRUN*` stands before it, so nothing of one matches."""
_RUN = re.compile(r"⭐\s+Run (?:(Main|Pre|Post) )?(.+)")
_RESULT = re.compile(r"\s*(✅|❌)\s+(?:Success|Failure) - (?:(?:Main|Pre|Post) )?(.+?)(?: \[[\d.]+[µnm]?s\])?$")
_COPY = re.compile(r" {1,4}\S{1,8} {1,4}docker cp src=(.{1,1000}?)[/\\]\.? dst=")
_COMMAND = re.compile(r"[a-z./][\w./-]*(?: [-\w./:=@\"']+)+$")
_ACTION = re.compile(r"[\w.-]+/[\w./-]+@\S+$|\./|docker://")


class _Log:
    """What is known so far about one log; exactly its carry."""

    def __init__(self, carry: Carry) -> None:
        self.head = Head(carry.get("head", ""))
        self.index: int = carry.get("index", 0)
        self.speaker: str = carry.get("speaker", "")
        self.folder: str = carry.get("folder", "")
        self.steps = {name: StepLog.from_carry(each) for name, each in carry.get("steps", {}).items()}
        self.records: list[CiStep] = []

    def to_carry(self) -> Carry:
        kept: Carry = {name: getattr(self, name) for name in ("index", "speaker", "folder")}
        return kept | {"head": self.head.value, "steps": {name: each.to_carry() for name, each in self.steps.items()}}

    def read(self, line: Line) -> None:
        text = cleaned(line.data)
        if not self.index and not self.steps:
            self.head.add(text)
        if match := _LINE.match(text):
            self.speaker = f"{match[1]}/{match[2]}"
            self.event(line, match[2], match[3])
        else:
            self.output(line, text)

    def event(self, line: Line, job: str, text: str) -> None:
        if run := _RUN.match(text):
            self.close(self.speaker, None)
            main = run[1] != "Pre" and run[1] != "Post"
            self.steps[self.speaker] = StepLog(
                line.number, line.offset, title=run[2], job=job, main=main, end=[line.number, line.offset]
            )
        elif result := _RESULT.match(text):
            self.output(line, "")
            self.close(self.speaker, result[1] == "✅")
        elif copied := _COPY.match(text):
            self.folder = self.folder or copied[1]
            self.output(line, "")
        else:
            self.output(line, text.strip() if text.lstrip().startswith("| ") else "")

    def output(self, line: Line, text: str) -> None:
        step = self.steps.get(self.speaker)
        if step:
            step.add(line.number, text[2:] if text.startswith("| ") else "" if text == "|" else text)
            step.facts["end"] = [line.number, line.offset]

    def close(self, speaker: str, passed: bool | None) -> None:  # noqa: FBT001  a value of the record
        step = self.steps.pop(speaker, None)
        if step is None or not step.facts["main"]:
            return
        facts, output = step.facts, step.output()
        title = facts["title"]
        script = "" if _ACTION.match(title) else title if _COMMAND.match(title) else betrayed(output.text.split("\n"))
        self.records.append(
            CiStep(
                key=f"ci:act:{self.head.value}:{self.index}",
                where=step.where,
                cwd=self.folder,
                script=script,
                name=title,
                job=facts["job"],
                project=re.split(r"[/\\]", self.folder)[-1],
                passed=passed,
                output=output,
                first_output_line=step.first,
                end=Where(facts["end"][0], facts["end"][1]),
            )
        )
        self.index += 1


class Act:
    """See the module."""

    name = "act"
    kind = SourceKind.CI
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  the name says nothing sure
        """Lines of act's logger."""
        text = head.decode("utf-8", "replace")
        if re.search(
            r"(?m)^(?:\x1b\[\d+m)?(?:\*DRYRUN\* )?\[[^\]\n]{1,200}/[^\]\n/]{1,200}\](?:\x1b\[0m)? (?:⭐|🚀| {1,4}🐳)",
            text,
        ):
            return 95
        return 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  a log's path is any
        """One CiStep per main step; its output starts on the line after `⭐ Run`, jobs that run at once keep blank lines."""
        log = _Log(carry)
        for line in lines:
            log.read(line)
        if final:
            for speaker in list(log.steps):
                log.close(speaker, None)
        return Reading(records=tuple(log.records), carry=log.to_carry(), parsed=len(lines))


FORMAT = Act()
