"""How a call ended, told from its result.

There is no exit status field: a failure's text begins with "Exit code N" (since 2.0.31, before that only an error flag
is there), a success says nothing, so a result that is no error is exit 0.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from classifiers.formats.claude_code.entries import PRINTED, SHELL_RESULT, Printed, ShellResult
from classifiers.json_lines import cut, text_of, typed
from classifiers.message_blocks import Block
from classifiers.vocabulary import Output, RunState

# How a result begins when the call never ran: turned down, denied, blocked by a hook, malformed, or cancelled because a
# call beside it failed. "Warmup" is a pseudo error of 2.1.1 to 2.1.5.
_NOT_RUN = (
    "The user doesn't want to",
    "The user rejected",
    "User rejected",
    "<tool_use_error>",
    "Cancelled: parallel tool call",
    "Sibling tool call errored",
    "Permission to use ",
    "Permission for this",
    "Tool permission request failed",
    "Claude requested permissions",
    "This command requires approval",
    "This Bash command contains multiple operations",
    "Execution stopped by ",
    "Bash operation blocked",
    "PreToolUse:",
    "Hook PreToolUse:",
    "Warmup",
)
_INTERRUPTED = ("[Request interrupted by user", "Interrupted by user", "Command timed out after")
_KILLED = frozenset({143, 144})  # ended by the harness's time limit, or by its own pkill

_EXIT = re.compile(r"Exit code (-?\d{1,6})(?:\n|\Z)")
_TASK_STATE = re.compile(r"<status>(\w{1,40})</status>")
_TASK_EXIT = re.compile(r"<exit_code>(-?\d{1,6})</exit_code>")
_POLLED = re.compile(r"<(?:output|stdout|stderr)>\n?(.*?)\n?</(?:output|stdout|stderr)>", re.DOTALL)
_NOTICE = "<task-notification>"
_TASK_ID = re.compile(r"<task-id>([^<]{1,200})</")
_TOOL_USE_ID = re.compile(r"<tool-use-id>([^<]{1,200})</")
_NOTICE_EXIT = re.compile(r"(?:\(exit code|with exit code) (-?\d{1,6})\)?</summary>")

_IN_BACKGROUND = re.compile(
    rb"running in background with ID: ([\w-]{1,80})|backgrounded by user with ID: ([\w-]{1,80})"
)

_LONGEST = 10_000  # characters of an announcement, which may quote its command
_NOTE = 1_000  # bytes; longer than any note that a command went to the background


class Ending(msgspec.Struct, frozen=True, gc=False):
    """How a command ended. `task` names the background task when it has not ended."""

    state: RunState = RunState.FINISHED
    exit: int | None = None
    failed: bool = False
    output: Output | None = None
    task: str = ""


class Notice(NamedTuple):
    """A background task's end, as the harness announces it; `ids` are the task's and the call's."""

    ids: frozenset[str]
    ending: Ending


def ending_of(block: Block, result: msgspec.Raw) -> Ending:
    """How the command of this result ended; `result` is the record's `toolUseResult`."""
    if block.is_error:
        return _failure(text_of(block.content))
    told = _told(result)
    background = None
    if len(block.content) < _NOTE and b"background" in (note := bytes(block.content)):
        background = _IN_BACKGROUND.search(note)
    if told.background_task_id or background:
        named = (background[1] or background[2]).decode() if background else ""
        return Ending(RunState.RUNNING, task=told.background_task_id or named)
    output = printed(block.content, result)
    if told.interrupted or told.timed_out_after_ms:
        return Ending(RunState.INTERRUPTED, output=output)
    # "No matches found" stands for a status that is not 0 and yet no failure
    return Ending(exit=None if told.return_code_interpretation else 0, output=output)


def _told(result: msgspec.Raw) -> ShellResult:
    try:
        return SHELL_RESULT.decode(result)
    except (msgspec.MsgspecError, ValueError):  # none, or a failure's plain text
        return ShellResult()


def _failure(text: str) -> Ending:
    coded = _EXIT.match(text)
    if coded is None and text.startswith(_NOT_RUN):
        return Ending(RunState.NOT_RUN, output=Output(cut(text)))
    body = text[coded.end() :] if coded else text
    status = int(coded[1]) if coded else None
    stopped = status in _KILLED or body.lstrip().startswith(_INTERRUPTED) or _INTERRUPTED[0] in body[-100:]
    return Ending(RunState.INTERRUPTED if stopped else RunState.FINISHED, status, failed=True, output=Output(cut(body)))


def printed(content: msgspec.Raw, result: msgspec.Raw) -> Output:
    """What was printed, decoded when asked: the result's text, or the streams where that is a preview of a big one."""
    return Output(lambda: cut(_printed(content, result)))


def _printed(content: msgspec.Raw, result: msgspec.Raw) -> str:
    text = text_of(content)
    if text.startswith("<persisted-output>") and (streams := typed(PRINTED, result) if result else None):
        return _joined(streams) or text
    return text


def _joined(streams: Printed) -> str:
    return "\n".join(stream for stream in (streams.stdout, streams.stderr) if stream)


def polled(content: msgspec.Raw) -> Ending | None:
    """How a background task stands, from the result of asking for its output; None while it runs."""
    text = text_of(content)
    head = text[:1_000].partition("<output>")[0].partition("<stdout>")[0]
    status, code = _TASK_STATE.search(head), _TASK_EXIT.search(head)
    if status is None:
        return None
    return _task_ending(status[1], code[1] if code else None, Output(lambda: cut(_polled_text(text))))


def _polled_text(text: str) -> str:
    return "\n".join(_POLLED.findall(text)) or text


def notices(text: str) -> list[Notice]:
    """The ends of background tasks announced in `text`."""
    found = []
    for piece in text.split(_NOTICE)[1:]:
        head = piece.partition("</task-notification>")[0].partition("<result>")[0][
            :_LONGEST
        ]  # then: the task's own words
        status, code = _TASK_STATE.search(head), _NOTICE_EXIT.search(head)
        ending = _task_ending(status[1], code[1] if code else None, None) if status else None
        if ending is not None:
            ids = (_TASK_ID.search(head), _TOOL_USE_ID.search(head))
            found.append(Notice(frozenset(each[1] for each in ids if each), ending))
    return found


def _task_ending(status: str, code: str | None, output: Output | None) -> Ending | None:
    number = int(code) if code else None
    match status:
        case "completed":
            return Ending(exit=number, output=output)
        case "failed":
            state = RunState.INTERRUPTED if number in _KILLED else RunState.FINISHED
            return Ending(state, number, failed=True, output=output)
        case "killed" | "stopped":
            return Ending(RunState.INTERRUPTED, number, output=output)
        case _:
            return None
