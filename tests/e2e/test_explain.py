"""`seorap explain` as a person meets it."""

import json
from pathlib import Path

import pytest

TOKEN = "ghp_q7Xr2LmZ9vKtB4wNcH8sJfY3pEgD6uA1xRoT"


@pytest.fixture
def log(home) -> Path:
    """A job's log that deploys with a secret, and prints what would move a terminal's cursor."""
    path = home.workspace / "1_deploy.txt"
    rows = [
        "##[group]Run npx vercel",
        f"npx vercel --prod --token {TOKEN}",
        "shell: /usr/bin/bash -e {0}",
        "##[endgroup]",
    ]
    rows += ["\x1b]0;owned\x07✅  Production: https://blyck.example [35s]", "##[group]Run ls", "ls", "##[endgroup]"]
    path.write_text("".join(f"2026-01-01T00:00:01.0000000Z {row}\n" for row in rows))
    return path


@pytest.mark.slow
def test_why_a_line_is_proposed_and_what_became_of_it(home, log):
    """In words and as JSON: inert, masked, and with the fate of its draft before and after a verdict."""
    words = home.seorap("explain", f"{log}:2").stdout
    assert "vercel-deploy (deploy): success" in words
    assert "nothing keeps it away" in words
    assert "\x1b" not in words
    assert TOKEN not in words
    home.seorap("sources", "add", str(log))
    home.seorap("run", "--once")
    (waiting,) = home.rows("inbox")
    (told,) = [row for row in home.rows("explain", f"{log}:2") if row["drafts"]]
    assert TOKEN not in json.dumps(told)
    assert told["masked"] is True
    assert told["drafts"][0]["fate"] == f"it waits for a verdict as {waiting['id']}"
    home.seorap("never", str(waiting["id"]), "--what", "action")
    assert "the action deploy was silenced by person:sam" in home.seorap("explain", f"{log}:2").stdout


@pytest.mark.slow
def test_what_cannot_be_explained_is_refused_in_words(home, log):
    """A place without a line is wrong usage; a file that is not there, or of no format, is not done."""
    assert "PATH:LINE" in home.refused("explain", str(log), code=2)
    assert "is not there" in home.refused("explain", f"{log}.gone:3", code=1)
    assert f"{log}: has only 8 lines." in home.refused("explain", f"{log}:999", code=1)
    assert "is no format" in home.refused("explain", f"{log}:1", "--format", "nope", code=2)
