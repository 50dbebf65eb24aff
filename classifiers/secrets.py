"""Mask secrets: the one chokepoint between what is read and everything else. Fails closed.

Most text holds none, so a few plain substring tests come first and cost some microseconds a line; a
pattern runs only when a trigger of its own is there. What cannot be judged in time becomes the mask as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import regex
from msgspec.structs import replace

from classifiers import secret_judges as judge
from classifiers import secret_patterns as shapes
from classifiers.inert import bare
from classifiers.secret_judges import MASK, Match
from classifiers.secret_names import mask_named, spoken, xml
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

# Which families of shapes a text may hold.
_NAMED, _PREFIXED, _OPTION, _URL, _JWT, _FOREIGN = (1 << bit for bit in range(6))


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
    signs = _signs(text, low := text.lower())
    return _once(text, low, signs) if signs else text


# --- the cheap way out ------------------------------------------------------------------------------------------------

# Each begins with one literal character, which `re` looks for at memory speed. Every provider's prefix ends in one of
# them or begins with an A, and a token that the terminal's edge cut goes on in the next line.
_RUN = r"[A-Za-z0-9_\-]{0,15}+(?:[A-Za-z0-9_\-]|\r?\n[ \t]{0,4}[A-Za-z0-9_\-]{16})"
_AFTER_UNDERSCORE = re.compile("_" + _RUN).search
_AFTER_DASH = re.compile("-" + _RUN).search
_AFTER_DOT = re.compile(r"\." + _RUN).search
_AFTER_A = re.compile(r"A(?:KIA|SIA|Iza|TATT|TCTT|KCp|A[A-Za-z0-9_\-]{30})").search
_AFTER_SK = re.compile("SK[0-9a-f]{32}").search
_SHORT_OPTION = re.compile(r" -(?:-user|-proxy-user|[A-Za-z]{0,3}[upawPUbSk])").search
_SLASH_OPTION = re.compile(" /(?:user|p):").search
_SCRIPT = re.compile("[ñЀ-ӿ぀-ヿ一-鿿가-힣]").search


def _signs(text: str, low: str) -> int:
    signs = 0
    if (
        "pass" in low
        or "token" in low
        or "key" in low
        or "secre" in low
        or "auth" in low
        or "pw" in low
        or "cred" in low
        or "cookie" in low
        or "mdp" in low
        or "bearer" in low
        or "login" in low
        or "obscure" in low
        or "identified" in low
        or "securestr" in low
        or "contrase" in low
        or "senha" in low
        or "kennwort" in low
        or "jeton" in low
    ):
        signs = _NAMED
    if (
        _AFTER_UNDERSCORE(text)
        or _AFTER_DASH(text)
        or _AFTER_DOT(text)
        or _AFTER_A(text)
        or ("SK" in text and _AFTER_SK(text))
        or "dapi" in text
        or "1//0" in text
        or "Q~" in text
    ):
        signs |= _PREFIXED
    if _SHORT_OPTION(text) or " set " in low or (" /" in low and _SLASH_OPTION(low)):
        signs |= _OPTION
    if ":" in text and ("://" in text or "@tcp(" in text or ":5432:" in text or ":6432:" in text or ":*:" in text):
        signs |= _URL
    if "sig=" in low:
        signs |= _URL
    if "eyJ" in text:
        signs |= _JWT
    if not text.isascii() and _SCRIPT(text):
        signs |= _FOREIGN
    return signs


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
        low = text.lower()
        signs = _signs(text, low)
        if not signs and " " in text:
            return text
        after = _once(text, low, signs) if signs else text
        if judge.is_token_alone(after):
            return MASK
        if after == text:
            return text
        text = after
    return MASK


def _once(text: str, low: str, signs: int) -> str:
    # In seconds. Patterns are linear, so only a stuck machine meets it; asking for one costs 3 us, so short text has none.
    limit = 2.0 + len(text) / 250_000 if len(text) > 1_000 else None
    if signs & _PREFIXED:
        text = _prefixed(text)
    for triggers, pattern, change in _BY_SIGNS[signs]:
        for trigger in triggers:
            if trigger in low:
                text = pattern.sub(change, text, timeout=limit) if limit else pattern.sub(change, text)
                break
    return mask_named(text) if signs & _NAMED else text


_PREFIX_END = re.compile(f"[_.-](?={_RUN})").finditer


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


# (which signs, lower-case triggers, shape, what to do with a match). Order matters: whole tokens go before their names.
_PASSES: tuple[tuple[int, tuple[str, ...], regex.Pattern[str], Callable[[Match], str]], ...] = (
    (_NAMED, ("private key",), shapes.KEY_BLOCK, judge.whole),
    (_PREFIXED, ("akia", "asia"), shapes.AWS_PAIR, judge.whole),
    (_PREFIXED, ("akia", "asia", "aiza", "akcp", "tt3x"), shapes.A_TOKEN, judge.whole),
    (_PREFIXED, ("sk",), shapes.TWILIO, judge.whole),
    (_PREFIXED, ("pat",), shapes.AIRTABLE, judge.whole),
    (_PREFIXED, ("dapi",), shapes.DATABRICKS, judge.whole),
    (_PREFIXED, ("1//0",), shapes.GOOGLE_REFRESH, judge.whole),
    (_PREFIXED, (":aa",), shapes.TELEGRAM, judge.if_random),
    (_PREFIXED, (".",), shapes.DISCORD, judge.if_random),
    (_PREFIXED, ("q~",), shapes.AZURE_SECRET, judge.if_random),
    (_JWT, ("",), shapes.JWT, judge.if_random),
    (_NAMED, ("authorization",), shapes.SIGNED_HEADER, judge.whole),
    (_NAMED, ("cookie",), shapes.COOKIE, judge.plain),
    (_OPTION, (" -b",), shapes.COOKIE, judge.plain),
    (_URL, ("://",), shapes.URL, judge.plain),
    (_URL, ("@tcp(", "@unix("), shapes.GO_DSN, judge.plain),
    (
        _URL,
        ("code=", "key=", "sig=", "auth=", "hmac=", "ticket=", "sas=", "x-amz-", "x-goog-"),
        shapes.QUERY,
        judge.if_random,
    ),
    (_URL, ("-signature=",), shapes.SIGNATURE, judge.plain),
    (_URL, ("hooks.slack", "api/webhooks/", "webhookb2", "chat.googleapis"), shapes.WEBHOOK, judge.plain),
    *((_OPTION, triggers, pattern, judge.plain) for triggers, pattern in shapes.SHORT),
    (_NAMED | _OPTION, ("vault login", "obscure", "mysqladmin", "snyk auth"), shapes.LAST_ARGUMENT, judge.plain),
    (_NAMED, ("from-literal",), shapes.LITERAL, judge.plain),
    (_NAMED | _OPTION, ("echo ", "printf ", "<<<"), shapes.STDIN, judge.plain),
    (_NAMED, ("identified", "password"), shapes.SQL, judge.plain),
    (_NAMED, ("login",), shapes.NETRC, judge.plain),
    (_URL, (":5432:", ":6432:", ":*:"), shapes.PGPASS, judge.plain),
    (_NAMED, ("securestring",), shapes.SECURE_STRING, judge.plain),
    (_NAMED, ("</",), shapes.XML, xml),
    (_NAMED, ("bearer",), shapes.BEARER, judge.bearer),
    (_FOREIGN, shapes.SPOKEN_TRIGGERS, shapes.SPOKEN_WORD, spoken),
)
_BY_SIGNS = [[_pass[1:] for _pass in _PASSES if _pass[0] & signs] for signs in range(2 * _FOREIGN)]
