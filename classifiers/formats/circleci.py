"""CircleCI step output: a downloaded step (`#!/bin/bash -eo pipefail` first) or `circleci local execute` (`====>>`).

A step's text says nothing when it passes, so only a next step or the local run's `Success!` proves one. The script is
not set apart from its output; only its first line is taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from classifiers.ci_text import Head
from classifiers.step_log import StepLog, steps_of
from classifiers.terminal_text import cleaned
from classifiers.vocabulary import Carry, CiStep, Line, Reading, SourceKind, Where

_HEADER = re.compile(r"====>> (.+)")
_SHEBANG = re.compile(r"\s*#!/bin/(?:ba)?sh( -\w*e\w*.*)?")
_FAILED = re.compile(r"(?:Error: )?Exited with code exit status [1-9]|Exited with code [1-9]|Task failed")


class _Log:
    """What is known so far about one log; exactly its carry."""

    def __init__(self, carry: Carry) -> None:
        self.head = Head(carry.get("head", ""))
        self.index: int = carry.get("index", 0)
        self.step = StepLog.from_carry(carry["step"]) if carry.get("step") else None
        self.records: list[CiStep] = []

    def to_carry(self) -> Carry:
        step = self.step.to_carry() if self.step else None
        return {"index": self.index, "head": self.head.value, "step": step}

    def read(self, line: Line) -> None:
        text = cleaned(line.data)
        if not self.index and self.step is None:
            self.head.add(text)
        shebang = _SHEBANG.match(text)
        if header := _HEADER.match(text):
            self.close(passed=True)
            self.open(line, header[1])
        elif shebang and (self.step is None or self.step.facts["waits"] is None):
            if self.step is None:
                self.open(line, "")
            assert self.step is not None
            self.step.facts.update(waits=True, errexit=shebang[1] is not None)
        elif self.step:
            self.inside(line, text)

    def open(self, line: Line, name: str) -> None:
        end = [line.number, line.offset]
        self.step = StepLog(*end, name=name, waits=None, errexit=True, failed=False, end=end)

    def inside(self, line: Line, text: str) -> None:
        """`waits` is None before the shebang, true until the first line of the script is seen."""
        assert self.step is not None
        facts = self.step.facts
        facts["end"] = [line.number, line.offset]
        if facts["waits"] and text.strip():
            facts["waits"] = False
            self.step.run(text.strip())
        elif text == "Success!" and not facts["failed"] and facts["name"]:
            self.close(passed=True)
        else:
            facts["failed"] = facts["failed"] or _FAILED.match(text) is not None
            self.step.add(line.number, text)

    def close(self, *, passed: bool | None) -> None:
        step, self.step = self.step, None
        if step is None:
            return
        facts = step.facts
        self.records.append(
            CiStep(
                key=f"ci:circleci:{self.head.value}:{self.index}",
                where=step.where,
                script="\n".join(step.script),
                name=facts["name"],
                passed=False if facts["failed"] else passed,
                errexit=facts["errexit"],
                output=step.output(),
                first_output_line=step.first,
                end=Where(facts["end"][0], facts["end"][1]),
            )
        )
        self.index += 1


class Circleci:
    """See the module."""

    name = "circleci"
    kind = SourceKind.CI
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  the name says nothing sure
        """`====>>` headers, or a shebang with CircleCI's own end."""
        if re.search(rb"(?m)^(?:\x1b\[[\d;]*m)?====>> \S", head):
            return 85
        return 60 if re.match(rb"#!/bin/(?:ba)?sh -eo pipefail", head) and b"exit status" in head else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  a log's path is any
        """One CiStep per step; its output starts on the line after the script's first line."""
        return steps_of(_Log(carry), lines, final=final)


FORMAT = Circleci()
