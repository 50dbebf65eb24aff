import os
import shutil
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta

import pytest

from daemon.surfaces.notice import Notice

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
EVERY = timedelta(minutes=15)


class Desktop:
    """Takes notices in, as a notification server would, and lets a test wait for them."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, str]] = []
        self._arrived = threading.Semaphore(0)

    def __call__(self, title: str, message: str) -> None:
        self.shown.append((title, message))
        self._arrived.release()

    def wait(self) -> None:
        assert self._arrived.acquire(timeout=10), "no notice arrived"


def test_new_candidates_are_told_once_and_lead_to_the_review():
    """The notice says how many wait and what to type."""
    desktop = Desktop()
    assert Notice(every=EVERY, send=desktop).show(2, NOON)
    desktop.wait()
    assert desktop.shown == [("Your machine proved 2 things", "Open a terminal and type: seorap review")]


def test_a_person_is_not_told_again_within_the_interval_nor_about_the_same_ones():
    """No second notice for the same candidates, none too soon, one when more came and time went by."""
    notice = Notice(every=EVERY, send=Desktop())
    assert notice.show(1, NOON)
    assert not notice.show(2, NOON + timedelta(minutes=14))
    assert notice.show(2, NOON + timedelta(minutes=16))
    assert not notice.show(2, NOON + timedelta(hours=9))


def test_after_the_queue_was_emptied_a_new_candidate_is_told():
    """What was told is forgotten when it was decided."""
    notice = Notice(every=EVERY, send=Desktop())
    notice.show(3, NOON)
    notice.show(0, NOON + timedelta(hours=1))
    assert notice.show(1, NOON + timedelta(hours=2))


def test_a_desktop_that_fails_is_no_trouble():
    """An exception of the notification library stays in its thread."""

    def broken(title: str, message: str) -> None:
        raise OSError(title + message)

    assert Notice(every=EVERY, send=broken).show(1, NOON)


SHOW = """
import subprocess, sys, threading, time
from datetime import datetime, timedelta, timezone
from daemon.surfaces.notice import Notice
server = subprocess.Popen(["dunst"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
def shown():
    done = subprocess.run(["dunstctl", "count", "displayed"], capture_output=True, text=True)
    return int(done.stdout.strip() or 0) if done.returncode == 0 else -1
deadline = time.monotonic() + 20
while shown() < 0 and time.monotonic() < deadline: time.sleep(0.05)
Notice(every=timedelta(minutes=1)).show(4, datetime.now(timezone.utc))
while shown() < 1 and time.monotonic() < deadline: time.sleep(0.05)
print("displayed", shown())
server.terminate()
server.wait()
"""


@pytest.mark.slow
def test_a_real_notification_server_displays_it(tmp_path):
    """Through a real session bus to a real server on a real, if virtual, screen."""
    missing = [program for program in ("dbus-run-session", "dunst", "Xvfb") if shutil.which(program) is None]
    if missing and not os.environ.get("SEORAP_TEST_REQUIRE_ALL"):
        pytest.skip(f"not installed: {missing}")
    reading, writing = os.pipe()
    screen = subprocess.Popen(["Xvfb", "-displayfd", str(writing)], pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as stream:
            number = stream.readline().strip()
        done = subprocess.run(
            ["dbus-run-session", "--", sys.executable, "-c", SHOW],
            env={**os.environ, "DISPLAY": f":{number}", "HOME": str(tmp_path), "PYTHONPATH": os.getcwd()},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        screen.terminate()
        screen.wait()
    assert "displayed 1" in done.stdout, done.stderr
