"""Which part each word of an English sentence plays ("don't", a step of work, "until I say so"), by `wording`, as one letter each.

"Don't commit until I say so" is not-do-leave however it is put, so a short grammar over these letters tells many sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache

from classifiers.literal_finder import LiteralFinder
from classifiers.statements.phrases import Phrase, entries_of, is_phrase
from classifiers.statements.wording import english, names

Parts = frozenset[str]

UNKNOWN = "·"
"""The letter of a word that plays no part."""
CLAUSE = ","
"""The letter of a sign between two clauses."""
_FIRST = 0x100  # from here on: one letter for each set of parts that a word may play
_GAP = re.compile(r"(?P<clause>[,;:—–]|\.{3}| - )|[^\W_]+(?:[\w'./@+#-]*\w)?|[\w/@#.*-]*/[\w/@#.*-]*")
_CLAUSES = re.compile(f"{CLAUSE}+")
_CAPITALS = re.compile(r"(?<![A-Za-z0-9_.])(?:[A-Z][a-z]*[A-Z0-9]\w*|(?<=[^.!?\s] )[A-Z][a-z]+|[A-Z]{2,}\w*)(?!\w)")
_DIGIT = re.compile(r"\d")
_PLACE = re.compile(
    r"(?<![A-Za-z0-9_:/.@-])(?:\.{0,2}/)?(?:[A-Za-z0-9_.@*-]+/)+(?:[A-Za-z0-9_*-]*(?![.A-Za-z0-9_])|\*[\w.*]*)"
)
_NUMBER = re.compile(r"(?<![A-Za-z0-9_.-])v?\d+(?:\.\d+)*(?![A-Za-z0-9_])")
_ADDRESS = re.compile(
    r"(?<![\w./-])(?:[\w-]+\.)+(?:com|org|net|io|dev|internal|local|localdomain|corp|example|cloud|app|ai|co|lan|intra|kr|jp|cn|ru|fr|de"
    r"|es|br)(?::\d+)?(?![\w-])|(?<![\w.:])(?!(?:19|20)\d\d(?!\d))\d{4,5}(?![\w.])|(?<![\d.])(?:\d{1,3}\.){2,3}\d{1,3}(?![\d.])"
)
_PORT = re.compile(r"(?<![\w-])port \d{2,5}(?![\w.])|(?:(?<=\blistens on )|(?<=\blisten on )):?\d{2,5}(?![\w.])")
_AMOUNT = re.compile(r"(?<![\w.])\d+ ?(?:gb|tb|mb|cores?|vcpus?|gib)(?![a-z])")
_TEAM = re.compile(r"(?<!\w)[a-zäöü]{2,}-?teams?(?!\w)")
_SIGNED: tuple[Parts, ...] = tuple(
    map(frozenset, ({"place"}, {"number"}, {"address"}, {"fixed"}, {"team"}, {"name"}, {"env", "number", "port"}))
)
_PLACES, _NUMBERS, _ADDRESSES, _AMOUNTS, _TEAMS, _NAMES, _PORTS = _SIGNED


class Words:
    """The words that play parts, and a letter for each set of parts that one of them plays."""

    def __init__(self, *words: Mapping[str, str]) -> None:
        parts: dict[str, set[str]] = {}
        for each in words:
            for part, text in each.items():
                for entry in entries_of(text):
                    parts.setdefault(entry, set()).add(part)
        stems = {
            entry[:-1].rstrip(): played
            for entry, played in parts.items()
            if entry.endswith("*") and not is_phrase(entry)
        }
        shared: dict[Parts, Parts] = {}
        phrases, entries = [], {}
        for entry, played in parts.items():
            full = frozenset(played) if is_phrase(entry) else _with_stems(entry, played, stems)
            full = shared.setdefault(full, full)  # one object for all equal sets
            if is_phrase(entry):
                phrases.append(Phrase(entry, full))
            else:
                entries[entry] = full
        self.entries, self.phrases = entries, phrases
        self._open = [entry.endswith("*") for entry in entries]
        self._played = list(entries.values())
        held = [(text, place) for place, phrase in enumerate(phrases) for text in phrase.literals.texts]
        self._within = [place for _, place in held]  # the phrase, by the place of its literal behind the entries
        texts = [entry.rstrip("*").rstrip() for entry in entries]
        self._finder = LiteralFinder([*texts, *(text for text, _ in held)])
        every = sorted({*shared, *_SIGNED}, key=sorted)
        self._letters = {played: chr(_FIRST + place) for place, played in enumerate(every)}
        self._soft = {
            letter for played, letter in self._letters.items() if "soft" in played and played <= {"soft", "who"}
        }
        lasting = {"soft", "ever", "lasts", "keeps"}
        self._lasting = {ord(letter): None for played, letter in self._letters.items() if played <= lasting}

    def letters(self, parts: Iterable[str]) -> str:
        """All letters of words that may play one of `parts`."""
        wanted = {*parts}
        return "".join(letter for played, letter in self._letters.items() if not wanted.isdisjoint(played))

    def bare(self, spelled: str) -> str:
        """What is spelled without the words that only say that something lasts."""
        return spelled.translate(self._lasting).strip(CLAUSE)

    def spelled(self, said: str) -> str:
        """The parts of a sentence, one letter for each word that plays one, and those of `UNKNOWN` and `CLAUSE`."""
        named = said.replace("\u2019", "'")
        plain = plain_of(said)
        made: list[str] = []
        at = 0
        for start, end, played in [*self._spans(plain, named), (len(plain), len(plain), None)]:
            if start > at:
                made += [CLAUSE if gap["clause"] else UNKNOWN for gap in _GAP.finditer(plain, at, start)]
            at = end
            letter = CLAUSE if played and "clause" in played else self._letters[played] if played else ""
            if letter not in self._soft:
                made.append(letter)
        return _CLAUSES.sub(CLAUSE, "".join(made)).strip(CLAUSE)

    def _spans(self, said: str, named: str) -> list[tuple[int, int, Parts]]:
        """Where words with a part stand in `said` (plain), the leftmost and longest, in order; `named` has its capitals."""
        found: dict[int, tuple[int, int, Parts]] = {}
        for phrase in (self.phrases[place] for place in self._entered(said, found)):
            for match in phrase.finditer(said):
                _longer(found, match, phrase.played, match.end() - match.start())
        for parts, pattern in signed(said):
            for match in pattern.finditer(said):
                _longer(found, match, parts, 0)
        for match in _CAPITALS.finditer(named):
            _longer(found, match, _NAMES, 0)
        kept, at = [], 0
        for start in sorted(found):
            if start >= at:
                at, _, parts = found[start]
                kept.append((start, at, parts))
        return kept

    def _entered(self, said: str, found: dict[int, tuple[int, int, Parts]]) -> set[int]:
        """Enter the longest entry at each place; the phrases that may be there too."""
        inner = [letter.isalnum() or letter == "_" for letter in said]
        inner.append(False)
        opened, played, entries = self._open, self._played, len(self._open)
        phrases = set()
        for place, start, end in self._finder.spans(said):
            if place >= entries:
                phrases.add(self._within[place - entries])
                continue
            if start and inner[start] and inner[start - 1]:
                continue
            size = end - start
            if inner[end] and inner[end - 1]:
                if not opened[place]:
                    continue
                end = inner.index(False, end)  # noqa: PLW2901 - the word goes on
            known = found.get(start)
            if known is None or end > known[0] or (end == known[0] and size > known[1]):
                found[start] = end, size, played[place]
        return phrases


def signed(said: str) -> Iterator[tuple[Parts, re.Pattern[str]]]:
    """The signs that may be in `said` (plain), by what each of them must hold."""
    if "/" in said:
        yield _PLACES, _PLACE
    if _DIGIT.search(said):
        yield from ((_PORTS, _PORT), (_NUMBERS, _NUMBER), (_ADDRESSES, _ADDRESS), (_AMOUNTS, _AMOUNT))
    elif "." in said:
        yield _ADDRESSES, _ADDRESS
    if "team" in said:
        yield _TEAMS, _TEAM


def _longer(found: dict[int, tuple[int, int, Parts]], match: re.Match[str], played: Parts, size: int) -> None:
    start, end = match.span()
    known = found.get(start)
    if known is None or (end, size) > known[:2]:
        found[start] = end, size, played


def _with_stems(entry: str, played: set[str], stems: Mapping[str, set[str]]) -> Parts:
    """The parts of an entry, and of the stems that go on to its end."""
    bare = entry.rstrip("*").rstrip()
    every = set(played)
    for end in range(2, len(bare) + 1):
        other = stems.get(bare[:end])
        if other and all(map(joined, bare[end - 1 :], bare[end:])):
            every |= other
    return frozenset(every)


def joined(one: str, other: str) -> bool:
    """Whether two letters belong to one word."""
    return (one.isalnum() or one == "_") and (other.isalnum() or other == "_")


def plain_of(said: str) -> str:
    """`said` as words are looked for: in lower case, each letter at its place (some have two there), plain apostrophes."""
    low = said.lower().replace("\u2019", "'")
    return low if len(low) == len(said) else "".join(letter.lower()[:1] for letter in said)


_LITTLE = {
    name: frozenset(words.split())
    for name, words in {
        "en": "the a an is are to of in and don t for we i you on with never always it that my our be this use please only before after every any all must should not no from when if has have",
        "fr": "le la les de des du un une ne pas et est en dans sur pour je tu on que qui ce sont avec sans au aux par c à n l d jamais toujours mon nos plus tout vous réponses courtes espaces",
        "de": "der die das und ist nicht ein eine ich wir auf mit in den dem zu für immer nie keine bitte nur vor nach sind im von werden wird hat haben wenn du unser bei als alle jedem einrückung leerzeichen statt",
        "es": "el la los las de en que no un una y con por para es son se del al cada sin siempre nunca usa mi lo su está nada cuando hay más usamos prefiero indentación",
        "pt": "o a os as de em que não um uma e com por para pra é são se do da no na cada sem sempre nunca use meu minha só ao dos das nos nas quando fica pelo usamos prefiro indentação",
    }.items()
}
"""The little words by which a text in Latin letters is known."""
_FOREIGN = re.compile("[가-힣ぁ-ヿ一-鿿Ѐ-ӿ]")
_WORD = re.compile(r"[^\W\d_]+")


def in_latin(said: str) -> bool:
    """Whether no letter of `said` is Korean, Japanese, Chinese or Cyrillic."""
    return said.isascii() or not _FOREIGN.search(said)


@lru_cache(maxsize=32)  # several questions are asked of one sentence
def is_english(said: str) -> bool:
    """Whether `said` is in no other script, and has as many little words of English as of any other language."""
    if not in_latin(said):
        return False
    words = set(_WORD.findall(said.lower()))
    counts = [len(own & words) for own in _LITTLE.values()]
    return counts[0] == max(counts)


@cache
def words() -> Words:
    """The English words, made when the first sentence is read."""
    return Words(names.WORDS, english.WORDS)
