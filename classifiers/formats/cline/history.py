"""`api_conversation_history.json`: what went to the model and came from it.

Calls are blocks, or tags in the model's text before there were such; results are text under "[tool for '…'] Result:".
Roo writes the exit status above the output, Cline often none. A person's words stand in `<task>`, `<feedback>`,
`<answer>` and `<user_message>`, the last three only where the harness announces them: files and outputs may hold such
tags too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from classifiers.agent_session import Call, Ending, stamp
from classifiers.formats.cline.task import Task
from classifiers.json_lines import cut, text_of, typed
from classifiers.message_blocks import Block
from classifiers.trust import human_text
from classifiers.vocabulary import Output, RunState, Speech, Where

_SHELL = "execute_command"
_EDITS = frozenset(
    {"write_to_file", "replace_in_file", "apply_diff", "insert_content", "search_and_replace", "edit_file"}
)

_TAGGED = re.compile(r"<execute_command>\s*<command>(.*?)</command>", re.DOTALL)
_RESULT = re.compile(r"\[execute_command for '(.*?)'\] Result:\n?", re.DOTALL)
_SAID = re.compile(
    r"(?:\A\s*|^The user [^\n]{0,60}provided [^\n]{0,40}feedback[^\n]{0,80}\n+|\A\[ask_followup_question[^\n]*\] Result:\n+"
    r"|\A\[TASK RESUMPTION\].{0,4000}?:\n+)<(feedback|answer|user_message)>\n?(.*?)\n?</\1>\s*\Z",
    re.DOTALL | re.MULTILINE,
)
_EXIT = re.compile(r"(?:[Ee]xit code:?|exited with code) (-?\d{1,10})\b")
_REFUSED = ("The user denied", "Command rejected", "User rejected")


class Given(msgspec.Struct, gc=False):
    """A call's input, of whichever tool."""

    command: str | None = None
    path: str | None = None
    absolute_path: str | None = msgspec.field(name="absolutePath", default=None)


class Message(msgspec.Struct, gc=False):
    """One message."""

    role: str = ""
    content: str | list[Block] | None = None
    ts: float | None = None


_MESSAGE = msgspec.json.Decoder(Message)
_GIVEN = msgspec.json.Decoder(Given)


class _Reader:
    """Folds messages into records."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._calls: dict[str, Call] = {}
        self._tagged: list[Call] = []
        self._at = ""

    def take(self, where: Where, message: Message) -> None:
        """Read one message."""
        self._at = stamp(message.ts) or self._at
        blocks = message.content if isinstance(message.content, list) else [Block(type="text", text=message.content)]
        for number, block in enumerate(blocks):
            if message.role == "assistant":
                self._agent(where, block)
            elif block.type == "tool_result":
                self._result(where, self._calls.pop(block.tool_use_id, None), text_of(block.content), block)
            elif block.type == "text" and block.text:
                rest = blocks[number + 1] if number + 1 < len(blocks) else Block()
                self._text(where, block.text, rest)

    def _agent(self, where: Where, block: Block) -> None:
        if block.type == "text" and block.text and "<execute_command>" in block.text:
            self._tagged = [self._call(where, found) for found in _TAGGED.findall(block.text)]
        if block.type != "tool_use" or not block.id:
            return
        given = (typed(_GIVEN, block.input) if block.input else None) or Given()
        if block.name == _SHELL and given.command:
            self._calls[block.id] = self._call(where, given.command)
        elif block.name in _EDITS and (given.path or given.absolute_path):
            file = given.path or given.absolute_path or ""
            self._task.session.edited(self._task.call("edit", file, where, at=self._at))

    def _call(self, where: Where, command: str) -> Call:
        return self._task.call("ran", command.strip(), where, at=self._at)

    def _text(self, where: Where, text: str, following: Block) -> None:
        """A text of the user's side: a result, or somebody's words."""
        header = _RESULT.match(text)
        if header is None:
            self._words(where, text)
            return
        call = self._tagged.pop(0) if self._tagged else self._native(header[1]) or self._call(where, header[1])
        body = text[header.end() :] or (following.text or "")
        self._result(where, call, body, Block())
        if not text[header.end() :]:
            return  # the words of its body are read with it
        self._words(where, text)

    def _native(self, command: str) -> Call | None:
        """The open call of this command, where results come as text although calls come as blocks."""
        for own, call in self._calls.items():
            if call.text == command.strip():
                return self._calls.pop(own)
        return None

    def _result(self, where: Where, call: Call | None, body: str, block: Block) -> None:
        if call is not None:
            self._task.session.ran(call, _ending(body, failed=bool(block.is_error)), where)
        if block.type == "tool_result":
            self._words(where, body)

    def _words(self, where: Where, text: str) -> None:
        task = text.lstrip().startswith("<task>")
        found = None if task else _SAID.search(text)
        speech = Speech.PROMPT
        if found is not None:
            refused = found[1] == "feedback" and "denied" in text[: found.start(2)]
            speech = Speech.REJECTION if refused else Speech.ANSWER if found[1] == "answer" else Speech.PROMPT
        words = human_text(cut(found[2] if found else text)) if task or found else ""
        if words:
            self._task.session.heard(self._task.call("said", words, where, at=self._at), words, speech)


def _ending(body: str, *, failed: bool) -> Ending:
    facts, found, printed = body.partition("Output:\n")
    facts = facts[:1_000] if found else body[:300]
    output = Output(cut(printed if found else body))
    if facts.lstrip().startswith(_REFUSED):
        return Ending(RunState.NOT_RUN, output=output)
    if "still running" in facts:
        return Ending(RunState.RUNNING, output=output)
    coded = _EXIT.search(facts) if facts.lstrip().startswith("Command ") else None
    if coded:
        return Ending(exit=int(coded[1]), failed=int(coded[1]) != 0, output=output)
    stopped = "timed out" in facts or "terminated by signal" in facts
    return Ending(RunState.INTERRUPTED if stopped else RunState.FINISHED, failed=failed, output=output)


def read_history(task: Task, messages: Iterable[tuple[Where, msgspec.Raw]]) -> None:
    """Read all messages into the task's records."""
    reader = _Reader(task)
    for where, raw in messages:
        message = typed(_MESSAGE, raw)
        if message is not None:
            if where.line == 0:
                task.session.start(where, stamp(message.ts))
            reader.take(where, message)
