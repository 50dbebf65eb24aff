"""A session bus of this test's own, and notification servers on it: a real one, and one that a test can hold in its hand."""

from __future__ import annotations

import os
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from jeepney import DBusAddress, message_bus, new_error, new_method_return, new_signal
from jeepney.io.blocking import open_dbus_connection
from jeepney.low_level import HeaderFields, MessageType

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={socket}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
"""
ALL = ("actions", "body", "body-markup", "persistence")


@dataclass(frozen=True)
class Shown:
    """One call of Notify."""

    handle: int
    replaces: int
    title: str
    body: str
    actions: dict[str, str]  # name → label
    sender: str


@dataclass
class Fake:
    """A notification server whose buttons a test presses. It says only what a real one may say."""

    address: str
    abilities: tuple[str, ...] = ALL
    inhibited: bool | None = None
    shown: list[Shown] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)
    first: int = 1  # handle

    def __post_init__(self) -> None:

        self._bus = open_dbus_connection(self.address)
        reply = self._bus.send_and_get_reply(message_bus.RequestName(NAME))
        assert reply.body == (1,)
        self._next = self.first
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    @property
    def open(self) -> dict[int, Shown]:
        """What is on the screen."""
        return {each.handle: each for each in self.shown if each.handle not in self.closed}

    @property
    def card(self) -> Shown:
        """The only one on the screen."""
        (found,) = self.open.values()
        return found

    def press(self, verb: str, shown: Shown | None = None) -> None:
        """A person presses that button; most servers then close the card themselves, some do not."""
        found = shown or self.card
        (action,) = [name for name in found.actions if name.partition("-")[0] == verb]
        self.say("ActionInvoked", "us", (found.handle, action), found.sender)

    def say(self, member: str, signature: str, body: tuple[Any, ...], to: str) -> None:
        """A signal to the one that asked, as dunst sends it."""
        signal = new_signal(DBusAddress(PATH, interface=NAME), member, signature, body)
        signal.header.fields[HeaderFields.destination] = to
        self._bus.send(signal)

    def uninhibit(self, to: str) -> None:
        """Do not disturb is over."""
        self.inhibited = False
        where = DBusAddress(PATH, interface="org.freedesktop.DBus.Properties")
        self._bus.send(new_signal(where, "PropertiesChanged", "sa{sv}as", (NAME, {"Inhibited": ("b", False)}, [])))

    def stop(self) -> None:
        """It crashes."""
        if self._thread.is_alive():
            self._bus.sock.shutdown(socket.SHUT_RDWR)
            self._thread.join(10)
            self._bus.close()

    def _serve(self) -> None:

        with suppress(OSError, EOFError):  # stopped
            while True:
                message = self._bus.receive()
                if message.header.message_type is MessageType.method_call:
                    fields = message.header.fields
                    self._answer(message, fields[HeaderFields.member], fields[HeaderFields.sender])

    def _answer(self, message: Any, member: str, sender: str) -> None:

        body = message.body
        if member == "GetCapabilities":
            answer = new_method_return(message, "as", (list(self.abilities),))
        elif member == "GetServerInformation":
            answer = new_method_return(message, "ssss", ("Fake", "Test", "1", "1.2"))
        elif member == "Get" and self.inhibited is not None:
            answer = new_method_return(message, "v", (("b", self.inhibited),))
        elif member == "Notify":
            handle = body[1] or self._next
            self._next = max(self._next, handle) + 1
            actions = dict(zip(body[5][::2], body[5][1::2], strict=True))
            self.shown.append(Shown(handle, body[1], body[3], body[4], actions, sender))
            answer = new_method_return(message, "u", (handle,))
        elif member == "CloseNotification":
            self.closed.append(body[0])
            self._bus.send(new_method_return(message))
            return self.say("NotificationClosed", "uu", (body[0], 3), sender)
        else:
            answer = new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")
        return self._bus.send(answer)


@pytest.fixture
def bus(tmp_path: Path, home, needed) -> Iterator[str]:
    """The address of a bus that starts nothing by itself; the home's daemon uses it."""
    needed("dbus-daemon")
    door, config = tmp_path / "bus", tmp_path / "bus.conf"
    config.write_text(CONFIG.format(socket=door))
    command = ["dbus-daemon", f"--config-file={config}", "--nofork", "--nopidfile", "--print-address"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline()  # it listens
    address = f"unix:path={door}"
    home.environ["DBUS_SESSION_BUS_ADDRESS"] = address
    yield address
    process.kill()
    process.communicate()


@pytest.fixture
def fake(bus: str) -> Iterator[Callable[..., Fake]]:
    """Start a server on the bus; whatever still runs is ended after the test."""
    running: list[Fake] = []

    def start(**more: Any) -> Fake:
        running.append(Fake(bus, **more))
        return running[-1]

    yield start
    for each in running:
        each.stop()


@dataclass
class Dunst:
    """The real server, on a screen that nobody sees; its buttons are pressed through its own menu."""

    environ: dict[str, str]
    folder: Path
    process: subprocess.Popen[bytes] | None = None

    def start(self, until: Callable[[Callable[[], object]], None]) -> None:
        menu = self.folder / "menu"
        menu.write_text(f'#!/bin/sh\ntee "{self.folder}/menu.seen" | grep -F -m1 "$(cat "{self.folder}/wanted")"\n')
        menu.chmod(0o755)
        config = self.folder / "dunstrc"
        config.write_text(
            f'[global]\ndmenu = {menu}\nmarkup = full\nformat = "%s\\n%b"\n[urgency_normal]\ntimeout = 0\n'
        )
        self.process = subprocess.Popen(["dunst", "-config", str(config)], env=self.environ)
        until(lambda: self.count() >= 0)

    def control(self, *words: str) -> str:
        done = subprocess.run(
            ["dunstctl", *words], env=self.environ, capture_output=True, text=True, timeout=30, check=False
        )
        return done.stdout.strip() if done.returncode == 0 else ""

    def count(self) -> int:
        shown = self.control("count", "displayed")
        return int(shown) if shown else -1

    def press(self, label: str) -> None:
        """The button of that name, on what is shown."""
        (self.folder / "wanted").write_text(f"{label} ")
        self.control("context")

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait()
            self.process = None


@pytest.fixture
def dunst(bus: str, home, tmp_path: Path, until, needed) -> Iterator[Dunst]:
    needed("dunst", "dunstctl", "Xvfb")
    reading, writing = os.pipe()
    screen = subprocess.Popen(["Xvfb", "-displayfd", str(writing)], pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as stream:
        display = stream.readline().strip()
    folder = tmp_path / "dunst"
    folder.mkdir()
    found = Dunst({**home.environ, "DISPLAY": f":{display}"}, folder)
    found.start(until)
    yield found
    found.stop()
    screen.terminate()
    screen.wait()
