"""Claude Code's session files: `~/.claude/projects/<slug>/<session>.jsonl`, one record a line, seen from 1.0 to 2.1.

Records copied by a resume, a fork or a compaction keep their own ids, and those ids are the keys here, so a copy counts
once. `entries` has the shapes, `endings` says how a call ended, `reader` folds lines into records.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from classifiers.formats.claude_code.reader import Reader
from classifiers.vocabulary import Carry, Line, Reading, SourceKind

# Side files that ask the model something about a copy of the session: nothing in them happened.
_ASIDES = ("agent-aprompt_suggestion-", "agent-aside_question-")

_NATIVE = re.compile(rb'"(?:parentUuid|isSidechain)"\s*:')
_TITLED = (b"leafUuid", b"isSnapshotUpdate", b"queue-operation")
_TITLES = re.compile(rb'"(?:leafUuid|isSnapshotUpdate)"\s*:|:\s*"queue-operation"')


class ClaudeCode:
    """Reads Claude Code's session and sub-agent files."""

    name = "claude_code"
    kind = SourceKind.TRANSCRIPT
    whole = False

    def sniff(self, head: bytes, name: str) -> int:
        """Sure where records name their session and their parent; a head of titles and snapshots alone is a guess."""
        if not head.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"{"):
            return 0
        if b'"sessionId"' in head and _NATIVE.search(head):
            return 95
        if any(name in head for name in _TITLED) and _TITLES.search(head):
            return 70 if ".claude" in name else 40
        return 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:
        """Read records; at `final`, tasks still running are told as such and calls without a result dropped."""
        if path.replace("\\", "/").rpartition("/")[2].startswith(_ASIDES):
            return Reading(carry=carry, parsed=len(lines))
        reader = Reader(carry)
        reader.read(lines)
        if final:
            reader.close()
        return reader.reading()


FORMAT = ClaudeCode()
