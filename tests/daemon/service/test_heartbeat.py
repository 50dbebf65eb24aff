"""What a service manager hears, on a real datagram socket."""

from __future__ import annotations

import os
import socket
import sys

import pytest

from daemon.service.heartbeat import Heartbeat


class Manager:
    """The listening side: `heard` gives what was sent so far, as single lines."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        lines: list[str] = []
        while True:
            try:
                lines += self.socket.recv(4096).decode().split("\n")
            except BlockingIOError:
                return lines


@pytest.fixture(params=["path", "abstract"])
def address(request, tmp_path):
    if request.param == "path":
        return str(tmp_path / "notify")
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux has abstract sockets")
    return f"@seorap-test-{os.getpid()}-{tmp_path.name}"


@pytest.fixture
def manager(address):
    made = Manager(address)
    yield made
    made.socket.close()


def test_ready_is_said_once_and_again_after_a_reload(manager, address):
    """Whoever waits for the start is answered once; a reload is announced and answered in turn."""
    heart = Heartbeat(address)
    heart.ready()
    heart.ready()
    assert manager.heard() == ["READY=1", "WATCHDOG=1"]
    heart.reloading()
    heart.ready()
    said = manager.heard()
    assert said[0] == "RELOADING=1"
    assert said[1].startswith("MONOTONIC_USEC=")
    assert said[2:] == ["READY=1", "WATCHDOG=1"]
    heart.stopping()
    assert manager.heard() == ["STOPPING=1"]


def test_the_watchdog_is_fed_by_progress_and_not_too_often(manager, address):
    """A quarter of the limit between two signs of life, however fast the loop turns; none where nobody watches."""
    now = 100.0
    heart = Heartbeat(address, watchdog=40, clock=lambda: now)
    assert heart.within == 10
    heart.progress()
    for _ in range(50):
        heart.progress()
    assert manager.heard() == ["WATCHDOG=1"]
    now = 110.0
    heart.progress()
    assert manager.heard() == ["WATCHDOG=1"]
    quiet = Heartbeat(address)
    quiet.progress()
    assert manager.heard() == []
    assert quiet.within == float("inf")


def test_a_status_is_one_line_and_said_when_it_changes(manager, address):
    """Text with line breaks cannot speak the protocol; the same status is not sent twice."""
    heart = Heartbeat(address)
    heart.progress("Watching 3 files.\nREADY=1")
    heart.progress("Watching 3 files.\nREADY=1")
    assert manager.heard() == ["STATUS=Watching 3 files. READY=1"]


def test_a_manager_that_is_gone_is_no_trouble(manager, address):
    """Nobody reads, the socket is away, or there never was one: the daemon goes on."""
    manager.socket.close()
    Heartbeat(address, watchdog=1).progress("on")
    Heartbeat("").ready()
