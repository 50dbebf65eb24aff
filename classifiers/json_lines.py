"""Typed reading of JSON lines that other programs wrote: forgiving, and lazy where the bytes are.

msgspec skips what a Struct does not name and is several times faster than a full parse, but it refuses lone surrogates,
NaN, a byte order mark and broken UTF-8. Such a line is parsed loosely, written again cleanly and read once more.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TypeVar

import msgspec

from classifiers.vocabulary import Output

T = TypeVar("T")

NOTHING = msgspec.Raw(b"")
"""The default of a field that is kept as raw JSON."""

HEAD = 16_384
TAIL = 49_152
"""Characters of a long text that are kept at its two ends: a verdict stands at the end, a cause near the start."""

CUT_MARK = "\n[…]\n"


class _Part(msgspec.Struct, gc=False):
    text: str | None = None


_STRING = msgspec.json.Decoder(str)
_TEXT = msgspec.json.Decoder(str | list[_Part] | None)


BROKEN = (msgspec.MsgspecError, ValueError, RecursionError)
"""What a decoder raises on a text that is not JSON, or not of its shape."""


def typed(decoder: msgspec.json.Decoder[T], data: bytes | str | msgspec.Raw) -> T | None:
    """`data` as the decoder's type; None when it is not JSON, or not of that shape."""
    try:
        return decoder.decode(data)
    except BROKEN:
        return loosely(decoder, data)


def loosely(decoder: msgspec.json.Decoder[T], data: bytes | str | msgspec.Raw) -> T | None:
    """As `typed`, where a plain decoding failed."""
    try:
        return decoder.decode(_cleaned(data.encode("utf-8", "replace") if isinstance(data, str) else bytes(data)))
    except BROKEN:
        return None


def _cleaned(data: bytes) -> bytes:
    loose = json.loads(data.decode("utf-8-sig", "replace"), parse_constant=lambda _: None)
    return json.dumps(loose, ensure_ascii=False).encode("utf-8", "replace")


def text_of(raw: msgspec.Raw) -> str:
    """The text of a raw JSON value that is a string or a list of `{"text": …}` parts; "" for anything else."""
    if not raw:
        return ""
    try:
        return _STRING.decode(raw)
    except (msgspec.MsgspecError, ValueError):
        pass
    value = typed(_TEXT, raw)
    if isinstance(value, list):
        return "\n".join(part.text for part in value if part.text)
    return value or ""


def start_of(raw: msgspec.Raw, size: int) -> bytes:
    """The first `size` bytes of a raw value (more when it is small), without copying a big one."""
    return bytes(raw) if len(raw) <= 2 * size else bytes(memoryview(raw)[:size])


def lazy_text(raw: msgspec.Raw) -> Output:
    """`text_of(raw)`, cut in its middle when it is long, as an output that decodes only when it is opened."""
    return Output(lambda: cut(text_of(raw)))


def cut(text: str, head: int = HEAD, tail: int = TAIL) -> str:
    """`text` without its middle when it is longer than `head` + `tail` characters."""
    if len(text) <= head + tail:
        return text
    return f"{text[:head]}{CUT_MARK}{text[-tail:]}"


def instant(stamp: str | None) -> datetime | None:
    """An ISO 8601 time as an aware one in UTC (one without a zone is UTC already); None when it is no time."""
    if not stamp:
        return None
    try:
        at = datetime.fromisoformat(stamp)
        if at.tzinfo is UTC:  # nearly always, and a conversion costs more than the reading
            return at
        return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
