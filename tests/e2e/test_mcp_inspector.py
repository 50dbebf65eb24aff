"""The protocol's own inspector, another implementation than ours and its SDK's, against the real command."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]  # one of them installs what it needs

INSPECTOR = "@modelcontextprotocol/inspector/cli/build/cli.js"


@pytest.fixture
def ask(home, node):
    """What the inspector prints of one method."""
    server = home.root / "server"
    exported = "\n".join(f"export {name}='{value}'" for name, value in home.environ.items())
    import_of = f"cd '{home.workspace}'\nexec '{sys.executable}' -m daemon.cli mcp"
    server.write_text(f"#!/bin/sh\n{exported}\n{import_of}\n")
    server.chmod(0o755)

    def one(*words: str) -> dict:
        run = [*node(INSPECTOR), "--cli", server, "--method", *words]
        done = subprocess.run(run, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return one


def test_the_inspector_lists_and_calls(home, ask):
    home.seorap("memory", "write", "deploy:blyck", "Deploy with `npx vercel --prod`.", "--type", "capability")
    tools = {tool["name"] for tool in ask("tools/list")["tools"]}
    assert {"memory_read", "memory_list", "memory_write", "memory_report"} == tools
    read = ["tools/call", "--tool-name", "memory_read", "--tool-arg"]
    assert "npx vercel --prod" in ask(*read, "key=deploy:blyck")["content"][0]["text"]
    assert ask(*read, "key=deploy:none")["isError"] is True
