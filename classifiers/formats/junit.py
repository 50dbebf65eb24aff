"""JUnit XML reports, as pytest, Surefire, Gradle, jest-junit, gotestsum, swift and many more write them.

Counts in attributes are often missing, doubled by nesting or plainly wrong, so `testcase` elements are counted and
attributes may only contradict. Entities are refused before they can grow, and nothing outside the file is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from classifiers.report_text import count, line_of, moment, report
from classifiers.safe_xml import RefusedError, walk
from classifiers.vocabulary import Carry, Line, Reading, SourceKind, TestCounts, TestReport

_SUITES = ("testsuites", "testsuite")
_NOT_RUN = ("skipped", "disabled", "notrun", "pending")


class _Tally:
    """Counts while the walk goes through the elements."""

    def __init__(self) -> None:
        self.suite = ""
        self.stamp = ""
        self.claimed = 0  # failures and errors by attributes; only ever contradicts
        self.counts = {"passed": 0, "failed": 0, "skipped": 0, "errors": 0}
        self._case = ""

    def start(self, tag: str, attributes: Mapping[str, str], depth: int) -> None:
        if depth == 1 and tag not in _SUITES:
            raise RefusedError
        if tag in _SUITES:
            self.suite = self.suite or attributes.get("name", "")
            self.stamp = self.stamp or attributes.get("timestamp", "")
            self.claimed = max(self.claimed, count(attributes.get("failures")) + count(attributes.get("errors")))
        elif tag == "testcase":
            self._case = "skipped" if attributes.get("status", "").lower() in _NOT_RUN else "passed"
        elif self._case:
            self.result(tag)

    def result(self, tag: str) -> None:
        """What stands inside a case; a rerun that passed (Surefire's flaky elements) stays a pass."""
        if tag in ("failure", "error"):
            self._case = "failed" if tag == "failure" else "errors"
        elif tag in ("skipped", "disabled") and self._case == "passed":
            self._case = "skipped"

    def end(self, tag: str) -> None:
        if self._case and tag == "testcase":
            self.counts[self._case] += 1
            self._case = ""


class Junit:
    """See the module."""

    name = "junit"
    kind = SourceKind.REPORT
    whole = True

    def sniff(self, head: bytes, name: str) -> int:
        """`<testsuites` or `<testsuite` is the first element."""
        start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:4096]
        if not start.startswith(b"<"):
            return 0
        root = start.find(b"<testsuite")
        before = start[:root] if root >= 0 else b""
        if root >= 0 and (not before or before.startswith((b"<?", b"<!"))):
            return 95
        return 30 if name.lower().endswith(".junit.xml") else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  whole
        """One TestReport for the file; none for zero cases, a broken file, or a file whose root is something else."""
        tally = _Tally()
        if not walk(lines, tally):
            return Reading(skipped=len(lines))
        found = _report(tally, lines, path)
        return Reading(records=(found,) if found else (), parsed=len(lines))


def _report(tally: _Tally, lines: Sequence[Line], path: str) -> TestReport | None:
    counts = TestCounts(**tally.counts)
    if not sum(counts):
        return None
    if tally.claimed and not counts.failed + counts.errors:
        counts = counts._replace(errors=tally.claimed)
    head = lines[0].data[:4096].decode("utf-8", "replace")
    where = line_of(lines, b"<testsuite ", b"<testsuite")
    return report("junit", tally.suite, counts, where=where, path=path, at=moment(tally.stamp), head=head)


FORMAT = Junit()
