"""What Gemini CLI writes of a session: the shapes, and how its shell says that a command ended.

A call's `status` is "success" for commands that failed, were stopped after five quiet minutes or went to the
background; the truth is in the text. To about 0.20 the text always names the exit status, since then only when it is
not zero.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from classifiers.agent_session import Ending
from classifiers.json_lines import NOTHING, cut
from classifiers.vocabulary import Output, RunState

SHELL = "run_shell_command"
EDITS = frozenset({"write_file", "replace", "edit"})
QUIET = frozenset({"info", "error", "warning"})

_SIGNAL_OFF = frozenset({"0", "(none)"})
_FACT = re.compile(r"(Exit Code|Signal|Background PIDs|Process Group PGID|Error): (.*)")
_HEAD = re.compile(r"(?:Command: .*?\n)?Directory: (.*)\n(?:Stdout|Output): |(?:Output|Stdout): ", re.DOTALL)
_BEFORE_END = re.compile(r"Command was (?:automatically )?cancell?ed|Command timed out")
_BACKGROUND = re.compile(r"Command (?:moved to|is running in|started in) (?:the )?background")


_OF_SERVER = re.compile(r" \(([\w.-]{1,100}) MCP Server\)\Z")


class Response(msgspec.Struct, gc=False):
    """What a tool gave back to the model."""

    output: str | None = None
    error: str | None = None


class FunctionResponse(msgspec.Struct, gc=False):
    """One part's response."""

    response: Response | None = None


class Part(msgspec.Struct, gc=False, rename="camel"):
    """A part of a result."""

    function_response: FunctionResponse | None = None


class Args(msgspec.Struct, gc=False):
    """A call's arguments, of whichever tool."""

    command: str | None = None
    directory: str | None = None
    dir_path: str | None = None
    file_path: str | None = None
    old_string: str | None = None
    new_string: str | None = None


class ToolCall(msgspec.Struct, gc=False):
    """A tool call, with its result once it has one."""

    id: str = ""
    name: str = ""
    display_name: str | None = msgspec.field(name="displayName", default=None)
    args: msgspec.Raw = NOTHING
    result: msgspec.Raw = NOTHING
    status: str | None = None
    timestamp: str | None = None

    @property
    def server(self) -> str:
        """Whose tool it is, which only the name for the screen tells (`query (shop-db MCP Server)`)."""
        found = _OF_SERVER.search(self.display_name or "")
        return found[1] if found else ""


class Message(msgspec.Struct, gc=False, rename="camel"):
    """A message, or a line of the log: metadata, a patch or a rewind."""

    id: str | None = None
    type: str | None = None
    timestamp: str | None = None
    content: msgspec.Raw = NOTHING
    display_content: msgspec.Raw = NOTHING
    tool_calls: list[ToolCall] | None = None
    session_id: str | None = None
    start_time: str | None = None
    kind: str | None = None
    directories: list[str] | None = None
    messages: list[msgspec.Raw] | None = None
    patch: msgspec.Raw = msgspec.field(name="$set", default=NOTHING)
    rewind_to: str | None = msgspec.field(name="$rewindTo", default=None)


MESSAGE = msgspec.json.Decoder(Message)
ARGS = msgspec.json.Decoder(Args)
PARTS = msgspec.json.Decoder(list[Part])


class Told(NamedTuple):
    """How a command ended, and the folder its text names."""

    ending: Ending
    folder: str = ""


def told(status: str | None, parts: list[Part] | None) -> Told:
    """How the command with this result ended."""
    response = next((each.function_response.response for each in parts or [] if each.function_response), None)
    if status == "cancelled":
        return Told(Ending(RunState.NOT_RUN))
    if status == "error" or response is None or response.output is None:
        said = (response.error if response else None) or ""
        return Told(Ending(RunState.NOT_RUN, failed=True, output=Output(cut(said))))
    return _printed(response.output)


def answered(status: str | None, parts: list[Part] | None) -> Ending:
    """How a call of a server's tool ended: there is no exit status, only an answer or an error."""
    ending = told(status, parts).ending
    response = next((each.function_response.response for each in parts or [] if each.function_response), None)
    if status != "success" or response is None or response.output is None:
        return ending
    return Ending(exit=0, output=Output(cut(response.output)))


def _printed(text: str) -> Told:
    head = _HEAD.match(text)
    if head is None:  # it did not end; or a summary written by the model, or a version nobody has seen
        state = RunState.RUNNING if _BACKGROUND.match(text) else RunState.FINISHED
        state = RunState.INTERRUPTED if _BEFORE_END.match(text) else state
        return Told(Ending(state, output=Output(cut(text))))
    body, facts = _trailer(text[head.end() :])
    untold = "" if head[1] is not None else "0"  # only the newer text leaves a zero out
    return Told(_ending(facts, _number(facts.get("Exit Code", untold)), Output(cut(body))), (head[1] or "").strip())


def _ending(facts: dict[str, str], code: int | None, output: Output) -> Ending:
    if facts.get("Signal", "0") not in _SIGNAL_OFF:
        return Ending(RunState.INTERRUPTED, code or None, failed=True, output=output)
    if not code and facts.get("Background PIDs", "(none)") != "(none)":
        return Ending(RunState.RUNNING, output=output)
    if not code and facts.get("Error", "(none)") != "(none)":
        return Ending(failed=True, output=output)
    return Ending(exit=code, failed=bool(code), output=output)


def _trailer(text: str) -> tuple[str, dict[str, str]]:
    """The output, and the facts that stand in lines below it."""
    facts: dict[str, str] = {}
    while True:
        rest, _, last = text.rpartition("\n")
        fact = _FACT.fullmatch(last)
        if fact is None or fact[1] in facts:
            return text, facts
        facts[fact[1]] = fact[2].strip()
        text = rest


def _number(digits: str) -> int | None:
    return int(digits) if re.fullmatch(r"-?\d{1,10}", digits) else None
