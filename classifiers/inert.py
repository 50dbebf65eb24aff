"""Untrusted text made harmless to show: what a terminal, a page or a reader could be fooled by is taken out.

Logs and transcripts carry control sequences, direction marks and invisible letters. None of them can move a cursor,
reorder what is read or hide an instruction once a text went through here.
"""

from __future__ import annotations

import re

_SEQUENCES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colour, cursor
    r"|\x1b[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\|$)"  # OSC, DCS, APC, PM, SOS: titles, links, clipboards
    r"|\x1b[ -/]*[0-~]?"  # the rest of the two-character sequences
)
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls but tab and newline
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # bidi and zero width
    "\U000e0000-\U000e007f]"  # tag letters, which spell text nobody sees
)


def inert(text: str) -> str:
    """`text` without control sequences, controls (tab and newline stay), direction marks and invisible letters."""
    if text.isascii() and text.isprintable():
        return text
    return _INVISIBLE.sub("", _SEQUENCES.sub("", text))


def one_line(text: str, limit: int = 300) -> str:
    """`text` inert, on one line, white space collapsed, at most `limit` characters with `…` where it was cut."""
    flat = " ".join(inert(text).split())
    return flat if len(flat) <= limit else flat[: limit - 1].rstrip() + "…"
