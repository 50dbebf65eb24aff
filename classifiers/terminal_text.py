"""A line that was written for a terminal → the text a person saw in the end.

Progress bars redraw a line after a carriage return, and colours, titles and the marks of CI servers are escape
sequences; what counts as evidence is what was left on the screen. One line in, one line out, always.
"""

from __future__ import annotations

import re

_ESCAPE = re.compile(
    r"\x1b\[8mha:[^\x1b]*\x1b\[0m"  # a Jenkins console note: hidden text that holds a serialised object
    r"|\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor, erase
    r"|\x1b[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\)"  # OSC, DCS, APC, PM, SOS up to BEL or ST
    r"|\x1b[ -/]*[0-~]?"  # two-byte escapes, and an escape cut off at the line's end
)
_ERASE = re.compile(r"\x1b\[[012]?K")
_CONTROL = re.compile(r"[\x00-\x07\x0b\x0c\x0e-\x1f\x7f\x80-\x9f\ufeff\u200b\u2060]")
_SPACE = re.compile(r"[\u00a0\u2000-\u200a\u202f\u205f\u3000]")


def decoded(data: bytes) -> str:
    """The bytes of a line as text; a UTF-16 file of plain ASCII (PowerShell's `>`) comes out readable too."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        data = data[2:]
    text = data.decode("utf-8", "replace")
    return text.replace("\x00", "") if "\x00" in text else text


def seen(text: str) -> str:
    """One line as it stood on the screen: last redraw only, no sequences, no control characters, plain spaces.

    A segment that only moved the cursor does not hide the one before it; one that erased the line does.
    """
    text = text.rstrip("\r\n")
    if text.isprintable():
        return text
    if "\r" in text:
        text = _last_segment(text)
    elif "\x1b" in text:
        text = _ESCAPE.sub("", text)
    if "\b" in text:
        text = _without_backspaces(text)
    return _SPACE.sub(" ", _CONTROL.sub("", text)).replace("\n", " ")


def cleaned(data: bytes) -> str:
    """`seen` of a line's bytes."""
    return seen(decoded(data))


def _last_segment(text: str) -> str:
    for segment in reversed(text.split("\r")):
        plain = _ESCAPE.sub("", segment)
        if plain or _ERASE.search(segment):
            return plain
    return ""


def _without_backspaces(text: str) -> str:
    kept: list[str] = []
    for character in text:
        if character != "\b":
            kept.append(character)
        elif kept:
            kept.pop()
    return "".join(kept)
