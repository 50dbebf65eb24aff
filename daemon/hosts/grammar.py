"""Answers in the grammar that Claude Code's hooks have and other hosts took over."""

from __future__ import annotations

from typing import Any

from daemon.hosts.happening import Answer, Moment


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
