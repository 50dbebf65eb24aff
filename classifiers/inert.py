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
_HIDDEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls but tab and newline
    "\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # bidi and zero width
    "\U000e0000-\U000e007f\U000e0100-\U000e01ef"  # tag letters and selectors, which spell text nobody sees
)
_INVISIBLE = re.compile(f"[{_HIDDEN}]")
_JOINER = "[\u200c\u200d\ufe00-\ufe0f]"
"""Emoji and some scripts need them: one or two behind a letter (`🏳️‍🌈`), behind ASCII only in keycaps (`1️⃣`)."""
_CODE = re.compile(f"(?<=[\\x00-\\x7f])(?!(?<=[0-9#*])\ufe0f\u20e3){_JOINER}+|(?<={_JOINER}{{2}}){_JOINER}+")
_JOINED = re.compile(_JOINER).search
_UNREAD = re.compile(f"[{_HIDDEN}{_JOINER[1:]}")
_RETURN = re.compile(r"\r\n?")
_SELECTOR = re.compile("[\u034f\ufe00-\ufe0f\U000e0000-\U000e01ef]").search  # marks, and so printable
_WIDE = {0xFF01 + at: 0x21 + at for at in range(94)} | {0x3000: 0x20}
_IS_WIDE = re.compile("[\u3000\uff01-\uff5e]").search
"""ASCII as East Asian input methods write it, full-width, and their space (Unicode, block FF00)."""
_BREAKS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]").search  # of ASCII, what `bare` takes out


def inert(text: str) -> str:
    """`text` without control sequences, controls (tab and newline stay), direction marks and invisible letters.

    What stood behind a carriage return begins a line: joined, two words would make a third.
    """
    if text.isascii() and text.isprintable():
        return text
    shown = _INVISIBLE.sub("", _unsteered(text))
    return shown if shown.isascii() or _JOINED(shown) is None else _CODE.sub("", shown)


def _unsteered(text: str) -> str:
    """`text` without control sequences, a line of its own behind each carriage return."""
    return _SEQUENCES.sub("", _RETURN.sub("\n", text) if "\r" in text else text)


def bare(text: str) -> str:
    """`text` as an eye reads it: inert, without joiners and selectors, full-width letters as the ASCII they stand for.

    `text` itself where nothing can break a word.
    """
    if _BREAKS(text) is None and (text.isascii() or _plain(text)):
        return text
    shown = _UNREAD.sub("", _unsteered(text))
    return shown if shown.isascii() or _IS_WIDE(shown) is None else shown.translate(_WIDE)


def _plain(text: str) -> bool:
    """Whether no letter of the text is invisible or full-width, told fast: what people write in other scripts is."""
    if "\t" in text or "\r" in text:
        text = text.replace("\t", "").replace("\r", "")
    return text.replace("\n", "").isprintable() and _SELECTOR(text) is None and _IS_WIDE(text) is None


def one_line(text: str, limit: int = 300) -> str:
    """`text` inert, on one line, white space collapsed, at most `limit` characters with `…` where it was cut."""
    flat = " ".join(inert(text).split())
    return flat if len(flat) <= limit else flat[: limit - 1].rstrip() + "…"


_MARKS = str.maketrans(dict.fromkeys('"“”„‟«»`´<>', "'"))


def a_name(text: str, limit: int = 200) -> str:
    """`text` as a name that stands between quotation marks or back ticks in a sentence: it ends neither, nor is markup."""
    return one_line(text, limit).translate(_MARKS)
