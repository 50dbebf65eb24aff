"""What to do with a match of `secret_patterns`: put the mask over the value, or leave the text as it was."""

from __future__ import annotations

import re
from typing import TypeAlias

import regex

from classifiers.secret_values import is_code, is_random, is_word, stands_for_another

MASK = "***"

Match: TypeAlias = "regex.Match[str] | re.Match[str]"


def cut(match: Match, start: int, end: int) -> str:
    """The match with the mask in place of `start` to `end`."""
    return match.string[match.start() : start] + MASK + match.string[end : match.end()]


def value_of(match: Match) -> tuple[str, int, int]:
    """Return the value and where it stands, whichever group of the pattern it is in."""
    for group in ("value", "quoted", "escaped", "value2", "value3", "value4", "value5", "value6"):
        if group in match.re.groupindex and match.start(group) >= 0:
            return match[group], match.start(group), match.end(group)
    return "", -1, -1


def plain(match: Match) -> str:
    """Mask the value unless it stands for another."""
    value, start, end = value_of(match)
    return match[0] if stands_for_another(value) else cut(match, start, end)


def whole(match: Match) -> str:
    """Mask the value, whatever it is."""
    value, start, end = value_of(match)
    return match[0] if value.strip("* \r\n") == "" else cut(match, start, end)


def if_random(match: Match) -> str:
    """Mask the value if it looks generated."""
    value, start, end = value_of(match)
    return cut(match, start, end) if is_random(value, 12) and not stands_for_another(value) else match[0]


_HEX = re.compile(r"(?:[\w\-.]*[-_.])?[0-9a-f]{32,128}")


def token(match: Match) -> str | None:
    """A provider's prefix: the body must look generated, so that `sk-learn-contrib` stays."""
    body, wrap = match["body"], match["wrap"]
    if wrap and (is_wrapped(body, wrap) or _HEX.fullmatch(body + _join(wrap)) is not None):
        return MASK
    return MASK + wrap if is_random(body, 12) or _HEX.fullmatch(body) is not None else None


def _join(wrap: str) -> str:
    return "".join(wrap.split())


def is_wrapped(value: str, wrap: str) -> bool:
    """Tell whether the next line goes on with a token that the terminal's edge cut."""
    rest = _join(wrap)
    mixed = any(c.isdecimal() for c in rest) and any(c.isalpha() for c in rest)
    return (
        mixed
        and not stands_for_another(value)
        and (is_random(value + rest, 16) or _HEX.fullmatch(value + rest) is not None or len(value) >= 40)
    )


def bearer(match: Match) -> str:
    """Mask what follows the word Bearer, unless it is a word too."""
    value, start, end = value_of(match)
    if stands_for_another(value) or is_code(value) or (is_word(value) and len(value) < 12):
        return match[0]
    return cut(match, start, end)


_ALONE = re.compile(r"\s*[A-Za-z0-9_\-+/.]{20,300}={0,2}\s*")
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,5}$|^\.{0,2}/|/\w+/")


def is_token_alone(text: str) -> bool:
    """Tell whether the whole text is one generated value."""
    if len(text) > 302 or _ALONE.fullmatch(text) is None:
        return False
    bare = text.strip()
    cases = any(c.isupper() for c in bare) and any(c.islower() for c in bare)
    return cases and is_random(bare, 20) and _EXTENSION.search(bare) is None and "sha" not in bare[:4]


def near(match: Match) -> str:
    """Mask a generated value that follows a word such as "key" at some distance."""
    value, start, end = value_of(match)
    hexadecimal = re.fullmatch(r"[0-9a-f]{32}", value) is not None
    if not hexadecimal and (not is_random(value, 20) or _EXTENSION.search(value) is not None):
        return match[0]
    return cut(match, start, end)
