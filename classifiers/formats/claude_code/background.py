"""Commands in the background: from their begin to the record that tells how they ended, and what they printed.

The harness announces a task's end and status, never its output. That was polled with a tool once, and is now read from
the task's file in the agent's next step. So a command that ended well waits for that step; a look before its end shows
what may be undone by what comes after, and is none. `tasks` is `State.tasks` everywhere here, and is changed; what a
function gives is to be told.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from classifiers.formats.claude_code.endings import Ending
from classifiers.formats.claude_code.waiting import KEPT, Over, Waiting
from classifiers.vocabulary import Output, RunState, Where

Tasks: TypeAlias = dict[str, Waiting]


class Ended(NamedTuple):
    """A command, where its end was read, and how it ended."""

    call: Waiting
    at: Where
    ending: Ending


def begun(tasks: Tasks, tool_use: str, call: Waiting) -> list[Ended]:
    """Follow a command; the oldest is let go, still running, when there are too many."""
    tasks[tool_use] = call
    told = settled(tasks) if len(tasks) > KEPT else []
    return [*told, _running(tasks.pop(next(iter(tasks))))] if len(tasks) > KEPT else told


def ended(tasks: Tasks, ids: frozenset[str], where: Where, ending: Ending | None) -> list[Ended]:
    """End the command that goes by one of `ids`; nothing when it is not known or still runs."""
    key = next((key for key, call in tasks.items() if key in ids or (call.task and call.task in ids)), "")
    if ending is None or not key:
        return []
    call = tasks[key]
    if ending.output is None:
        if call.over:
            return []
        if ending.state is RunState.FINISHED and not ending.failed:
            call.over = Over(where.line, where.offset, ending.exit)
            return []
    if call.over and ending.exit is None:
        ending = replace(ending, exit=call.over.exit)
    del tasks[key]
    return [Ended(call, where, ending)]


def looked(tasks: Tasks, key: str, where: Where, text: str) -> list[Ended]:
    """The agent read the command's output, `text`: all of it, if the command is over."""
    call = tasks.get(key)
    if call is None or call.over is None or not text:
        return []
    del tasks[key]
    return [Ended(call, where, Ending(exit=call.over.exit, output=Output(text)))]


def settled(tasks: Tasks, but: str = "") -> list[Ended]:
    """The commands that are over and whose output the agent did not turn to; it turns to that of `but`."""
    over = [(key, call, call.over) for key, call in tasks.items() if call.over and key != but]
    for key, _, _ in over:
        del tasks[key]
    return [Ended(call, Where(at.line, at.offset), Ending(exit=at.exit)) for _, call, at in over]


def closed(tasks: Tasks) -> list[Ended]:
    """All that is left when nothing more comes."""
    told = [*settled(tasks), *map(_running, tasks.values())]
    tasks.clear()
    return told


def _running(call: Waiting) -> Ended:
    return Ended(call, call.where, Ending(RunState.RUNNING))
