"""A model of the person's choosing, end to end: it proposes, fails in the open, and stops nothing."""

import json
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

TALK = ("the invoices are kept in the archive bucket", "look into the failing test, please")
ANSWER = {
    "memories": [
        {
            "type": "fact",
            "body": "Invoices are kept in the archive bucket.",
            "quote": "the invoices are kept in the archive bucket",
        }
    ]
}
DEADLINE = 60.0


def talk(home) -> None:
    home.transcript.parent.mkdir(parents=True, exist_ok=True)
    base = {"type": "user", "sessionId": "s1", "version": "2.1.200", "cwd": str(home.workspace), "parentUuid": None}
    with home.transcript.open("a") as stream:
        for number, text in enumerate(TALK):
            row = {**base, "uuid": f"said-{number}", "message": {"role": "user", "content": text}}
            stream.write(json.dumps(row) + "\n")


def settings(home, *lines: str) -> None:
    folder = home.root / "seorap"
    folder.mkdir(exist_ok=True)
    (folder / "config.toml").write_text("\n".join(("[reflection]", "idle_minutes = 0", *lines)) + "\n")


@pytest.fixture
def model() -> Iterator[ThreadingHTTPServer]:
    """A chat endpoint on this machine; `status` is what it answers with."""

    class Chat(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(made.status)
            self.end_headers()
            self.wfile.write(json.dumps({"choices": [{"message": {"content": json.dumps(ANSWER)}}]}).encode())

        def log_message(self, *_: object) -> None:
            """Be quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Chat) as made:
        made.status = 500
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield made
        made.shutdown()
        thread.join()


@pytest.mark.slow
def test_a_url_that_fails_and_then_answers(home, model):
    """The failure is in the status and costs nothing else; later the session is asked about after all."""
    settings(home, f'model = "http://127.0.0.1:{model.server_port}/v1"', 'model_name = "small"')
    talk(home)
    home.seorap("run", "--once")
    assert home.keys() == set()
    assert "it failed: it answered with status 500" in home.seorap("status").stdout
    model.status = 200
    home.seorap("run", "--once")
    (row,) = home.rows("inbox")
    assert (row["body"], row["confidence"]) == ("Invoices are kept in the archive bucket.", 0.5)
    assert "model's reading of this session (small at 127.0.0.1)" in row["evidence"][0]["why"]
    asked = home.rows("status")[0]["reflection"]
    assert (asked["today"], asked["failed"], asked["proposed"], asked["trouble"]) == (2, 1, 1, "")
    home.seorap("run", "--once")
    assert home.rows("status")[0]["reflection"]["today"] == 2


@pytest.mark.slow
def test_a_command_is_asked_by_the_daemon(home, until):
    """An agent's command line on this machine, while the daemon goes on and can be stopped at any moment."""
    script = home.root / "agent.py"
    script.write_text(f"import sys; assert 'archive bucket' in sys.stdin.read(); print({json.dumps(ANSWER)!r})")
    settings(home, f"model = [{json.dumps(sys.executable)}, {json.dumps(str(script))}]")
    talk(home)
    daemon = home.start()
    until(home.keys)
    daemon.terminate()
    assert daemon.wait(DEADLINE) == 0


@pytest.mark.slow
def test_a_model_that_hangs_does_not_keep_the_daemon(home, until):
    """A signal ends it at once, whatever it waits for."""
    mark = home.root / "asked"
    text = f"import time; open({str(mark)!r}, 'w').close(); time.sleep(600)"
    settings(home, f"model = [{json.dumps(sys.executable)}, '-c', {json.dumps(text)}]", "timeout_seconds = 500")
    talk(home)
    daemon = home.start()
    until(mark.exists)
    began = time.monotonic()
    daemon.terminate()
    assert daemon.wait(DEADLINE) == 0
    assert time.monotonic() - began < 10


@pytest.mark.slow
def test_what_is_no_model_is_refused(home):
    """A word that is neither off nor a URL is wrong, and said so."""
    settings(home, 'model = "claude -p"')
    assert "a command as a list" in home.refused("status", code=1)
