"""Mask secrets: the one chokepoint between what is read and everything else. Fails closed.

Most text holds none, so the words that call for a pattern are looked for first, all in one pass; a pattern runs only when
one of its own is there. What cannot be judged in time becomes the mask as a whole.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import regex
from msgspec.structs import replace

from classifiers import secret_judges as judge
from classifiers import secret_patterns as shapes
from classifiers.inert import bare
from classifiers.secret_judges import MASK, Match
from classifiers.secret_names import mask_named
from classifiers.secret_passes import NAMED, PREFIXED
from classifiers.secret_signs import RUN, Look
from classifiers.vocabulary import (
    AgentMessage,
    CiStep,
    CommandRun,
    FileEdit,
    HumanMessage,
    Record,
    SessionMark,
    TestReport,
)

# One mask can uncover another (a URL inside an assignment); text that still changes after these is masked as a whole.
_ROUNDS = 4


def mask(text: str) -> str:
    """Return `text` with every secret replaced by `***`; quotes, option names and URLs around them stay as they were."""
    try:
        return _masked(text)
    except Exception:  # noqa: BLE001  no text may pass unmasked, and none may stop the reader
        return MASK


def mask_record(record: Record) -> Record | None:
    """Return `record` without secrets, its output masked when it is opened; None when that could not be made sure."""
    try:
        return replace(record, **_changes(record))
    except Exception:  # noqa: BLE001  whatever went wrong, an unmasked record must not pass
        return None


_TEXTS: dict[type[Record], tuple[str, ...]] = {
    CommandRun: ("command",),
    AgentMessage: ("text",),
    CiStep: ("script", "name", "job", "project"),
    FileEdit: ("path",),
    TestReport: ("suite", "tool"),
    SessionMark: ("branch",),
    HumanMessage: (),
}


def _changes(record: Record) -> dict[str, Any]:
    changes: dict[str, Any] = {name: _masked(getattr(record, name)) for name in _TEXTS[type(record)]}
    changes["cwd"] = _masked_place(record.cwd)
    changes["remote"] = _masked_place(record.remote)
    changes["session"] = _masked_id(record.session)
    if _masked_id(record.key) != record.key:
        raise ValueError("a masked key would be another record's")
    if isinstance(record, CommandRun | CiStep):
        changes["output"] = record.output.through(mask)
    elif isinstance(record, FileEdit):
        changes["change"] = record.change.through(mask)
    elif isinstance(record, HumanMessage):
        changes["text"] = _masked_speech(record.text)
    return changes


@lru_cache(maxsize=512)
def _masked_place(text: str) -> str:
    """As `_masked`; folders and remotes are the same from record to record."""
    return _masked(text)


@lru_cache(maxsize=4096)
def _masked_id(text: str) -> str:
    """As `_masked`, but a generated value alone is what an id should be."""
    look = Look(text)
    return _once(text, look) if look.families else text


def _masked(text: str) -> str:
    """Mask what is written, and what is read: a colour code or an invisible letter may stand within a secret or its name.

    Where the two differ, the text as it is read is kept: the secret would be whole again as soon as it is made inert.
    """
    read = bare(text)
    masked = _unhidden(text)
    if read == text:
        return masked
    seen = _unhidden(read)
    return masked if seen == read or seen == bare(masked) else seen


def _unhidden(text: str) -> str:
    for _ in range(_ROUNDS):
        look = Look(text)
        if not look.families and " " in text:
            return text
        after = _once(text, look) if look.families else text
        if judge.is_token_alone(after):
            return MASK
        if after == text:
            return text
        text = after
    return MASK


def _once(text: str, look: Look) -> str:
    # In seconds. Patterns are linear, so only a stuck machine meets it; asking for one costs 3 us, so short text has none.
    limit = 2.0 + len(text) / 250_000 if len(text) > 1_000 else None
    masked = _prefixed(text) if look.families & PREFIXED else text
    for pattern, change in look.passes():
        masked = pattern.sub(change, masked, timeout=limit) if limit else pattern.sub(change, masked)
    if not look.families & NAMED:
        return masked
    return mask_named(masked, look.names() if masked == text else None)


_PREFIX_END = re.compile(f"[_.-](?={RUN})").finditer


def _prefixed(text: str) -> str:
    """Mask tokens behind their provider's prefix."""
    kept: list[str] = []
    at = 0
    for end in _PREFIX_END(text):
        start = end.start() + 1
        if start <= at or text[start - 3 : start] not in shapes.PREFIX_TAILS:
            continue
        if not text[max(0, start - 16) : start].endswith(shapes.PREFIXES):
            continue
        prefix = next(prefix for prefix in _LONGEST_FIRST if text.endswith(prefix, max(0, start - 16), start))
        begin = start - len(prefix)
        if begin < at or (len(prefix) < 6 and not _at_edge(text, begin)):
            continue
        found = shapes.BODY.match(text, start)
        if found is None or (changed := judge.token(found)) is None:
            continue
        kept += (text[at:begin], changed)
        at = _end_of_body(text, found)
    return "".join((*kept, text[at:])) if kept else text


_REST_OF_BODY = re.compile(r"[A-Za-z0-9_\-.~+/=]*").match


def _end_of_body(text: str, found: Match) -> int:
    """Return where the token ends: the pattern looks at a bounded piece, so that none takes square time."""
    rest = _REST_OF_BODY(text, found.end()) if found.end("body") - found.start() >= 500 else None
    return rest.end() if rest is not None else found.end()


_LONGEST_FIRST = sorted(shapes.PREFIXES, key=len, reverse=True)


def _at_edge(text: str, at: int) -> bool:
    """Tell whether a word begins at `at`; a colour code may stand in front of it."""
    return (
        at == 0
        or not (text[at - 1].isalnum() or text[at - 1] in "_-")
        or re.search(r"\x1b\[[\d;]*m\Z", text[max(0, at - 12) : at]) is not None
    )


_HEX_ALONE = re.compile(r"\s*[0-9A-Fa-f\-]{32,128}\s*")
_NEAR = regex.compile(
    r"(?P<keep>\b(?:tokens?|keys?|secret|password|pat|credentials?|api)\b[^\n]{0,40}?[\s:=])(?P<value>[A-Za-z0-9_\-+/=.]{20,})(?![\w/])",
    regex.IGNORECASE,
)


def _masked_speech(text: str) -> str:
    """As `_masked`, and stricter: people paste a token alone, or behind the word "key"."""
    text = _masked(text)
    if _HEX_ALONE.fullmatch(text) is not None:
        return MASK
    return _NEAR.sub(judge.near, text, timeout=2.0 + len(text) / 250_000)
