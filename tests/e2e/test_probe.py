"""`seorap probe`, as a person and as an agent call it."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.slow


@pytest.fixture
def gh(home):
    """A `gh` of this home, which passes while a file says so."""
    program = home.root / "bin" / "gh"
    program.parent.mkdir()
    program.write_text(
        f'#!/bin/sh\necho "gh $*" >> "{home.root}/calls"\necho "Logged in as ann"\ntest -e "{home.root}/in"\n'
    )
    program.chmod(0o755)
    (home.root / "in").touch()
    home.environ["PATH"] = f"{program.parent}:{home.environ['PATH']}"
    home.seorap("memory", "write", "auth:github", "This machine is signed in to GitHub.", "--type", "capability")
    return home


def test_a_person_is_asked_once(gh):
    """Without a terminal nobody says yes; an agent cannot; afterwards it runs for both, and a failure is told by doctor."""
    calls = gh.root / "calls"
    said = gh.seorap("probe", "auth:github", code=1).stderr
    assert "gh auth status" in said
    assert "a person's word" in gh.refused("probe", "auth:github", "--yes", code=1, CLAUDECODE="1")
    assert not calls.exists()
    assert "Passed: auth:github: Logged in as ann" in gh.seorap("probe", "auth:github", "--yes").stdout
    (gh.root / "in").unlink()
    found = json.loads(gh.seorap("probe", "auth:github", "--json", code=1, CLAUDECODE="1").stdout)
    assert (found["passed"], found["said"], found["commands"]) == (
        False,
        "Logged in as ann",
        [["gh", "auth", "status"]],
    )
    assert calls.read_text() == "gh auth status\n" * 2
    findings = [row for row in gh.rows("doctor") if row["check"] == "probes"]
    assert "The probe of auth:github failed" in findings[0]["says"]
    assert gh.rows("status")[0]["failed"] == ["auth:github"]
    assert "failed: auth:github" in gh.seorap("status").stdout
    assert "Probes failed: auth:github" in gh.seorap("inbox").stderr
    (gh.root / "in").touch()
    gh.seorap("probe", "auth:github")
    assert [row["state"] for row in gh.rows("doctor") if row["check"] == "probes"] == ["fine"]
    assert "robes" not in gh.seorap("status").stdout + gh.seorap("inbox").stderr


def test_what_has_no_probe_says_so(gh):
    gh.seorap("memory", "write", "deploy:blyck", "Deploy.", "--type", "capability")
    assert "has no probe" in gh.refused("probe", "deploy:blyck", code=1)
    assert "no memory" in gh.refused("probe", "auth:none", code=1)
