"""TRX reports of `dotnet test --logger trx` and Visual Studio.

Results are counted; `ResultSummary outcome` may only contradict (a run that was aborted can hold passed results only).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from classifiers.report_text import line_of, moment, report
from classifiers.safe_xml import RefusedError, walk
from classifiers.vocabulary import Carry, Line, Reading, SourceKind, TestCounts

_BAD = ("failed", "error", "timeout", "aborted", "disconnected")
_NOT_RUN = ("notexecuted", "inconclusive", "notrunnable", "pending", "warning")


class _Tally:
    """Counts while the walk goes through the elements."""

    def __init__(self) -> None:
        self.run = ""
        self.stamp = ""
        self.outcome = ""
        self.results: Counter[str] = Counter()

    def start(self, tag: str, attributes: Mapping[str, str], depth: int) -> None:
        if depth == 1:
            if tag != "TestRun":
                raise RefusedError
            self.run = attributes.get("id", "")
        elif tag == "Times":
            self.stamp = attributes.get("start", "")
        elif tag == "ResultSummary":
            self.outcome = attributes.get("outcome", "").lower()
        elif tag.endswith("TestResult") and depth <= 3:  # deeper ones are the parts of a data-driven test
            self.results[attributes.get("outcome", "error").lower()] += 1

    def end(self, tag: str) -> None:
        """Nothing to do."""

    def counts(self) -> TestCounts:
        """The results; an outcome that says the run went wrong adds an error where no result shows one."""
        failed = sum(self.results[word] for word in _BAD)
        skipped = sum(self.results[word] for word in _NOT_RUN)
        passed = self.results["passed"] + self.results["passedbutrunaborted"]
        wrong = self.outcome not in ("completed", "passed", "") and not failed
        return TestCounts(passed=passed, failed=failed, skipped=skipped, errors=int(wrong))


class Trx:
    """See the module."""

    name = "trx"
    kind = SourceKind.REPORT
    whole = True

    def sniff(self, head: bytes, name: str) -> int:
        """A `TestRun` of Microsoft's TeamTest schema."""
        if b"<TestRun" in head[:4096] and b"/TeamTest/" in head[:4096]:
            return 95
        return 40 if name.lower().endswith(".trx") and b"<TestRun" in head[:4096] else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  whole
        """One TestReport for the file; none when it holds no result or is broken."""
        tally = _Tally()
        if not walk(lines, tally):
            return Reading(skipped=len(lines))
        if not tally.results:
            return Reading(parsed=len(lines))
        where = line_of(lines, b"<ResultSummary", b"<TestRun")
        found = report("dotnet", "", tally.counts(), where=where, path=path, at=moment(tally.stamp), head=tally.run)
        return Reading(records=(found,), parsed=len(lines))


FORMAT = Trx()
