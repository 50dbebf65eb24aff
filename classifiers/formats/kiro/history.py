"""A Kiro conversation's document into records: pairs of what the user's side and the model said."""

from __future__ import annotations

import re

import msgspec

from classifiers.agent_session import Session
from classifiers.formats.kiro.tools import called, done
from classifiers.json_lines import NOTHING, typed
from classifiers.step_log import digest
from classifiers.vocabulary import Where

_CWD = re.compile(rb'"current_working_directory"\s*:\s*("(?:[^"\\]|\\.)*")')
_TEXT = msgspec.json.Decoder(str)


class Prompt(msgspec.Struct, gc=False):
    """What a person typed."""

    prompt: str | None = None


class ToolResult(msgspec.Struct, gc=False):
    """A call's result."""

    tool_use_id: str = ""
    status: str | None = None
    content: list[dict[str, msgspec.Raw]] | None = None


class ToolResults(msgspec.Struct, gc=False):
    """Results, and what the person typed when turning calls down."""

    prompt: str | None = None
    tool_use_results: list[ToolResult] | None = None


class Content(msgspec.Struct, gc=False):
    """What the user's side sent: one of these."""

    prompt: Prompt | None = msgspec.field(name="Prompt", default=None)
    results: ToolResults | None = msgspec.field(name="ToolUseResults", default=None)
    cancelled: ToolResults | None = msgspec.field(name="CancelledToolUses", default=None)


class User(msgspec.Struct, gc=False):
    """The user's side."""

    content: Content | None = None
    env_context: msgspec.Raw = NOTHING
    timestamp: str | None = None


class ToolUse(msgspec.Struct, gc=False):
    """A call."""

    id: str = ""
    name: str = ""
    args: msgspec.Raw = NOTHING


class Said(msgspec.Struct, gc=False):
    """What the model sent."""

    message_id: str | None = None
    tool_uses: list[ToolUse] | None = None


class Assistant(msgspec.Struct, gc=False):
    """The model's side."""

    tool_use: Said | None = msgspec.field(name="ToolUse", default=None)


class Entry(msgspec.Struct, gc=False):
    """One pair."""

    user: User | None = None
    assistant: Assistant | None = None


class Conversation(msgspec.Struct, gc=False):
    """The document."""

    conversation_id: str
    history: list[msgspec.Raw]


CONVERSATION = msgspec.json.Decoder(Conversation)
_ENTRY = msgspec.json.Decoder(Entry)


class Reader:
    """Folds entries into records. Cleaned documents have empty ids: keys are then made of the words and the place."""

    def __init__(self, conversation: Conversation, path: str, cwd: str = "") -> None:
        self.session = Session("kiro", {})
        self.session.state.session = conversation.conversation_id or digest("kiro", path)
        self.session.state.cwd = cwd

    def entry(self, where: Where, raw: msgspec.Raw, number: int | None = None) -> None:
        """Read one pair. `number` is given where the place does not tell it from others: its time does, as it may move."""
        pair = typed(_ENTRY, raw)
        if pair is None:
            return
        if pair.user is not None:
            own = str(where.line) if number is None else pair.user.timestamp or str(number)
            self._user(where, pair.user, own)
        for use in (pair.assistant.tool_use.tool_uses if pair.assistant and pair.assistant.tool_use else None) or ():
            called(self.session, use.id, use.name, use.args, where)

    def _user(self, where: Where, user: User, own: str) -> None:
        state = self.session.state
        state.at = user.timestamp or state.at
        found = _CWD.search(bytes(user.env_context))
        state.cwd = (typed(_TEXT, found[1]) if found else None) or state.cwd
        self.session.start(where)
        content = user.content or Content()
        prompt = content.prompt.prompt if content.prompt else None
        for results in (content.results, content.cancelled):
            prompt = prompt or (results.prompt if results else None)
            for result in (results.tool_use_results if results else None) or ():
                parts = [part for each in result.content or () for part in each.values()]
                done(self.session, result.tool_use_id, result.status or "", parts, where)
        if prompt:
            said = self.session.call(f"{state.session}:{own}:{digest(prompt)}", "", where)
            self.session.heard(said, prompt)
