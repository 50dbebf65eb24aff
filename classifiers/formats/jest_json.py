"""Reports of `jest --json`; vitest's JSON reporter writes the same form.

Suites that could not even start count as errors: jest itself then says "0 failed tests".
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from classifiers.report_text import count, document, line_of, report
from classifiers.vocabulary import Carry, Line, Reading, SourceKind, TestCounts


class JestJson:
    """See the module."""

    name = "jest_json"
    kind = SourceKind.REPORT
    whole = True

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  any name may hold one
        """The counters that only jest names so."""
        return 95 if head.lstrip()[:1] == b"{" and b'"numTotalTests"' in head and b'"numPassedTests"' in head else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  whole
        """One TestReport for the file; none when no test is in it or it is no such report."""
        found = document(lines)
        if not isinstance(found, dict) or "numPassedTests" not in found:
            return Reading(skipped=len(lines))
        counts = _counts(found)
        if not sum(counts):
            return Reading(parsed=len(lines))
        where = line_of(lines, b'"numPassedTests"')
        head = lines[0].data[:4096].decode("utf-8", "replace")
        record = report("jest", "", counts, where=where, path=path, at=_started(found.get("startTime")), head=head)
        return Reading(records=(record,), parsed=len(lines))


def _counts(found: dict[str, Any]) -> TestCounts:
    failed, errors = count(found.get("numFailedTests")), count(found.get("numRuntimeErrorTestSuites"))
    if found.get("success") is False and not failed + errors:
        errors = 1  # a coverage threshold, an obsolete snapshot, an open handle: the run exited with 1
    return TestCounts(
        passed=count(found.get("numPassedTests")),
        failed=failed,
        skipped=count(found.get("numPendingTests")) + count(found.get("numTodoTests")),
        errors=errors,
    )


def _started(milliseconds: object) -> datetime | None:
    if not isinstance(milliseconds, (int, float)) or not 9e11 < milliseconds < 1e14:
        return None
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


FORMAT = JestJson()
