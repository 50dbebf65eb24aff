"""opencode's database, `~/.local/share/opencode/opencode.db`, table `part`: a message's parts, each updated in place.

Written from its schema (SDK 1.19) with the parts of exports. Rows come as JSON objects a line (`storage.foreign`) in the
order they were changed last: a tool's part comes again when its command has ended. Keys are the parts' own ids, the same
as in an export.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from classifiers import row_lines
from classifiers.agent_session import Session, stamp
from classifiers.formats.opencode.parts import QUIET, Info, Part, tool
from classifiers.json_lines import typed
from classifiers.vocabulary import Carry, Line, Reading, SourceKind, Where


class Row(row_lines.Row, gc=False):
    """A row; `data` and `message` are JSON in text. `parent` is set in a sub-agent's session."""

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
        return row_lines.claimed(self.name, (b"message_id", b"time_updated", b"session"), head)

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002
        """Fold rows into records; those of several sessions come mixed."""
        session = Session("opencode", carry)
        row_lines.conversation(session, row_lines.rows(self.name, _ROW, lines), _part)
        return session.reading()


def _part(session: Session, row: Row, where: Where) -> bool:
    part = typed(_PART, row.data)
    if part is None:
        return False
    info = (typed(_INFO, row.message) if row.message else None) or Info()
    session.state.person = not row.parent
    at = stamp(info.time.created if info.time else None)
    row_lines.begun(session, row.session, row.directory or "", where, at)
    if part.type == "tool":
        if part.ended and session.once(row.id):
            tool(session, part, row.id, where, at, (info.path.cwd if info.path else None) or "")
    elif part.type == "text":
        if info.role == "user" and part.text and not part.synthetic and not part.ignored and session.once(row.id):
            session.heard(session.call(row.id, "", where, at=at), part.text)
    elif part.type not in QUIET:
        session.unknown[part.type] += 1
    return True


DATABASE = OpencodeDatabase()
