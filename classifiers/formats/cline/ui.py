"""`ui_messages.json`: what was said and asked on the screen.

A command's output comes in pieces after it. A command that was asked for and answered with words was turned down.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from classifiers.agent_session import Call, Ending, stamp
from classifiers.formats.cline.task import Task
from classifiers.json_lines import cut, typed
from classifiers.trust import human_text
from classifiers.vocabulary import Output, RunState, Speech, Where

_EDITS = frozenset(
    {"newFileCreated", "editedExistingFile", "appliedDiff", "insertContent", "searchAndReplace", "fileDeleted"}
)
_APPROVAL = "REQ_APP"  # what Cline appends to a command that the model said needs approval


class Message(msgspec.Struct, gc=False):
    """One message."""

    ts: float | None = None
    say: str | None = None
    ask: str | None = None
    text: str | None = None
    partial: bool | None = None


class Tool(msgspec.Struct, gc=False):
    """A message's text, when it is about a tool."""

    tool: str | None = None
    path: str | None = None


_MESSAGE = msgspec.json.Decoder(Message)
_TOOL = msgspec.json.Decoder(Tool)


class _Open:
    """The command whose output may go on."""

    def __init__(self, call: Call, *, asked: bool) -> None:
        self.call = call
        self.asked = asked
        self.printed: list[str] = []
        self.last: Where | None = None


class _Reader:
    """Folds messages into records."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._open: _Open | None = None

    def take(self, where: Where, message: Message) -> None:
        """Read one message; its kind is what it says or asks."""
        text = message.text or ""
        at = stamp(message.ts)
        match message.say or message.ask:
            case "text" | "task" if where.line == 0:
                self._said(where, text, at)
            case "user_feedback":
                self._said(where, text, at)
            case "command" if not message.partial:
                self.flush()
                command = text.removesuffix(_APPROVAL).strip()
                if command:
                    self._open = _Open(self._task.call("ran", command, where, at=at), asked=message.ask is not None)
            case "command_output":
                self._printed(where, text)
            case "tool" if not message.partial:
                self._edited(where, text, at)
            case _:
                pass

    def flush(self, *, refused: bool = False) -> None:
        """Tell the open command."""
        command, self._open = self._open, None
        if command is not None:
            state = RunState.NOT_RUN if refused else RunState.FINISHED
            ending = Ending(state, output=Output(cut("\n".join(command.printed))))
            self._task.session.ran(command.call, ending, command.last)

    def _printed(self, where: Where, text: str) -> None:
        if self._open is not None and text:
            self._open.printed.append(text)
            self._open.last = where

    def _said(self, where: Where, text: str, at: str) -> None:
        refused = self._open is not None and self._open.asked and not self._open.printed
        self.flush(refused=refused)
        words = human_text(cut(text))
        if words:
            said = self._task.call("said", words, where, at=at)
            self._task.session.heard(said, words, Speech.REJECTION if refused else Speech.PROMPT)

    def _edited(self, where: Where, text: str, at: str) -> None:
        tool = typed(_TOOL, text) or Tool()
        if tool.tool in _EDITS and tool.path:
            self._task.session.edited(self._task.call("edit", tool.path, where, at=at))


def read_ui(task: Task, messages: Iterable[tuple[Where, msgspec.Raw]]) -> None:
    """Read all messages into the task's records."""
    reader = _Reader(task)
    for where, raw in messages:
        message = typed(_MESSAGE, raw)
        if message is not None:
            if where.line == 0:
                task.session.start(where, stamp(message.ts))
            reader.take(where, message)
    reader.flush()
