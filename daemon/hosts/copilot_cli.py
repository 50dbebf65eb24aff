"""GitHub Copilot CLI: its hooks by docs.github.com/copilot/reference/hooks-reference. Limits of time are in seconds.

What a hook says of a prompt does not reach its agent. A hook before a tool that fails has the tool refused, so its command
line never fails, whatever became of our program.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from daemon.hosts import fields
from daemon.hosts.happening import Answer, Command, Event, Happening, Hooked, Moment, Switch
from daemon.settings import Environment

SHELLS = ("bash", "powershell")
TOOLS = "bash|powershell|create|edit|str_replace_editor|apply_patch"


class CopilotCli:
    """See the module."""

    name = "copilot-cli"
    page = "AGENTS.md"
    imports = False
    first = ""
    switches: tuple[Switch, ...] = (Switch("settings.json", ("disableAllHooks",), stops=True),)
    events: Mapping[str, Event] = {
        "sessionStart": Event(moment=Moment.BEGIN, context=True),
        "preToolUse": Event(moment=Moment.BEFORE, refusal=True, ask=True, tools=TOOLS),
        "postToolUse": Event(moment=Moment.AFTER, context=True, tools=TOOLS),
        "postToolUseFailure": Event(moment=Moment.FAILED, context=True),
        "agentStop": Event(moment=Moment.STOP, refusal=True),
    }

    def folder(self, places: Environment) -> Path:
        """`~/.copilot`."""
        return places.home / ".copilot"

    def installs(self, places: Environment, command: Command) -> Hooked:
        """A file of our own beside those of others."""
        items = tuple((("hooks", name), _hook(event, command(name))) for name, event in self.events.items())
        file = self.folder(places) / "hooks" / "seorap.json"
        return Hooked(file=file, items=items, new='{\n  "version": 1\n}\n')

    def read(self, event: str, said: Mapping[str, Any]) -> Happening:
        """Some versions ask once for several calls of tools, whose arguments are the text of JSON.

        Older versions name no session: the folder stands for it, and a start that is new empties it.
        What failed is said to have worked; its exit status is the last line of its text.
        """
        moment = self.events[event].moment
        calls = _calls(said)
        result = fields.text(said, "toolResult", "textResultForLlm") or fields.text(said, "error")
        command = "\n".join(filter(None, (fields.text(given, "command") for name, given in calls if name in SHELLS)))
        status = fields.status(result.rstrip().rpartition("\n")[2]) if command and moment is Moment.AFTER else None
        failed = command and moment is Moment.FAILED
        return Happening(
            moment=moment,
            session=fields.text(said, "sessionId"),
            cwd=fields.text(said, "cwd"),
            tool=fields.text(said, "toolName"),
            command=command,
            worked=False if failed else None if status is None else status == 0,
            files=tuple(file for name, given in calls if name not in SHELLS for file in fields.files(given)),
            result=result,
            transcript=fields.text(said, "transcriptPath"),
            emptied=moment is Moment.BEGIN and fields.text(said, "source") != "resume",
            stopped=fields.flag(said, "stop_hook_active"),
        )

    def write(self, event: str, answer: Answer) -> dict[str, Any]:
        """Context has a field of its own, and so has a refused tool; a refused stop goes on with the reason."""
        if not answer.refusal:
            return {"additionalContext": answer.context}
        if self.events[event].moment is Moment.STOP:
            return {"decision": "block", "reason": answer.refusal}
        return {"permissionDecision": "ask" if answer.ask else "deny", "permissionDecisionReason": answer.refusal}


def _hook(event: Event, command: str) -> dict[str, Any]:
    never = f"{command} || true" if event.moment is Moment.BEFORE else command
    matcher = {"matcher": event.tools} if event.tools else {}
    return {"type": "command", **matcher, "bash": never, "timeoutSec": 5}


def _calls(said: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The tools that are called, and what they are given."""
    several = said.get("toolCalls")
    if isinstance(several, list):
        return [(fields.text(each, "name"), _given(fields.at(each, "args"))) for each in several]
    return [(fields.text(said, "toolName"), _given(said.get("toolArgs")))]


def _given(arguments: Any) -> Any:
    """A tool's arguments: an object, the text of one, or a patch."""
    if not isinstance(arguments, str):
        return arguments
    if "*** Begin Patch" in arguments:
        return {"patch": arguments}
    try:
        return msgspec.json.decode(arguments)
    except msgspec.DecodeError:
        return None


HOST = CopilotCli()
