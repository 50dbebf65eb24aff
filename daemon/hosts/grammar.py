"""The grammar that Claude Code's hooks have and other hosts took over: events, answers, and how settings name them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from daemon.hosts import fields
from daemon.hosts.happening import Answer, Command, Event, Happening, Moment

EMPTIED = {"clear", "compact"}  # sources of a session start after which the context before is gone


def heard(moment: Moment, said: Mapping[str, Any]) -> Happening:
    """An event. `agent_id` is there only within a sub-agent; a prompt's `source` only when a program may have sent it."""
    given = fields.at(said, "tool_input")
    source = fields.text(said, "source")
    return Happening(
        moment=moment,
        session=fields.text(said, "session_id"),
        cwd=fields.text(said, "cwd"),
        prompt=fields.text(said, "prompt"),
        tool=fields.text(said, "tool_name"),
        command=fields.text(given, "command"),
        worked=_worked(moment, said, given),
        files=fields.files(given),
        result=fields.text(said, "tool_response") or fields.text(said, "error"),
        message=fields.text(said, "last_assistant_message"),
        emptied=moment is Moment.BEGIN and source in EMPTIED,
        stopped=fields.flag(said, "stop_hook_active"),
        inner=bool(fields.text(said, "agent_id")),
        headless=moment is Moment.PROMPT and source not in {"", "user"},
    )


def _worked(moment: Moment, said: Mapping[str, Any], given: Any) -> bool | None:
    """By the exit status in the tool's response. What goes on in the background, or was interrupted, has not ended."""
    if fields.flag(given, "run_in_background") or fields.flag(said, "is_interrupt"):
        return None
    if moment is Moment.FAILED:
        return False
    status = fields.status(said.get("tool_response")) if moment is Moment.AFTER else None
    return None if status is None else status == 0


def hook_output(event: str, moment: Moment, answer: Answer) -> dict[str, Any]:
    """Context and a refused tool in `hookSpecificOutput`, a refused stop as a decision, a notice as a message."""
    said: dict[str, Any] = {}
    if answer.notice:
        said["systemMessage"] = answer.notice
    own: dict[str, Any] = {}
    if answer.context:
        own["additionalContext"] = answer.context
    if answer.refusal and moment is Moment.BEFORE:
        own |= {"permissionDecision": "ask" if answer.ask else "deny", "permissionDecisionReason": answer.refusal}
    elif answer.refusal:
        said |= {"decision": "block", "reason": answer.refusal}
    if own:
        said["hookSpecificOutput"] = {"hookEventName": event, **own}
    return said


def matched(
    events: Mapping[str, Event], command: Command, *, timeout: int, **more: str
) -> tuple[tuple[tuple[str, ...], Any], ...]:
    """A group of one hook for each event, with the tools it is about; `timeout` in the host's own unit."""
    return tuple(
        (
            ("hooks", name),
            {
                **({"matcher": event.tools} if event.tools else {}),
                "hooks": [{**more, "type": "command", "command": command(name), "timeout": timeout}],
            },
        )
        for name, event in events.items()
    )
