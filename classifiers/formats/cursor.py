"""Cursor's agent transcripts: `~/.cursor/projects/<slug>/agent-transcripts/<id>/<id>.jsonl`, one message a line.

They keep no results, times or folders, so a command never proves anything here; what counts is the person's words,
which stand in `<user_query>`. Lines have no ids: keys are made of the file's name and the place in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from classifiers.agent_session import Ending, Session
from classifiers.json_lines import NOTHING, typed
from classifiers.step_log import digest
from classifiers.vocabulary import Carry, Line, Reading, SourceKind, Where

_SHELLS = frozenset({"Shell", "run_terminal_cmd", "run_terminal_command_v2", "Bash"})
_EDITS = frozenset({"Write", "StrReplace", "Edit", "MultiEdit", "edit_file", "search_replace", "Delete"})
_QUERY = "<user_query>"
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

_FIRST = re.compile(
    rb'[\s\xef\xbb\xbf]*\{\s*"role"\s*:\s*"(?:user|assistant)"\s*,\s*"message"\s*:\s*\{\s*"content"\s*:\s*\[\s*\{\s*"type"'
)


class Given(msgspec.Struct, gc=False):
    """A tool's input, of whichever tool."""

    command: str | None = None
    working_directory: str | None = None
    path: str | None = None
    file_path: str | None = None
    target_file: str | None = None


class Block(msgspec.Struct, gc=False):
    """A part of a message."""

    type: str = ""
    text: str | None = None
    name: str | None = None
    input: msgspec.Raw = NOTHING


class Message(msgspec.Struct, gc=False):
    """What was said."""

    content: list[Block]


class Entry(msgspec.Struct, gc=False):
    """One line."""

    role: str
    message: Message


_ENTRY = msgspec.json.Decoder(Entry)
_GIVEN = msgspec.json.Decoder(Given)


class Cursor:
    """See the module."""

    name = "cursor"
    kind = SourceKind.TRANSCRIPT
    whole = False

    def sniff(self, head: bytes, name: str) -> int:
        """A first line of a role and a message of typed parts, and nothing else before them."""
        if not _FIRST.match(head):
            return 0
        return 90 if b"<user_query>" in head or "agent-transcripts" in name else 50

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002
        """Read messages."""
        session = Session("cursor", carry)
        place = path.replace("\\", "/")
        stem = place.rpartition("/")[2].removesuffix(".jsonl")
        session.state.session = session.state.session or (stem if _UUID.fullmatch(stem) else digest("cursor", place))
        session.state.person = "/subagents/" not in place
        for line in lines:
            entry = None if line.cut else typed(_ENTRY, line.data)
            if entry is None:
                session.skipped += bool(line.cut or line.data.strip())
                continue
            session.parsed += 1
            _message(session, Where(line.number, line.offset), entry)
        return session.reading()


def _message(session: Session, where: Where, entry: Entry) -> None:
    key = f"{session.state.session}:{where.line}"
    if entry.role == "user":
        text = "\n".join(block.text for block in entry.message.content if block.type == "text" and block.text)
        if _QUERY in text:  # without it, another agent or the program speaks
            session.heard(session.call(key, "", where), text)
        return
    for number, block in enumerate(entry.message.content):
        if block.type != "tool_use":
            continue
        given = (typed(_GIVEN, block.input) if block.input else None) or Given()
        file = given.path or given.file_path or given.target_file
        if block.name in _SHELLS and given.command:
            call = session.call(f"{key}:{number}", given.command, where, cwd=given.working_directory or "")
            session.ran(call, Ending())
        elif block.name in _EDITS and file:
            session.edited(session.call(f"{key}:{number}", file, where))


FORMAT = Cursor()
