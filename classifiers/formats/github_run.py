"""A GitHub Actions run as its API tells it: `run.json` of a downloaded run, `gh run view --json jobs`, or the jobs of one.

Conclusions come from GitHub itself, not from text. A step without a name of its own is called "Run <first line>", and
only that line of its script is known; a step with a name tells no command, and proves nothing here (its log may).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

import msgspec

from classifiers.json_documents import document, joined
from classifiers.json_lines import instant
from classifiers.vocabulary import Carry, CiStep, Line, Reading, SourceKind, Where

_HEAD = re.compile(rb'"(?:workflowDatabaseId|workflowName|workflow_id|run_attempt|head_sha|headSha|run_url)"\s*:')
_JOBS = re.compile(rb'"jobs"\s*:')
_REPOSITORY = re.compile(r"https://[^/]+/(?:api/v3/)?(?:repos/)?([\w.-]+/[\w.-]+)/actions/runs/\d+")
_PASSED = {"success": True, "failure": False, "timed_out": False}
_SHELL = "Run "
_ACTION = re.compile(r"[\w.-]+/[\w./-]+@\S+$")


class Step(msgspec.Struct, gc=False):
    """A step; gh and the API spell its times differently."""

    name: str = ""
    number: int = 0
    conclusion: str | None = None
    started: str | None = msgspec.field(name="startedAt", default=None)
    started_at: str | None = None

    @property
    def at(self) -> datetime | None:
        """When it started."""
        return instant(self.started or self.started_at)


class Job(msgspec.Struct, gc=False):
    """A job."""

    name: str = ""
    id: int = 0
    database_id: int = msgspec.field(name="databaseId", default=0)
    steps: list[Step] | None = None


class Run(msgspec.Struct, gc=False):
    """A run with its jobs."""

    jobs: list[Job]
    id: int = 0
    database_id: int = msgspec.field(name="databaseId", default=0)
    url: str = ""
    html_url: str = ""


_RUN = msgspec.json.Decoder(Run)


class GithubRun:
    """See the module."""

    name = "github_run"
    kind = SourceKind.CI
    whole = True

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  the content says it
        """An object with jobs and what only a run has."""
        if not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") or not _JOBS.search(head):
            return 0
        return 90 if _HEAD.search(head) or b'"conclusion"' in head else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  whole
        """One CiStep for each step that ran a command and is over."""
        run = document(_RUN, joined(lines))
        if run is None:
            return Reading(skipped=len(lines))
        found = _REPOSITORY.match(run.html_url or run.url)
        project = found[1] if found else ""
        steps = [made for job in run.jobs for step in job.steps or [] if (made := _step(run, job, step, project))]
        return Reading(tuple(steps), parsed=len(lines))


def _step(run: Run, job: Job, step: Step, project: str) -> CiStep | None:
    script = step.name.removeprefix(_SHELL)
    if script == step.name or _ACTION.match(script) or step.conclusion not in _PASSED:
        return None
    return CiStep(
        key=f"ci:github_run:{job.id or job.database_id or run.id or run.database_id}:{job.name}:{step.number}",
        where=Where(1, 0),
        at=step.at,
        remote=f"https://github.com/{project}" if project else "",
        script=script,
        name=step.name,
        job=job.name,
        project=project,
        passed=_PASSED[step.conclusion],
    )


FORMAT = GithubRun()
