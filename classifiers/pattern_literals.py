"""The literal texts of which every match of a pattern holds one: looking for them is far faster than the pattern.

Only what is sure is read off: what may be absent is passed over. Where case does not matter to a part of the pattern,
all of it is looked for without regard to case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import regex

# What may stand at a place of a pattern. `aside` opens a group that matches no text of its own, or text in other terms;
# `odd` is what is not understood here, like a character by its number.
_ITEM = re.compile(
    r"\\(?P<escaped>[^\w\s])|(?P<other>\\[AbBdDnrsStwWZ]|\[\^?\]?(?:\\.|[^\]\\])*\]|[.^$])"
    r"|(?P<open>\((?:\?(?:-?i)?:|\?P<\w+>|(?!\?)))|(?P<aside>\(\?)|(?P<close>\))|(?P<bar>\|)"
    r"|(?P<plain>[^\\\[\](){}|.^$?*+])|(?P<quantifier>[?*+][?+]?|\{\d*(?:,\d*)?\}[?+]?)|(?P<odd>.)",
    re.DOTALL,
)
_GLOBAL = re.compile(r"\(\?[a-zA-Z]*[a-hj-ln-zA-Z][a-zA-Z]*\)")  # flags but `m` and `i`, or recursion
_MOST = 16  # texts looked for; more of them are no faster than the pattern

Texts = tuple[str, ...]


class Literals(NamedTuple):
    """Texts of which one is in everything a pattern matches; with `folded`, in that text's `casefold`."""

    texts: Texts = ()
    folded: bool = False


@lru_cache(maxsize=4096)
def literals_of(pattern: regex.Pattern[str] | re.Pattern[str]) -> Literals:
    """The literals of `pattern`, as far as they can be told; none when they cannot."""
    text = pattern.pattern
    if pattern.flags & regex.VERBOSE or _GLOBAL.search(text):
        return Literals()
    folded = bool(pattern.flags & regex.IGNORECASE) or "(?i:" in text
    try:
        texts = _alternatives(_ITEM.finditer(text))
    except ValueError:
        return Literals()
    return Literals(tuple(dict.fromkeys(each.casefold() for each in texts)) if folded else texts, folded)


class Ways:
    """The alternatives of a long pattern, each tried only on a text that holds one of its literals.

    Most sentences hold none of any, and one of all alternatives would be tried at every letter.
    """

    __slots__ = ("_each",)

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._each = tuple((way, literals_of(way)) for way in (re.compile(one, flags) for one in _split(pattern)))

    def search(self, text: str) -> bool:
        """Whether one of them is found anywhere in `text`."""
        folded = text.casefold()
        for way, (literals, fold) in self._each:
            held = folded if fold else text
            for literal in literals or ("",):
                if literal in held:
                    if way.search(text):
                        return True
                    break
        return False


def _split(pattern: str) -> list[str]:
    """The alternatives at a pattern's top."""
    depth, starts = 0, [0]
    for item in _ITEM.finditer(pattern):
        if item.lastgroup in {"open", "aside"}:
            depth += 1
        elif item.lastgroup == "close":
            depth -= 1
        elif item.lastgroup == "bar" and not depth:
            starts.append(item.end())
    ends = [start - 1 for start in starts[1:]]
    return [pattern[start:end] for start, end in zip(starts, [*ends, len(pattern)], strict=True)]


def _alternatives(items: Iterator[re.Match[str]]) -> Texts:
    """What the alternatives up to the end of a group hold; () when one of them need not hold any text."""
    each = [_Sequence()]
    for item in items:
        kind = item.lastgroup
        if kind == "close":
            break
        if kind == "bar":
            each.append(_Sequence())
        elif kind == "odd":
            raise ValueError(item[0])
        else:
            each[-1].take(item, items)
    held = [one.best() for one in each]
    found = tuple(dict.fromkeys(text for texts in held for text in texts))
    return found if all(held) and len(found) <= _MOST else ()


class _Sequence:
    """One alternative: what it surely holds, read item by item."""

    def __init__(self) -> None:
        self._held: list[Texts] = []
        self._run = ""
        self._group = False  # the last item was a group

    def take(self, item: re.Match[str], items: Iterator[re.Match[str]]) -> None:
        """Read an item, and with a group all that is in it."""
        group = False
        if item["plain"] or item["escaped"]:
            self._run += item["plain"] or item["escaped"]
        elif item["open"] or item["aside"]:
            self._end_run()
            inner, group = _alternatives(items), True
            self._held.append(inner if item["open"] else ())
        else:
            if item["quantifier"] and item["quantifier"][0] in "?*{":  # what stands before it may be absent
                self._run = self._run[:-1]
                if self._group:
                    self._held.pop()
            self._end_run()
        self._group = group

    def best(self) -> Texts:
        """The texts that are the least likely to be anywhere: the longest."""
        self._end_run()
        return max((texts for texts in self._held if texts), key=lambda texts: min(map(len, texts)), default=())

    def _end_run(self) -> None:
        if self._run:
            self._held.append((self._run,))
        self._run = ""
