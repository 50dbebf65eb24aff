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
    "\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # bidi and zero width
    "\U000e0000-\U000e007f\U000e0100-\U000e01ef]"  # tag letters and selectors, which spell text nobody sees
)
_JOINER = "[\u200c\u200d\ufe00-\ufe0f]"
"""Emoji and some scripts need them: one or two behind a letter (`🏳️‍🌈`), behind ASCII only in keycaps (`1️⃣`)."""
_CODE = re.compile(f"(?<=[\\x00-\\x7f])(?!(?<=[0-9#*])\ufe0f\u20e3){_JOINER}+|(?<={_JOINER}{{2}}){_JOINER}+")
_JOINERS = re.compile(f"{_JOINER}+")
_RETURN = re.compile(r"\r\n?")
_BLANK = re.compile("[\t\n\r]+")
_SELECTOR = re.compile("[\u034f\ufe00-\ufe0f\U000e0000-\U000e01ef]").search  # marks, and so printable
_BREAKS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]").search  # of ASCII, what `bare` takes out


def inert(text: str) -> str:
    """`text` without control sequences, controls (tab and newline stay), direction marks and invisible letters.

    What stood behind a carriage return begins a line: joined, two words would make a third.
    """
    if text.isascii() and text.isprintable():
        return text
    if "\r" in text:
        text = _RETURN.sub("\n", text)
    shown = _INVISIBLE.sub("", _SEQUENCES.sub("", text))
    return shown if shown.isascii() else _CODE.sub("", shown)


def bare(text: str) -> str:
    """`text` as an eye reads it: inert, and without joiners and selectors. `text` itself where nothing can break a word."""
    if _BREAKS(text) is None and (text.isascii() or _plain(text)):
        return text
    shown = inert(text)
    return shown if shown.isascii() else _JOINERS.sub("", shown)


def _plain(text: str) -> bool:
    """Whether no letter of the text is invisible, told fast: what people write in other scripts is."""
    return _SELECTOR(text) is None and _BLANK.sub("", text).isprintable()


def one_line(text: str, limit: int = 300) -> str:
    """`text` inert, on one line, white space collapsed, at most `limit` characters with `…` where it was cut."""
    flat = " ".join(inert(text).split())
    return flat if len(flat) <= limit else flat[: limit - 1].rstrip() + "…"
