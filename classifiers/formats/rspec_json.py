"""Reports of `rspec --format json`.

They hold no time, and a dry run writes the same text; what gives it away is that no example took any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from classifiers.report_text import count, document, line_of, report
from classifiers.vocabulary import Carry, Line, Reading, SourceKind, TestCounts


class RspecJson:
    """See the module."""

    name = "rspec_json"
    kind = SourceKind.REPORT
    whole = True

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  any name may hold one
        """`examples` next to rspec's own summary, or an example's fields when the summary lies further down."""
        start = head.lstrip()
        if start[:1] != b"{" or b'"examples"' not in start[:400]:
            return 0
        return 95 if b'"example_count"' in head or b'"full_description"' in head else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  whole
        """One TestReport for the file; none when no test is in it or it is no such report."""
        found = document(lines)
        summary = found.get("summary") if isinstance(found, dict) else None
        if not isinstance(found, dict) or not isinstance(summary, dict) or "example_count" not in summary:
            return Reading(skipped=len(lines))
        total, failed = count(summary["example_count"]), count(summary.get("failure_count"))
        skipped = count(summary.get("pending_count"))
        counts = TestCounts(
            passed=0 if _dry(found.get("examples")) else max(0, total - failed - skipped),
            failed=failed,
            skipped=skipped,
            errors=count(summary.get("errors_outside_of_examples_count")),
        )
        if not sum(counts):
            return Reading(parsed=len(lines))
        head = "\n".join(line.data.decode("utf-8", "replace") for line in lines)
        where = line_of(lines, b'"example_count"')
        return Reading(records=(report("rspec", "", counts, where=where, path=path, head=head),), parsed=len(lines))


def _dry(examples: Any) -> bool:
    """Whether no example ran: even an empty one takes some microseconds, a dry run under one or two."""
    times = [each.get("run_time") for each in examples if isinstance(each, dict)] if isinstance(examples, list) else []
    return bool(times) and all(isinstance(each, (int, float)) and each < 5e-6 for each in times)


FORMAT = RspecJson()
