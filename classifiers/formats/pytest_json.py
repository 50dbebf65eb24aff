"""Reports of the pytest-json-report plugin.

Its `exitcode` may only contradict: a session that was interrupted keeps the passes it had.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from classifiers.report_text import count, document, line_of, report
from classifiers.vocabulary import Carry, Line, Reading, SourceKind, TestCounts


class PytestJson:
    """See the module."""

    name = "pytest_json"
    kind = SourceKind.REPORT
    whole = True

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  any name may hold one
        """The session fields that the plugin writes first."""
        start = head.lstrip()[:4096]
        return (
            95 if start[:1] == b"{" and b'"exitcode"' in start and b'"summary"' in start and b'"root"' in start else 0
        )

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  whole
        """One TestReport for the file; none when no test is in it or it is no such report."""
        found = document(lines)
        summary = found.get("summary") if isinstance(found, dict) else None
        if not isinstance(found, dict) or not isinstance(summary, dict) or "exitcode" not in found:
            return Reading(skipped=len(lines))
        failed, errors = count(summary.get("failed")), count(summary.get("error"))
        if found["exitcode"] != 0 and not failed + errors:
            errors = 1
        skipped = sum(count(summary.get(word)) for word in ("skipped", "xfailed", "xpassed"))
        counts = TestCounts(count(summary.get("passed")), failed, skipped, errors)
        if not sum(counts[:3]):
            return Reading(parsed=len(lines))
        head = lines[0].data[:4096].decode("utf-8", "replace")
        where = line_of(lines, b'"summary"')
        record = report("pytest", "", counts, where=where, path=path, at=_made(found.get("created")), head=head)
        return Reading(records=(record,), parsed=len(lines))


def _made(seconds: object) -> datetime | None:
    if not isinstance(seconds, (int, float)) or not 9e8 < seconds < 1e11:
        return None
    return datetime.fromtimestamp(seconds, UTC)


FORMAT = PytestJson()
