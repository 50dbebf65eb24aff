"""GitHub Copilot CLI: its hooks by docs.github.com/copilot/reference. Limits of time are in seconds.

Only what is told at a session's start reaches its agent.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from daemon.hosts import fields
from daemon.hosts.happening import Answer, Command, Event, Happening, Hooked, Moment
from daemon.settings import Environment


class CopilotCli:
    """See the module."""

    name = "copilot-cli"
    page = "AGENTS.md"
    imports = False
    events: Mapping[str, Event] = {"sessionStart": Event(moment=Moment.BEGIN, context=True)}

    def folder(self, places: Environment) -> Path:
        """`~/.copilot`."""
        return places.home / ".copilot"

    def installs(self, places: Environment, command: Command) -> Hooked:
        """A file of our own beside those of others."""
        items = tuple(
            (("hooks", name), {"type": "command", "bash": command(name), "timeoutSec": 5}) for name in self.events
        )
        file = self.folder(places) / "hooks" / "seorap.json"
        return Hooked(file=file, items=items, new='{\n  "version": 1\n}\n')

    def read(self, event: str, said: Mapping[str, Any]) -> Happening:
        """Older versions name no session: the folder stands for it, and a start that is new empties it."""
        return Happening(
            moment=self.events[event].moment,
            session=fields.text(said, "sessionId"),
            cwd=fields.text(said, "cwd"),
            emptied=fields.text(said, "source") != "resume",
        )

    def write(self, event: str, answer: Answer) -> dict[str, Any]:  # noqa: ARG002  it has one event
        """Context has a field of its own."""
        return {"additionalContext": answer.context}


HOST = CopilotCli()
