"""`ci pull`: recent CI runs, fetched through an installed gh."""

from __future__ import annotations

import click

from daemon.numbers import number_of


@click.group()
def ci() -> None:
    """Runs of GitHub Actions."""


@ci.command()
@click.option(
    "--repo", "repositories", multiple=True, help="owner/name; may be repeated. Else [ci] repositories, or here."
)
@click.option("--runs", type=click.IntRange(1, 100), help="The latest so many of each repository.")
@click.option("--json", "as_json", is_flag=True, help="One repository a line.")
def pull(repositories: tuple[str, ...], runs: int | None, *, as_json: bool) -> int:
    """Fetch runs that are over, with GitHub's own conclusions and their logs, through your `gh` and its sign-in.

    What is here already is not fetched again. The daemon reads them; `[ci] pull = true` fetches every hour.
    """
    import time
    from pathlib import Path

    from daemon import github, settings
    from daemon.cli.printing import json_line, say

    current = settings.load()
    wanted = repositories or current.config.ci.repositories or (github.repository_here(Path.cwd()),)
    now = time.time()  # noqa: TID251  against file times
    done = github.pull(current.pulled, wanted, runs=runs or current.config.ci.runs, now=now)
    for repository, count in done.runs.items():
        if as_json:
            json_line({"repository": repository, "runs": count})
        else:
            say(f"{repository}: {number_of(count, 'new run')}")
    for trouble in done.troubles:
        say(f"seorap: {trouble}", err=True)
    if any(done.runs.values()):
        say("The daemon reads them now; without one: seorap run --once", err=True)
    return 1 if done.troubles else 0
