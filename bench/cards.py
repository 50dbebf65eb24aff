"""From a candidate committed to its card shown, and from a pressed button to the memory: a real bus, a server that only answers."""

from __future__ import annotations

import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import threading
import time
from collections import deque
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from jeepney import DBusAddress, message_bus, new_error, new_method_return, new_signal
from jeepney.io.blocking import open_dbus_connection
from jeepney.low_level import HeaderFields, MessageType

from bench.home import cpu, environ_of, resident, settings_of, start, started
from bench.transcripts import command

HOMES = 4
EACH = 50  # cards of one home; config.toml allows 60 an hour
IDLE = 20.0  # seconds
NAME = "org.freedesktop.Notifications"
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={socket}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
"""


class Server:
    """Shows nothing; notes when it was asked to."""

    def __init__(self, address: str) -> None:
        self.shown: deque[tuple[float, str, str]] = deque()  # when, who asked, the name of Approve
        self._bus = open_dbus_connection(address)
        self._bus.send_and_get_reply(message_bus.RequestName(NAME))
        threading.Thread(target=self._serve, daemon=True).start()

    def approve(self, sender: str, action: str) -> None:
        """A person presses Approve."""
        signal = new_signal(DBusAddress("/", interface=NAME), "ActionInvoked", "us", (1, action))
        signal.header.fields[HeaderFields.destination] = sender
        self._bus.send(signal)

    def _serve(self) -> None:
        with suppress(OSError, EOFError):
            while True:
                message = self._bus.receive()
                if message.header.message_type is MessageType.method_call:
                    self._bus.send(self._answer(message))

    def _answer(self, message: Any) -> Any:
        member = message.header.fields[HeaderFields.member]
        if member == "GetCapabilities":
            return new_method_return(message, "as", (["actions", "body"],))
        if member == "CloseNotification":
            return new_method_return(message)
        if member != "Notify":
            return new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")
        sender = message.header.fields[HeaderFields.sender]
        self.shown.append((time.perf_counter(), sender, message.body[5][0]))
        return new_method_return(message, "u", (1,))


def main(_arguments: list[str]) -> None:
    if shutil.which("dbus-daemon") is None:
        print("cards: no dbus-daemon is installed")
        return
    shown: list[float] = []
    kept: list[float] = []
    for _ in range(HOMES):
        with tempfile.TemporaryDirectory() as folder:
            _home(Path(folder), shown, kept)
    print(f"cards: from committed to shown {_spread(shown)}; from pressed to remembered {_spread(kept)}")


def _home(root: Path, shown: list[float], kept: list[float]) -> None:
    settings = settings_of(root)
    settings.config_file.parent.mkdir(parents=True, exist_ok=True)
    settings.config_file.write_text('user = "sam"\n[notices]\nper_hour = 60\n')
    file = settings.environment.claude / "projects" / "p" / "s.jsonl"
    file.parent.mkdir(parents=True)
    file.touch()
    (root / "bus.conf").write_text(BUS.format(socket=root / "bus"))
    told = ["dbus-daemon", f"--config-file={root / 'bus.conf'}", "--nofork", "--print-address"]
    bus = subprocess.Popen(told, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if bus.stdout is None or not bus.stdout.readline():  # it listens
        raise SystemExit("cards: the bus did not start")
    server = Server(f"unix:path={root / 'bus'}")
    daemon = start(root, environ=environ_of(root) | {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={root / 'bus'}"})
    try:
        while not started(root):
            time.sleep(0.1)
        for number in range(EACH):
            one, two = _card(file, settings.database, server, number)
            shown.append(one)
            kept.append(two)
        used = cpu(daemon.pid)
        time.sleep(IDLE)
        idle = (cpu(daemon.pid) - used) / IDLE
        print(f"cards: connected and idle {idle:.2%} of a processor, {resident(daemon.pid):.0f} MB")
    finally:
        daemon.terminate()
        daemon.wait()
        bus.terminate()
        bus.wait()


def _card(file: Path, database: Path, server: Server, number: int) -> tuple[float, float]:
    """A command nobody has seen: when its candidate was committed, when its card was asked for, and when its approval was stored."""
    with file.open("ab") as stream:
        stream.write(command(f"ssh host-{number} uptime", " 10:00 up 3 days\n", session=1, number=number))
    committed = _when(database, "select count(*) from candidate", number + 1)
    while not server.shown:
        time.sleep(0.001)
    when, sender, action = server.shown.popleft()
    pressed = time.perf_counter()
    server.approve(sender, action)
    return max(0.0, when - committed), _when(database, "select count(*) from memory", number + 1) - pressed


def _when(database: Path, asked: str, number: int) -> float:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        while connection.execute(asked).fetchone()[0] < number:
            time.sleep(0.0005)
        return time.perf_counter()


def _spread(values: list[float]) -> str:
    ordered = sorted(values)
    worst = ordered[int(len(ordered) * 0.99) - 1]
    return f"median {statistics.median(ordered) * 1000:.0f} ms, p99 {worst * 1000:.0f} ms of {len(ordered)}"
