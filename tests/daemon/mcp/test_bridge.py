"""The bridge between a host's lines and the daemon: every answer is a frame, whatever comes in or goes down."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.api.doors import unix_door
from daemon.mcp import bridge
from daemon.mcp.bridge import LARGEST, ROOTS, Session, lines

MODERN = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}


class Alone:
    """Answers in the daemon's place, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked = []

    def __call__(self, body, headers):
        self.asked.append(headers)
        message = json.loads(body)
        return (
            b"" if "id" not in message else json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {}}).encode()
        )


@pytest.fixture
def talk(tmp_path):
    """A session without a daemon; gives (say, frames, alone)."""
    alone, frames = Alone(), []
    session = Session(tmp_path / "no.sock", lambda: alone, lambda frame: frames.append(json.loads(frame)))

    def say(message) -> None:
        session.hear(message if isinstance(message, bytes) else json.dumps(message).encode())

    return say, frames, alone


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b"3", -32600),
        (b'"' + b"x" * LARGEST + b'"', -32600),
    ],
)
def test_a_line_that_is_no_message_is_answered_as_one(talk, line, code):
    say, frames, alone = talk
    say(line)
    (frame,) = frames
    assert (frame["id"], frame["error"]["code"]) == (None, code)
    assert alone.asked == []


NAMES = st.sampled_from(["method", "id", "params", "_meta", "clientInfo", "capabilities", "result", "roots", "name"])
ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner)
)


@given(ANY)
@settings(max_examples=60)
def test_no_message_ends_the_session(message):
    """Any JSON gives frames or nothing."""
    frames = []
    session = Session(Path("/nonexistent/sock"), Alone, frames.append)
    session.hear(json.dumps(message).encode())
    for frame in frames:
        assert frame.endswith(b"\n")
        assert frame.count(b"\n") == 1
        assert json.loads(frame)["jsonrpc"] == "2.0"


def test_a_host_that_has_folders_is_asked_for_them(talk):
    """Once it is ready and when they change; where we were started counts when it is inside one of them."""
    say, frames, alone = talk
    say({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {"roots": {}}}})
    say({"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert frames.pop() == {"jsonrpc": "2.0", "id": ROOTS, "method": "roots/list"}
    say(
        {
            "jsonrpc": "2.0",
            "id": ROOTS,
            "result": {"roots": [{"uri": "file:///home/sam/my%20shop"}, {"uri": "https://x"}]},
        }
    )
    say({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    assert alone.asked[-1]["X-Seorap-Cwd"] == "/home/sam/my%20shop"
    say({"jsonrpc": "2.0", "id": ROOTS, "result": {"roots": [{"uri": "file:///home/sam"}]}})
    say({"jsonrpc": "2.0", "id": 3, "method": "ping"})
    assert alone.asked[-1]["X-Seorap-Cwd"] == "/home/sam/my%20shop"


def test_the_headers_say_what_the_message_says(talk):
    """Of the stateless era, which has no hello; nothing a host sends breaks out of a header."""
    say, _, alone = talk
    params = {
        "name": "memory_read",
        "_meta": {**MODERN, "io.modelcontextprotocol/clientInfo": {"name": "a\r\nX: y\u1234"}},
    }
    say({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    (headers,) = alone.asked
    assert headers["MCP-Protocol-Version"] == "2026-07-28"
    assert (headers["Mcp-Method"], headers["Mcp-Name"]) == ("tools/call", "memory_read")
    assert headers["X-Seorap-Agent"] == "a??X: y?"


def test_a_daemon_that_ends_while_it_answers_is_asked_no_third_time(tmp_path):
    """It is asked once more, by the same name, and then the store is: the request counts once."""
    place, frames, alone, seen = tmp_path / "s", [], Alone(), []
    with closing(unix_door(place)) as door:
        door.setblocking(True)

        def end() -> None:
            for _ in range(2):
                connection, _ = door.accept()
                with closing(connection):
                    seen.append(connection.recv(65536))

        thread = threading.Thread(target=end)
        thread.start()
        session = Session(place, lambda: alone, lambda frame: frames.append(json.loads(frame)))
        session.hear(b'{"jsonrpc": "2.0", "id": 7, "method": "ping"}')
        thread.join(20)
    assert frames == [{"jsonrpc": "2.0", "id": 7, "result": {}}]
    names = {next(line for line in each.split(b"\r\n") if line.startswith(b"Idempotency-Key")) for each in seen}
    assert names == {f"Idempotency-Key: {alone.asked[0]['Idempotency-Key']}".encode()}


def test_a_daemon_that_hangs_is_not_waited_for_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(bridge, "PATIENCE", 0.05)
    frames = []
    with closing(unix_door(tmp_path / "s")):
        session = Session(tmp_path / "s", Alone, lambda frame: frames.append(json.loads(frame)))
        session.hear(b'{"jsonrpc": "2.0", "id": 7, "method": "ping"}')
    assert frames[0]["id"] == 7
    assert "does not answer" in frames[0]["error"]["message"]


@pytest.mark.parametrize("ends", ["", "\n"])
def test_lines_come_whole_however_they_are_cut(ends):
    out, source = os.pipe()[::-1]
    with os.fdopen(out, "wb", buffering=0) as stream:
        for part in ("one\n", "\n", "tw", "o\nthr", "ee" + ends):
            stream.write(part.encode())
    found = list(lines(source))
    os.close(source)
    assert found == [b"one", b"two", b"three"]


def test_a_line_without_end_takes_no_memory(monkeypatch):
    """It comes cut, and is refused as too long."""
    monkeypatch.setattr(bridge, "LARGEST", 1000)
    source, out = os.pipe()

    def write() -> None:
        with suppress(BrokenPipeError), os.fdopen(out, "wb") as stream:
            stream.write(b"x" * 300_000 + b"\nnext\n")

    thread = threading.Thread(target=write)
    thread.start()
    cut, following = lines(source)
    thread.join(20)
    os.close(source)
    assert 1000 < len(cut) < 1000 + 2 * bridge.BLOCK
    assert following == b"next"


def test_the_bridge_needs_nothing_but_python(tmp_path):
    """Every host starts one for each session: it loads no package."""
    code = "import sys\nimport daemon.cli.start, daemon.mcp.bridge, daemon.whereabouts\nprint(*sys.modules)"
    environ = {"HOME": str(tmp_path), "SEORAP_HOME": str(tmp_path), "PYTHONPATH": str(Path.cwd())}
    run = [sys.executable, "-c", code]
    found = subprocess.run(run, env=environ, capture_output=True, text=True, check=True, timeout=60).stdout.split()
    roots = {name.partition(".")[0] for name in found} - set(sys.stdlib_module_names)
    assert {name for name in roots if not name.startswith("_")} <= {"daemon", "sitecustomize", "distutils-precedence"}
    assert not {"asyncio", "http", "logging", "email", "ssl"} & {name.partition(".")[0] for name in found}
