"""A lesson on its whole way: from a failure in a transcript to MEMORY.md."""

from __future__ import annotations

import asyncio
import json
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import Implementation

REFUSED = 'psql: error: connection to server at "localhost", port 5432 failed: Connection refused\n'


def story(home) -> None:
    home.record("psql shop -c 'select 1'", REFUSED, exit_code=2)
    home.record("docker compose up -d db", " Container db  Started\n")
    home.record("psql shop -c 'select 1'", " ?column?\n----------\n 1\n(1 row)\n")


def test_a_lesson_is_seen_by_scan_with_all_its_fields(home):
    """`scan --json` prints the error, its category, the fix and how far it has come; nothing of it on all else."""
    story(home)
    rows = {str(row["key"]).split(":")[0]: row for row in home.rows("scan", str(home.transcript))}
    assert set(rows) == {"lesson", "db"}
    assert "lesson" not in rows["db"]
    assert rows["lesson"]["lesson"] == {
        "signature": "postgres: server does not answer",
        "category": "connection",
        "stack": "postgres",
        "cause": "",
        "fix": "after `docker compose up -d db`",
        "paths": [],
        "maturity": "observation",
    }


@pytest.mark.slow
def test_from_a_failure_to_a_lesson_in_the_drawer(home):
    """Proposed once, however the file grew; approved, shown and published; seen again it is a pattern."""
    home.record("psql shop -c 'select 1'", REFUSED, exit_code=2)
    home.seorap("run", "--once")
    home.record("docker compose up -d db", " Container db  Started\n")
    home.seorap("run", "--once")
    home.record("psql shop -c 'select 1'", " ?column?\n----------\n 1\n(1 row)\n")
    home.seorap("run", "--once")
    (card,) = (row for row in home.rows("inbox") if row["type"] == "lesson")
    assert card["lesson"]["maturity"] == "observation"
    home.seorap("approve", str(card["id"]))
    shown = home.seorap("memory", "show", str(card["key"])).stdout
    assert "signature: postgres: server does not answer" in shown
    assert "docker compose up -d db" in home.memory.read_text()
    page = (home.memory.parent / "memory" / "lesson.md").read_text()
    assert "- error: postgres: server does not answer, connection; observation" in page
    story(home)
    home.seorap("run", "--once")
    assert home.rows("memory", "show", str(card["key"]))[0]["lesson"]["maturity"] == "pattern"


PSQL = "psql shop -c 'select count(*) from carts'"
ROWS = " count\n-------\n 3\n(1 row)\n"


@pytest.mark.slow
def test_without_hooks_a_lesson_is_tried_as_the_transcript_shows(home, until):
    """Read over MCP and then used; and in MEMORY.md when its error came back. Each once, however often it is read."""
    story(home)
    home.seorap("run", "--once")
    (card,) = (row for row in home.rows("inbox") if row["type"] == "lesson")
    key = str(card["key"])
    home.seorap("approve", str(card["id"]))
    until(home.memory.exists)

    def tried() -> tuple[int, int]:
        (row,) = home.rows("memory", "show", key)
        return row["lesson"]["prevented"], row["lesson"]["still_failed"]

    async def read() -> None:
        words = ["-m", "daemon.cli", "mcp"]
        server = StdioServerParameters(command=sys.executable, args=words, env=home.environ, cwd=str(home.workspace))
        async with Client(stdio_client(server), client_info=Implementation(name="claude-code", version="1")) as client:
            found = await client.call_tool("memory_read", {"key": key})
            assert "docker compose up -d db" in found.content[0].text

    home.start()
    until((home.root / "seorap" / "seorap.sock").exists)
    with ThreadPoolExecutor(1) as pool:  # a browser driven by an earlier test keeps a loop running in this thread
        pool.submit(asyncio.run, read()).result()
    (receipt,) = home.rows("recall", "--why")
    assert (receipt["host"], receipt["moment"], receipt["key"]) == ("agent:claude-code", "read", key)
    home.record("npm test", "Tests:       1 passed, 1 total\n", session="s2")
    home.record(PSQL, ROWS, session="s2")
    until(lambda: tried() == (1, 0))
    home.record(PSQL, REFUSED, exit_code=2, session="s2")
    home.record(PSQL, REFUSED, exit_code=2, session="s3")
    home.record(PSQL, REFUSED, exit_code=2, session="s3")
    home.record(PSQL, ROWS, session="s3")
    until(lambda: tried() == (1, 1))
    third = [line for line in home.transcript.read_text().splitlines(keepends=True) if '"s3"' in line]
    copy = home.transcript.with_name("s4.jsonl")  # a session that goes on from another one begins with its records
    copy.write_text("".join(third).replace('"s3"', '"s4"'))
    with copy.open("ab") as stream:
        stream.write(home.ran("npx vercel deploy --prod", "Production: https://blyck.example.com [2s]\n", session="s4"))
    until(lambda: {"deploy:blyck"} <= home.keys())
    assert tried() == (1, 1)
    assert {row["moment"] for row in home.rows("recall", "--why")} == {"read", "published"}


DENIED = (
    "publish\tRun npm publish\t2026-03-02T09:00:01.1234567Z npm error code E404\n"
    "publish\tRun npm publish\t2026-03-02T09:00:01.1234567Z npm error 404 Not Found - PUT https://registry.example.com/blyck - Not found\n"
    "publish\tRun npm publish\t2026-03-02T09:00:02.1234567Z ##[error]Process completed with exit code 1.\n"
)
PASSED = "✓ main Publish · 30000002\nTriggered via push about 1 minute ago\n\nJOBS\n✓ publish in 40s (ID 81)\n  ✓ Run npm publish\n"


def test_a_publish_mended_in_its_workflow_is_seen_by_scan(home):
    """Failed in CI, changed by an edit, pushed, and watched to its good end: what was changed, and where it applies."""
    home.record("gh run view 30000001 --log-failed", DENIED)
    workflow = str(home.workspace / ".github" / "workflows" / "publish.yml")
    added = "  publish:\n    permissions:\n      id-token: write\n"
    given = {"file_path": workflow, "old_string": "  publish:\n", "new_string": added}
    base = {"sessionId": "s1", "cwd": str(home.workspace), "timestamp": "2026-03-02T09:10:00Z", "isSidechain": False}
    call = {"type": "tool_use", "id": "toolu_edit", "name": "Edit", "input": given}
    done = {"type": "tool_result", "tool_use_id": "toolu_edit", "content": "The file has been updated."}
    rows = (("assistant", call), ("user", done))
    with home.transcript.open("ab") as stream:
        for kind, block in rows:
            message = {"role": kind, "content": [block]}
            stream.write(json.dumps({**base, "type": kind, "uuid": f"u-{kind}", "message": message}).encode() + b"\n")
    home.record("git commit -qam 'ci: trusted publishing' && git push", "main -> main\n")
    home.record("gh run watch 30000002 --exit-status", PASSED)
    (row,) = (each for each in home.rows("scan", str(home.transcript)) if each["type"] == "lesson")
    assert row["lesson"]["paths"] == [".github/workflows/publish.yml"]
    assert row["lesson"]["fix"] == (
        "in CI after a change of `.github/workflows/publish.yml` (`permissions:`, `id-token: write` added)"
    )
    assert str(row["body"]).startswith("The CI job “publish” failed with “npm error code E404")
