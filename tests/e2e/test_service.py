"""The service under a real systemd user manager: installed, ready, killed, hung, reloaded, removed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

SCRIPT = Path(__file__).with_name("user_manager.sh")
NEEDED = ("unshare", "nsenter", "dbus-daemon", "systemctl", "systemd-analyze")
LIMIT = 7.0  # the highest score of `systemd-analyze security` we allow: 0 is best, a unit without hardening has over 9
CGROUPS = [Path("/sys/fs/cgroup", each) for each in ("", "systemd", "unified")]
PASSED = "Tests:       42 passed, 42 total\n"


class Managed:
    """A home whose user manager runs, and commands inside of it."""

    def __init__(self, home) -> None:
        self.home = home
        self.name = f"seorap-test-{os.getpid()}-{home.root.name}"
        run = "/run/seorap-test"
        self.environ = {
            **home.environ,
            "SHELL": "/bin/bash",
            "XDG_RUNTIME_DIR": run,
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={run}/bus",
        }
        self.process = subprocess.Popen(
            ["unshare", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child", SCRIPT, self.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.environ,
            text=True,
        )
        self.state = self.process.stdout.readline().strip()

    def enter(self, *words: str, code: int | None = 0) -> str:
        """Run a program inside; what it said."""
        (inside,) = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        done = subprocess.run(
            ["nsenter", "--target", inside, "--mount", "--pid", "--", *words],
            env=self.environ,
            cwd=self.home.workspace,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        assert code is None or done.returncode == code, f"{words}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout + done.stderr

    def seorap(self, *words: str, code: int = 0) -> str:
        return self.enter(sys.executable, "-m", "daemon.cli", *words, code=code)

    def show(self) -> dict[str, str]:
        said = self.enter("systemctl", "--user", "show", "seorap.service")
        return dict(line.partition("=")[::2] for line in said.splitlines())

    def kill(self, how: signal.Signals) -> None:
        self.enter("systemctl", "--user", "kill", "--kill-whom=main", f"--signal={how.name}", "seorap.service")

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        deadline = time.monotonic() + 20
        for place in (each / self.name for each in CGROUPS):
            while place.exists() and time.monotonic() < deadline:
                for below in sorted((each for each in place.rglob("*") if each.is_dir()), reverse=True):
                    _rmdir(below)
                _rmdir(place)
                time.sleep(0.02)


def _rmdir(place: Path) -> None:
    try:
        place.rmdir()
    except OSError:
        return  # its last process is still ending


@pytest.fixture
def managed(home, needed, lacking) -> Iterator[Managed]:
    needed(*NEEDED)
    if os.getuid() != 0:
        lacking("the right to make namespaces, for a user manager of its own")
    made = Managed(home)
    try:
        if made.state not in {"running", "degraded"}:
            made.process.kill()
            lacking(f"a user manager that starts: {made.process.communicate()[1]}")
        yield made
    finally:
        made.close()


def pictured(home: Path) -> dict[str, tuple[int, bytes]]:
    """Every path of a home, with its permissions and content."""
    found = {}
    for path in home.rglob("*"):
        link = path.is_symlink()
        content = str(path.readlink()).encode() if link else path.read_bytes() if path.is_file() else b""
        found[str(path.relative_to(home))] = (path.lstat().st_mode, content)
    return found


def test_installed_watching_restarted_after_a_kill_and_a_hang_and_removed_without_a_trace(managed, home, until):
    """The whole life of the service, as a newcomer's three commands and a bad day have it."""
    (home.root / ".bashrc").write_text("alias ll='ls -l'")
    home.record("npm test", PASSED)
    before = pictured(home.root)
    assert "The service runs" in managed.seorap("setup", "--yes")
    until(lambda: managed.show().get("StatusText", "").startswith("Watching"))  # told after it is ready
    first = managed.show()
    assert (first["ActiveState"], first["Type"], first["UnitFileState"]) == ("active", "notify", "enabled")
    assert "daemon      runs" in managed.seorap("status")
    until(lambda: "test:blyck" in managed.seorap("inbox"))
    assert "1 candidate waits" in managed.show()["StatusText"]

    drop_in = home.root / ".config" / "systemd" / "user" / "seorap.service.d" / "fast.conf"
    drop_in.parent.mkdir()
    drop_in.write_text("[Service]\nRestartSec=100ms\nWatchdogSec=4s\n")
    managed.enter("systemctl", "--user", "daemon-reload")
    managed.kill(signal.SIGKILL)
    until(lambda: managed.show()["NRestarts"] == "1" and managed.show()["ActiveState"] == "active")
    second = managed.show()["MainPID"]
    assert second not in ("0", first["MainPID"])
    managed.kill(signal.SIGSTOP)
    until(lambda: managed.show()["NRestarts"] == "2" and managed.show()["ActiveState"] == "active")
    assert managed.show()["MainPID"] != second

    steady = managed.show()["MainPID"]
    managed.enter("systemctl", "--user", "reload", "seorap.service")
    until(lambda: managed.show().get("StatusText", "").startswith("Watching"))
    assert managed.show()["MainPID"] == steady
    assert "runs" in managed.seorap("setup", "--yes")
    assert managed.show()["MainPID"] == steady, "a setup that changes nothing restarts nothing"

    shutil.rmtree(drop_in.parent)
    managed.seorap("uninstall", "--yes", "--data")
    assert managed.show()["LoadState"] == "not-found"
    assert pictured(home.root) == before


def test_a_daemon_in_a_terminal_is_not_disturbed(managed, home, until):
    """Setup installs, says who runs, and the service waits for a person."""
    managed.enter("true")
    running = home.start()
    until(lambda: (home.root / "daemon.log").exists() and "daemon.started" in home.log())
    assert f"process {running.pid}" in managed.seorap("setup", "--yes", "--service")
    assert managed.show()["ActiveState"] == "inactive"
    assert "The data was kept" in managed.seorap("uninstall", "--yes", "--data", code=1)
    assert running.poll() is None


def test_the_unit_is_sound_and_hardened(managed, home):
    """`systemd-analyze verify` finds nothing, also where paths hold spaces, quotes and specifiers."""
    strange = home.root / 'a "b" %h $HOME'
    strange.mkdir()
    managed.environ["CODEX_HOME"] = str(strange)
    managed.seorap("setup", "--yes", "--service")
    unit = str(home.root / ".config" / "systemd" / "user" / "seorap.service")
    assert managed.enter("systemd-analyze", "--user", "verify", unit) == ""
    assert f"CODEX_HOME={strange}" in managed.enter(
        "sh", "-c", f"tr '\\0' '\\n' < /proc/{managed.show()['MainPID']}/environ"
    )
    security = managed.enter("systemd-analyze", "--user", "security", "--offline=yes", unit)
    score = float(re.search(r"Overall exposure level for \S+: ([\d.]+)", security)[1])
    assert score <= LIMIT, security
