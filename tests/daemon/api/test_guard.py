"""What is refused at the doors before any app is asked."""

from __future__ import annotations

import socket
from contextlib import asynccontextmanager

import pytest
from starlette.routing import Route
from structlog.testing import capture_logs

from daemon.api import registry

EVIL = "http://evil.example"


def test_both_doors_answer_who_they_are(doors):
    for client in (doors.agent(), doors.browser()):
        with client:
            assert client.get("/alive").json()["name"] == "seorap"


def test_only_who_holds_the_secret_answers_a_challenge(doors):
    with doors.browser() as client:
        said = client.get("/alive", params={"challenge": "c"}).json()
    assert said["answer"] == doors.tokens.answer("c")


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "", "localhost.evil.example:{port}"])
def test_a_name_that_was_made_to_point_here_is_refused(doors, host):
    """DNS rebinding: the browser believes it talks to that host."""
    port = doors.origin.rpartition(":")[2]
    with doors.browser() as client:
        assert client.get("/alive", headers={"Host": host.format(port=port)}).status_code == 421


def test_two_hosts_are_no_host(doors):
    port = int(doors.origin.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=20) as raw:
        raw.sendall(b"GET /alive HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nHost: evil.example\r\n\r\n" % port)
        assert raw.recv(64).split()[1] in {b"400", b"421"}


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": EVIL},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_another_page_is_refused_and_told_nothing(doors, headers, method):
    with doors.browser() as client:
        answer = client.request(method, "/alive", headers=headers)
    assert answer.status_code == 403
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_every_answer_tells_the_browser_to_be_strict(doors):
    with doors.browser() as client:
        answers = [client.get("/alive"), client.get("/nothing"), client.get("/alive", headers={"Origin": EVIL})]
    for answer in answers:
        assert "'unsafe" not in answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["cache-control"] == "no-store"


def test_a_browser_is_not_answered_at_the_agents_door(doors):
    with doors.agent() as client:
        assert client.get("/alive", headers={"Origin": EVIL}).status_code == 403


def test_a_web_socket_is_not_answered(doors):
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Key": "x", "Sec-WebSocket-Version": "13"}
    with doors.browser() as client:
        assert client.get("/alive", headers=upgrade).status_code != 101


def test_rubbish_and_giants_harm_nobody(doors):
    port = int(doors.origin.rpartition(":")[2])
    for rubbish in (
        b"\x16\x03\x01\x02\x00",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", port), timeout=20) as raw:
            raw.sendall(rubbish)
            raw.recv(64)
    with doors.browser() as client:
        assert client.get("/alive").status_code == 200


def test_no_app_behind_the_agents_door_stands_behind_the_persons():
    """A verdict is a person's: only what tells nothing and decides nothing may be at both doors."""
    both = set(registry.AGENTS) & set(registry.BROWSER)
    assert both == {registry.alive}


def test_a_fault_of_ours_is_told_without_what_was_asked(opening, monkeypatch):
    @asynccontextmanager
    async def faulty(_at):
        async def fail(_request):
            raise ValueError("a secret")

        yield [Route("/fail", fail)]

    monkeypatch.setattr("daemon.api.http.BROWSER", (faulty,))
    with capture_logs() as logs, opening() as found, found.browser() as client:
        answer = client.get("/fail?q=private")
        assert answer.status_code == 500
    (failed,) = [each for each in logs if each["event"] == "request.failed"]
    assert failed["why"] == "ValueError"
    assert failed["at"].startswith("test_guard.py:")
    assert "secret" not in f"{logs}{answer.text}"
