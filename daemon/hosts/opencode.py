"""opencode: a plugin of ours asks, in words of our own. It has no event at a session's start that could be answered."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from daemon.hosts import fields
from daemon.hosts.happening import Answer, Command, Event, Happening, Moment, Plugin, Switch
from daemon.settings import Environment


class Opencode:
    """See the module."""

    name = "opencode"
    page = "AGENTS.md"
    imports = False
    first = ""
    switches: tuple[Switch, ...] = ()
    events: Mapping[str, Event] = {
        "chat.message": Event(moment=Moment.PROMPT, context=True),
        "tool.execute.before": Event(moment=Moment.BEFORE, refusal=True),
        "tool.execute.after": Event(moment=Moment.AFTER, context=True),
    }

    def folder(self, places: Environment) -> Path:
        """`~/.config/opencode`."""
        return places.config / "opencode"

    def installs(self, places: Environment, command: Command) -> Plugin:  # noqa: ARG002  it starts no process
        """A file that it loads when it starts."""
        return Plugin(file=self.folder(places) / "plugin" / "seorap.js", template="opencode.js")

    def read(self, event: str, said: Mapping[str, Any]) -> Happening:
        """As the plugin writes it."""
        given = fields.at(said, "args")
        status = fields.status(said)
        return Happening(
            moment=self.events[event].moment,
            session=fields.text(said, "session"),
            cwd=fields.text(said, "cwd"),
            prompt=fields.text(said, "prompt"),
            tool=fields.text(said, "tool"),
            command=fields.text(given, "command"),
            files=fields.files(given),
            result=fields.text(said, "output"),
            worked=None if status is None else status == 0,
            inner=fields.flag(said, "inner"),
        )

    def write(self, event: str, answer: Answer) -> dict[str, Any]:  # noqa: ARG002  all its events are answered alike
        """As the plugin reads it."""
        return {"refusal": answer.refusal} if answer.refusal else {"context": answer.context}


HOST = Opencode()
