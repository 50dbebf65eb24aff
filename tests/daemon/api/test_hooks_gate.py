"""Constraints keep agents from commands and edits, over the real socket."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from classifiers.vocabulary import GLOBAL, Actor
from daemon.api import hooks
from storage.guards import Guard, guard
from storage.values import Author
from tests.daemon.api.desk import IDENTITY, OWNER


@pytest.fixture
def constraint(desk):
    """A rule that forbids commands and files."""
    desk.keep("rule:no-prod", "Never touch PROD.", "rule", scope=GLOBAL)
    guard(
        desk.store,
        "rule:no-prod",
        Guard(commands=("psql*prod*",), paths=("db/prod/**",)),
        author=Author(Actor.PERSON, "sam"),
        now=datetime.now(UTC),
        owner=OWNER,
    )
    return "rule:no-prod"


@pytest.mark.parametrize("more", [{}, {"agent_id": "a1"}, {"headers": {hooks.HEADLESS: "1"}}])
def test_a_constraint_keeps_a_command_from_running(desk, constraint, more, shell):
    """Each time, with the rule, for sub-agents and programs as well; what it does not name passes in silence."""
    for _ in range(2):
        said = desk.ask("PreToolUse", **shell("cd db && sudo psql -h prod-1 shop"), **more)["hookSpecificOutput"]
        assert said["permissionDecision"] == "deny"
        assert "Never touch PROD." in said["permissionDecisionReason"]
        assert f"seorap memory guard {constraint} --off" in said["permissionDecisionReason"]
    assert desk.ask("PreToolUse", **shell("psql -h staging shop"), **more) == {}
    assert desk.ask("PreToolUse", **shell("echo 'psql prod'"), **more) == {}


def test_a_constraint_keeps_a_file_from_being_edited(desk, constraint, shell):
    edit = {"tool_name": "Edit", "tool_input": {"file_path": str(desk.folder / "db" / "prod" / "a.sql")}}
    assert desk.ask("PreToolUse", **edit)["hookSpecificOutput"]["permissionDecision"] == "deny"
    patch = {"command": "*** Begin Patch\n*** Update File: db/prod/a.sql\n@@\n-a\n+b\n*** End Patch"}
    said = desk.ask("PreToolUse", "codex", tool_name="apply_patch", tool_input=patch)["hookSpecificOutput"]
    assert said["permissionDecision"] == "deny"
    both = f"psql prod; apply_patch <<'X'\n{patch['command'].replace('prod', 'dev')}\nX"
    assert desk.ask("PreToolUse", **shell(both))["hookSpecificOutput"]["permissionDecision"] == "deny"
    edit["tool_input"]["file_path"] = str(desk.folder / "db" / "staging" / "a.sql")
    assert desk.ask("PreToolUse", **edit) == {}


def test_each_host_is_refused_in_its_own_words(desk, constraint):
    command = {"tool_input": {"command": "psql prod"}, "tool_name": "run_shell_command"}
    said = desk.ask("BeforeTool", "gemini-cli", **command)
    assert (said["decision"], "PROD" in said["reason"]) == ("block", True)
    said = desk.ask("beforeShellExecution", "cursor", command="psql prod")
    assert (said["permission"], "PROD" in said["agent_message"]) == ("deny", True)
    edit = {"tool_name": "Write", "tool_input": {"file_path": str(desk.folder / "db" / "prod" / "a.sql")}}
    said = desk.ask("preToolUse", "cursor", conversation_id="s1", **edit)
    assert (said["permission"], "PROD" in said["agent_message"]) == ("deny", True)
    harmless = {"name": "create", "args": '{"path": "db/a.sql"}'}
    for call in (
        {"toolName": "bash", "toolArgs": {"command": "psql prod"}},
        {"toolName": "edit", "toolArgs": json.dumps({"path": "db/prod/a.sql", "old_str": "a"})},
        {"toolCalls": [harmless, {"name": "bash", "args": '{"command": "psql prod"}'}]},
    ):
        said = desk.ask("preToolUse", "copilot-cli", sessionId="s1", **call)
        assert (said["permissionDecision"], "PROD" in said["permissionDecisionReason"]) == ("deny", True)
    assert desk.ask("preToolUse", "copilot-cli", sessionId="s1", toolCalls=[harmless]) == {}
    said = desk.ask("tool.execute.before", "opencode", args={"command": "psql prod"}, tool="bash")
    assert "PROD" in said["refusal"]


def test_a_constraint_is_told_at_a_start_whatever_it_costs(desk, constraint):
    """Newer rules fill the budget."""
    body = "Keep this file as it is, for other teams build on each of its lines and read it every night. "
    for key in ("rule:z", "rule:y", *(f"rule:r{number}" for number in range(12))):
        desk.keep(key, body * 4, "rule")
    ann = Author(Actor.PERSON, "sam")
    guard(desk.store, "rule:z", Guard(paths=("z/**",)), scope=IDENTITY, author=ann, now=datetime.now(UTC), owner=OWNER)
    told = desk.context("SessionStart", source="startup")
    assert "rule:z" in told
    assert constraint in told
    assert "rule:y" not in told


def test_a_person_is_told_when_no_constraint_could_be_looked_at(desk, constraint, monkeypatch, shell):
    """It passes; and without constraints nothing is said."""
    desk.ask("PreToolUse", **shell("ls"))
    monkeypatch.setattr(hooks, "DEADLINE", 0.0)
    said = desk.ask("PreToolUse", **shell("psql prod"))
    assert "could not look" in said.pop("systemMessage")
    assert said == {}
    assert desk.ask("PostToolUse", **shell("ls"), tool_response={}) == {}
    monkeypatch.setattr(hooks, "DEADLINE", 20)
    broken = desk.ask("PreToolUse", **shell("if true; then (( ; psql 'prod"))
    assert "taken apart" in broken["systemMessage"]
    guard(desk.store, constraint, Guard(), author=Author(Actor.PERSON, "sam"), now=datetime.now(UTC), owner=OWNER)
    assert desk.ask("PreToolUse", **shell("if true; then (( ; psql 'prod")) == {}
    monkeypatch.setattr(hooks, "DEADLINE", 0.0)
    assert desk.ask("PreToolUse", **shell("psql prod")) == {}
