"""Codex's rollout files: `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`, seen from 0.47 to 0.142.

Forks and sub-agents copy their parent's items with new times, but keep call ids and turn ids, so those are the keys here
and a copy counts once. `items` has the shapes, `asked` reads calls, `endings` their outputs, `reader` folds it all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from classifiers.formats.codex.reader import Reader
from classifiers.vocabulary import Carry, Line, Reading, SourceKind

_TYPES = re.compile(rb'"type"\s*:\s*"(?:response_item|event_msg|turn_context)"')
_META = re.compile(rb'"type"\s*:\s*"session_meta"')


class Codex:
    """Reads Codex's rollouts."""

    name = "codex"
    kind = SourceKind.TRANSCRIPT
    whole = False

    def sniff(self, head: bytes, name: str) -> int:
        """Sure where a payload follows the type of a session's first line, nearly so for its other lines."""
        if not head.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"{") or b'"payload"' not in head:
            return 0
        if _META.search(head):
            return 95
        if _TYPES.search(head):
            return 90 if "rollout-" in name else 80
        return 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:
        """Read records; at `final`, commands still running are told as such and calls without an output dropped."""
        reader = Reader(carry, path)
        reader.read(lines)
        if final:
            reader.close()
        return reader.reading()


FORMAT = Codex()
