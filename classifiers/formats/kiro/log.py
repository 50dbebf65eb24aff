"""Lines of a Kiro session into records. Only prompts have a time; what follows one has its prompt's."""

from __future__ import annotations

import re

import msgspec

from classifiers.agent_session import Session, stamp
from classifiers.formats.kiro.tools import called, done
from classifiers.json_lines import NOTHING, text_of, typed
from classifiers.vocabulary import Carry, Where

_NAME = re.compile(r"([^/\\]*?)(?:\.jsonl)?\Z")
_QUIET = frozenset({"Clear", "ResetTo", "Cancelled"})


class Meta(msgspec.Struct, gc=False):
    """When."""

    timestamp: float | None = None


class Data(msgspec.Struct, gc=False):
    """What an entry carries."""

    message_id: str | None = None
    content: msgspec.Raw = NOTHING
    meta: Meta | None = None


class Entry(msgspec.Struct, gc=False):
    """One line."""

    kind: str
    data: Data


class Part(msgspec.Struct, gc=False):
    """A part of a message."""

    kind: str = ""
    data: msgspec.Raw = NOTHING


class Tool(msgspec.Struct, gc=False, rename="camel"):
    """A call, or a result."""

    tool_use_id: str = ""
    name: str = ""
    input: msgspec.Raw = NOTHING
    status: str | None = None
    content: list[Part] | str | None = None


ENTRY = msgspec.json.Decoder(Entry)
_PARTS = msgspec.json.Decoder(list[Part])
_TOOL = msgspec.json.Decoder(Tool)


class LogReader:
    """Folds lines into records."""

    def __init__(self, carry: Carry, path: str) -> None:
        self.session = Session("kiro", carry)
        named = _NAME.search(path)
        self.session.state.session = self.session.state.session or (named[1] if named else "")

    def take(self, where: Where, entry: Entry) -> None:
        """Read one entry."""
        parts = (typed(_PARTS, entry.data.content) if entry.data.content else None) or []
        self.session.state.at = stamp(entry.data.meta.timestamp if entry.data.meta else None) or self.session.state.at
        own = entry.data.message_id or f"{self.session.state.session}:{where.line}"
        match entry.kind:
            case "Prompt":
                self.session.start(where)
                text = "\n".join(text_of(part.data) for part in parts if part.kind == "text")
                self.session.heard(self.session.call(own, "", where), text)
            case "AssistantMessage":
                self._called(where, parts)
            case "ToolResults":
                self._done(where, parts)
            case "Compaction":
                self.session.compacted(own, where)
            case kind:
                if kind not in _QUIET:
                    self.session.unknown[kind] += 1

    def _called(self, where: Where, parts: list[Part]) -> None:
        for part in parts:
            tool = typed(_TOOL, part.data) if part.kind == "toolUse" else None
            if tool is not None:
                called(self.session, tool.tool_use_id, tool.name, tool.input, where)

    def _done(self, where: Where, parts: list[Part]) -> None:
        for part in parts:
            tool = typed(_TOOL, part.data) if part.kind == "toolResult" else None
            if tool is not None:
                inner = [each.data for each in tool.content] if isinstance(tool.content, list) else []
                done(self.session, tool.tool_use_id, tool.status or "", inner, where)
