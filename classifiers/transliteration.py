"""Whether a word in Hangul is an English word written as it sounds: 컨슈머 is consumer.

Both sides become their consonants as the rules for writing loanwords in Hangul set them (외래어 표기법, 1986: of each
sound one letter, 받침 of ㄱㄴㄹㅁㅂㅅㅇ only, no doubled consonants), and the vowels between them. English spelling is
ambiguous, so a Latin word may have several readings. What is compared are the words of an index, which have lost their
endings: 마이그레이션 is `migrat`, 컨테이너 `contain`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

SHORTEST = 3  # letters of a Latin word, from which on it is compared
LONGEST = 24
READINGS = 16  # of one Latin word at most

_FIRSTS = ("g", "", "n", "d", "", "l", "m", "b", "", "s", "", "", "j", "", "c", "k", "t", "p", "h")
_DOUBLED = frozenset((1, 4, 8, 10, 13))
_VOWELS = [
    "a",
    "e",
    "a",
    "e",
    "x",
    "e",
    "x",
    "e",
    "o",
    "oa",
    "oe",
    "oe",
    "o",
    "u",
    "ux",
    "ue",
    "ui",
    "u",
    "-",
    "-",
    "i",
]
_LASTS = {0: "", 1: "k", 4: "n", 8: "l", 16: "m", 17: "p", 19: "t", 21: "n"}
"""The letters of a syllable, in the order of Unicode (the Unicode Standard, 3.12). ㅓ is `x`, ㅡ `-`: it only carries a consonant."""

_FOREIGN = re.compile(
    "[카-킿]|(?![태택탄탈탐통퇴특])[타-틿]|(?![판편평폐폭표품풍])[파-핗]|[그느드르므브스즈츠디듀]|[싱딩닝링밍빙깅]$"
)
"""Syllables that few Korean words have: with ㅋㅌㅍ, but for common Sino-Korean ones, with consonants that only ㅡ carries,
with ㄷ before ㅣ (native words made it 지), and English -ing."""


class Sound(NamedTuple):
    """Consonants, and the vowels before the first and behind each."""

    consonants: str
    vowels: tuple[str, ...]
    foreign: bool = False  # it has a syllable as few Korean words do


def of_hangul(run: str) -> Sound | None:
    """How the run sounds, when it can be a loanword."""
    consonants, vowels = "", [""]
    for syllable in run:
        place = ord(syllable) - 0xAC00
        if not 0 <= place < 11172:
            return None
        first, vowel, last = place // 588, place % 588 // 28, place % 28
        if first in _DOUBLED or last not in _LASTS:
            return None
        consonants, vowels = _spoken(consonants, vowels, _FIRSTS[first])
        vowels[-1] += _VOWELS[vowel]
        consonants, vowels = _spoken(consonants, vowels, _LASTS[last])
    return Sound(consonants, tuple(vowels), bool(_FOREIGN.search(run)))


def _spoken(consonants: str, vowels: list[str], one: str) -> tuple[str, list[str]]:
    """With one more consonant; ㄹㄹ is a single l."""
    if not one or (consonants.endswith("l") and one == "l" and not vowels[-1]):
        return consonants, vowels
    return consonants + one, [*vowels, ""]


_RULES = tuple(
    rule.rsplit("=", 1)
    for rule in r"""
    ss=s ^kn=n ^gn=n ^wr=l ^ps=s ^x=j wh=u tion=s-n sion=s-n|j-n ture|tur$=ce tch=c ch=c|k|s sch=s-k|s sh=s ck=k ph=p
    th=s|d|t gh=g| dg=j nge=nj|ng ng$=n|ng|nj ng=n|ng nk=nk qu=ku|k mb$=m du=ju|du sc(?=[eiy])=s c(?=[eiy])=s
    g(?=[eiy])=j|g (?<=[aeiouy])s(?=[aeiouy]|$)=s|j (?<=[aeiouy])r(?![aeiouyr])=r b(?![aeiouylr])=b|p c$=k|s d$=d|t
    g$=g|j|k t$=t|s-n [ckq]=k f=p r=l v=b x=ks y=i w=u z=j [abdeghijklmnopstu]=
    """.split()  # noqa: SIM905 - read as rules, not as a list
)
"""How what is spelt may sound, the longer spellings first; the last are their own sounds. A stem may have lost an e, or -ion,
so that its last letter has more. In a sound, r is a vowel that was before an r, and - is where ㅡ carries a consonant."""
_SPELT = re.compile("|".join(f"({spelt})" for spelt, _ in _RULES))
_READ = tuple(tuple(sounds.split("|")) if sounds else None for _, sounds in _RULES)
_TWICE = re.compile(r"([b-df-hj-np-rtv-z])\1")
_CONSONANTS = frozenset("bcdghjklmnpst")


@lru_cache(maxsize=1024)
def of_latin(word: str) -> tuple[Sound, ...]:
    """How the word, in lower case and without its ending, may sound."""
    if not (SHORTEST <= len(word) <= LONGEST and word.isascii() and word.isalpha() and word.islower()):
        return ()
    spelt = _SPELT.finditer(_TWICE.sub(r"\1", word))
    found = [_READ[(match.lastindex or 0) - 1] or (match.group(),) for match in spelt]
    return tuple(dict.fromkeys(_parted("".join(one)) for one in islice(product(*found), READINGS)))


def _parted(reading: str) -> Sound:
    consonants, vowels = "", [""]
    for letter in reading:
        if letter in _CONSONANTS:
            consonants, vowels = _spoken(consonants, vowels, letter)
        else:
            vowels[-1] += letter
    return Sound(consonants, tuple(vowels))


_AS = {"a": "aexoi", "e": "eixa-", "i": "iaxe", "o": "oaxu-", "u": "uxaoi-", "r": "xa", "-": "-ix"}
"""Which vowels in Hangul a Latin one may be."""


def likeness(hangul: Sound, latin: Sound) -> float:
    """How well their vowels agree, 0 to 1, when they sound alike; else 0.

    Their consonants must be the same, and the fewer they are, the surer must be the vowels. Two are enough for what no
    Korean word is written like, and words of two consonants that are one by chance are many.
    """
    number = len(latin.consonants)
    whole = hangul.consonants == latin.consonants
    if number < (2 if hangul.foreign and whole else 3) or latin.consonants not in keys_of(hangul):
        return 0.0
    slots = list(zip(f" {latin.consonants}", hangul.vowels, latin.vowels, strict=False))
    lost = number > 2 and not latin.vowels[-1] and hangul.vowels[-1] in _LOST_VOWELS
    alike = [*(_vowel_alike(*slot) for slot in slots[:-1]), not whole or lost or _vowel_alike(*slots[-1])]
    good = sum(alike) / len(alike)
    least = (0.5 if number > 3 else 0.8 if number == 3 else 1.0) if hangul.foreign else 1.0
    return good if good >= least and (whole or hangul.foreign) else 0.0


def _vowel_alike(behind: str, hangul: str, latin: str) -> bool:
    """May what is heard behind a consonant be spelt like that? ㅅㅈㅊ are carried by ㅣ too."""
    if not latin:
        return hangul in {"", "-"} or (hangul == "i" and behind in "sjc")
    return hangul[0] in _AS[latin[0]] if hangul else latin in {"e", "-"}


def keys_of(hangul: Sound) -> tuple[str, ...]:
    """The consonants by which words that may sound like this are looked up, the surest first."""
    whole, vowels = hangul.consonants, hangul.vowels
    found = [whole]
    if len(whole) > 3:
        if whole.endswith("sn") and vowels[-2] == "x":  # -ation
            found += [whole[:-2] + "t", whole[:-2]]
        if whole.endswith("mnt"):
            found.append(whole[:-3])
    if len(whole) > 2 and (whole[-1], vowels[-2 if whole[-1] == "n" else -1]) in _LOST:
        found.append(whole[:-1])
    return tuple(dict.fromkeys(found))


_LOST = frozenset({("n", "i"), ("s", "-"), ("j", "-"), ("j", "x"), ("t", "x")})
"""What a stem has lost of what is said: -ing, a plural, -izer, -ator."""
_LOST_VOWELS = frozenset({"x", "i"})
"""The same of -er and -y."""


def spelt_out(run: str) -> str:
    """The Latin letters that a run names one by one, such as api of 에이피아이, or nothing."""
    return "".join(_NAMED[name] for name in _NAME.findall(run)) if _NAMES.fullmatch(run) else ""


_NAMED = dict(
    zip(
        "에이치 더블유 에이 비 씨 디 이 에프 지 아이 제이 케이 엘 엠 엔 오 피 큐 알 에스 티 유 브이 엑스 와이 제트 투 쓰리".split(),  # noqa: SIM905 - read as words, not as a list
        "hwabcdefgijklmnopqrstuvxyz23",
        strict=True,
    )
)
_NAME = re.compile("|".join(_NAMED))
_NAMES = re.compile(f"(?:{'|'.join(_NAMED)}){{2,}}")
