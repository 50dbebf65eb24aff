"""Cursor: its hooks by cursor.com/docs/hooks. Limits of time are in seconds.

What is told before a prompt does not reach its agent. Its `stop` can only go on with a message in the person's name, so it
is not used. Before an edit it can refuse and not ask, before a command both.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from daemon.hosts import fields
from daemon.hosts.happening import Answer, Command, Event, Happening, Hooked, Moment, Switch
from daemon.settings import Environment


class Cursor:
    """See the module."""

    name = "cursor"
    page = "AGENTS.md"
    imports = False
    first = ""
    switches: tuple[Switch, ...] = ()
    events: Mapping[str, Event] = {
        "sessionStart": Event(moment=Moment.BEGIN, context=True),
        "beforeShellExecution": Event(moment=Moment.BEFORE, refusal=True, ask=True),
        "preToolUse": Event(moment=Moment.BEFORE, refusal=True, tools="Write|Delete|StrReplace|Edit"),
        "postToolUse": Event(moment=Moment.AFTER, context=True, tools="Shell|Write|StrReplace|Edit"),
    }

    def folder(self, places: Environment) -> Path:
        """`~/.cursor`."""
        return places.home / ".cursor"

    def installs(self, places: Environment, command: Command) -> Hooked:
        """A file for hooks alone."""
        items = tuple(
            (
                ("hooks", name),
                {"command": command(name), "timeout": 5} | ({"matcher": event.tools} if event.tools else {}),
            )
            for name, event in self.events.items()
        )
        return Hooked(file=self.folder(places) / "hooks.json", items=items, new='{\n  "version": 1\n}\n')

    def read(self, event: str, said: Mapping[str, Any]) -> Happening:
        """A window may have several roots; the first is where a session without a folder of its own works."""
        roots = fields.at(said, "workspace_roots")
        first = roots[0] if isinstance(roots, list) and roots and isinstance(roots[0], str) else ""
        given = fields.at(said, "tool_input")
        status = fields.status(said.get("tool_output"))
        return Happening(
            moment=self.events[event].moment,
            session=fields.text(said, "conversation_id") or fields.text(said, "session_id"),
            cwd=fields.text(said, "cwd") or first,
            tool=fields.text(said, "tool_name"),
            command=fields.text(given, "command") or fields.text(said, "command"),
            worked=None if status is None else status == 0,
            files=fields.files(given),
            result=fields.text(said, "tool_output"),
            headless=fields.flag(said, "is_background_agent"),
            version=fields.text(said, "cursor_version"),
        )

    def write(self, event: str, answer: Answer) -> dict[str, Any]:
        """Context has a field of its own; a refused tool is told to the person and to the agent."""
        if self.events[event].refusal:
            permission = "ask" if answer.ask else "deny"
            return {"permission": permission, "user_message": answer.refusal, "agent_message": answer.refusal}
        return {"additional_context": answer.context}


HOST = Cursor()
