"""What a self-hosted GitHub Actions runner prints, or its service logs: one line when a job ends, with its result.

`2026-03-04 05:00:01Z: Job deploy completed with result: Succeeded`. It names the job and no command, so by itself it
proves nothing of a memory; it tells a person, and a run's ledger, how a job ended here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from classifiers.step_log import digest
from classifiers.terminal_text import cleaned
from classifiers.vocabulary import Carry, CiStep, Line, Reading, SourceKind, Where

_ENDED = re.compile(r".*?(\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ): Job (.+) completed with result: (\w+)\s*$")
_MARK = re.compile(
    rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ: (?:Job .+ completed with result: |Running job: |Listening for Jobs)"
)
_PASSED = {"Succeeded": True, "SucceededWithIssues": None, "Failed": False, "Abandoned": False}


class GithubRunner:
    """See the module."""

    name = "github_runner"
    kind = SourceKind.CI
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  services name it as they like
        """A line only the listener prints."""
        return 92 if _MARK.search(head) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002
        """One CiStep for each job that ended, without a script."""
        records, skipped = [], 0
        for line in lines:
            text = cleaned(line.data)
            ended = _ENDED.match(text)
            if ended:
                stamp, job, result = ended.groups()
                records.append(
                    CiStep(
                        key=f"ci:github_runner:{stamp}:{digest(job)}",
                        where=Where(line.number, line.offset),
                        at=_moment(stamp),
                        script="",
                        name=job,
                        job=job,
                        passed=_PASSED.get(result),
                    )
                )
            elif b"\0" in line.data:
                skipped += 1
        return Reading(tuple(records), parsed=len(lines) - skipped, skipped=skipped)


def _moment(stamp: str) -> datetime | None:
    try:
        return datetime.fromisoformat(stamp).astimezone(UTC)
    except ValueError:
        return None


FORMAT = GithubRunner()
