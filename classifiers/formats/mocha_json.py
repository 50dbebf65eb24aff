"""Reports of `mocha --reporter json`, and of mochawesome, which has the same `stats`."""

from __future__ import annotations

from collections.abc import Sequence

from classifiers.report_text import count, document, line_of, moment, report
from classifiers.vocabulary import Carry, Line, Reading, SourceKind, TestCounts


class MochaJson:
    """See the module."""

    name = "mocha_json"
    kind = SourceKind.REPORT
    whole = True

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  any name may hold one
        """An object that starts with `stats` and its counts."""
        start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:2000]
        if not start.startswith(b"{") or b'"stats"' not in start[:100]:
            return 0
        return 90 if b'"passes"' in start and b'"pending"' in start else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  whole
        """One TestReport for the file; none when no test is in it or it is no such report."""
        found = document(lines)
        stats = found.get("stats") if isinstance(found, dict) else None
        if not isinstance(found, dict) or not isinstance(stats, dict) or "passes" not in stats:
            return Reading(skipped=len(lines))
        failures = found.get("failures")
        counts = TestCounts(
            passed=count(stats["passes"]),
            failed=max(count(stats.get("failures")), len(failures) if isinstance(failures, list) else 0),
            skipped=count(stats.get("pending")),
        )
        if not sum(counts):
            return Reading(parsed=len(lines))
        where = line_of(lines, b'"passes"')
        return Reading(
            records=(report("mocha", "", counts, where=where, path=path, at=moment(stats.get("start"))),),
            parsed=len(lines),
        )


FORMAT = MochaJson()
