"""Kiro CLI's database, `kiro-cli/data.sqlite3`, table `conversations_v2`: a row a conversation, rewritten whole.

Written from its schema and the documents of exports; `value` is such a document. A conversation comes again with each
change of it, so the carry names the last record that it gave, and only what follows that one is new.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from classifiers import row_lines
from classifiers.formats.kiro.history import CONVERSATION, Reader
from classifiers.json_documents import document
from classifiers.vocabulary import Carry, Line, Reading, Record, SourceKind, Where

REMEMBERED = 256
"""Conversations whose last record is known; one that is taken up again after so many others is told once more."""


class Row(row_lines.Row, gc=False):
    """A row. `folder` is where the conversation was begun, `value` its document."""

    folder: str
    conversation: str
    value: str


_ROW = msgspec.json.Decoder(Row)


class KiroDatabase:
    """See the module."""

    name = "kiro_database"
    kind = SourceKind.TRANSCRIPT
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  the schema stands in the first pages
        """A database with Kiro's table, or its rows."""
        return row_lines.claimed(self.name, (b"conversations_v2", b"conversation_id"), head)

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002
        """The records of each conversation that are new."""
        known = carry.get("last")
        last = {name: key for name, key in known.items() if isinstance(key, str)} if isinstance(known, dict) else {}
        records: list[Record] = []
        parsed = 0
        for line, row in row_lines.rows(self.name, _ROW, lines):
            found = _records(row, Where(line.number, line.offset)) if row is not None else None
            if row is None or found is None:
                continue
            parsed += 1
            seen = next((at for at, each in enumerate(found, 1) if each.key == last.get(row.conversation)), 0)
            records += found[seen:]
            if found:
                last.pop(row.conversation, None)  # the one that changed last stands last
                last[row.conversation] = found[-1].key
        kept = dict(list(last.items())[-REMEMBERED:])
        return Reading(tuple(records), {"last": kept} if kept else {}, parsed, len(lines) - parsed)


def _records(row: Row, where: Where) -> list[Record] | None:
    """All records of a conversation, in order; None when its document cannot be understood."""
    found = document(CONVERSATION, row.value.encode("utf-8", "replace"))
    if found is None:
        return None
    found.conversation_id = found.conversation_id or row.conversation
    reader = Reader(found, "", row.folder)
    for number, raw in enumerate(found.history):
        reader.entry(where, raw, number)
    return reader.session.records
