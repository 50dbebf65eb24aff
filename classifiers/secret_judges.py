"""What to do with a match of `secret_patterns`: put the mask over the value, or leave the text as it was."""

from __future__ import annotations

import re
from typing import TypeAlias

import regex

from classifiers.secret_values import Strength, is_code, is_random, is_word, stands_for_another, strength

MASK = "***"

Match: TypeAlias = "regex.Match[str]"


def cut(match: Match, start: int, end: int) -> str:
    """The match with the mask in place of `start` to `end`."""
    return match.string[match.start() : start] + MASK + match.string[end : match.end()]


def _value_of(match: Match) -> tuple[str, int, int]:
    """Return the value and where it stands, whichever group of the pattern it is in."""
    for group in ("value", "quoted", "escaped", "value2", "value3", "value4", "value5", "value6"):
        if group in match.re.groupindex and match.start(group) >= 0:
            return match[group], match.start(group), match.end(group)
    return "", -1, -1


def plain(match: Match) -> str:
    """Mask the value unless it stands for another."""
    value, start, end = _value_of(match)
    return match[0] if stands_for_another(value) else cut(match, start, end)


def whole(match: Match) -> str:
    """Mask the value, whatever it is."""
    value, start, end = _value_of(match)
    return match[0] if value.strip("* \r\n") == "" else cut(match, start, end)


def if_random(match: Match) -> str:
    """Mask the value if it looks generated."""
    value, start, end = _value_of(match)
    return cut(match, start, end) if is_random(value, 12) and not stands_for_another(value) else match[0]


def token(match: Match) -> str | None:
    """A provider's prefix: the body must look generated, so that `sk-learn-contrib` stays."""
    body, wrap = match["body"], match["wrap"]
    if wrap and _is_wrapped(body, wrap):
        return MASK
    return MASK + wrap if is_random(body, 12) else None


def _join(wrap: str) -> str:
    return "".join(wrap.split())


def _is_wrapped(value: str, wrap: str) -> bool:
    """Tell whether the next line goes on with a token that the terminal's edge cut."""
    rest = _join(wrap)
    mixed = any(c.isdecimal() for c in rest) and any(c.isalpha() for c in rest)
    return mixed and not stands_for_another(value) and (is_random(value + rest, 16) or len(value) >= 40)


def header(match: Match) -> str:
    """Mask a header's value, its scheme kept."""
    value, start, end = _value_of(match)
    if stands_for_another(value) or is_code(value) or (is_word(value) and len(value) < 12):
        return match[0]
    return cut(match, start, end)


def assigned(match: Match) -> str:
    """Mask what is assigned to a secret's name: in a shell, a file, JSON, code."""
    name = _whole_name(match)
    level = strength(name)
    if level is Strength.NONE:
        return match[0]
    value, start, end = _value_of(match)
    quoted = match["value"] is None
    if not quoted:
        trimmed = value.rstrip(")]},;:" if "=" in match["sep"] else ")]},;:.")
        if "," in trimmed and not name.isupper():
            trimmed = trimmed.partition(",")[0]
        value, end, closed = trimmed, start + len(trimmed), trimmed != value
        if is_code(value) or (closed and value.replace("_", "").isalpha()):
            return match[0]
    if stands_for_another(value) or not _counts(level, name, match["sep"], value, quoted=quoted):
        return match[0]
    wrap = match["wrap"]
    if wrap and len(value) >= 24 and _is_wrapped(value, wrap):
        end = match.end("wrap")
    return cut(match, start, end)


_NAME_CHARACTER = re.compile(r"[\w.\-]*\Z", re.ASCII)


def _whole_name(match: Match) -> str:
    """Return the name from its first character; the pattern starts at the word that makes it a secret's."""
    before = _NAME_CHARACTER.search(match.string, max(0, match.start() - 60), match.start())
    return (before[0] if before else "").rpartition(".")[2] + match["name"]


def _counts(level: Strength, name: str, sep: str, value: str, *, quoted: bool) -> bool:
    if level is Strength.WEAK:
        return is_random(value)
    if quoted:
        return not _is_sentence(value) and not (level is Strength.TOKEN and _is_label(value))
    tight = sep.strip("\"'\\]") in {"=", ":=", "=>"} and (name.isupper() or level is Strength.STRONG)
    if tight:
        return True
    if level is Strength.TOKEN:
        return not is_word(value) and not _is_label(value)
    return not is_word(value) or (":" in sep and value.islower() and value.isalpha() and len(value) >= 6)


_LABEL = re.compile(r"[A-Za-z]+(?:[-_./ :][A-Za-z]+)*(?:[-_./ :]v?\d{1,4})*")


def _is_label(value: str) -> bool:
    """Tell words joined by dashes, which name a secret and are none."""
    return _LABEL.fullmatch(value) is not None and not is_random(value, 20)


_SENTENCE = re.compile(
    r"\b(?:enter|your|please|must|invalid|required|password|token|the|is|are|not|forgot|incorrect|wrong|a|of|to|for|and)\b",
    re.IGNORECASE,
)


def _is_sentence(value: str) -> bool:
    return " " in value.strip() and (_SENTENCE.search(value) is not None or value.count(" ") > 7)


def option(match: Match) -> str:
    """Mask the argument of a long option with a secret's name."""
    level = strength(match["name"])
    value, start, end = _value_of(match)
    if level is Strength.NONE or stands_for_another(value) or value.startswith(("id=", "type=", "-")):
        return match[0]
    if level is Strength.WEAK and not (match["name"].lower() == "pass" or is_random(value)):
        return match[0]
    if level is Strength.TOKEN and value.isdecimal() and len(value) < 6:
        return match[0]
    return cut(match, start, end)


def xml(match: Match) -> str:
    """Mask the text of an element with a secret's name."""
    level, value = strength(match["name"]), match["value"]
    if (
        level is Strength.NONE
        or stands_for_another(value)
        or not _counts(level, match["name"], ">", value, quoted=True)
    ):
        return match[0]
    return cut(match, match.start("value"), match.end("value"))


def spoken(match: Match) -> str:
    """Mask what a sentence calls a password or a token."""
    raw = match["value"].rstrip("\"'`.,;:!?)")
    end = match.start("value") + len(raw)
    if len(raw) < 4 or stands_for_another(raw) or is_code(raw) or not _sounds_secret(match, raw):
        return match[0]
    return cut(match, match.start("value"), end)


def _sounds_secret(match: Match, value: str) -> bool:
    name = match.groupdict().get("name")
    if name is not None and name.lower().endswith(("token", "secret", "key")):
        return is_random(value, 12)
    mixed = any(c.isdecimal() or not c.isalnum() for c in value.replace("-", "").replace("/", "")) or not (
        value.islower() or value.istitle()
    )
    if name is None:
        return mixed or len(value) >= 6
    rest = match.string[match.end() : match.end() + 2]
    return mixed or (len(value) >= 6 and (not rest.strip() or rest[0] in ".,;\n"))


_ALONE = re.compile(r"\s*[A-Za-z0-9_\-+/=.]{20,300}\s*")
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
    value, start, end = _value_of(match)
    hexadecimal = re.fullmatch(r"[0-9a-f]{32}", value) is not None
    if not hexadecimal and (not is_random(value, 20) or _EXTENSION.search(value) is not None):
        return match[0]
    return cut(match, start, end)
