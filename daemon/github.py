"""Recent runs of GitHub Actions, fetched by an installed `gh` with its own sign-in, a file a run.

A file is the conclusions of the API on one line, and the run's log under it (see `classifiers.formats.github_actions`).
It is written whole or not at all, followed like any CI log, and removed after `KEPT`; what it proved stays.
"""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import msgspec
import structlog

from classifiers.secrets import mask
from classifiers.vocabulary import SeorapError
from daemon.settings import Settings

log = structlog.get_logger()
T = TypeVar("T")

EVERY = timedelta(hours=1)
KEPT = timedelta(days=30)
PATIENCE = 300.0  # seconds for one call of gh
LARGEST = 256 * 1024 * 1024  # bytes of one run's log
_NAME = re.compile(r"(?:[\w-][\w.-]*/)?[\w-][\w.-]*/[\w.-]+")  # [host/]owner/name; never an option
_MARK = ".pulled"


class Listed(msgspec.Struct, rename="camel"):
    """A run in gh's list."""

    database_id: int
    attempt: int = 1
    conclusion: str = ""


class Step(msgspec.Struct):
    """A step of a job."""

    name: str = ""
    conclusion: str = ""


class Job(msgspec.Struct):
    """A job of a run."""

    name: str = ""
    conclusion: str = ""
    steps: list[Step] = []


class Viewed(msgspec.Struct):
    """A run as gh shows it."""

    jobs: list[Job] = []


@dataclass(slots=True)
class Pulled:
    """What came of it: new runs by repository, and what could not be fetched, in words."""

    runs: dict[str, int] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)


class GhError(SeorapError):
    """gh is missing, not signed in, or said no; what was fetched before is kept."""


class GhMissing(GhError):
    """There is no gh here."""


def repository_here(folder: Path) -> str:
    """The repository of `folder`, as gh knows it. Raises GhError."""
    return _gh("repo", "view", "--json", "nameWithOwner", "--jq", ".nameWithOwner", cwd=folder).decode().strip()


def pull(folder: Path, repositories: tuple[str, ...], *, runs: int, now: float) -> Pulled:
    """Fetch the latest `runs` runs of each repository that are over and not here yet; `now` is seconds since 1970.

    One that cannot be fetched is told and does not stop the others. Raises GhError when gh itself is not there.
    """
    _sweep(folder, now)
    pulled = Pulled()
    for repository in repositories:
        if not _NAME.fullmatch(repository):
            pulled.troubles.append(f"{repository!r} is no repository: owner/name, or host/owner/name.")
            continue
        place = folder / repository.replace("/", "__")
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        pulled.runs[repository] = 0
        try:
            for run in _listed(repository, runs):
                file = place / f"{run.database_id}-{run.attempt}.log"
                if not file.exists():
                    _fetch(repository, run, file)
                    pulled.runs[repository] += 1
        except GhMissing:
            raise
        except GhError as trouble:
            pulled.troubles.append(f"{repository}: {trouble.title} {trouble.hint}")
    _mark(folder, now)
    return pulled


def pull_if_due(settings: Settings, now: float) -> int:
    """The hourly fetch of the daemon, for a thread of its own: how many runs are new. `now` as in `pull`; raises nothing."""
    try:
        mark = settings.pulled / _MARK
        if mark.exists() and abs(now - mark.stat().st_mtime) < EVERY.total_seconds():  # a clock may be set back
            return 0
        wanted = settings.config.ci
        settings.pulled.mkdir(parents=True, exist_ok=True, mode=0o700)
        _mark(settings.pulled, now)  # also when it fails: once an hour is enough
        pulled = pull(settings.pulled, wanted.repositories, runs=wanted.runs, now=now)
        log.info("ci.pulled", runs=sum(pulled.runs.values()), failed=len(pulled.troubles))
        for trouble in pulled.troubles:
            log.warning("ci.not_pulled", why=trouble)
    except (SeorapError, OSError) as trouble:
        log.error("ci.not_pulled", why=str(trouble))
        return 0
    return sum(pulled.runs.values())


def _mark(folder: Path, now: float) -> None:
    """Note when it was asked last."""
    (folder / _MARK).touch()
    os.utime(folder / _MARK, (now, now))


def _listed(repository: str, runs: int) -> list[Listed]:
    said = _gh(
        *("run", "list", "--repo", repository, "--status", "completed", "--limit", str(runs)),
        *("--json", "databaseId,attempt,conclusion"),
    )
    return _decoded(said, list[Listed])


def _fetch(repository: str, run: Listed, file: Path) -> None:
    which = (str(run.database_id), "--repo", repository, "--attempt", str(run.attempt))
    viewed = _decoded(_gh("run", "view", *which, "--json", "jobs"), Viewed)
    name = "/".join(repository.split("/")[-2:])
    draft = file.with_suffix(".part")
    try:
        with draft.open("wb") as stream:
            draft.chmod(0o600)
            stream.write(msgspec.json.encode({"github_run": {"repository": name, "jobs": _told(viewed)}}) + b"\n")
            stream.flush()
            if run.conclusion not in ("skipped", "startup_failure"):  # those have no log
                _gh("run", "view", *which, "--log", into=stream.fileno())
        if draft.stat().st_size > LARGEST:
            draft.write_bytes(b"")  # known, and not asked for again
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def _told(viewed: Viewed) -> dict[str, object]:
    """Conclusions by job and step; of steps with one name and different ends, none."""
    jobs: dict[str, object] = {}
    for job in viewed.jobs:
        steps: dict[str, str | None] = {}
        for step in job.steps:
            steps[step.name] = step.conclusion if steps.get(step.name, step.conclusion) == step.conclusion else None
        jobs[job.name] = {"conclusion": job.conclusion, "steps": steps}
    return jobs


def _gh(*words: str, cwd: Path | None = None, into: int = subprocess.PIPE) -> bytes:
    try:
        done = subprocess.run(  # noqa: S603  fixed words, numbers, and names that are no options
            ["gh", *words],  # noqa: S607  the one on the person's PATH, as they use it
            stdin=subprocess.DEVNULL,
            stdout=into,
            stderr=subprocess.PIPE,
            timeout=PATIENCE,
            cwd=cwd,
            check=False,
        )
    except FileNotFoundError:
        raise GhMissing("gh is not installed.", "Install GitHub's command line, and sign in: gh auth login") from None
    except (OSError, subprocess.TimeoutExpired) as trouble:
        raise GhError(f"gh did not answer: {trouble}.", "It is tried again next time.") from None
    if done.returncode != 0:
        said = mask(done.stderr.decode(errors="replace")).strip().splitlines()
        raise GhError(f"gh said: {said[0][:300] if said else 'nothing'}", "Try it by hand, or sign in: gh auth login")
    return done.stdout or b""


def _decoded(said: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(said, type=kind)
    except msgspec.DecodeError as trouble:
        raise GhError(f"gh's answer was not understood: {trouble}.", "A newer gh may be needed.") from None


def _sweep(folder: Path, now: float) -> None:
    for file in folder.glob("*/*"):
        if file.suffix in (".log", ".part") and now - file.stat().st_mtime > KEPT.total_seconds():
            file.unlink(missing_ok=True)
