"""Travis CI logs: folds, timed `$ command` lines, and `The command "…" exited with N.` after each script command.

Commands that prepare the build stop it when they fail, so a later phase proves them. What runs after success or deploys
has no status here, and the last line ("Done. Your build exited with 0.") does not cover it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from classifiers.ci_text import Head, project_of, remote_in
from classifiers.step_log import StepLog, steps_of
from classifiers.terminal_text import decoded, seen
from classifiers.vocabulary import Carry, CiStep, Line, Reading, SourceKind, Where

_MARK = re.compile(r"travis_(fold|time):(start|end):([\w.:/-]+)(?:=\d+,finish=\d+,duration=-?\d+[^\r\n\x1b]*)?")
_EXITED = re.compile(r'The command "(.*)" (?:failed and )?exited with (\d+)\b')
_STALLED = re.compile(
    r"No output has been received in the last |The job exceeded the maximum|Your build has been stopped"
)
_AFTER = ("after_", "before_deploy", "deploy", "dpl", "cache", "before_cache")


class _Log:
    """What is known so far about one log; exactly its carry."""

    def __init__(self, carry: Carry) -> None:
        self.head = Head(carry.get("head", ""))
        self.index: int = carry.get("index", 0)
        self.fold: str = carry.get("fold", "")
        self.timed: bool = carry.get("timed", False)  # a timer was started and its command is not seen yet
        self.timers: bool = carry.get("timers", False)
        self.remote: str = carry.get("remote", "")
        self.step = StepLog.from_carry(carry["step"]) if carry.get("step") else None
        self.records: list[CiStep] = []

    def to_carry(self) -> Carry:
        kept: Carry = {name: getattr(self, name) for name in ("index", "fold", "timed", "timers", "remote")}
        return kept | {"head": self.head.value, "step": self.step.to_carry() if self.step else None}

    def read(self, line: Line) -> None:
        raw = decoded(line.data)
        for mark in _MARK.finditer(raw) if "travis_" in raw else ():
            self.mark(mark[1], mark[2], mark[3])
        text = seen(_MARK.sub("", raw))
        if not self.index and self.step is None:
            self.head.add(raw)
        if text.startswith("$ ") and not self.inside():
            self.command(line, text[2:].strip())
        elif self.step and (found := _EXITED.match(text)) and found[1].startswith(self.step.facts["typed"][:60]):
            self.step.facts["end"] = [line.number, line.offset]
            self.close(passed=found[2] == "0")
        elif self.step and _STALLED.match(text):
            self.close(passed=False)
        elif self.step and self.step.facts["open"]:
            self.step.add(line.number, text)
            self.step.facts["end"] = [line.number, line.offset]

    def mark(self, kind: str, edge: str, name: str) -> None:
        if kind == "fold":
            self.fold = name if edge == "start" else ""
        elif edge == "start":
            self.timed = self.timers = True
        elif self.step and self.step.facts["timed"]:
            self.step.facts["open"] = False

    def inside(self) -> bool:
        """Whether a `$` line is printed by the command that runs, not by the worker."""
        return (
            self.timers
            and not self.timed
            and self.step is not None
            and self.step.facts["open"]
            and self.step.facts["timed"]
        )

    def command(self, line: Line, typed: str) -> None:
        self.close(passed=True if self.step and self.step.facts["stops"] else None)
        stops = bool(self.fold) and not self.fold.startswith(_AFTER)
        end = [line.number, line.offset]
        self.step = StepLog(*end, typed=typed, fold=self.fold, stops=stops, timed=self.timed, open=True, end=end)
        self.step.run(re.sub(r"^travis_(?:retry|wait(?: \d+)?) ", "", typed))
        self.timed = False
        if not self.remote and typed.startswith("git clone "):
            self.remote = remote_in(typed)

    def close(self, *, passed: bool | None) -> None:
        step, self.step = self.step, None
        if step is None:
            return
        end = step.facts["end"]
        self.records.append(
            CiStep(
                key=f"ci:travis:{self.head.value}:{self.index}",
                where=step.where,
                remote=self.remote,
                script="\n".join(step.script),
                name=step.facts["fold"] or step.facts["typed"],
                project=project_of(self.remote),
                passed=passed,
                output=step.output(),
                first_output_line=step.first,
                end=Where(end[0], end[1]),
            )
        )
        self.index += 1


class Travis:
    """See the module."""

    name = "travis"
    kind = SourceKind.CI
    whole = False

    def sniff(self, head: bytes, name: str) -> int:
        """Folds, timers or the worker's greeting; a log its owner removed says so in one line."""
        if b"travis_fold:" in head or b"travis_time:" in head:
            return 95
        if re.match(rb"Using worker: \S+travis", head):
            return 90
        if re.match(rb"Log removed by .{1,80} at \d{4}-", head):
            return 60
        return 1 if "travis" in name.lower() and name.endswith(".log") else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  a log's path is any
        """One CiStep per `$` line of the worker; its output starts on the next line."""
        return steps_of(_Log(carry), lines, final=final)


FORMAT = Travis()
