"""opencode's exported sessions: one document `{info, messages: [{info, parts}]}`, seen in 1.2.

These files come from `opencode export` and from plugins. `Where.line` is the 0-based index of the message, parts are
keyed by their own ids.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from classifiers.agent_session import Session, stamp
from classifiers.formats.opencode.parts import QUIET, Info, Message, Part, tool
from classifiers.json_documents import document, joined, numbered
from classifiers.json_lines import typed
from classifiers.vocabulary import Carry, Line, Reading, SourceKind, Where

_START = re.compile(rb'[\s\xef\xbb\xbf]*\{\s*"info"\s*:\s*\{\s*"id"\s*:\s*"(?:ses_|REDACTED)')


class Export(msgspec.Struct, gc=False):
    """The document."""

    info: Info
    messages: list[msgspec.Raw]


_EXPORT = msgspec.json.Decoder(Export)
_MESSAGE = msgspec.json.Decoder(Message)
_PART = msgspec.json.Decoder(Part)


class Opencode:
    """See the module."""

    name = "opencode"
    kind = SourceKind.TRANSCRIPT
    whole = True

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  any name may hold one
        """An object that begins with a session's `info`."""
        return 95 if _START.match(head) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  whole
        """Read all messages; a sub-agent's session (one with a parent) has commands, but no person's words."""
        data = joined(lines)
        found = document(_EXPORT, data)
        if found is None:
            return Reading(skipped=len(lines))
        reader = _Reader(found.info)
        for where, raw in numbered(found.messages, data):
            message = typed(_MESSAGE, raw)
            if message is not None:
                reader.message(where, message)
        return reader.session.whole(lines)


class _Reader:
    """Folds messages into records."""

    def __init__(self, info: Info) -> None:
        self.session = Session("opencode", {})
        state = self.session.state
        state.session, state.cwd = info.id, info.directory or ""
        state.person = not info.parent_session
        state.at = stamp(info.time.created if info.time else None)
        self.session.start(Where(0, 0))

    def message(self, where: Where, message: Message) -> None:
        info = message.info
        at = stamp(info.time.created if info.time else None)
        cwd = (info.path.cwd if info.path else None) or ""
        parts = [part for part in (typed(_PART, raw) for raw in message.parts) if part is not None]
        for part in parts:
            if part.type == "tool":
                self._tool(where, part, at, cwd)
            elif part.type not in QUIET and part.type != "text":
                self.session.unknown[part.type] += 1
        # An expanded command or an answer to a sub-agent comes with a message's other parts, all of them synthetic.
        typed_in = [part for part in parts if part.type == "text" and not part.synthetic and not part.ignored]
        if info.role == "user" and typed_in:
            text = "\n".join(part.text for part in typed_in if part.text)
            self.session.heard(self.session.call(self._key(typed_in[0], where), "", where, at=at), text)

    def _tool(self, where: Where, part: Part, at: str, cwd: str) -> None:
        if part.ended:
            tool(self.session, part, self._key(part, where), where, at, cwd)

    def _key(self, part: Part, where: Where) -> str:
        """The part's id, or its place where a cleaned file says the same id again."""
        self.session.state.count += 1
        own = part.id if part.id.startswith("prt_") else ""
        if own and self.session.once(own):
            return own
        return f"{self.session.state.session}:{where.line}:{self.session.state.count}"
