"""What every host says, in our words, and our answers in its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.hosts.happening import Answer, Happening, Hooked, Moment
from daemon.hosts.registry import HOSTS
from daemon.settings import resolve

PATCH = "*** Begin Patch\n*** Update File: src/a.py\n@@\n-a\n+b\n*** Add File: src/b.py\n+c\n*** End Patch"
CLAUDE = {"session_id": "s", "cwd": "/w", "transcript_path": None, "permission_mode": "default"}
GEMINI = {"session_id": "s", "cwd": "/w", "timestamp": "2026-01-01T00:00:00Z"}
CURSOR = {"conversation_id": "s", "generation_id": "g", "workspace_roots": ["/w"], "cursor_version": "3.1"}
COPILOT = {"sessionId": "s", "timestamp": 1, "cwd": "/w"}
SAID = [
    ("claude-code", "SessionStart", {**CLAUDE, "source": "startup"}, {"moment": Moment.BEGIN}),
    ("claude-code", "SessionStart", {**CLAUDE, "source": "compact"}, {"moment": Moment.BEGIN, "emptied": True}),
    ("claude-code", "UserPromptSubmit", {**CLAUDE, "prompt": "p"}, {"moment": Moment.PROMPT, "prompt": "p"}),
    (
        "claude-code",
        "UserPromptSubmit",
        {**CLAUDE, "prompt": "p", "source": "sdk"},
        {"moment": Moment.PROMPT, "prompt": "p", "headless": True},
    ),
    (
        "claude-code",
        "PreToolUse",
        {**CLAUDE, "tool_name": "Edit", "tool_input": {"file_path": "/w/a", "old_string": "x"}, "agent_id": "a"},
        {"moment": Moment.BEFORE, "tool": "Edit", "files": ("/w/a",), "inner": True},
    ),
    (
        "claude-code",
        "Stop",
        {**CLAUDE, "stop_hook_active": True, "last_assistant_message": "m"},
        {"moment": Moment.STOP, "message": "m", "stopped": True},
    ),
    ("claude-code", "Stop", {**CLAUDE, "cursor_version": "3.1"}, {"moment": Moment.STOP, "headless": True}),
    (
        "codex",
        "PreToolUse",
        {**CLAUDE, "turn_id": "t", "tool_name": "apply_patch", "tool_input": {"command": PATCH}},
        {"moment": Moment.BEFORE, "tool": "apply_patch", "command": PATCH, "files": ("src/a.py", "src/b.py")},
    ),
    ("codex", "Stop", {**CLAUDE, "last_assistant_message": None}, {"moment": Moment.STOP}),
    ("gemini-cli", "SessionStart", {**GEMINI, "source": "clear"}, {"moment": Moment.BEGIN, "emptied": True}),
    ("gemini-cli", "BeforeAgent", {**GEMINI, "prompt": "p"}, {"moment": Moment.PROMPT, "prompt": "p"}),
    (
        "gemini-cli",
        "AfterTool",
        {
            **GEMINI,
            "tool_name": "replace",
            "tool_input": {"file_path": "/w/a"},
            "tool_response": {"llmContent": "done", "returnDisplay": {}},
        },
        {"moment": Moment.AFTER, "tool": "replace", "files": ("/w/a",), "result": "done"},
    ),
    (
        "gemini-cli",
        "AfterAgent",
        {**GEMINI, "prompt": "p", "prompt_response": "m", "stop_hook_active": False},
        {"moment": Moment.STOP, "prompt": "p", "message": "m"},
    ),
    ("cursor", "sessionStart", CURSOR, {"moment": Moment.BEGIN, "version": "3.1"}),
    (
        "cursor",
        "postToolUse",
        {**CURSOR, "cwd": "/w", "tool_name": "Write", "tool_input": {"path": "a"}, "tool_output": "{}"},
        {"moment": Moment.AFTER, "tool": "Write", "files": ("a",), "result": "{}", "version": "3.1"},
    ),
    (
        "copilot-cli",
        "sessionStart",
        {"sessionId": "s", "timestamp": 1, "cwd": "/w", "source": "resume"},
        {"moment": Moment.BEGIN},
    ),
    (
        "copilot-cli",
        "preToolUse",
        {**COPILOT, "toolName": "edit", "toolArgs": '{"path": "/w/a", "old_str": "x"}'},
        {"moment": Moment.BEFORE, "tool": "edit", "files": ("/w/a",)},
    ),
    (
        "copilot-cli",
        "preToolUse",
        {**COPILOT, "toolName": "apply_patch", "toolArgs": PATCH},
        {"moment": Moment.BEFORE, "tool": "apply_patch", "files": ("src/a.py", "src/b.py")},
    ),
    (
        "copilot-cli",
        "preToolUse",
        {
            **COPILOT,
            "toolCalls": [
                {"id": "1", "name": "bash", "args": '{"command": "make a"}'},
                {"id": "2", "name": "create", "args": '{"path": "/w/a", "file_text": "x"}'},
                {"id": "3", "name": "bash", "args": {"command": "make b"}},
                {"id": "4", "name": "edit", "args": '{"half": '},
            ],
        },
        {"moment": Moment.BEFORE, "command": "make a\nmake b", "files": ("/w/a",)},
    ),
    (
        "copilot-cli",
        "postToolUse",
        {
            **COPILOT,
            "toolName": "bash",
            "toolArgs": {"command": "make"},
            "toolResult": {"resultType": "success", "textResultForLlm": "no\n<shellId: 3 completed with exit code 2>"},
        },
        {
            "moment": Moment.AFTER,
            "tool": "bash",
            "command": "make",
            "worked": False,
            "result": "no\n<shellId: 3 completed with exit code 2>",
        },
    ),
    (
        "copilot-cli",
        "postToolUseFailure",
        {**COPILOT, "toolName": "bash", "toolArgs": {"command": "make"}, "error": "no"},
        {"moment": Moment.FAILED, "tool": "bash", "command": "make", "worked": False, "result": "no"},
    ),
    (
        "copilot-cli",
        "agentStop",
        {**COPILOT, "transcriptPath": "/t", "stopReason": "end_turn", "stop_hook_active": True},
        {"moment": Moment.STOP, "transcript": "/t", "stopped": True},
    ),
    (
        "cursor",
        "preToolUse",
        {**CURSOR, "cwd": "/w", "tool_name": "Write", "tool_input": {"file_path": "a"}},
        {"moment": Moment.BEFORE, "tool": "Write", "files": ("a",), "version": "3.1"},
    ),
    (
        "opencode",
        "chat.message",
        {"session": "s", "cwd": "/w", "prompt": "p", "inner": True},
        {"moment": Moment.PROMPT, "prompt": "p", "inner": True},
    ),
    (
        "opencode",
        "tool.execute.after",
        {"session": "s", "cwd": "/w", "tool": "edit", "args": {"filePath": "/w/a"}, "inner": False},
        {"moment": Moment.AFTER, "tool": "edit", "files": ("/w/a",)},
    ),
]


@pytest.mark.parametrize(("host", "event", "said", "means"), SAID)
def test_what_a_host_says(host, event, said, means):
    assert HOSTS[host].read(event, said) == Happening(session="s", cwd="/w", **means)


WRITTEN = [
    ("claude-code", "SessionStart", Answer(context="c", notice="n"), {
        "systemMessage": "n", "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "c"}}),
    ("claude-code", "PreToolUse", Answer(refusal="r"), {"hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "r"}}),
    ("claude-code", "Stop", Answer(refusal="r"), {"decision": "block", "reason": "r"}),
    ("codex", "UserPromptSubmit", Answer(context="c"), {
        "hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "c"}}),
    ("gemini-cli", "BeforeAgent", Answer(context="c"), {
        "hookSpecificOutput": {"hookEventName": "BeforeAgent", "additionalContext": "c"}}),
    ("gemini-cli", "AfterAgent", Answer(refusal="r"), {"decision": "block", "reason": "r"}),
    ("cursor", "sessionStart", Answer(context="c"), {"additional_context": "c"}),
    ("cursor", "preToolUse", Answer(refusal="r"), {"permission": "deny", "user_message": "r", "agent_message": "r"}),
    ("copilot-cli", "sessionStart", Answer(context="c"), {"additionalContext": "c"}),
    ("copilot-cli", "preToolUse", Answer(refusal="r"), {"permissionDecision": "deny", "permissionDecisionReason": "r"}),
    ("copilot-cli", "preToolUse", Answer(refusal="r", ask=True), {
        "permissionDecision": "ask", "permissionDecisionReason": "r"}),
    ("copilot-cli", "agentStop", Answer(refusal="r"), {"decision": "block", "reason": "r"}),
    ("opencode", "chat.message", Answer(context="c"), {"context": "c"}),
]  # fmt: skip


@pytest.mark.parametrize(("host", "event", "answer", "written"), WRITTEN)
def test_what_a_host_is_told(host, event, answer, written):
    assert HOSTS[host].write(event, answer) == written


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
NAMES = sorted({name for _, _, said, _ in SAID for name in said})


@given(said=st.dictionaries(st.sampled_from(NAMES), JSON, max_size=8))
def test_anything_may_stand_in_a_field(said):
    """Law: whatever a host sends is read, and what is of another type is empty."""
    for host in HOSTS.values():
        for event in host.events:
            found = host.read(event, said)
            assert all(isinstance(each, str) for each in (found.session, found.cwd, found.prompt, *found.files))


def test_every_event_can_be_answered_and_asks_for_itself():
    """The contract of a host: some part of an answer is taken at each event, and each event has its command."""
    places = resolve({}, Path("/home/sam"), "sam").environment
    for host in HOSTS.values():
        wanted = host.installs(places, lambda event, host=host: f"ask {host.name} {event}")
        assert wanted.file.is_relative_to(host.folder(places))
        for name, event in host.events.items():
            assert event.context or event.refusal
            answer = Answer(context="c" if event.context else "", refusal="" if event.context else "r")
            assert json.dumps(host.write(name, answer))
            if isinstance(wanted, Hooked):
                assert f"ask {host.name} {name}" in json.dumps(wanted.items)
