"""The daemon as a service manager hears it."""

from __future__ import annotations

import signal
import socket

import pytest


@pytest.mark.slow
def test_the_daemon_is_ready_after_its_doors_open_reloads_on_a_hang_up_and_says_that_it_stops(home, until, tmp_path):
    """The whole life under a manager, heard from outside; a config that cannot be used does not end it."""
    address = str(tmp_path / "notify")
    said: list[str] = []
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
    manager.bind(address)

    def heard(line: str) -> bool:
        try:
            while True:
                said.extend(manager.recv(4096).decode().split("\n"))
        except BlockingIOError:
            return line in said

    home.environ |= {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "4000000"}
    daemon = home.start()
    until(lambda: heard("STATUS=Watching 0 files. No candidates wait."))
    assert said.index("READY=1") < said.index("STATUS=Watching 0 files. No candidates wait.")
    said.clear()
    until(lambda: heard("WATCHDOG=1"))
    logs = tmp_path / "ci"
    logs.mkdir()
    (logs / "run.txt").write_text("1..1\nok 1 - it works\n")
    assert "reload" in home.seorap("sources", "add", str(logs), "--format", "tap").stderr
    said.clear()
    daemon.send_signal(signal.SIGHUP)
    until(lambda: heard("STATUS=Watching 1 file. No candidates wait."))
    assert said.index("RELOADING=1") < said.index("READY=1")
    (tmp_path / "seorap" / "config.toml").write_text("user = 7\n")
    said.clear()
    daemon.send_signal(signal.SIGHUP)
    until(lambda: heard("READY=1"))
    assert "config.refused" in home.log()
    daemon.terminate()
    assert daemon.wait(timeout=30) == 0
    assert heard("STOPPING=1")
    manager.close()
