"""Official clients against the real thing: both eras of the protocol, over stdio and over HTTP, the daemon there or not."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation

pytestmark = pytest.mark.slow

ERAS = ("legacy", "2026-07-28")
DEPLOY = "Deploy with `npx vercel --prod`."


@pytest.fixture
def drawer(home):
    home.seorap("memory", "write", "deploy:blyck", DEPLOY, "--type", "capability")
    return home


def command(home) -> StdioServerParameters:
    words = ["-m", "daemon.cli", "mcp"]
    return StdioServerParameters(command=sys.executable, args=words, env=home.environ, cwd=str(home.workspace))


def host(home, era):
    return Client(stdio_client(command(home)), mode=era, client_info=Implementation(name="codex", version="1"))


@asynccontextmanager
async def web(home, era):
    """A client of the socket itself, as a program of this user that speaks HTTP."""
    transport = httpx2.AsyncHTTPTransport(uds=str(home.root / "seorap" / "seorap.sock"))
    async with (
        httpx2.AsyncClient(transport=transport, timeout=60, headers={"X-Seorap-Cwd": str(home.workspace)}) as http,
        Client(streamable_http_client("http://localhost/mcp/", http_client=http), mode=era) as client,
    ):
        yield client


async def story(client) -> None:
    """What an agent does in a session."""
    listed = await client.list_tools()
    assert {"memory_read", "memory_list", "memory_write"} <= {tool.name for tool in listed.tools}
    found = await client.call_tool("memory_read", {"query": "배포해줘"})
    assert [each["key"] for each in found.structured_content["memories"]] == ["deploy:blyck"]
    assert DEPLOY in found.content[0].text
    said = {"key": "rule:no-prod", "body": "Never touch PROD.", "type": "rule"}
    written = await client.call_tool("memory_write", said)
    assert written.structured_content["status"] == "waiting"
    missing = await client.call_tool("memory_read", {"key": "rule:no-prod"})
    assert missing.is_error
    assert missing.structured_content["error"]["code"] == "unknown_key"


def running(home, until):
    daemon = home.start()
    until((home.root / "seorap" / "seorap.sock").exists)
    return daemon


def finish(work: Coroutine[Any, Any, None]) -> None:
    """Run it in a loop of its own: a browser driven by an earlier test keeps one running in this thread."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


def ended(daemon) -> None:
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait(20) == 0


@pytest.mark.parametrize("era", ERAS)
def test_a_host_needs_no_daemon(drawer, era):
    async def session() -> None:
        async with host(drawer, era) as client:
            await story(client)

    finish(session())
    assert drawer.rows("inbox")[0]["key"] == "rule:no-prod"
    assert "agent:codex" in drawer.rows("inbox")[0]["evidence"][0]["why"]


@pytest.mark.parametrize("era", ERAS)
def test_a_host_asks_the_daemon_which_may_go_and_come(drawer, until, era):
    """One session: asked, stopped, answered alone, started, asked again, killed, answered alone."""

    async def session() -> None:
        first = running(drawer, until)
        async with host(drawer, era) as client:
            await story(client)
            ended(first)
            await story(client)
            second = running(drawer, until)
            await story(client)
            second.kill()
            second.wait()
            await story(client)

    finish(session())
    assert [row["key"] for row in drawer.rows("inbox")] == ["rule:no-prod"]


@pytest.mark.parametrize("era", ERAS)
def test_a_client_speaks_http_to_the_socket(drawer, until, era):
    async def session() -> None:
        daemon = running(drawer, until)
        async with web(drawer, era) as client:
            await story(client)
        ended(daemon)

    finish(session())


def bridge(home, **more):
    run = [sys.executable, "-m", "daemon.cli", "mcp"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(run, env=home.environ, cwd=home.workspace, **(pipes | more))


def test_every_line_on_stdout_is_a_frame_and_it_ends_with_its_stdin(drawer):
    """Whatever comes in, and whatever the server in it logs."""
    asked = [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "x", "version": "1"},
            },
        },
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "memory_read", "arguments": {"key": "no:such"}},
        },
        {"jsonrpc": "2.0", "id": 3, "method": "no/such"},
        {
            "jsonrpc": "2.0",
            "id": "four",
            "method": "tools/call",
            "params": {"name": "memory_read", "arguments": {"query": "배포해줘" * 200_000}},
        },
        {"jsonrpc": "2.0", "id": 5, "method": "ping"},
    ]
    lines = b"".join(json.dumps(each, ensure_ascii=False).encode() + b"\n" for each in asked)
    with bridge(drawer) as process:
        out, _ = process.communicate(b"nonsense\n\n" + lines, timeout=60)
    frames = [json.loads(line) for line in out.splitlines()]
    assert all(frame["jsonrpc"] == "2.0" for frame in frames)
    assert [frame["id"] for frame in frames] == [None, 1, 2, 3, "four", 5]
    assert frames[3]["error"]["code"] == -32601
    assert process.returncode == 0


def test_it_ends_with_the_process_that_started_it(drawer, until):
    """Though somebody else still holds its stdin."""
    read, write = os.pipe()
    code = "import subprocess, sys\nprint(subprocess.Popen([sys.executable, '-m', 'daemon.cli', 'mcp']).pid, flush=True)\nsys.stdin.close()\nimport time\ntime.sleep(600)"
    parent = subprocess.Popen(
        [sys.executable, "-c", code], env=drawer.environ, cwd=drawer.workspace, stdin=read, stdout=subprocess.PIPE
    )
    child = int(parent.stdout.readline())
    os.write(write, b"nonsense\n")
    assert json.loads(parent.stdout.readline())["error"]  # it is there, and knows who started it
    parent.kill()
    parent.wait()
    parent.stdout.close()

    def gone() -> bool:
        try:
            return Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
        except FileNotFoundError:
            return True

    until(gone)
    os.close(read)
    os.close(write)


def test_a_store_that_cannot_be_opened_is_said_in_a_frame(drawer):
    (drawer.root / "seorap" / "seorap.sqlite").write_bytes(b"no database" * 1000)
    with bridge(drawer) as process:
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        out, _ = process.communicate(json.dumps(asked).encode() + b"\n", timeout=60)
    (frame,) = [json.loads(line) for line in out.splitlines()]
    assert "damaged" in frame["error"]["message"]
