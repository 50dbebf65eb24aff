"""Gemini CLI: its hooks by `docs/hooks/reference.md`. Limits of time are in milliseconds; stdout is JSON or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from daemon.hosts import fields
from daemon.hosts.grammar import heard, hook_output, matched
from daemon.hosts.happening import Answer, Command, Event, Happening, Hooked, Moment, Switch
from daemon.settings import Environment


class GeminiCli:
    """See the module."""

    name = "gemini-cli"
    page = "GEMINI.md"
    imports = True
    first = ""
    switches: tuple[Switch, ...] = (Switch("settings.json", ("hooksConfig", "enabled"), stops=False),)
    events: Mapping[str, Event] = {
        "SessionStart": Event(moment=Moment.BEGIN, context=True, notice=True),
        "BeforeAgent": Event(moment=Moment.PROMPT, context=True),
        # before a tool it takes a refusal alone, so an edit's memories come with its result
        "BeforeTool": Event(
            moment=Moment.BEFORE, notice=True, refusal=True, tools="run_shell_command|write_file|replace"
        ),
        "AfterTool": Event(moment=Moment.AFTER, context=True, tools="run_shell_command|write_file|replace"),
        "AfterAgent": Event(moment=Moment.STOP, refusal=True),
    }

    def folder(self, places: Environment) -> Path:
        """`~/.gemini`."""
        return places.home / ".gemini"

    def installs(self, places: Environment, command: Command) -> Hooked:
        """Its user settings."""
        items = matched(self.events, command, timeout=5000, name="seorap")
        return Hooked(file=self.folder(places) / "settings.json", items=items)

    def read(self, event: str, said: Mapping[str, Any]) -> Happening:
        """Much as Claude Code's."""
        result, message = fields.text(said, "tool_response", "llmContent"), fields.text(said, "prompt_response")
        return replace(heard(self.events[event].moment, said), result=result, message=message)

    def write(self, event: str, answer: Answer) -> dict[str, Any]:
        """Much as Claude Code's; `block` stands for its `deny`."""
        moment = self.events[event].moment
        # a tool is refused in the words that a stop is
        return hook_output(event, Moment.STOP if moment is Moment.BEFORE else moment, answer)


HOST = GeminiCli()
