"""Claude Code: its hooks as of 2.1 (`docs.claude.com/en/docs/claude-code/hooks`)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from daemon.hosts import fields
from daemon.hosts.grammar import hook_output, matched
from daemon.hosts.happening import Answer, Command, Event, Happening, Hooked, Moment
from daemon.settings import Environment

EMPTIED = {"clear", "compact"}  # sources of a session start after which the context before is gone


class ClaudeCode:
    """See the module."""

    name = "claude-code"
    events: Mapping[str, Event] = {
        "SessionStart": Event(moment=Moment.BEGIN, context=True, notice=True),
        "UserPromptSubmit": Event(moment=Moment.PROMPT, context=True),
        "PreToolUse": Event(
            moment=Moment.BEFORE, context=True, refusal=True, tools="Edit|MultiEdit|Write|NotebookEdit"
        ),
        "Stop": Event(moment=Moment.STOP, refusal=True),
    }

    def folder(self, places: Environment) -> Path:
        """`~/.claude`, or where CLAUDE_CONFIG_DIR says."""
        return places.claude

    def installs(self, places: Environment, command: Command) -> Hooked:
        """Its user settings. Seconds."""
        return Hooked(file=places.claude / "settings.json", items=matched(self.events, command, timeout=5))

    def read(self, event: str, said: Mapping[str, Any]) -> Happening:
        """Field names as Claude Code's; `agent_id` is there only within a sub-agent."""
        given = fields.at(said, "tool_input")
        source = fields.text(said, "source")
        return Happening(
            moment=self.events[event].moment,
            session=fields.text(said, "session_id"),
            cwd=fields.text(said, "cwd"),
            prompt=fields.text(said, "prompt"),
            tool=fields.text(said, "tool_name"),
            command=fields.text(given, "command"),
            files=fields.files(given),
            result=fields.text(said, "tool_response") or fields.text(said, "error"),
            message=fields.text(said, "last_assistant_message"),
            emptied=event == "SessionStart" and source in EMPTIED,
            stopped=fields.flag(said, "stop_hook_active"),
            inner=bool(fields.text(said, "agent_id")),
            headless=event == "UserPromptSubmit" and source not in {"", "user"},
        )

    def write(self, event: str, answer: Answer) -> dict[str, Any]:
        """Its own grammar."""
        return hook_output(event, self.events[event].moment, answer)


HOST = ClaudeCode()
