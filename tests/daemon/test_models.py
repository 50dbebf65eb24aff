"""A real local server and real processes that answer well, badly, too much, too late or not at all."""

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from daemon.models import LARGEST, Model, ModelError

SOON = 20.0  # seconds; far beyond what any of it takes


class Server(ThreadingHTTPServer):
    """Behaves as it is told, and keeps what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[dict[str, object]] = []
        self.answer = b""
        self.status = 200
        self.drip = False
        self.over = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    """One call."""

    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append({"path": self.path, "key": self.headers.get("Authorization"), "body": body})
        self.send_response(self.server.status)
        if self.server.status == 302:
            self.send_header("Location", self.server.url)
        self.end_headers()
        if self.server.drip:  # a byte now and then keeps any single wait short
            while not self.server.over.wait(0.05):
                try:
                    self.wfile.write(b" ")
                except OSError:
                    return
        try:
            self.wfile.write(self.server.answer)
        except OSError:
            return

    def log_message(self, *_: object) -> None:
        """Be quiet."""


@pytest.fixture
def server() -> Iterator[Server]:
    """A server on this machine."""
    with Server() as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield made
        made.over.set()
        made.shutdown()
        thread.join()


def trouble(model: Model) -> str:
    began = time.monotonic()
    with pytest.raises(ModelError) as found:
        model.ask("hello")
    assert time.monotonic() - began < SOON
    return str(found.value)


def test_a_url_is_asked_as_chats_are(server):
    """The path is completed, the key goes into its header, and the text of the first choice comes back."""
    server.answer = json.dumps({"choices": [{"message": {"role": "assistant", "content": "hi"}}]}).encode()
    model = Model(server.url, name="small", key="k3y")
    assert model.ask("hello") == "hi"
    (asked,) = server.asked
    assert (asked["path"], asked["key"]) == ("/v1/chat/completions", "Bearer k3y")
    assert asked["body"]["messages"] == [{"role": "user", "content": "hello"}]
    assert (asked["body"]["model"], asked["body"]["stream"]) == ("small", False)
    assert "k3y" not in repr(model)


@pytest.mark.parametrize(
    ("status", "answer", "said"),
    [
        (500, b"secret stack trace", "it answered with status 500"),
        (302, b"", "it answered with status 302"),
        (200, b"<html>", "its answer is not that of an OpenAI-compatible chat"),
        (200, b"x" * (LARGEST + 5), f"it answered with more than {LARGEST // 1024} KiB"),
    ],
)
def test_a_server_that_answers_badly(server, status, answer, said):
    """Is said in our own words; nothing is followed, and it is asked once."""
    server.status, server.answer = status, answer
    assert trouble(Model(server.url)) == said
    assert len(server.asked) == 1


def test_a_server_that_never_ends(server):
    """A byte now and then does not keep us waiting: the time is that of the whole call."""
    server.drip = True
    assert trouble(Model(server.url, timeout=0.3)) == "no answer within 0.3 seconds"


def test_nobody_there():
    """A closed port is said to be one."""
    with Server() as gone:
        url = gone.url
    assert trouble(Model(url)) == "it cannot be reached"


def script(text: str) -> tuple[str, ...]:
    return (sys.executable, "-c", text)


def test_a_command_is_given_the_prompt_on_its_input():
    """Nothing of it is in the process list, and it runs in an empty folder."""
    told = script("import os, sys; print(len(sys.argv), os.listdir(), sys.stdin.read())")
    assert Model(told).ask("hello") == "1 [] hello\n"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (script("raise SystemExit(3)"), "its command ended with 3"),
        (script("while True: print('x' * 4096)"), f"it answered with more than {LARGEST // 1024} KiB"),
        (("/nowhere/agent",), "its command cannot be started"),
    ],
)
def test_a_command_that_does_badly(command, said):
    """Fails, floods, or is not there."""
    assert trouble(Model(command)) == said


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:3] if Path("/proc").exists() else True


def test_a_command_that_hangs_is_ended_with_its_children(tmp_path):
    """No process is left behind when the time is up."""
    note = tmp_path / "pid"
    child = "import time; time.sleep(600)"
    text = f"import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', {child!r}]); open({str(note)!r}, 'w').write(str(p.pid)); p.wait()"
    assert trouble(Model(script(text), timeout=1.5)) == "no answer within 1.5 seconds"
    deadline = time.monotonic() + SOON
    while alive(int(note.read_text())):
        assert time.monotonic() < deadline


@pytest.mark.parametrize("kind", ["url", "command"])
def test_a_call_can_be_given_up(server, kind):
    """A daemon that stops waits for nobody."""
    server.drip = True
    model = Model(server.url if kind == "url" else script("import time; time.sleep(600)"), timeout=300)
    threading.Timer(0.3, model.abort).start()
    assert trouble(model) == "it was given up"
    assert trouble(model) == "it was given up"


def test_a_label_holds_no_password():
    """People see host or program, and the model's name."""
    assert Model("http://me:pw@models.example:8080/v1", "small").label == "small at models.example"
    assert Model(("/usr/bin/claude", "-p")).label == "claude"
