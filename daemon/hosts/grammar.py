"""The grammar that Claude Code's hooks have and other hosts took over: their answers, and how settings name them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from daemon.hosts.happening import Answer, Command, Event, Moment


def hook_output(event: str, moment: Moment, answer: Answer) -> dict[str, Any]:
    """Context and a refused tool in `hookSpecificOutput`, a refused stop as a decision, a notice as a message."""
    said: dict[str, Any] = {}
    if answer.notice:
        said["systemMessage"] = answer.notice
    own: dict[str, Any] = {}
    if answer.context:
        own["additionalContext"] = answer.context
    if answer.refusal and moment is Moment.BEFORE:
        own |= {"permissionDecision": "deny", "permissionDecisionReason": answer.refusal}
    elif answer.refusal:
        said |= {"decision": "block", "reason": answer.refusal}
    if own:
        said["hookSpecificOutput"] = {"hookEventName": event, **own}
    return said


def matched(events: Mapping[str, Event], command: Command, *, timeout: int) -> tuple[tuple[tuple[str, ...], Any], ...]:
    """A group of one hook for each event, with the tools it is about; `timeout` in the host's own unit."""
    return tuple(
        (
            ("hooks", name),
            {
                **({"matcher": event.tools} if event.tools else {}),
                "hooks": [{"type": "command", "command": command(name), "timeout": timeout}],
            },
        )
        for name, event in events.items()
    )
