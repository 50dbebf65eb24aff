"""What MCP adds to a read of the drawer: the daemon over HTTP and through `seorap mcp`, against the same call made directly."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from socket import AF_UNIX
from socket import socket as connect

from bench.home import environ_of, remember, resident, settings_of, start, started
from classifiers.vocabulary import Actor
from daemon import opening
from daemon.api.caller import Caller
from daemon.api.served import served
from daemon.mcp.bridge import to_socket
from daemon.mcp.tools import call
from storage.values import Author

MEMORIES = 1000
COUNT = 400
KEY = "fact:service-500"
HEADERS = {
    "Content-Type": "application/json",
    "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-11-25",
}


def main(_arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as worker:
        root = Path(folder)
        settings = settings_of(root)
        now = datetime.now(UTC)  # noqa: TID251  a benchmark is its own edge
        with opening.store(settings) as store:
            remember(store, settings, MEMORIES)
            daemon = start(root)
            try:
                while not started(root) or not settings.socket.exists():
                    time.sleep(0.1)
                before = resident(daemon.pid)
                at = served(settings, store, lambda: now, worker)
                who = Caller(author=Author(Actor.AGENT))
                direct, http, bridged, alive = _measured(
                    root, settings.socket, lambda: call(at, who, "memory_read", {"key": KEY})
                )
                after = resident(daemon.pid)
            finally:
                daemon.terminate()
                daemon.wait()
        for name, waits in (("HTTP", http), ("seorap mcp", bridged)):
            added = _p99(waits) - _p99(direct)
            print(
                f"mcp: {name} adds {added:.1f} ms at p99 ({_p99(waits):.1f} against {_p99(direct):.1f} directly;"
                f" medians {_median(waits):.1f} and {_median(direct):.1f}) over {COUNT} reads of {MEMORIES} memories"
            )
        print(
            f"mcp: of it, the socket and HTTP alone: {_p99(alive):.1f} ms at p99, median {_median(alive):.1f} (GET /alive)"
        )
        print(f"mcp: the daemon takes {after - before:.0f} MB more once a client asked")


def _measured(root: Path, socket: Path, directly: Callable[[], object]) -> list[list[float]]:
    """Turn about, so that whatever else the machine does meets all alike."""
    asked = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "memory_read", "arguments": {"key": KEY}},
    }
    line = json.dumps(asked).encode()
    bridge = subprocess.Popen(
        [sys.executable, "-m", "daemon.cli", "mcp"],
        env=environ_of(root),
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert bridge.stdin is not None
    assert bridge.stdout is not None
    into, out = bridge.stdin, bridge.stdout

    def over_http() -> None:
        assert KEY.encode() in to_socket(socket, line, HEADERS)

    def over_bridge() -> None:
        into.write(line + b"\n")
        into.flush()
        assert KEY.encode() in out.readline()

    def alive() -> None:
        connection = HTTPConnection("localhost")
        with closing(connection), closing(connect(AF_UNIX)) as connection.sock:
            connection.sock.connect(str(socket))
            connection.request("GET", "/alive")
            assert b"seorap" in connection.getresponse().read()

    ways: tuple[Callable[[], object], ...] = (directly, over_http, over_bridge, alive)
    waits: list[list[float]] = [[] for _ in ways]
    for each in ways:
        each()  # imports, opens, fills
    for _ in range(COUNT):
        for way, found in zip(ways, waits, strict=True):
            begin = time.perf_counter()
            way()
            found.append((time.perf_counter() - begin) * 1000)
    into.close()
    bridge.wait()
    out.close()
    return waits


def _p99(waits: list[float]) -> float:
    return sorted(waits)[int(len(waits) * 0.99) - 1]


def _median(waits: list[float]) -> float:
    return sorted(waits)[len(waits) // 2]
