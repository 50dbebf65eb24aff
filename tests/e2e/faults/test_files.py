"""Files that rotate faster than anyone looks, that are deleted, and that cannot be watched."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow


def test_a_log_that_rotates_faster_than_the_pass(home, written, watching, until, outcome):
    """Three hundred files in a moment, each renamed down a chain of five as logrotate does, the last one kept."""
    watching()
    number = 0
    for _ in range(60):
        for place in range(4, 0, -1):
            older = written.folder / f"session.{place}.jsonl"
            if older.exists():
                number += 1
                older.rename(written.folder / (f"session.{place + 1}.jsonl" if place < 4 else f"kept-{number}.jsonl"))
        if home.transcript.exists():
            home.transcript.rename(written.folder / "session.1.jsonl")
        written.write(3)
    until(written.all_stored)
    outcome("A log rotates 60 times in a second", "found again by what it begins with")


def test_a_transcript_that_is_deleted_later(home, written, watching, until, outcome):
    """The proof shows what was seen, and the candidate can still be approved."""
    watching()
    written.write()
    until(written.all_stored)
    home.transcript.unlink()
    (row,) = home.rows("inbox")
    assert row["evidence"][0]["command"] == "npm test"
    assert "42 passed" in row["evidence"][0]["why"]
    home.seorap("approve", str(row["id"]))
    assert "npm test" in home.memory.read_text()
    outcome("A transcript is deleted after 30 days, as agents do", "its proof stays, and it can be approved")


LIMITED = "echo {limit} > /proc/sys/user/{name} && exec {python} -m daemon.cli run --log json"


@pytest.mark.parametrize(("name", "limit"), [("max_inotify_watches", 2), ("max_inotify_instances", 0)])
def test_the_limit_of_watches_is_reached(home, written, until, outcome, name, limit):
    """In a user namespace with a limit of its own: it goes on with the periodic look, and says so."""
    if subprocess.run(["unshare", "-Ur", "true"], capture_output=True, check=False).returncode:
        pytest.skip("user namespaces are not allowed here")
    for folder in "abcdef":
        (written.folder / folder).mkdir()
    script = LIMITED.format(limit=limit, name=name, python=sys.executable)
    with (home.root / "daemon.log").open("ab") as log:
        process = subprocess.Popen(
            ["unshare", "-Ur", "sh", "-c", script],
            env=home.environ,
            cwd=home.workspace,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=log,
        )
    home.running.append(process)
    until(lambda: "daemon.started" in home.log())
    assert "Slower than it could be" in home.log()
    for folder in "abcdef":
        written.write(name=f"{folder}/session.jsonl")
    until(written.all_stored)
    outcome(f"The system's limit of watches is reached ({name})", "said; the periodic look found everything")
