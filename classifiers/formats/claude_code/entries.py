"""The shapes of Claude Code's lines: only what is read, the rest is skipped undecoded.

Fields whose shape changed between versions, and whatever a tool printed, stay raw.
"""

from __future__ import annotations

import msgspec

from classifiers.json_lines import NOTHING
from classifiers.message_blocks import Block
from classifiers.vocabulary import Dialect

SHELLS = {"Bash": Dialect.POSIX, "PowerShell": Dialect.POWERSHELL}
EDITS = frozenset({"Edit", "Write", "MultiEdit", "NotebookEdit"})
POLLS = frozenset({"TaskOutput", "BashOutput", "AgentOutputTool"})
STOPS = frozenset({"TaskStop", "KillShell", "KillBash"})
QUESTION = "AskUserQuestion"
READS = "Read"
"""Looked at only where it reads a background task's output."""
FOLLOWED = frozenset(SHELLS) | EDITS | POLLS | STOPS | {QUESTION}
"""Tools whose results are looked at."""

QUIET = frozenset(
    {
        "progress", "file-history-snapshot", "summary", "last-prompt", "custom-title", "ai-title", "agent-name",
        "agent-color", "agent-setting", "mode", "permission-mode", "pr-link", "frame-link", "tag", "worktree-state",
        "content-replacement",
    }
)  # fmt: skip
"""Record types that say nothing Seorap keeps. A type that is neither here nor handled is counted as unknown."""


class Message(msgspec.Struct, gc=False):
    """What went to or came from the model. One of its messages is spread over several lines."""

    content: str | list[Block] | None = None
    stop_reason: str | None = None


class Attachment(msgspec.Struct, gc=False, rename="camel"):
    """Something put beside the conversation; `queued_command` holds a prompt typed while the agent worked."""

    type: str = ""
    prompt: msgspec.Raw = NOTHING
    command_mode: str | None = None
    origin: msgspec.Raw = NOTHING
    is_meta: bool | None = None


class Entry(msgspec.Struct, gc=False, rename="camel"):
    """One line."""

    type: str
    subtype: str | None = None
    uuid: str | None = None
    session_id: str | None = None
    cwd: str | None = None
    git_branch: str | None = None
    timestamp: str | None = None
    entrypoint: str | None = None
    is_sidechain: bool | None = None
    agent_id: str | None = None
    is_meta: bool | None = None
    is_compact_summary: bool | None = None
    is_visible_in_transcript_only: bool | None = None
    is_api_error_message: bool | None = None
    origin: msgspec.Raw = NOTHING
    prompt_source: msgspec.Raw = NOTHING
    message: Message | None = None
    tool_use_result: msgspec.Raw = NOTHING
    attachment: Attachment | None = None
    operation: str | None = None
    content: msgspec.Raw = NOTHING

    @property
    def aside(self) -> bool:
        """Whether it belongs to a sub-agent."""
        return bool(self.is_sidechain or self.agent_id)


class Given(msgspec.Struct, gc=False):
    """A call's input."""

    command: str | None = None
    unconfined: bool | None = msgspec.field(name="dangerouslyDisableSandbox", default=None)
    file_path: str | None = None
    notebook_path: str | None = None
    old_string: msgspec.Raw = NOTHING
    new_string: msgspec.Raw = NOTHING
    limit: msgspec.Raw = NOTHING
    task_id: str | None = None
    bash_id: str | None = None
    shell_id: str | None = None


class ShellResult(msgspec.Struct, gc=False, rename="camel"):
    """`toolUseResult` of a command that did not fail; sub-agents' records often lack it."""

    interrupted: bool | None = None
    background_task_id: str | None = None
    timed_out_after_ms: float | None = None
    return_code_interpretation: str | None = None


class Printed(msgspec.Struct, gc=False):
    """`toolUseResult` of a command, for what it printed."""

    stdout: str | None = None
    stderr: str | None = None


class FileRead(msgspec.Struct, gc=False):
    """A file as `Read` gave it, without the line numbers the model sees."""

    content: str = ""


class ReadResult(msgspec.Struct, gc=False):
    """`toolUseResult` of `Read`."""

    file: FileRead | None = None


ENTRY = msgspec.json.Decoder(Entry)
GIVEN = msgspec.json.Decoder(Given)
SHELL_RESULT = msgspec.json.Decoder(ShellResult)
PRINTED = msgspec.json.Decoder(Printed)
READ_RESULT = msgspec.json.Decoder(ReadResult)
