"""Maven runs inside a script whose own commands are not shown: the goals are read from what Maven prints about them.

Maven names every plugin it runs, `--- maven-jar-plugin:3.3.0:jar (default-jar) @ module ---`; executions called
`default-…` belong to the lifecycle, `default-cli` ones were named on the command line. A Maven run that a test starts
prints the same lines, so runs are nested and only the outermost counts.
"""

from __future__ import annotations

import re

from classifiers.step_log import StepLog
from classifiers.vocabulary import Carry, Line

_GOAL = re.compile(r"\[INFO\] --- (?:maven-)?([\w.-]+?)(?:-maven)?(?:-plugin)?:[\w.-]+:([\w-]+) \(([\w.-]+)\) @ ")
_PHASES = ("compile", "test", "package", "install", "deploy")
_REACHED = {
    "compile": "compile", "testCompile": "test", "test": "test", "jar": "package", "war": "package", "bundle": "package",
    "shade": "package", "install": "install", "deploy": "deploy",
}  # fmt: skip
_DEPTH = 50


class MavenRun:
    """The outermost Maven run that is open, if one is."""

    def __init__(self, carry: Carry | None = None) -> None:
        carry = carry or {}
        self.log = StepLog.from_carry(carry["log"]) if carry.get("log") else None
        self.depth: int = carry.get("depth", 0)
        self.passed: bool | None = carry.get("passed")
        self.goals: list[str] = carry.get("goals", [])
        self.phase: str = carry.get("phase", "")

    def to_carry(self) -> Carry:
        """The run as JSON values."""
        kept: Carry = {name: getattr(self, name) for name in ("depth", "passed", "goals", "phase")}
        return kept | {"log": self.log.to_carry() if self.log else None}

    def read(self, line: Line, text: str) -> bool:
        """Take a line in; true when it ends the outermost run, whose script is then in `log.script`."""
        if text == "[INFO] Scanning for projects...":
            self.depth = min(self.depth + 1, _DEPTH)
            if self.log is None:
                self.log = StepLog(line.number, line.offset)
                self.passed, self.goals, self.phase = None, [], ""
                return False
        if self.log is None:
            return False
        self.log.add(line.number, text)
        self.log.facts["end"] = [line.number, line.offset]
        if self.depth == 1 and (goal := _GOAL.match(text)):
            self.goal(goal[1], goal[2], goal[3])
        elif self.depth == 1 and text in ("[INFO] BUILD SUCCESS", "[INFO] BUILD FAILURE"):
            self.passed = text.endswith("SUCCESS")
        elif text.startswith("[INFO] Finished at: "):
            self.depth -= 1
            if self.depth == 0:
                self.log.run(self.script())
                return True
        return False

    def goal(self, plugin: str, goal: str, execution: str) -> None:
        """Note what was asked for: a goal by name, `clean`, or how far the lifecycle went."""
        if execution == "default-cli":
            self.goals = [*self.goals, f"{plugin}:{goal}"][:10] if f"{plugin}:{goal}" not in self.goals else self.goals
        elif execution == "default-clean":
            self.goals = self.goals if "clean" in self.goals else ["clean", *self.goals]
        elif execution.startswith("default-") and goal in _REACHED:
            self.phase = max(self.phase, _REACHED[goal], key=lambda phase: _PHASES.index(phase) if phase else -1)

    def script(self) -> str:
        """The command that gives these goals."""
        return " ".join(["mvn", *self.goals, *([self.phase] if self.phase else [])])

    def taken(self) -> StepLog | None:
        """Hand over the run that ended, or that was cut off."""
        log, self.log, self.depth = self.log, None, 0
        return log
