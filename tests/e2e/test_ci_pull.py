"""`ci pull` with a program named gh that answers as GitHub's does, and notes how it was called."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path

import pytest

from daemon.github import pull_if_due
from daemon.settings import resolve

STAND_IN = """#!{python}
import json, sys
from pathlib import Path
here, words = Path({folder!r}), sys.argv[1:]
with (here / "called").open("a") as out:
    out.write(" ".join(words) + "\\n")
if (here / "fails").exists() and words[:2] == (here / "fails").read_text().split()[:2]:
    print("HTTP 401: Bad credentials, token ghp_aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY1zA3", file=sys.stderr)
    sys.exit(4)
if words[:2] == ["repo", "view"]:
    print("acme/blyck")
elif words[:2] == ["run", "list"]:
    sys.stdout.write((here / "runs.json").read_text())
elif "--log" in words:
    sys.stdout.write((here / "log").read_text())
else:
    sys.stdout.write((here / "jobs.json").read_text())
"""
ESCAPE = "\x1b"


def step(job: str, name: str, command: str, output: str, minute: int) -> str:
    texts = (
        f"##[group]Run {command}",
        f"{ESCAPE}[36;1m{command}{ESCAPE}[0m",
        "shell: /usr/bin/bash -e {0}",
        "##[endgroup]",
    )
    stamp = f"2026-11-04T05:{minute:02}:01.100000"
    return "".join(f"{job}\t{name}\t{stamp}{at}Z {text}\n" for at, text in enumerate((*texts, output)))


class Hub:
    """What GitHub has, and the stand-in that tells it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        program = folder / "bin" / "gh"
        program.parent.mkdir(parents=True)
        program.write_text(STAND_IN.format(python=sys.executable, folder=str(folder)))
        program.chmod(0o755)
        self.has(7000001)
        jobs = [
            {"name": "deploy", "conclusion": "success", "steps": [{"name": "Deploy", "conclusion": "success"}]},
            {"name": "test", "conclusion": "failure", "steps": [{"name": "Test", "conclusion": "failure"}]},
        ]
        (folder / "jobs.json").write_text(json.dumps({"jobs": jobs}))
        deployed = step(
            "deploy", "Deploy", "npx vercel deploy --prod", "Production: https://blyck.example.com [21s]", 1
        )
        (folder / "log").write_text(deployed + step("test", "Test", "npm test", "Tests: 42 passed, 42 total", 2))

    def has(self, *runs: int) -> None:
        listed = [{"databaseId": run, "attempt": 1, "conclusion": "failure"} for run in runs]
        (self.folder / "runs.json").write_text(json.dumps(listed))

    def fails(self, words: str) -> None:
        (self.folder / "fails").write_text(words)

    def calls(self) -> list[str]:
        return (self.folder / "called").read_text().splitlines()


@pytest.fixture
def hub(home, tmp_path):
    made = Hub(tmp_path / "hub")
    home.environ["PATH"] = f"{tmp_path}/hub/bin:{os.environ['PATH']}"
    (home.workspace / ".git" / "config").write_text('[remote "origin"]\n\turl = git@github.com:acme/blyck.git\n')
    return made


@pytest.mark.slow
def test_a_run_is_fetched_once_and_believed_as_github_concludes(home, hub):
    """The step GitHub calls failed proves nothing although its text passed; a second pull asks for the list only."""
    assert "1 new run" in home.seorap("ci", "pull").stdout
    file = home.root / "seorap" / "ci" / "acme__blyck" / "7000001-1.log"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text().startswith('{"github_run":')
    home.seorap("run", "--once")
    assert home.keys() == {"deploy:blyck"}
    before = len(hub.calls())
    assert home.rows("ci", "pull", "--repo", "acme/blyck") == [{"repository": "acme/blyck", "runs": 0}]
    assert [call.split()[:2] for call in hub.calls()[before:]] == [["run", "list"]]


@pytest.mark.slow
def test_what_gh_refuses_is_told_without_its_secrets_and_kept_from_the_rest(home, hub):
    """A repository that cannot be read does not stop the next one; half a log is no log."""
    hub.fails("run list")
    said = home.seorap("ci", "pull", "--repo", "acme/blyck", "--repo=--help", code=1).stderr
    assert "Bad credentials" in said
    assert "ghp_" not in said
    assert "'--help' is no repository" in said
    hub.fails("run view")
    home.seorap("ci", "pull", code=1)
    assert list((home.root / "seorap" / "ci" / "acme__blyck").iterdir()) == []
    (hub.folder / "runs.json").write_text("<html>")
    (hub.folder / "fails").unlink()
    assert "not understood" in home.seorap("ci", "pull", code=1).stderr
    home.environ["PATH"] = str(hub.folder)
    assert "gh is not installed" in home.seorap("ci", "pull", code=1).stderr


@pytest.mark.slow
def test_the_daemon_fetches_when_it_is_turned_on_and_only_then(home, hub, until):
    """Off by default; once an hour when it is on, also over restarts."""
    first = home.start()
    until(lambda: (home.root / "daemon.log").exists() and "daemon.started" in home.log())
    first.terminate()
    first.wait()
    assert not (hub.folder / "called").exists()
    (home.root / "seorap" / "config.toml").write_text('[ci]\npull = true\nrepositories = ["acme/blyck"]\n')
    second = home.start()
    until(lambda: home.keys() == {"deploy:blyck"})
    second.terminate()
    second.wait()
    calls = hub.calls()
    hub.has(7000001, 7000002)
    home.start()
    until(lambda: home.log().count("daemon.started") == 3)
    home.seorap("ci", "pull", "--repo", "acme/blyck")
    assert len([call for call in hub.calls() if call.startswith("run list")]) == 2
    assert len(calls) == 3


def test_a_clock_that_is_set_back_is_no_reason_to_wait_for_years(home, hub, monkeypatch):
    """Once an hour, whichever way the clock jumped."""
    config = home.root / "seorap" / "config.toml"
    config.parent.mkdir(mode=0o700)
    config.write_text('[ci]\npull = true\nrepositories = ["acme/blyck"]\n')
    monkeypatch.setenv("PATH", home.environ["PATH"])
    found = resolve(home.environ, home.root, "sam")
    for now in (2e9, 2e9 + 3599, 1.9e9, 1.9e9 + 60, 1.9e9 + 3600):
        pull_if_due(found, now)
    assert len([call for call in hub.calls() if call.startswith("run list")]) == 3
