"""`seorap inbox --open`: from the daemon, and without one."""

from __future__ import annotations

import signal
import socket
import stat
import subprocess
import sys
import threading

import httpx
import pytest

pytestmark = pytest.mark.slow


@pytest.fixture
def browser(home, tmp_path):
    """A browser that only writes down where it was sent."""
    program, went = tmp_path / "browser.sh", tmp_path / "went"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$1" >> {went}\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    home.environ["BROWSER"] = f"{program} %s"
    return went


def test_the_daemons_page_is_opened_with_a_link_that_works(home, until, browser):
    home.start()
    until((home.root / "seorap" / "page.json").exists)
    said = home.seorap("inbox", "--open").stderr
    assert "opens in your browser" in said
    until(browser.exists)
    link = browser.read_text().strip()
    assert link in said
    assert httpx.get(link, trust_env=False).status_code == 303


def test_without_a_daemon_it_is_served_until_ctrl_c(home, until, browser):
    home.propose("deploy:blyck")
    process = subprocess.Popen(
        [sys.executable, "-m", "daemon.cli", "inbox", "--open"],
        env=home.environ,
        cwd=home.workspace,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    home.running.append(process)
    until(browser.exists)
    until(lambda: browser.read_text().endswith("\n"))
    with httpx.Client(trust_env=False, follow_redirects=True, timeout=20) as client:
        assert "deploy:blyck" in client.get(browser.read_text().strip()).text
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=30)[1]
    assert process.returncode == 0
    assert "until you press Ctrl-C" in said
    assert not (home.root / "seorap" / "page.json").exists()


def test_an_agents_shell_is_given_no_way_in(home):
    said = home.refused("inbox", "--open", code=1, CLAUDECODE="1")
    assert "belongs to claude-code" in said
    assert "ticket" not in said


def test_a_port_that_is_another_programs_now_is_told_nothing(home, browser):
    """The daemon died, and another user's server stands where its page was: it gets no ticket."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        heard = []

        def answer():
            while True:
                try:
                    connection, _ = other.accept()
                except OSError:
                    return
                with connection:
                    heard.append(connection.recv(1000))
                    connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"answer":"x"}')

        gone = other.getsockname()[1]
        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        folder = home.root / "seorap"
        folder.mkdir(exist_ok=True)
        (folder / "page.json").write_text(f'{{"port": {gone}, "pid": 1}}')
        (folder / "config.toml").write_text("[page]\nenabled = true\n")
        process = subprocess.Popen(
            [sys.executable, "-m", "daemon.cli", "inbox", "--open"],
            env=home.environ,
            cwd=home.workspace,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        home.running.append(process)
        for line in process.stderr:
            if "ticket=" in line:
                break
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert heard
    assert all(b"ticket" not in each for each in heard)
    assert f":{gone}/" not in line
