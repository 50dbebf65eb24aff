"""The shapes of a rollout's lines: only what is read, the rest is skipped undecoded.

One payload shape serves all line types, so whatever differs between them stays raw.
"""

from __future__ import annotations

import msgspec

from classifiers.json_lines import NOTHING

SHELLS = frozenset({"shell", "container.exec", "local_shell", "shell_command", "exec_command", "unified_exec"})
POLL = "write_stdin"
PATCH = "apply_patch"
SCRIPT = "exec"
"""A script of the desktop builds that calls the other tools itself."""

QUIET = {
    "response_item": frozenset(
        {
            "reasoning", "web_search_call", "tool_search_call", "tool_search_output", "ghost_snapshot", "agent_message",
            "image_generation_call", "compaction", "compaction_summary", "context_compaction",
        }
    ),
    "event_msg": frozenset(
        {
            "token_count", "agent_reasoning", "agent_reasoning_raw_content", "agent_reasoning_section_break",
            "context_compacted", "patch_apply_begin", "patch_apply_end", "exec_command_begin", "exec_command_end",
            "mcp_tool_call_begin", "mcp_tool_call_end", "web_search_begin", "web_search_end", "item_started",
            "image_generation_end", "view_image_tool_call", "entered_review_mode", "exited_review_mode", "error",
            "thread_name_updated", "thread_rolled_back", "thread_goal_updated", "thread_settings_applied", "warning",
            "undo_completed", "stream_error", "turn_diff", "plan_update", "guardian_assessment", "sub_agent_activity",
            "dynamic_tool_call_request", "dynamic_tool_call_response", "collab_agent_spawn_end", "collab_close_end",
            "collab_agent_interaction_end", "collab_waiting_end", "collab_resume_end",
        }
    ),
    "": frozenset(
        {
            "world_state", "security_risk_score", "inter_agent_communication", "inter_agent_communication_metadata",
            "realtime_item",
        }
    ),
}  # fmt: skip
"""Types that say nothing Seorap keeps, by the type of their line (""  for lines whose payload has none). A type that is
neither here nor handled is counted as unknown."""

STAMP = len(b'{"timestamp":"2026-01-02T03:04:05.678Z"')
"""Bytes before the type of a line."""

QUIET_HEADS = tuple(
    f',"type":"{line}","payload":{{"type":"{inner}"'.encode()
    for line, inner in (
        ("event_msg", "token_count"),
        ("event_msg", "agent_reasoning"),
        ("event_msg", "patch_apply_end"),
        ("response_item", "reasoning"),
        ("response_item", "ghost_snapshot"),
        ("response_item", 'message","role":"assistant'),
        ("response_item", 'message","role":"developer'),
    )
)
"""What follows there in the commonest quiet lines as Codex writes them: a third of a file's bytes that need no decoding.
A line with other spacing or order is decoded like any other."""

CONTEXT_HEAD = b',"type":"turn_context"'
"""What follows there in the line of a turn's context."""


class Payload(msgspec.Struct, gc=False):
    """What a line carries, of whichever type."""

    type: str | None = None
    id: msgspec.Raw = NOTHING
    role: str | None = None
    name: str | None = None
    namespace: str | None = None
    call_id: str | None = None
    arguments: msgspec.Raw = NOTHING
    input: msgspec.Raw = NOTHING
    output: msgspec.Raw = NOTHING
    action: msgspec.Raw = NOTHING
    content: msgspec.Raw = NOTHING
    message: msgspec.Raw = NOTHING
    kind: msgspec.Raw = NOTHING
    item: msgspec.Raw = NOTHING
    turn_id: str | None = None
    cwd: str | None = None
    git: msgspec.Raw = NOTHING
    source: msgspec.Raw = NOTHING
    originator: msgspec.Raw = NOTHING
    parent_thread_id: msgspec.Raw = NOTHING
    agent_role: msgspec.Raw = NOTHING
    history_mode: msgspec.Raw = NOTHING


class Item(msgspec.Struct, gc=False):
    """One line."""

    type: str
    payload: Payload
    timestamp: str | None = None


class Git(msgspec.Struct, gc=False):
    """The repository a session started in."""

    branch: str | None = None
    repository_url: str | None = None


class Said(msgspec.Struct, gc=False):
    """An item of the paginated history: somebody's words."""

    type: str = ""
    content: msgspec.Raw = NOTHING
    text: str | None = None


class Arguments(msgspec.Struct, gc=False):
    """A call's arguments, of whichever tool."""

    command: str | list[str] | None = None
    cmd: str | list[str] | None = None
    input: str | list[str] | None = None
    workdir: str | None = None
    working_directory: str | None = None
    shell: str | None = None
    with_escalated_permissions: bool | None = None  # to 0.8x; then `sandbox_permissions`
    sandbox_permissions: str | None = None
    session_id: int | str | None = None
    chars: str | None = None


class Metadata(msgspec.Struct, gc=False):
    """The facts of an output of the first generation."""

    exit_code: int | None = None
    duration_seconds: float | None = None


class FirstOutput(msgspec.Struct, gc=False):
    """An output of the first generation (to 0.58; patches longer): JSON inside the string."""

    output: str | None = None
    metadata: Metadata | None = None


ITEM = msgspec.json.Decoder(Item)
GIT = msgspec.json.Decoder(Git)
SAID = msgspec.json.Decoder(Said)
ARGUMENTS = msgspec.json.Decoder(Arguments)
FIRST_OUTPUT = msgspec.json.Decoder(FirstOutput)
