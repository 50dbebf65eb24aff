"""Processes that are stopped, and processes that are too many."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow


def test_a_daemon_stopped_and_continued(home, written, watching, until, outcome):
    """SIGSTOP while files grow and are renamed; SIGCONT reads all of it."""
    daemon = watching()
    for number in range(3):
        written.write()
        os.kill(daemon.pid, signal.SIGSTOP)
        written.write(200)
        home.transcript.rename(written.folder / f"old-{number}.jsonl")
        written.write(200)
        os.kill(daemon.pid, signal.SIGCONT)
    until(written.all_stored)
    outcome("SIGSTOP while files grow and are renamed, SIGCONT", "read on")


def test_a_second_daemon(home, written, watching, until, outcome):
    """It is refused with the process id of the first, which goes on."""
    daemon = watching()
    written.write()
    said = home.refused("run", code=1)
    assert str(daemon.pid) in said
    written.write()
    until(written.all_stored)
    outcome("A second daemon is started", "refused, naming the first; that one went on")


def test_a_daemon_and_catch_ups_at_once(home, written, writer, watching, until, outcome):
    """`run --once` reads the same files beside the daemon, twice at a time: each record counts once."""
    watching()
    for _ in range(2):
        writer.burst()
        words = [sys.executable, "-m", "daemon.cli", "run", "--once"]
        beside = [
            subprocess.Popen(
                words, env=home.environ, cwd=home.workspace, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
            for _ in range(2)
        ]
        writer.burst()
        for each in beside:
            _, said = each.communicate(timeout=60)
            assert each.returncode == 0, said
    writer.finish()
    until(written.all_stored)
    outcome("A daemon and two catch-ups read the same files at once", "whoever came late started over")


def test_verdicts_beside_the_daemon(home, written, watching, until, outcome):
    """Verbs change memories while the daemon stores: no update is lost."""
    watching()
    for number in range(2):
        written.write(50)
        verbs = [
            subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "daemon.cli",
                    "memory",
                    "write",
                    f"fact:n{number}-{each}",
                    "x",
                    "--type",
                    "fact",
                ],
                env=home.environ,
                cwd=home.workspace,
                stdout=subprocess.DEVNULL,
            )
            for each in range(3)
        ]
        assert [verb.wait(60) for verb in verbs] == [0, 0, 0]
    until(written.all_stored)
    assert len([row for row in home.rows("memory", "list") if str(row["key"]).startswith("fact:n")]) == 6
    outcome("Six writes by hand while the daemon stores", "all kept")
