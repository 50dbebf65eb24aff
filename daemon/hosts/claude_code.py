"""Claude Code: its hooks as of 2.1 (docs.claude.com/en/docs/claude-code/hooks). Limits of time are in seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from daemon.hosts import fields
from daemon.hosts.grammar import heard, hook_output, matched
from daemon.hosts.happening import Answer, Command, Event, Happening, Hooked, Moment, Switch
from daemon.settings import Environment


class ClaudeCode:
    """See the module."""

    name = "claude-code"
    page = "CLAUDE.local.md"
    imports = True
    first = ""
    switches: tuple[Switch, ...] = (Switch("settings.json", ("disableAllHooks",), stops=True),)
    events: Mapping[str, Event] = {
        "SessionStart": Event(moment=Moment.BEGIN, context=True, notice=True),
        "UserPromptSubmit": Event(moment=Moment.PROMPT, context=True),
        "PreToolUse": Event(
            moment=Moment.BEFORE,
            context=True,
            notice=True,
            refusal=True,
            ask=True,
            tools="Bash|Edit|MultiEdit|Write|NotebookEdit",
        ),
        "PostToolUse": Event(moment=Moment.AFTER, context=True, tools="Bash"),
        "PostToolUseFailure": Event(moment=Moment.FAILED, context=True, tools="Bash"),
        "Stop": Event(moment=Moment.STOP, refusal=True),
    }

    def folder(self, places: Environment) -> Path:
        """`~/.claude`, or where CLAUDE_CONFIG_DIR says."""
        return places.claude

    def installs(self, places: Environment, command: Command) -> Hooked:
        """Its user settings."""
        return Hooked(file=places.claude / "settings.json", items=matched(self.events, command, timeout=5))

    def read(self, event: str, said: Mapping[str, Any]) -> Happening:
        """Its own grammar; `PostToolUse` is of calls that worked alone. Cursor runs these hooks too, and is answered where it asks as itself."""
        happening = heard(self.events[event].moment, said)
        if event == "PostToolUse" and not fields.flag(said, "tool_input", "run_in_background"):
            happening = replace(happening, worked=not fields.flag(said, "tool_response", "interrupted") or None)
        return replace(happening, headless=True) if fields.text(said, "cursor_version") else happening

    def write(self, event: str, answer: Answer) -> dict[str, Any]:
        """Its own grammar."""
        return hook_output(event, self.events[event].moment, answer)


HOST = ClaudeCode()
