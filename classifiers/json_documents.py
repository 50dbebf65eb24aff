r"""Whole JSON documents that agents rewrite on every change: one value, and where its parts stand.

People clean such files by hand before they share them, and a cut in the middle of an escape leaves `\x`, which no JSON
reader takes; it is read as a backslash and an x.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from classifiers.json_lines import typed
from classifiers.vocabulary import Line, Where

T = TypeVar("T")

_ESCAPE = re.compile(rb'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}|(.))', re.DOTALL)


def joined(lines: Sequence[Line]) -> bytes:
    """The document's bytes; empty when a line was cut, for half a document says nothing."""
    return b"" if any(line.cut for line in lines) else b"\n".join(line.data for line in lines)


def document(decoder: msgspec.json.Decoder[T], data: bytes) -> T | None:
    """`data` as the decoder's type; None when it is not JSON, or not of that shape."""
    if not data.strip():
        return None
    found = typed(decoder, data)
    if found is None and _broken(data):
        found = typed(decoder, _ESCAPE.sub(_repaired, data))
    return found


def numbered(messages: Sequence[msgspec.Raw], data: bytes) -> Iterator[tuple[Where, msgspec.Raw]]:
    """Each message with its place.

    `line` is the 0-based index, for the lines of a document rewritten whole are no place at all; `offset` is where its
    bytes stand, 0 when they were repaired.
    """
    at = 0
    for index, message in enumerate(messages):
        raw = bytes(message)
        found = data.find(raw, at)
        at = found + len(raw) if found >= 0 else at
        yield Where(index, max(found, 0)), message


def _broken(data: bytes) -> bool:
    return any(match[1] is not None for match in _ESCAPE.finditer(data))


def _repaired(match: re.Match[bytes]) -> bytes:
    return match[0] if match[1] is None else b"\\" + match[0]
