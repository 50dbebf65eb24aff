"""Mask what stands behind a secret's name: assigned to it, given to it as an option, or said about it.

Names are found first, by one cheap search; the patterns are only tried where a name ends.
"""

from __future__ import annotations

import re

from classifiers import secret_patterns as shapes
from classifiers.secret_judges import MASK, Match, is_wrapped, value_of
from classifiers.secret_values import Strength, is_code, is_random, is_word, stands_for_another, strength


def mask_named(text: str, places: list[int] | None = None) -> str:
    """Return `text` with the values of passwords, tokens, keys and the like masked.

    `places` says where the words of names begin, in order, if that is known.
    """
    kept: list[str] = []
    at = 0
    for start in _places(text) if places is None else places:
        span = _value_behind(text, start) if start >= at else None
        if span is not None:
            kept += (text[at : span[0]], MASK)
            at = _end_of_long(text, *span)
    return "".join((*kept, text[at:])) if kept else text


def _places(text: str) -> list[int]:
    """Return where the words of names begin, in order; ten plain searches beat one pattern of ten words by far."""
    low = text.lower()
    if len(low) != len(text):  # a few letters grow in lower case, and positions must agree
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    places: list[int] = []
    for word in shapes.NAME_WORDS:
        at = low.find(word)
        while at >= 0:
            places.append(at)
            at = low.find(word, at + len(word))
    places.sort()
    return places


Span = tuple[int, int]


def _value_behind(text: str, start: int) -> Span | None:
    """Return where the secret behind the name at `start` stands."""
    name = shapes.NAME_END.match(text, start)
    end = name.end() if name is not None else start
    after = text[end : end + 1]
    if after in _ASSIGNS and (found := shapes.ASSIGNED.match(text, end)) is not None:
        span = _assigned(found, _whole_name(text, start, end))
        if span is not None:
            return span
    if after not in _SPEAKS:
        return None
    before = _GIVEN.search(text, max(0, start - 100), start)
    if before is not None:
        found = shapes.OPTION.match(text, end)
        return _given(found, before, before[1] + text[start:end]) if found is not None else None
    return _said(text, start, end)


_ASSIGNS = frozenset("=:\"'`\\] \t")
_SPEAKS = frozenset(" \t:=\\")
# An option, or the name that a command sets: `--token X`, `setenv TOKEN X`, `aws configure set aws_secret_access_key X`.
_GIVEN = re.compile(
    r"(?:(?<![\w-])--?|\b(?:setenv|set|export)\s+(?:-\w+\s+)*(?:\S*:)?)((?:[A-Za-z_][\w\-.]*)?)\Z",
    re.ASCII | re.IGNORECASE,
)
_NAME_CHARACTERS = re.compile(r"[\w\-]*\Z", re.ASCII)
_MORE = re.compile(r"[^\s\"'`;&|<>\\]*")


def _whole_name(text: str, start: int, end: int) -> str:
    """Return the name from its first character; `start` is where the word stands that makes it a secret's."""
    before = _NAME_CHARACTERS.search(text, max(0, start - 60), start)
    return (before[0] if before is not None else "") + text[start:end]


def _end_of_long(text: str, start: int, end: int) -> int:
    """Return where the value really ends: patterns look at a bounded piece, so that none takes square time."""
    more = _MORE.match(text, end) if end - start >= 600 else None
    return more.end() if more is not None else end


def _assigned(match: Match, name: str) -> Span | None:
    level = strength(name)
    if level is Strength.NONE:
        return None
    value, start, end = value_of(match)
    quoted = match["value"] is None
    if quoted and _AFTER_CLOSING.match(value) is not None:
        return None
    if quoted:
        scheme = _SCHEME.match(value)
        if scheme is not None:
            value, start = value[scheme.end() :], start + scheme.end()
    else:
        value, closed = _trimmed(value, name, match["sep"])
        end = start + len(value)
        shell = match["sep"] == "=" and name.isupper()  # where `a.b` and `!a` are text
        if (is_code(value) and not (shell and "(" not in value)) or (
            closed and not shell and value.replace("_", "").isalpha()
        ):
            return None
    if stands_for_another(value) or not _counts(level, name, match["sep"], value, quoted=quoted):
        return None
    wrap = match["wrap"]
    return start, match.end("wrap") if wrap and len(value) >= 24 and is_wrapped(value, wrap) else end


# A quote that closed a string, and was no opening one: `log('bad credentials:', error)`.
_AFTER_CLOSING = re.compile(r"[,);\]}](?:\s|\Z|[,);\]}])")
_SCHEME = re.compile(r"(?:basic|bearer|token|apikey|negotiate|sso-key|bot)\s+", re.IGNORECASE)


_NEXT_FIELD = re.compile(r",[\"']?[A-Za-z_][\w.\-]*[\"']?[=:]|,$")


def _trimmed(value: str, name: str, sep: str) -> tuple[str, bool]:
    """Return a bare value without the brackets and commas of the code around it, and whether there were any."""
    trimmed = value.rstrip(")]},;:" if "=" in sep else ")]},;:.")
    if sep.endswith(("-", "?", "+")):  # `${PASSWORD:-value}`
        return value.partition("}")[0], True
    first = trimmed.partition(",")[0]
    if first != trimmed and not name.isupper() and (first.isidentifier() or _NEXT_FIELD.search(trimmed)):
        trimmed = first
    return trimmed, trimmed != value


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
    r"\b(?:enter|your|please|must|invalid|required|password|token|the|is|are|not|forgot|incorrect|wrong|of|to|for|and)\b",
    re.IGNORECASE,
)


def _is_sentence(value: str) -> bool:
    return " " in value.strip() and (_SENTENCE.search(value) is not None or value.count(" ") > 7)


def _option(match: Match, name: str) -> Span | None:
    level = strength(name)
    value, start, end = value_of(match)
    if level is Strength.NONE or stands_for_another(value) or value.startswith(("id=", "type=", "-")):
        return None
    if level is Strength.WEAK and not (name.lower() == "pass" or is_random(value)):
        return None
    if level is Strength.TOKEN and value.isdecimal() and len(value) < 6:
        return None
    return start, end


def _given(match: Match, before: re.Match[str], name: str) -> Span | None:
    """As `_option`; behind the word "set", `set -x API_KEY value` and not "set token expiry"."""
    if not before[0].startswith("-") and not name.isupper() and is_word(value_of(match)[0]):
        return None
    return _option(match, name)


def _said(text: str, start: int, end: int) -> Span | None:
    name = text[start:end].lower()
    name = name.removesuffix("s") if not name.endswith("ss") else name
    if name not in _SPOKEN_NAMES or (start and (text[start - 1].isalnum() or text[start - 1] in "_-.$")):
        return None
    found = shapes.SPOKEN.match(text, end)
    if name == "pass" and found is not None and " is " not in found[0]:
        found = None  # `PASS: TestA` is what test tools say
    if found is not None and (span := spoken_value(found, name)) is not None:
        return span
    if (
        name not in {"pass", "password", "pw", "pwd"}
        or shapes.PAIR_BEFORE.search(text, max(0, start - 80), start) is None
    ):
        return None
    found = shapes.PAIRED.match(text, end)
    return spoken_value(found) if found is not None else None


_SPOKEN_NAMES = {
    "password", "passphrase", "passwd", "passcode", "pass", "passwort", "pw", "pwd", "token", "secret", "key", "mot de passe", "mdp",
    "contraseña", "contrasena", "kennwort", "senha", "jeton",
}  # fmt: skip


def spoken(match: Match) -> str:
    """Mask what a sentence in another script calls a password or a token."""
    span = spoken_value(match)
    return (
        match[0] if span is None else match.string[match.start() : span[0]] + MASK + match.string[span[1] : match.end()]
    )


def spoken_value(match: Match, name: str = "") -> Span | None:
    """Return where the value of a sentence about a secret stands, if it is one."""
    raw = match["value"].rstrip("\"'`.,;:!?)")
    if (
        len(raw) < 4
        or stands_for_another(raw)
        or is_code(raw.lstrip("=!").rstrip("}])") or raw)
        or not _sounds_secret(match, raw, name)
    ):
        return None
    return match.start("value"), match.start("value") + len(raw)


def _sounds_secret(match: Match, value: str, name: str) -> bool:
    if name.endswith(("token", "secret", "key")):
        return is_random(value, 12)
    plain = value.replace("-", "").replace("/", "")
    mixed = any(c.isdecimal() or not c.isalnum() for c in plain) or not (value.islower() or value.istitle())
    if not name:
        return mixed or len(value) >= 6
    rest = match.string[match.end() : match.end() + 2]
    return mixed or (len(value) >= 6 and (not rest.strip() or rest[0] in ".,;\n"))


def xml(match: Match) -> str:
    """Mask the text of an element with a secret's name."""
    level, value = strength(match["name"]), match["value"]
    if (
        level is Strength.NONE
        or stands_for_another(value)
        or not _counts(level, match["name"], ">", value, quoted=True)
    ):
        return match[0]
    return match["keep"] + MASK
