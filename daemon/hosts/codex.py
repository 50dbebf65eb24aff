"""OpenAI Codex: its hooks by the schemas in `codex-rs/hooks`. Limits of time are in seconds.

It runs them since 0.124 unless `[features] hooks = false` (`codex_hooks` in those before 0.130); 0.114 to 0.123 want
`codex_hooks = true`. It asks the person once whether a hook is trusted.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from daemon.hosts.grammar import heard, hook_output, matched
from daemon.hosts.happening import Answer, Command, Event, Happening, Hooked, Moment, Switch
from daemon.settings import Environment


class Codex:
    """See the module."""

    name = "codex"
    page = "AGENTS.md"
    imports = False
    first = (
        "trust them once: /hooks there; before 0.124 it wants codex_hooks = true under [features] in its config.toml"
    )
    switches: tuple[Switch, ...] = (
        Switch("config.toml", ("features", "hooks"), stops=False),
        Switch("config.toml", ("features", "codex_hooks"), stops=False),
    )
    events: Mapping[str, Event] = {
        "SessionStart": Event(moment=Moment.BEGIN, context=True, notice=True),
        "UserPromptSubmit": Event(moment=Moment.PROMPT, context=True),
        "PreToolUse": Event(
            moment=Moment.BEFORE, context=True, notice=True, refusal=True, tools="Bash|apply_patch|Edit|Write"
        ),
        "PostToolUse": Event(moment=Moment.AFTER, context=True, tools="Bash"),
        "Stop": Event(moment=Moment.STOP, refusal=True),
    }

    def folder(self, places: Environment) -> Path:
        """`~/.codex`, or where CODEX_HOME says."""
        return places.codex

    def installs(self, places: Environment, command: Command) -> Hooked:
        """A file for hooks alone, which other programs use as well."""
        return Hooked(file=places.codex / "hooks.json", items=matched(self.events, command, timeout=5))

    def read(self, event: str, said: Mapping[str, Any]) -> Happening:
        """As Claude Code's; an edit is a patch."""
        return heard(self.events[event].moment, said)

    def write(self, event: str, answer: Answer) -> dict[str, Any]:
        """As Claude Code's."""
        return hook_output(event, self.events[event].moment, answer)


HOST = Codex()
