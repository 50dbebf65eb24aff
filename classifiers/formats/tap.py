"""TAP, versions 12 to 14: prove, bats, node --test, tape, ava, pg_regress.

A stream passed only if its plan is complete, so the report is made at the end. Indented lines are subtests or YAML and
are summed up by the line that follows them. `not ok … # TODO` is no failure, `ok … # SKIP` no pass.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from classifiers.report_text import report
from classifiers.step_log import digest
from classifiers.terminal_text import cleaned
from classifiers.vocabulary import Carry, Line, Reading, Record, SourceKind, TestCounts, Where

_PLAN = re.compile(r"1\.\.(\d{1,9})\s*(?:#.*)?$")
_TEST = re.compile(r"(not )?ok\b(?: +\d+)?(.*)$")
_DIRECTIVE = re.compile(r"(?<!\\)#\s*(SKIP|TODO)\b", re.IGNORECASE)


class Tap:
    """See the module."""

    name = "tap"
    kind = SourceKind.REPORT
    whole = False

    def sniff(self, head: bytes, name: str) -> int:
        """`TAP version`, or a plan and tests and hardly anything else."""
        lines = [line.rstrip() for line in head.decode("utf-8", "replace").lstrip("\ufeff").split("\n")[:200]]
        texts = [line for line in lines if line and not line[0].isspace()]
        if not texts:
            return 0
        if re.match(r"TAP version 1[2-9]$", texts[0]):
            return 95
        ours = [line for line in texts if _PLAN.match(line) or _TEST.match(line) or line.startswith("#")]
        if any(_TEST.match(line) for line in ours) and (_PLAN.match(texts[0]) or name.lower().endswith(".tap")):
            return 85 if len(ours) * 2 > len(texts) else 0
        return 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:
        """One TestReport when the file is complete; none for a plan that is missing, skipped or not met."""
        state: Carry = {"plan": None, "broken": False, "first": None, "run": "", "counts": [0, 0, 0]} | carry
        state["counts"] = list(state["counts"])
        for line in lines:
            state["run"] = digest(state["run"], line.data.decode("utf-8", "replace"))
            _take(state, cleaned(line.data), Where(line.number, line.offset))
        records = _close(state, path) if final else ()
        return Reading(records, {} if final else state, parsed=len(lines))


def _take(state: Carry, text: str, where: Where) -> None:
    if plan := _PLAN.match(text):
        state["broken"] = state["broken"] or state["plan"] is not None
        state["plan"] = int(plan[1])
    elif text.startswith("Bail out!"):
        state["broken"] = True
    elif test := _TEST.match(text):
        directive = _DIRECTIVE.search(test[2])
        which = 2 if directive else 1 if test[1] else 0
        state["counts"][which] += 1
        if which == 0 and not state["first"]:
            state["first"] = [where.line, where.offset]


def _close(state: Carry, path: str) -> tuple[Record, ...]:
    passed, failed, skipped = state["counts"]
    ran = passed + failed + skipped
    if state["plan"] is None or not ran:
        return ()
    errors = int(state["broken"] or ran != state["plan"])
    where = Where(*(state["first"] or (1, 0)))
    counts = TestCounts(passed, failed, skipped, errors)
    return (report("tap", "", counts, where=where, path=path, head=state["run"]),)


FORMAT = Tap()
