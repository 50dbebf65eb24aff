"""Known errors bring their lessons to agents, and what comes of it is observed."""

from __future__ import annotations

import json
import time

import pytest

from classifiers.sandboxes import refusal
from classifiers.signatures.reading import signature
from classifiers.tries import lesson_of
from classifiers.vocabulary import Category
from storage.drawer import memories
from tests.daemon.api.desk import IDENTITY, OWNER

DOWN = (
    "Exit code 1\npsycopg.OperationalError: connection failed: connection to server at "
    '"127.0.0.1", port 5432 failed: Connection refused'
)
LESSON = f"lesson:{signature(DOWN).hash}"
FIX = "`npm run migrate` failed: Postgres was not running. It worked after `docker compose up -d db`."


def until(found, wanted):
    """What comes of an answer is written down after it was sent."""
    deadline = time.monotonic() + 20
    while (now := found()) != wanted:
        assert time.monotonic() < deadline, now
        time.sleep(0.01)


@pytest.fixture
def failing(desk, shell):
    """A session in which the command of a known lesson has failed; gives what was tried of the lesson."""
    desk.keep(LESSON, FIX, "lesson")
    told = desk.context("PostToolUseFailure", **shell("npm run migrate"), error=DOWN)
    assert "docker compose up -d db" in told
    assert told.startswith("<seorap-memory>")
    (noted,) = desk.receipts(1)
    assert (noted.moment, noted.command, noted.key) == ("failed", "npm run migrate", LESSON)

    def tried():
        (memory,) = memories(desk.store, owner=OWNER)
        return memory.prevented, memory.still_failed

    return tried


def test_a_known_error_brings_its_lesson_once(desk, failing, shell):
    """Nothing for an error that is not known, for a tool that is no shell, or for a call that was interrupted."""
    assert failing() == (0, 0)
    again = shell("npm run migrate", error=DOWN)
    assert desk.ask("PostToolUseFailure", **again) == {}
    assert desk.ask("PostToolUseFailure", **again | {"session_id": "s2", "is_interrupt": True}) == {}
    assert desk.ask("PostToolUseFailure", **again | {"session_id": "s2", "tool_input": {}}) == {}
    assert (
        desk.ask("PostToolUseFailure", **again | {"session_id": "s2", "error": "Exit code 1\nNo such table: x"}) == {}
    )
    assert "docker compose" in desk.context("PostToolUseFailure", **again | {"session_id": "s2"})


def test_what_a_sandbox_refuses_is_known_for_the_whole_tool(desk, shell):
    """Learnt from a fetch, told when a push is refused the same, and observed like any lesson."""
    error = (
        "Exit code 128\nfatal: unable to access 'https://git.example.com/x/': Could not resolve host: git.example.com"
    )
    key = lesson_of(refusal(Category.NETWORK, "git fetch", ""))
    desk.keep(key, "`git fetch` failed. It worked outside the agent's sandbox.", "lesson")
    assert "outside the agent's sandbox" in desk.context("PostToolUseFailure", **shell("git push"), error=error)
    desk.receipts(1)
    assert desk.ask("PostToolUseFailure", **shell("npm publish"), error=error) == {}
    desk.ask("PostToolUseFailure", **shell("git push"), error=error)
    until(lambda: [(each.prevented, each.still_failed) for each in memories(desk.store, owner=OWNER)], [(0, 1)])


def test_the_same_command_that_works_proves_the_lesson(desk, failing, shell):
    """Not another command, not one whose status is hidden or that goes on; the lesson grows surer."""
    (before,) = memories(desk.store, owner=OWNER)
    for other in (
        "npm test",
        "npm run migrate | tail",
        "npm run migrate &",
        "npm run migrate || true",
        "echo npm run migrate",
    ):
        desk.ask("PostToolUse", **shell(other), tool_response={"stdout": "ok"})
    background = {"command": "npm run migrate", "run_in_background": True}
    desk.ask("PostToolUse", tool_name="Bash", tool_input=background, tool_response={})
    desk.ask("PostToolUse", **shell("npm run migrate"), session_id="s2", tool_response={})
    desk.ask(
        "PostToolUse", **shell("docker compose up -d db && npm run migrate -- --yes"), tool_response={"stdout": ""}
    )
    until(failing, (1, 0))
    (after,) = memories(desk.store, owner=OWNER)
    assert after.confidence > before.confidence
    assert after.prevented_in == [IDENTITY]


def test_the_same_error_again_counts_against_the_lesson(desk, failing, shell):
    """Another error of the command says nothing."""
    desk.ask("PostToolUseFailure", **shell("npm run migrate"), error="Exit code 1\nnpm ERR! Missing script: migrate")
    desk.ask("PostToolUseFailure", **shell("npm run migrate"), error=DOWN)
    until(failing, (0, 1))


@pytest.mark.parametrize(
    ("host", "event", "said"),
    [
        ("codex", "PostToolUse", {"tool_response": f"Exit code: 1\n{DOWN}"}),
        ("gemini-cli", "AfterTool", {"tool_response": {"llmContent": f"Output: {DOWN}\nExit Code: 1"}}),
        ("cursor", "postToolUse", {"tool_output": json.dumps({"output": DOWN, "exitCode": 1}), "conversation_id": "s1"}),
        ("copilot-cli", "postToolUse", {"sessionId": "s1", "toolName": "bash", "toolArgs": {"command": "npm run db"},
                                        "toolResult": {"textResultForLlm": f"{DOWN}\n<exited with exit code 1>"}}),
        ("opencode", "tool.execute.after", {"output": DOWN, "exit": 1, "session": "s1", "args": {"command": "npm run db"}}),
    ],
)  # fmt: skip
def test_hosts_that_report_an_exit_status_are_told_too(desk, host, event, said, shell):
    """And what ended well there, or says no status, brings nothing."""
    desk.keep(LESSON, FIX, "lesson")
    calm = json.loads(json.dumps(said).replace("xit code: 1", "xit code: 0").replace("xit Code: 1", "xit Code: 0"))
    calm = json.loads(json.dumps(calm).replace("exit code 1>", "exit code 0>"))
    calm = json.loads(json.dumps(calm).replace('xitCode\\": 1', 'xitCode\\": 0')) | (
        {"exit": 0} if "exit" in said else {}
    )
    assert calm != said
    assert desk.ask(event, host, **shell("npm run db"), **calm) == {}
    assert "docker compose up -d db" in json.dumps(desk.ask(event, host, **shell("npm run db"), **said))
