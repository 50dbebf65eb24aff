"""The words a text can be found by: the same for what is kept and for what is asked.

Latin words lose their endings and common words are left out; Korean, Japanese and Chinese, which write no spaces where
we would need them, are cut into pairs of characters, so that 배포 is found in 재배포해줘. Names are found whole and by
their parts: `acme-api`, `AcmeApi` and `acme api` share words.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import snowballstemmer

_ENDING = re.compile(
    "(?:해\\s?주세요|해줄래요?|해줘요?|해봐요?|해라|했어요?|하세요|하자|할까요?|하는|하지|한다|해요?"
    "|해주시|해주실|해줄|해놔|해둬|해야|해도|해서|했는데|했던|했지|하는데|하면서|하면|하려면|하려고|하려는|하고|하게|하기|할게|할래|할지|하니|하네"
    "|합시다|합니다|됩니다|되는데|되는지|되는|되면|되게|되어|돼요?|됐어|됐는데|됐지|된다|되나요?|되지|인데|인지|인가요?|이었지|였는데|이라서|라서"
    "|시켜줘|주세요|주실래요?|주시겠어요|줄래요?|줘요?|봐줘|봐|세요|습니다|니다|이야|이지|였지|네요|나요|군요|지요|거든요?|잖아요?"
    "|에서|에게|한테|부터|까지|으로|이나|하고|처럼|보다|마다|이랑|라도|밖에|만|로|을|를|이|가|은|는|에|의|도|와|과|랑|들|좀)$"
)
"""Korean endings and particles, the longer ones first. Only where two syllables are left: 로그 is no 그로, 배포 stays."""

LONGEST_TEXT = 20_000  # characters that are looked at: a question is short, and a pasted log is not what is meant
LONGEST_WORD = 60

COMMON = frozenset(
    """
    a about after again all also am an and any are as at be because been before being but by can could did do does doing
    done down during each few for from further get got had has have having he her here him his how i if in into is it its
    just ll m me more most my no nor not now of off on once one only or other our out over own please re s same shall she
    should so some such t than that the their them then there these they this those through to too under until up us ve
    very was we were what when where which while who whom whose why will with would you your
    """.split()  # noqa: SIM905 - read as words, not as a list
)
"""Words that tell no text from another (English function words; the list is our own)."""

_COMMON_KOREAN = frozenset(
    [
        "좀",
        "더",
        "또",
        "안",
        "못",
        "왜",
        "뭐",
        "뭘",
        "걍",
        "그",
        "이",
        "저",
        "것",
        "거",
        "게",
        "건",
        "걸",
        "수",
        "때",
        "중",
        "등",
        "및",
        "내",
        "제",
        "네",
        "나",
        "너",
        "우리",
        "저희",
        "당신",
        "이거",
        "그거",
        "저거",
        "이건",
        "그건",
        "이게",
        "그게",
        "이걸",
        "그걸",
        "여기",
        "거기",
        "저기",
        "어디",
        "언제",
        "누가",
        "누구",
        "무엇",
        "뭐지",
        "뭐야",
        "뭐였지",
        "어떤",
        "어떻게",
        "어떡해",
        "어느",
        "얼마",
        "얼마나",
        "몇",
        "며칠",
        "하나",
        "하나만",
        "둘",
        "그냥",
        "그럼",
        "그러면",
        "그런데",
        "근데",
        "그리고",
        "그래서",
        "그래",
        "그래도",
        "하지만",
        "아니",
        "아니면",
        "혹시",
        "제발",
        "일단",
        "우선",
        "이제",
        "지금",
        "아까",
        "방금",
        "먼저",
        "나중",
        "오늘",
        "어제",
        "내일",
        "빨리",
        "얼른",
        "바로",
        "다시",
        "계속",
        "전부",
        "모두",
        "다",
        "모든",
        "같은",
        "같아",
        "같은데",
        "같이",
        "있어",
        "있는",
        "있는지",
        "있나",
        "있을까",
        "있으면",
        "있게",
        "없어",
        "없는",
        "없이",
        "없게",
        "해줘",
        "해봐",
        "해주",
        "주세요",
        "줘",
        "줄래",
        "해야",
        "하는",
        "하는데",
        "하려면",
        "하면",
        "해서",
        "해도",
        "하고",
        "하자",
        "했어",
        "했는데",
        "했던",
        "됐어",
        "되는",
        "되는데",
        "되면",
        "돼",
        "되나",
        "될까",
        "안돼",
        "싶어",
        "싶은",
        "싶은데",
        "알려",
        "알려줘",
        "보여",
        "보여줘",
        "봐줘",
        "봐",
        "보고",
        "보자",
        "부탁",
        "가능",
        "가능할까",
        "대한",
        "대해",
        "대해서",
        "위해",
        "위한",
        "통해",
        "때문",
        "정도",
        "경우",
        "에서",
        "에게",
        "으로",
        "까지",
        "부터",
        "하고",
        "이나",
        "이랑",
        "처럼",
        "보다",
        "마다",
        "라도",
        "입니다",
        "인데",
        "인지",
        "이야",
        "이지",
        "였지",
    ]
)
"""The same in Korean: function words, and what asks for anything at all; particles too, as they stand behind a Latin word."""

_HANGUL = "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"
_KANA = "\u3040-\u30ff\u31f0-\u31ff"
_HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_SPACELESS = f"{_HANGUL}{_KANA}{_HAN}"
_RUN = re.compile(f"[{_HANGUL}]+|[{_KANA}]+|[{_HAN}]+|(?:(?![{_SPACELESS}])[^\\W_])+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_PAIRED = re.compile(f"[{_SPACELESS}]")


def words_of(text: str) -> list[str]:
    """The words of a text in their order, each as often as it stands there."""
    return [word for run in runs_of(text) for word in run]


def runs_of(text: str) -> Iterator[list[str]]:
    """The same, with those together that came of one run of letters: a name and its parts, the pairs of a Korean word."""
    for match in _RUN.finditer(unicodedata.normalize("NFKC", text[:LONGEST_TEXT])):
        run = match.group()[:LONGEST_WORD]
        if _PAIRED.match(run):
            if run not in _COMMON_KOREAN and (bare := _bare(run)) not in _COMMON_KOREAN:
                yield pairs(bare)
            continue
        parts = _HUMP.split(run)
        found = [
            part if part.isdigit() else _root(part)
            for part in (*(part.lower() for part in parts if len(parts) > 1), run.lower())
            if part not in COMMON
        ]
        if found:
            yield found


def counted(text: str) -> Counter[str]:
    """How often each word stands in the text."""
    return Counter(words_of(text))


def _bare(run: str) -> str:
    """A Korean run without its ending, as often as it has one."""
    while True:
        shorter = _ENDING.sub("", run)
        if shorter == run or len(shorter) < 2:
            return run
        run = shorter


def pairs(run: str) -> list[str]:
    """Each two neighbours of a run of characters; a single one is itself."""
    return [run[place : place + 2] for place in range(len(run) - 1)] or [run]


_APART = frozenset(["production", "staging", "authority", "posting"])
"""Words that the stemmer makes one with another that is about something else: product, stage, author, post."""


@lru_cache(maxsize=8192)
def _root(word: str) -> str:
    if word in _APART:
        return word
    return _stemmer().stemWord(word) if word.isascii() else word


@lru_cache(maxsize=1)
def _stemmer() -> snowballstemmer.basestemmer.BaseStemmer:
    import snowballstemmer  # noqa: PLC0415  all its languages are 3 MB that an idle daemon does not need

    return snowballstemmer.stemmer("english")
