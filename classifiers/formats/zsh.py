"""zsh's history: plain entries, or `: <start>:<elapsed>;<command>` with EXTENDED_HISTORY, mixed in one file.

The file is metafied: NUL and the bytes 0x83 to 0xA2 stand as 0x83 and the byte XOR 0x20, so it is no UTF-8 before that is
undone. A newline inside an entry is a backslash and a newline; an entry that itself ends in a backslash gets a space
after it, and a plain one that starts with a colon a backslash before it (zsh 5.9, Src/hist.c).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from classifiers.histories import base_name, closed, entries, is_text, opened
from classifiers.vocabulary import Carry, Line, Reading, SourceKind

_META = re.compile(rb"\x83(.)", re.DOTALL)
_EXTENDED = re.compile(r": *(\d{1,11}):(\d{1,9});")
_STAMPED = re.compile(rb"^: \d{9,11}:\d+;", re.MULTILINE)
_NAMES = ("zsh_history", ".zhistory", ".histfile")


class Zsh:
    """See the module."""

    name = "zsh"
    kind = SourceKind.SHELL
    whole = False

    def sniff(self, head: bytes, name: str) -> int:
        """By extended entries, or by its name."""
        if not is_text(head):
            return 0
        if len(_STAMPED.findall(head)) * 8 > head.count(b"\n"):
            return 90
        return 80 if base_name(name).endswith(_NAMES) else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  no use
        """One CommandRun an entry; an entry whose last line ends in a backslash goes on in the next batch."""
        return entries(lines, carry, final=final, piece=_piece, begun=_begun, ended=partial(closed, "zsh"))


def unmetafied(data: bytes) -> bytes:
    """The bytes as they were typed."""
    return _META.sub(lambda pair: bytes((pair[1][0] ^ 0x20,)), data) if b"\x83" in data else data


def _piece(line: Line) -> tuple[str, bool]:
    """A line's text, and whether its entry goes on in the next line."""
    data = line.data
    if data.endswith(b"\\"):
        return unmetafied(data[:-1]).decode("utf-8", "replace"), True
    if data.endswith(b" ") and data.rstrip(b" ").endswith(b"\\"):
        data = data[:-1]
    return unmetafied(data).decode("utf-8", "replace"), False


def _begun(line: Line, text: str) -> Carry:
    if stamp := _EXTENDED.match(text):
        return opened(line, text[stamp.end() :], at=int(stamp[1]), took=int(stamp[2]))
    return opened(line, text[1:] if text.startswith("\\:") else text)


FORMAT = Zsh()
