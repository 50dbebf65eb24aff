"""`doctor`, `status` and the numbers, as whole processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


def test_a_well_install_is_told_so_and_an_ill_one_mended(home):
    """Exit 0 when nothing is wrong, 1 when something is, 0 again after --fix."""
    home.seorap("run", "--once")
    assert {row["state"] for row in home.rows("doctor")} <= {"fine", "note"}
    (home.root / "seorap" / "seorap.sqlite").chmod(0o644)
    (home.root / "seorap").chmod(0o755)
    said = home.seorap("doctor", code=1).stdout
    assert "NOT OK  permissions" in said
    assert "seorap doctor --fix" in said
    assert "mended  permissions" in home.seorap("doctor", "--fix").stdout
    home.seorap("doctor")


def test_only_the_canary(home):
    """One line, and nothing of it in the home."""
    before = set(home.root.rglob("*"))
    (row,) = home.rows("doctor", "--canary")
    assert (row["check"], row["state"], row["fixable"]) == ("canary", "fine", False)
    assert set(home.root.rglob("*")) == before


def test_status_tells_what_is_behind_until_it_is_read(home):
    """By source, in words, as JSON and as metrics."""
    home.record("npm test", "Tests:       42 passed, 42 total\n")
    assert "behind      claude-code: 1 file" in home.seorap("status").stdout
    ((lag,),) = [row["lag"] for row in home.rows("status")]
    assert (lag["source"], lag["behind"], lag["unread"]) == ("claude-code", 1, home.transcript.stat().st_size)
    home.seorap("run", "--once")
    (row,) = home.rows("status")
    assert (row["lag"][0]["behind"], row["ages"]["day"], set(row["jobs"])) == (0, 1, {"backup", "nightly"})
    metrics = home.seorap("status", "--prometheus").stdout
    assert 'seorap_source_behind{source="claude-code"} 0\n' in metrics
    assert 'seorap_candidates{status="pending"} 1\n' in metrics
    assert str(home.root) not in metrics


@pytest.mark.parametrize("server", [True, False])
def test_the_notification_server_is_asked(home, server, needed):
    """On a session bus with a server it is named; on one without, that is told."""
    needed("dbus-run-session", "dunst", "xvfb-run", "gdbus")
    display = ("xvfb-run", "-a") if server else ()
    start = (
        "dunst & until gdbus wait --session --timeout 20 org.freedesktop.Notifications; do :; done; " if server else ""
    )
    script = start + "$0 -m daemon.cli doctor --json | grep notices"
    done = subprocess.run(
        [*display, "dbus-run-session", "--", "sh", "-c", script, sys.executable],
        env=home.environ | {"PYTHONPATH": str(Path.cwd())},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ('"state":"fine"' if server else '"state":"trouble"') in done.stdout, done.stderr
