"""The literal texts of which every match of a pattern holds one: looking for them is far faster than the pattern.

Only what is sure is read off: what may be absent is passed over. Where case does not matter to a part of the pattern,
all of it is looked for without regard to case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from classifiers.literal_finder import LiteralFinder

# What may stand at a place of a pattern. `aside` opens a group that matches no text of its own, or text in other terms;
# `odd` is what is not understood here, like a character by its number.
_ITEM = re.compile(
    r"\\(?P<escaped>[^\w\s])|(?P<other>\\[AbBdDnrsStwWZ]|\[\^?\]?(?:\\.|[^\]\\])*\]|[.^$])"
    r"|(?P<open>\((?:\?(?:-?i)?:|\?P<\w+>|(?!\?)))|(?P<aside>\(\?)|(?P<close>\))|(?P<bar>\|)"
    r"|(?P<plain>[^\\\[\](){}|.^$?*+])|(?P<quantifier>[?*+][?+]?|\{\d*(?:,\d*)?\}[?+]?)|(?P<odd>.)",
    re.DOTALL,
)
_GLOBAL = re.compile(r"\(\?[a-zA-Z]*[a-hj-ln-zA-Z][a-zA-Z]*\)")  # flags but `m` and `i`, or recursion
_FOLDS = re.compile(r"\(\?[im]*i[im]*[:)-]")  # case does not matter, in all of it or in a part
_MOST = 16  # texts looked for; more of them are no faster than the pattern

Texts = tuple[str, ...]


class Literals(NamedTuple):
    """What everything a pattern matches holds: one of `texts`, and of each of `also` one too.

    Single letters and signs alone are in nearly every text, so `also` has none of them. With `folded` it is in the
    match's `casefold`. With `begins`, one of `texts` is in the line where a match begins, or nothing but white space and
    signs stands between the two.
    """

    texts: Texts = ()
    also: tuple[Texts, ...] = ()
    folded: bool = False
    begins: bool = False


@lru_cache(maxsize=4096)
def literals_of(text: str, flags: int = re.MULTILINE) -> Literals:
    """The literals of the pattern `text`, as far as they can be told; none when they cannot.

    `flags` are those it is compiled with, of `re` or `regex`, which are the same numbers.
    """
    if flags & re.VERBOSE or _GLOBAL.search(text):
        return Literals()
    try:
        ways = _sequences(_ITEM.finditer(text))
    except ValueError:
        return Literals()
    folded = bool(flags & re.IGNORECASE) or _FOLDS.search(text) is not None
    if len(ways) > 1:
        return Literals(_cased(_either(ways), folded=folded), folded=folded)
    held = ways[0].held()
    if not held:
        return Literals()
    first = []
    if _BEGINNING.match(text) is not None:
        end = _first_line(text, dot=bool(flags & re.DOTALL))
        first = [texts for texts, at in held if at <= end]
    begins = bool(first)
    best = _rarest(first if begins else [texts for texts, _ in held])
    also = dict.fromkeys(
        _cased(texts, folded=folded) for texts, _ in held if texts != best and max(map(len, texts)) > 1
    )
    return Literals(_cased(best, folded=folded), tuple(also), folded, begins)


_BEGINNING = re.compile(r"(?:\(\?i\))?\^")
_LEADING = re.compile(r"(?:\(\?i\))?\^(?:\(\?i?:)?\\[sW][*+{]")  # white space or signs that may reach over lines


def _first_line(pattern: str, *, dot: bool) -> int:
    """Up to where in the pattern a match stays in the line in which its text begins."""
    if "(?s" in pattern:
        return 0
    leading = _LEADING.match(pattern)
    for item in _ITEM.finditer(pattern, leading.end() if leading else 0):
        other = item["other"]
        if (
            item["odd"]
            or item["plain"] == "\n"
            or (
                other
                and (
                    other in {r"\s", r"\W", r"\D", r"\n", r"\r"}
                    or (dot and other == ".")
                    or (other[0] == "[" and (other[1] == "^" or re.search(r"\\[sWDnrS]|[^ -\uffff]", other)))
                )
            )
        ):
            return item.start()
    return len(pattern)


def _cased(texts: Texts, *, folded: bool) -> Texts:
    return tuple(dict.fromkeys(each.casefold() for each in texts)) if folded else texts


class Ways:
    """The alternatives of a long pattern, each tried only on a text that holds one of its literals.

    Most sentences hold none of any, and one of all alternatives would be tried at every letter. An alternative is
    compiled when it is first tried: of hundreds, most never are.
    """

    __slots__ = ("_apart", "_flags", "_pattern")

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._pattern = pattern
        self._flags = flags
        self._apart: _Apart | None = None  # made when it is first asked: most verbs hear nobody

    def search(self, text: str) -> bool:
        """Whether one of them is found anywhere in `text`."""
        each, blind, finder, ways = self._apart or self._made()
        folded, flags = text.casefold(), self._flags
        for pattern in blind:
            if _search(pattern, flags)(text):
                return True
        for way in {ways[place] for place in finder.places(folded)}:
            pattern, literals = each[way]
            if holds(folded if literals.folded else text, literals.also) and _search(pattern, flags)(text):
                return True
        return False

    def _made(self) -> _Apart:
        each = tuple((one, literals_of.__wrapped__(one, self._flags)) for one in _apart(self._pattern))
        held = [(text.casefold(), way) for way, (_, literals) in enumerate(each) for text in literals.texts]
        self._apart = made = _Apart(
            each,
            tuple(one for one, literals in each if not literals.texts),
            LiteralFinder(text for text, _ in held),
            tuple(way for _, way in held),
        )
        return made


class _Apart(NamedTuple):
    each: tuple[tuple[str, Literals], ...]
    blind: tuple[str, ...]  # those without literals
    finder: LiteralFinder
    ways: tuple[int, ...]  # of each text that is looked for, the place in `each`


@cache
def _search(pattern: str, flags: int) -> Callable[[str], re.Match[str] | None]:
    return re.compile(pattern, flags).search


def holds(text: str, needs: tuple[Texts, ...]) -> bool:
    """Whether one text of each is in `text`."""
    for texts in needs:  # plain loops: this runs a hundred times for one output
        for literal in texts:
            if literal in text:
                break
        else:
            return False
    return True


def alternatives(pattern: str) -> list[str]:
    """The alternatives at a pattern's top, each a pattern of its own."""
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


def _apart(pattern: str) -> list[str]:
    """As `alternatives`, those behind a common beginning apart as well: `x(?:a|b)` is `xa` or `xb`."""
    found = []
    for one in alternatives(pattern):
        group = _last_group(one)
        found += [one[:group] + each for each in alternatives(one[group + 3 : -1])] if group else [one]
    return found


def _last_group(pattern: str) -> int:
    """Where the group starts that ends a pattern and is not all of it; 0 when none does."""
    open_at: list[int] = []
    last = 0
    for item in _ITEM.finditer(pattern):
        if item.lastgroup in {"open", "aside"}:
            open_at.append(item.start())
        elif item.lastgroup == "close":
            start = open_at.pop()
            last = start if item.end() == len(pattern) and pattern.startswith("(?:", start) else 0
    return last


def _sequences(items: Iterable[re.Match[str]]) -> list[_Sequence]:
    """The alternatives up to the end of a group."""
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
    return each


def _either(sequences: list[_Sequence]) -> Texts:
    """What the alternatives hold; () when one of them need not hold any text."""
    each = [_rarest([texts for texts, _ in one.held()]) for one in sequences]
    found = tuple(dict.fromkeys(text for texts in each for text in texts))
    return found if all(each) and len(found) <= _MOST else ()


def _rarest(held: list[Texts]) -> Texts:
    """The texts that are the least likely to be anywhere: the longest."""
    return max(held, key=lambda texts: min(map(len, texts)), default=())


class _Sequence:
    """One alternative: what it surely holds, read item by item."""

    def __init__(self) -> None:
        self._held: list[tuple[Texts, int]] = []
        self._run = ""
        self._end = 0  # where the run ends
        self._group = False  # the last item was a group

    def take(self, item: re.Match[str], items: Iterable[re.Match[str]]) -> None:
        """Read an item, and with a group all that is in it."""
        group = False
        if item["plain"] or item["escaped"]:
            self._run += item["plain"] or item["escaped"]
            self._end = item.end()
        elif item["open"] or item["aside"]:
            self._end_run()
            last = _Last(items, item.end())
            inner, group = _either(_sequences(last)), True
            self._held.append((inner if item["open"] else (), last.end))
        else:
            if item["quantifier"] and item["quantifier"][0] in "?*{":  # what stands before it may be absent
                self._run = self._run[:-1]
                if self._group:
                    self._held.pop()
            self._end_run()
        self._group = group

    def held(self) -> list[tuple[Texts, int]]:
        """Texts of which one is in every match, and where in the pattern they end, in order."""
        self._end_run()
        return [each for each in self._held if each[0]]

    def _end_run(self) -> None:
        if self._run:
            self._held.append(((self._run,), self._end))
        self._run = ""


class _Last:
    """The items, and where the last of them ended."""

    def __init__(self, items: Iterable[re.Match[str]], end: int) -> None:
        self._items = items
        self.end = end

    def __iter__(self) -> Iterator[re.Match[str]]:
        for item in self._items:
            self.end = item.end()
            yield item
