"""opencode's database, `~/.local/share/opencode/opencode.db`, table `part`: a message's parts, each updated in place.

Written from its schema (SDK 1.19) with the parts of exports. Rows come as JSON objects a line (`storage.foreign`) in the
order they were changed last: a tool's part comes again when its command has ended. Keys are the parts' own ids, the same
as in an export.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from classifiers.agent_session import Session, stamp
from classifiers.formats.opencode.parts import QUIET, Info, Part, tool
from classifiers.json_lines import typed
from classifiers.vocabulary import Carry, Line, Reading, SourceKind, Where

_MARK = b'{"table":"opencode_database"'
_SCHEMA = (b"SQLite format 3\0", b"message_id", b"time_updated", b"session")


class Row(msgspec.Struct, gc=False):
    """A row; `data` and `message` are JSON in text. `parent` is set in a sub-agent's session."""

    table: str
    row: int
    id: str
    session: str
    data: str
    message: str | None = None
    directory: str | None = None
    parent: str | None = None


_ROW = msgspec.json.Decoder(Row)
_PART = msgspec.json.Decoder(Part)
_INFO = msgspec.json.Decoder(Info)


class OpencodeDatabase:
    """See the module."""

    name = "opencode_database"
    kind = SourceKind.TRANSCRIPT
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  the schema stands in the first pages
        """A database with opencode's tables, or its rows."""
        if head.startswith(_MARK):
            return 95
        return 90 if all(mark in head for mark in _SCHEMA) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002
        """Fold rows into records; those of several sessions come mixed."""
        session = Session("opencode", carry)
        for line in lines:
            row = None if line.cut else typed(_ROW, line.data)
            part = typed(_PART, row.data) if row is not None and row.table == self.name else None
            if row is None or part is None:
                session.skipped += 1
                continue
            session.parsed += 1
            _part(session, row, part, Where(line.number, line.offset))
        return session.reading()


def _part(session: Session, row: Row, part: Part, where: Where) -> None:
    info = (typed(_INFO, row.message) if row.message else None) or Info()
    state = session.state
    state.session, state.cwd, state.person = row.session, row.directory or "", not row.parent
    at = stamp(info.time.created if info.time else None)
    if session.once(f"start:{row.session}"):
        state.started = False
        session.start(where, at)
    if part.type == "tool":
        if part.ended and session.once(row.id):
            tool(session, part, row.id, where, at, (info.path.cwd if info.path else None) or "")
    elif part.type == "text":
        if info.role == "user" and part.text and not part.synthetic and not part.ignored and session.once(row.id):
            session.heard(session.call(row.id, "", where, at=at), part.text)
    elif part.type not in QUIET:
        session.unknown[part.type] += 1


DATABASE = OpencodeDatabase()
