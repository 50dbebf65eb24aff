"""A coding agent that runs the hooks its settings name, as Claude Code does, and the real daemon behind them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

DEPLOYED = "Deploying blyck to production\nDeployed blyck v1.2.3 in 41 s\n"
SOON = 3.0  # seconds for a hook on a loaded machine; bench/hooks.py measures how long it takes


@dataclass
class Agent:
    """Claude Code's hook protocol: each matching command in a shell, the event on stdin, JSON or nothing on stdout."""

    home: Any
    session: str = "11111111-2222-3333-4444-555555555555"

    @property
    def settings(self) -> Path:
        return self.home.root / ".claude" / "settings.json"

    def fire(self, event: str, tool: str = "", **said: Any) -> list[dict[str, Any]]:
        base = {
            "session_id": self.session,
            "transcript_path": str(self.home.transcript),
            "cwd": str(self.home.workspace),
            "permission_mode": "default",
            "hook_event_name": event,
        }
        if tool:
            base["tool_name"] = tool
        answers = []
        for group in json.loads(self.settings.read_text())["hooks"].get(event, []):
            if tool and tool not in group.get("matcher", tool).split("|"):
                continue
            for hook in group["hooks"]:
                begin = time.monotonic()
                done = subprocess.run(
                    ["sh", "-c", hook["command"]],
                    input=json.dumps(base | said).encode(),
                    env=self.home.environ,
                    cwd=self.home.workspace,
                    capture_output=True,
                    timeout=hook["timeout"],
                    check=True,
                )
                assert time.monotonic() - begin < SOON
                assert done.stderr == b""
                if done.stdout:
                    answers.append(json.loads(done.stdout))
        return answers

    def told(self, event: str, **said: Any) -> str:
        """What reaches the agent's context."""
        return "\n".join(
            each["hookSpecificOutput"]["additionalContext"]
            for each in self.fire(event, **said)
            if "hookSpecificOutput" in each
        )

    def mcp(self) -> StdioServerParameters:
        """The server that its settings name, started as it would."""
        server = json.loads((self.home.root / ".claude.json").read_text())["mcpServers"]["seorap"]
        environ = self.home.environ | server["env"]
        where = str(self.home.workspace)
        return StdioServerParameters(command=server["command"], args=server["args"], env=environ, cwd=where)


@pytest.fixture
def agent(home):
    (home.root / ".claude").mkdir()
    (home.root / ".claude" / "settings.json").write_text('{"model": "opus"}\n')
    (home.root / ".claude.json").write_text('{"numStartups": 3}\n')
    home.seorap("setup", "--yes", "--agents")
    return Agent(home)


def begun(agent, until, **said):
    """A start that the daemon was awake for: the first knock wakes its server, and may come away empty."""
    until(lambda: agent.fire("SessionStart", source="clear", **said))


@pytest.mark.slow
def test_what_was_deployed_yesterday_is_known_today(home, agent, until):
    """A deploy succeeded, a person approves it once, and the next session is answered from it.

    Its prompt, its own question, and its claim that it cannot be done: all through the settings that setup wrote, and the
    one daemon.
    """
    (home.workspace / "scripts").mkdir()
    (home.workspace / "scripts" / "deploy.sh").touch()
    yesterday = datetime.now(UTC) - timedelta(days=1)
    home.record("./scripts/deploy.sh prod", DEPLOYED, at=yesterday)
    home.start()
    until(lambda: {"deploy:blyck"} <= home.keys())
    home.seorap("approve", *[str(row["id"]) for row in home.rows("inbox") if row["key"] == "deploy:blyck"])
    until(home.memory.exists)
    assert "./scripts/deploy.sh prod" in home.memory.read_text()
    assert home.memory.name in (home.workspace / "CLAUDE.local.md").read_text()
    begun(agent, until)
    assert agent.told("UserPromptSubmit", prompt="버튼을 파란색으로 바꿔줘") == ""
    asked = Agent(home, "99999999-2222-3333-4444-555555555555")
    told = asked.told("UserPromptSubmit", prompt="배포해줘")
    assert "capability deploy:blyck" in told
    assert "./scripts/deploy.sh prod" in told
    assert f"proved {yesterday.date().isoformat()}" in told

    async def asks_itself() -> None:
        async with Client(stdio_client(agent.mcp())) as client:
            found = await client.call_tool("memory_read", {"query": "배포해줘"})
            assert [each["key"] for each in found.structured_content["memories"]] == ["deploy:blyck"]
            assert "./scripts/deploy.sh prod" in found.content[0].text

    with ThreadPoolExecutor(1) as pool:  # a browser driven by an earlier test keeps a loop running in this thread
        pool.submit(asyncio.run, asks_itself()).result()
    claim = "배포에 필요한 자격 증명이 없어서 제가 배포할 수 없습니다. I have no credentials to deploy."
    (stopped,) = asked.fire("Stop", stop_hook_active=False, last_assistant_message=claim)
    assert stopped["decision"] == "block"
    assert "./scripts/deploy.sh prod" in stopped["reason"]
    assert asked.fire("Stop", stop_hook_active=True, last_assistant_message=claim) == []
    assert asked.fire("Stop", stop_hook_active=False, last_assistant_message="배포했습니다.") == []
    until(lambda: len(home.rows("recall", "--why", "--session", asked.session)) == 2)
    rows = home.rows("recall", "--why", "--session", asked.session)
    assert {(row["moment"], row["key"]) for row in rows} == {("prompt", "deploy:blyck"), ("stop", "deploy:blyck")}
    assert "its action is asked for" in home.seorap("recall", "--why").stdout


@pytest.mark.slow
def test_nobody_waits_for_a_daemon_in_trouble(home, agent, until):
    """Not started, stopped, with a locked database, killed: every hook ends well, soon, and says nothing."""
    home.seorap("memory", "write", "deploy:blyck", "It can.", "--type", "capability", "--scope", "workspace")
    prompt = {"prompt": "배포해줘"}
    assert agent.fire("UserPromptSubmit", **prompt) == []
    daemon = home.start()
    until(lambda: "daemon.started" in home.log())
    begun(agent, until)
    os.kill(daemon.pid, signal.SIGSTOP)
    assert agent.fire("UserPromptSubmit", **prompt) == []
    os.kill(daemon.pid, signal.SIGCONT)
    home.seorap("memory", "write", "deploy:later", "It can too.", "--type", "capability", "--scope", "workspace")
    with closing(sqlite3.connect(home.root / "seorap" / "seorap.sqlite")) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        assert Agent(home, "s-locked").fire("UserPromptSubmit", **prompt) == []
        lock.rollback()
    until(lambda: Agent(home, "s-after").told("UserPromptSubmit", **prompt))
    daemon.kill()
    daemon.wait()
    assert Agent(home, "s-killed").fire("UserPromptSubmit", **prompt) == []


@pytest.mark.slow
def test_the_plain_verb_asks_as_well(home, agent, until):
    """For settings that a person writes: an answer while the daemon runs, nothing and a good end without."""
    home.seorap("memory", "write", "deploy:blyck", "It can.", "--type", "capability", "--scope", "workspace")
    said = json.dumps({"session_id": "s1", "cwd": str(home.workspace), "prompt": "deploy please"})

    def ask(**environ):
        command = [sys.executable, "-m", "daemon.cli", "hook", "claude-code", "UserPromptSubmit"]
        done = subprocess.run(
            command, input=said, env=home.environ | environ, capture_output=True, text=True, check=True
        )
        assert done.stderr == ""
        return done.stdout

    assert ask() == ""
    home.start()
    begun(agent, until)
    assert ask(SEORAP_OWN="1") == ""
    until(lambda: "deploy:blyck" in ask())
    (home.root / "seorap" / "config.toml").write_text("nope [")
    assert ask() == ""


REFUSED = 'psql: error: connection to server at "localhost", port 5432 failed: Connection refused\n'


@pytest.mark.slow
def test_a_lesson_comes_with_its_error_and_proves_itself(home, agent, until):
    """Learned from a transcript, given when the error comes back, and surer when the command works after it."""
    home.record("psql shop -c 'select 1'", REFUSED, exit_code=2)
    home.record("docker compose up -d db", " Container db  Started\n")
    home.record("psql shop -c 'select 1'", " ?column?\n----------\n 1\n(1 row)\n")
    home.seorap("run", "--once")
    (card,) = (row for row in home.rows("inbox") if row["type"] == "lesson")
    home.seorap("approve", str(card["id"]))

    def lesson() -> dict[str, Any]:
        (row,) = home.rows("memory", "show", str(card["key"]))
        return row

    before = lesson()
    assert (before["lesson"]["prevented"], before["confidence"]) == (0, 0.75)
    home.start()
    begun(agent, until)
    shell = {"tool": "Bash", "tool_input": {"command": "psql shop -c 'select count(*) from carts'"}}
    assert agent.told("PostToolUseFailure", **shell, error="Exit code 1\nERROR: something else happened") == ""
    told = agent.told("PostToolUseFailure", **shell, error=f"Exit code 2\n{REFUSED}")
    assert "docker compose up -d db" in told
    assert agent.told("PostToolUseFailure", **shell, error=f"Exit code 2\n{REFUSED}") == ""
    until(lambda: lesson()["lesson"]["still_failed"] == 1)
    assert lesson()["confidence"] < before["confidence"]
    agent.session = "22222222-2222-3333-4444-555555555555"
    assert told == agent.told("PostToolUseFailure", **shell, error=f"Exit code 2\n{REFUSED}")
    until(lambda: any(row["session"] == agent.session for row in home.rows("recall", "--why")))
    failed = lesson()["confidence"]
    agent.fire("PostToolUse", **shell, tool_response={"stdout": "3", "stderr": "", "interrupted": False})
    until(lambda: lesson()["lesson"]["prevented"] == 1)
    assert lesson()["confidence"] > failed
    assert "prevented: 1" in home.seorap("memory", "show", str(card["key"])).stdout


@pytest.mark.slow
def test_what_a_person_forbids_does_not_run(home, agent, until):
    """With the rule as the reason, and until the person lifts it; an agent's shell cannot."""
    rule = "rule:no-prod"
    home.seorap("memory", "write", rule, "Never touch the production database.", "--type", "rule")
    assert "Only a person" in home.refused("memory", "guard", rule, "--command", "psql*prod*", code=1, CLAUDECODE="1")
    assert "forbids now" in home.seorap("memory", "guard", rule, "--command", "psql*prod*").stdout
    (row,) = home.rows("recall", "--command", "sudo psql -h prod")
    assert row["key"] == rule
    home.start()
    begun(agent, until)

    def decided(command: str) -> dict[str, Any]:
        answers = agent.fire("PreToolUse", "Bash", tool_input={"command": command})
        return answers[0]["hookSpecificOutput"] if answers else {}

    said = decided("psql -h prod -c 'drop table carts'")
    assert said["permissionDecision"] == "deny"
    assert "Never touch the production database." in said["permissionDecisionReason"]
    assert decided("psql -h staging -c 'select 1'") == {}
    home.seorap("memory", "guard", rule, "--off")
    assert decided("psql -h prod -c 'select 1'") == {}


EDIT = "db/prod/a.sql"
ASKED = {  # by host: what it says before a command and before an edit, by event
    ".codex/hooks.json": {
        "PreToolUse": [
            {"tool_name": "Bash", "tool_input": {"command": "psql -h prod"}},
            {
                "tool_name": "apply_patch",
                "tool_input": {"command": f"*** Begin Patch\n*** Update File: {EDIT}\n*** End Patch"},
            },
        ]
    },
    ".gemini/settings.json": {
        "BeforeTool": [
            {"tool_name": "run_shell_command", "tool_input": {"command": "psql -h prod"}},
            {"tool_name": "write_file", "tool_input": {"file_path": EDIT}},
        ]
    },
    ".cursor/hooks.json": {
        "beforeShellExecution": [{"command": "psql -h prod", "conversation_id": "c1"}],
        "preToolUse": [{"tool_name": "Write", "tool_input": {"file_path": EDIT}, "conversation_id": "c1"}],
    },
    ".copilot/hooks/seorap.json": {
        "preToolUse": [
            {"sessionId": "s1", "toolName": "bash", "toolArgs": {"command": "psql -h prod"}},
            {"sessionId": "s1", "toolName": "edit", "toolArgs": json.dumps({"path": EDIT})},
        ]
    },
}
REFUSALS = {"deny", "block"}


@pytest.mark.slow
def test_every_host_keeps_its_agent_from_what_a_person_forbids(home, until):
    """By the command lines that setup wrote into its settings; without the daemon they end well and say nothing."""
    for file in ASKED:
        (home.root / file.split("/")[0]).mkdir()
    home.seorap("setup", "--yes", "--agents")
    home.seorap("memory", "write", "rule:no-prod", "Never touch PROD.", "--type", "rule")
    home.seorap("memory", "guard", "rule:no-prod", "--command", "psql*prod*", "--path", "db/prod/**")

    def answers(file: str) -> list[dict[str, Any]]:
        found = []
        for event, questions in ASKED[file].items():
            (group,) = json.loads((home.root / file).read_text())["hooks"][event]
            hook = group["hooks"][0] if "hooks" in group else group
            for asked in questions:
                said = json.dumps({"session_id": "s1", "cwd": str(home.workspace), "hook_event_name": event} | asked)
                command = ["sh", "-c", hook.get("command") or hook["bash"]]
                where = {"env": home.environ, "cwd": home.workspace}
                done = subprocess.run(command, input=said.encode(), capture_output=True, check=True, **where)
                assert done.stderr == b""
                found += [json.loads(done.stdout)] if done.stdout else []
        return found

    def refused(file: str) -> bool:
        """Both; the first knock wakes the server, and on a busy machine a question may come away empty."""
        found = [answer | answer.get("hookSpecificOutput", {}) for answer in answers(file)]
        said = [
            REFUSALS & {each.get(name) for name in ("permission", "permissionDecision", "decision")} for each in found
        ]
        return len(found) == 2 and all(said) and all("Never touch PROD." in json.dumps(each) for each in found)

    assert not any(answers(file) for file in ASKED)
    home.start()
    for file in ASKED:
        until(lambda file=file: refused(file))
