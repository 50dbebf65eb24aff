"""Which signs each word of a sentence gives, in Russian, French, German, Spanish and Portuguese, clause by clause.

Words are compared without accents and capitals, as people type to an agent. A language's words are made ready when it is
first heard.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from types import ModuleType
from typing import NamedTuple, TypeAlias

from classifiers.statements.signs import french, german, loanwords, portuguese, russian, spanish, tools
from classifiers.statements.signs.smallwords import ALSO_ENGLISH, SMALL

Parts = frozenset[str]
"""The signs that one word, or several together, give."""

_FOLDED: dict[int, int | str] = dict(str.maketrans("àâáãäçéèêëíìîïñóòôõöúùûüýё’", "aaaaaceeeeiiiinooooouuuuyе'"))
_FOLDED.update({ord("ß"): "ss", ord("œ"): "oe"})
_UMLAUT = re.compile("([aou])e")
_CYRILLIC = re.compile("[а-я]")
_TOKEN = re.compile(
    r"(?P<path>(?<![\w:/.@-])(?:\.{0,2}/)?(?:[\w.@*-]+/)+[\w.*-]*)|(?P<address>(?<!\w)(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?|(?<![\w.-])(?:[\w-]+\.){2,5}[a-z]{2,12}(?::\d+)?(?![\w.-]))"
    r"|(?P<file>(?<![\w.])[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|c|h|cpp|cs|vue|svelte|css|html|sql|sh)\b)|(?P<number>\d[\w.]*)|(?P<word>\w+\*?|\*)|(?P<word2>=)|(?P<end>[,;:—–()]|-(?= )|\.\.+)"
)
_NONE: Parts = frozenset()
_WORDS = re.compile(r"[^\W_]+")
_GROUP = re.compile(r"\{([^{}]*)\}")
_BAR = re.compile(r"\|(?![^{]*\})")
_JOINS = frozenset({"et", "und", "y", "и", "aber", "mais", "pero", "mas", "но", "sondern", "sino"})
_KNOWN = 2000
"""Words of which it is kept what begins with them."""
_TOGETHER = (
    ("cond", "done", "whenever", 5),
    ("without", "consent", "leave", 5),
    ("until", "agree", "leave", 5),
    ("onlyif", "agree", "asked", 5),
    ("onlyif", "consent", "asked", 5),
    ("wehave", "chosen", "decided", 8),
    ("pen", "paper", "talk", 5),
    ("each", "made", "every", 2),
    ("each", "event", "step", 3),
    ("all", "event", "step", 3),
    ("all", "made", "whole", 3),
)
"""Signs of two words near each other that say one thing together, which that is, and within how many words they stand."""
_SPOKEN = {name: frozenset(words.split()) for name, words in SMALL.items()}
_FOREIGN = frozenset[str]().union(*_SPOKEN.values()) - _SPOKEN["english"] - ALSO_ENGLISH
_MODULES: dict[str, ModuleType] = {
    "french": french, "german": german, "spanish": spanish, "portuguese": portuguese, "russian": russian,
}  # fmt: skip


def heard(said: str) -> Iterator[list[list[Parts]]]:
    """The signs of each word of each clause of `said`, for each language it may be in; a word may give none."""
    for name in _languages(said):
        yield _Language.of(name).clauses(said)


def _languages(said: str) -> Sequence[str]:
    folded = _fold(said)
    if _CYRILLIC.search(folded):
        return ("russian",)
    words = set(_WORDS.findall(folded))
    if said.isascii() and words.isdisjoint(_FOREIGN):
        return []
    held = {name: len(words & small) for name, small in _SPOKEN.items()}
    most = max(held.values())
    return [] if held["english"] == most else [name for name, count in held.items() if count == most]


def _fold(text: str) -> str:
    low = text.lower()
    return low if low.isascii() else low.translate(_FOLDED)


def _fold_german(text: str) -> str:
    return _UMLAUT.sub(r"\1", _fold(text))  # ü is also typed ue


def _entries(text: str) -> Iterator[str]:
    for entry in _BAR.split(text):
        groups = _GROUP.split(entry)
        yield from map("".join, product(*(each.split("|") if at % 2 else (each,) for at, each in enumerate(groups))))


_Entry: TypeAlias = tuple[tuple[str, ...], str]
"""The rest of an entry behind its first word, and the sign it gives."""


class _Beginning(NamedTuple):
    """The entries that begin with a word."""

    alone: list[str]  # the signs of those that are the word alone
    whole: dict[str, list[_Entry]]  # longer ones by their second word
    begun: list[_Entry]  # and those of which only the beginning of that is told


class _Language:
    """The words of one language by the first word of each entry."""

    def __init__(self, name: str) -> None:
        self._fold = _fold_german if name == "german" else _fold
        self._whole: dict[str, list[_Entry]] = {}
        self._begun: dict[str, list[_Entry]] = {}
        for words in (tools.WORDS, loanwords.WORDS, _MODULES[name].WORDS):
            for part, text in words.items():
                for entry in _entries(self._fold(text)):
                    first, *rest = (token[0] for token in _TOKEN.finditer(entry))
                    place = self._begun if first.endswith("*") else self._whole
                    place.setdefault(first.rstrip("*"), []).append((tuple(rest), part))

        self._known: dict[str, _Beginning] = {}

    @staticmethod
    @lru_cache(maxsize=8)
    def of(name: str) -> _Language:
        return _Language(name)

    def clauses(self, said: str) -> list[list[Parts]]:
        """The signs of each word, the longest of several words first, clause by clause."""
        tokens = [(token.lastgroup or "", token[0]) for token in _TOKEN.finditer(self._fold(said))]
        words = [word for _, word in tokens]
        made: list[list[Parts]] = [[]]
        at = 0
        while at < len(tokens):
            kind, word = tokens[at]
            length, parts = self._at(words, at)
            if kind == "end" and not parts:
                made.append([])
            else:
                if word in _JOINS and length <= 1:
                    made.append([])
                made[-1].append(parts | {kind} if kind in {"path", "file", "address", "number"} else parts)
            at += max(length, 1)
        return [_together(clause) for clause in made if clause]

    def _at(self, words: list[str], at: int) -> tuple[int, Parts]:
        alone, whole, begun = self._beginning(words[at])
        best = 1 if alone else 0
        found = alone
        more = whole.get(words[at + 1], []) if whole and at + 1 < len(words) else []
        for rest, part in more + begun if begun else more:
            length = 1 + len(rest)
            if length >= best and _follow(rest, words, at + 1):
                found = [*found, part] if length == best else [part]
                best = length
        return best, frozenset(found) if found else _NONE

    def _beginning(self, word: str) -> _Beginning:
        """The entries that begin with `word`."""
        found = self._known.get(word)
        if found is None:
            entries = [*self._whole.get(word, ())]
            for end in range(1, len(word) + 1):
                entries += self._begun.get(word[:end], ())
            found = _sorted(entries)
            if len(self._known) < _KNOWN:
                self._known[word] = found
        return found


def _sorted(entries: Iterable[_Entry]) -> _Beginning:
    found = _Beginning([], {}, [])
    for rest, part in entries:
        if not rest:
            found.alone.append(part)
        elif rest[0].endswith("*"):
            found.begun.append((rest, part))
        else:
            found.whole.setdefault(rest[0], []).append((rest, part))
    return found


def _follow(rest: tuple[str, ...], words: list[str], at: int) -> bool:
    if at + len(rest) > len(words):
        return False
    for place, wanted in enumerate(rest, at):  # a plain loop: this is asked at every word
        word = words[place]
        if word != wanted and not (wanted[-1] == "*" and word.startswith(wanted[:-1])):
            return False
    return True


def _together(clause: list[Parts]) -> list[Parts]:
    """What two words near each other say together: "without" and "asking"."""
    for first, second, both, within in _TOGETHER:
        for at, parts in enumerate(clause):
            if first in parts and any(second in near for near in clause[at + 1 : at + 1 + within]):
                clause[at] = clause[at] | {both}
    return clause
