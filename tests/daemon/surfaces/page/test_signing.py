"""Who is let in, and what is refused to everybody else."""

from __future__ import annotations

import os
import subprocess
from datetime import timedelta

import pytest

from daemon.api import peer
from daemon.api.tokens import SESSION

EVERYTHING = ("/inbox", "/inbox/abc", "/drawer", "/drawer/memory?key=a:b", "/quiet", "/activity", "/live", "/language")
CHANGES = ("/verdicts", "/changes", "/lift")


def test_a_link_works_once_and_leads_to_a_strict_cookie(visitor):
    doors, _ = visitor
    ticket = doors.tokens.ticket(doors.now())
    with doors.browser() as client:
        answer = client.get("/open", params={"ticket": ticket})
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert f"Path=/{doors.tokens.place}/" in cookie  # another port of this host is not sent it
        assert client.get(answer.headers["location"]).status_code == 200
    with doors.browser() as client:
        assert client.get("/open", params={"ticket": ticket}).status_code == 401


def test_nothing_is_shown_or_done_without_a_session(visitor):
    doors, _ = visitor
    name = doors.propose()
    with doors.browser() as client:
        for path in EVERYTHING:
            answer = client.get(f"/{doors.tokens.place}{path}")
            assert answer.status_code == 401
            assert "deploy" not in answer.text
        for path in CHANGES:
            fields = {"id": name, "judgement": "approve", "form": doors.tokens.form("")}
            assert client.post(f"/{doors.tokens.place}{path}", data=fields).status_code == 401
        assert client.get("/").status_code == 401
        assert doors.tokens.place not in client.get("/").text
    assert doors.status(name) == "pending"


def test_a_session_ends(visitor):
    doors, who = visitor
    name, form = doors.propose(), who.form()
    doors.later = SESSION + timedelta(seconds=1)
    assert who.get().status_code == 401
    assert who.judge("approve", name, form=form).status_code == 401
    assert doors.status(name) == "pending"


@pytest.mark.parametrize("form", ["", "0" * 64, "ü"])
def test_a_form_of_another_session_changes_nothing(visitor, form):
    """Another site can make a browser send a form with our cookie; it cannot know what ours carries."""
    doors, who = visitor
    name = doors.propose()
    for path in CHANGES:
        assert who.post(path, form=form, id=name, judgement="approve").status_code == 403
    other = doors.tokens.form(doors.tokens.session(doors.now()))
    assert who.judge("approve", name, form=other).status_code == 403
    assert doors.status(name) == "pending"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Host": "evil.example"},
    ],
)
def test_a_verdict_from_another_page_is_refused_even_with_cookie_and_form(visitor, headers):
    doors, who = visitor
    name = doors.propose()
    fields = {"form": who.form(), "id": name, "judgement": "approve"}
    assert who.client.post(f"{who.base}/verdicts", data=fields, headers=headers).status_code in {403, 421}
    assert doors.status(name) == "pending"


def test_a_verdict_takes_a_form_and_not_an_address(visitor):
    doors, who = visitor
    name = doors.propose()
    fields = {"form": who.form(), "id": name, "judgement": "approve"}
    assert who.client.get(f"{who.base}/verdicts", params=fields).status_code == 405
    assert who.client.post(f"{who.base}/verdicts", json=fields).status_code == 403
    assert who.client.post(f"{who.base}/verdicts", params=fields).status_code == 403
    assert doors.status(name) == "pending"


def test_a_giant_form_is_not_read(visitor):
    _, who = visitor
    data = b"form=x&body=" + b"a" * 1_000_000
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    assert who.client.post(f"{who.base}/verdicts", content=data, headers=kind).status_code == 403


@pytest.mark.parametrize(
    "back", ["//evil.example", "http://evil.example/", "/\\evil.example", "/{base}/../x", "x\r\nA: b"]
)
def test_a_form_leads_back_to_our_own_pages_only(visitor, back):
    doors, who = visitor
    fields = {"form": who.form(), "id": doors.propose(), "judgement": "dismiss", "back": back.format(base=who.base)}
    answer = who.client.post(f"{who.base}/verdicts", data=fields)
    assert answer.headers["location"].startswith(f"{who.base}/inbox")


def test_agents_find_no_verdict_behind_their_door(visitor):
    doors, who = visitor
    name = doors.propose()
    with doors.agent() as client:
        for path in ("/open", *EVERYTHING, *CHANGES):
            for address in (path, who.base + path):
                fields = {"form": who.form(), "id": name, "judgement": "approve"}
                cookies = {"Cookie": f"seorap={doors.tokens.session(doors.now())}"}
                assert client.post(address, data=fields, headers=cookies).status_code == 404
    assert doors.status(name) == "pending"


@pytest.mark.skipif(not peer.TABLE.exists(), reason="this system keeps no table of connections")
def test_a_connection_is_told_from_another_users(doors):
    port = int(doors.origin.rpartition(":")[2])
    with doors.browser() as client:
        client.get("/alive")
        stream = next(iter(client._transport._pool.connections))._connection._network_stream
        ours = stream.get_extra_info("client_addr")
        assert peer.may_be_ours(ours, ("127.0.0.1", port))
        row = next(row for row in peer.TABLE.read_text().splitlines() if f":{ours[1]:04X} 0100007F:{port:04X}" in row)
    assert row.split()[7] == str(os.getuid())


def test_a_ticket_is_of_no_use_to_another_user(visitor):
    """Who is quicker than the browser with a link seen in the process list gets nothing, and does not use it up."""
    if os.getuid() != 0 or not peer.TABLE.exists():
        pytest.skip("only root can become another user")
    doors, _ = visitor
    ticket = doors.tokens.ticket(doors.now())
    address = f"{doors.origin}/open?ticket={ticket}"
    command = ["curl", "--silent", "--noproxy", "*", "--output", os.devnull, "--write-out", "%{http_code}", address]
    stolen = subprocess.run(command, user=65534, cwd="/", capture_output=True, text=True, check=True)
    assert stolen.stdout == "401"
    mine = subprocess.run(command, capture_output=True, text=True, check=True)
    assert mine.stdout == "303"
