"""What the first bytes of a line tell, so that those that would take longest end there undecoded.

Claude Code writes no spaces, and its fields in an order that hardly changes: before the first inner object stand plain
values, and no text holds a quote without its backslash. A line with other spacing or order is decoded like any other.
"""

from __future__ import annotations

import re

import msgspec

from classifiers.trust import REJECTION_HEADS

LONG = 3_000
"""Bytes of a line from which a look at its head takes less time than decoding all of it."""

_HEAD = 1_000  # bytes; the fields before a record's type take 200 to 500
_TAIL = 600  # bytes; newer versions write the session among the last fields
PROGRESS = b'"type":"progress","data":{'
_TYPE = b'"type":"'
_ASIDE = b'"isSidechain":true'
_RESULT = b'"tool_use_id":"'
_MESSAGE_END = b'}]},"'
_FAILED = b'"is_error":true'
_BRACE = ord("}")

_told = re.compile(
    rb'"type":"(?:progress","data":\{|file-history-snapshot",|user","message":\{"role":"user","content":\[\{'
    rb'"tool_use_id":"([\w-]{1,100})","type":"tool_result","content":(?:\[\{"type":"text","text":)?" *+(?!'
    + "|".join(map(re.escape, REJECTION_HEADS)).encode()
    + rb'|[\s\\"]))'
).match
"""The commonest quiet types, and a result that does not begin like a person's refusal."""


class Glance(msgspec.Struct, frozen=True, gc=False):
    """What a line is: quiet, or the result of the call it names. `type_at` and `told_to` are places in its buffer."""

    call: str
    type_at: int
    told_to: int


def glance(data: bytes, start: int, end: int) -> Glance | None:
    """What the head of the line at `start` tells; None where the line has to be decoded."""
    at = data.find(_TYPE, start + 1, start + _HEAD)
    if at < 0 or not is_whole(data, start, end, at - start):
        return None
    found = _told(data, at, end)
    return Glance((found[1] or b"").decode(), at, found.end()) if found else None


def is_whole(data: bytes, start: int, end: int, at: int) -> bool:
    """Whether a line ends as it should and what it says at `at` is said of itself, not of something within it."""
    return data[end - 1] == _BRACE and data.find(b"{", start + 1, start + at) < 0


def alone(data: bytes, seen: Glance, end: int) -> bool:
    """Whether a line holds no other result than the first."""
    return data.find(_RESULT, seen.told_to, end) < 0


def worked(data: bytes, seen: Glance, end: int) -> bool:
    """Whether the result of a line is told not to be an error."""
    over = data.find(_MESSAGE_END, seen.told_to, end)
    return over >= 0 and not data.endswith(_FAILED, seen.told_to, over)


def goes_on(data: bytes, start: int, seen: Glance, end: int, session: bytes) -> bool:
    """Whether a line is a sub-agent's or has `session`, its field as JSON, before or behind what it tells."""
    return (
        data.find(session, start, seen.type_at) >= 0
        or data.find(_ASIDE, start, seen.type_at) >= 0
        or data.find(session, max(start, end - _TAIL), end) >= 0
    )
