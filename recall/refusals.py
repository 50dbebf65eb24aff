"""What a person says is not to be done: it asks for nothing, and must not be taken for what is asked.

"don't deploy yet, just show me the diff" asks for a diff, and "배포는 하지 말고 리뷰만" for a review.
"""

from __future__ import annotations

import re
from functools import lru_cache

from recall.reports import asked

_BEFORE = r"(?:^|[,.;:!?\n(]|\b(?:please|pls|and|but|so|also|ok|okay|now|just|or|better))\s*"
"""What may stand before an order. Behind a subject it is none: "the tests don't pass"."""

_ORDER = (
    r"(?:(?:do\s+not|don['’]?t|never)\s+(?!(?:we|you|they|i|have|know|remember|forget|understand)\b)"
    r"|never\s*mind|no\s+need\s+(?:to|for)\b|skip\b|no\s+(?:more\s+)?\w+(?:\s\w+)?\s+(?:today|yet|now|needed|necessary|please|for\s+now)\b|hold\s+off\b|leave\s+out\b)"
)
_REST = r"(?:(?![,.;:!?\n)]|\b(?:but|just|only|instead|and\s+(?:don|do\s+not|just|only|never))\b).)*"

_ENGLISH = re.compile(rf"(?P<kept>{_BEFORE}){_ORDER}{_REST}|\bwithout\s+\w+ing\b{_REST}", re.IGNORECASE)

_NEVER = r"(?:말고|말아(?:줘|요|주세요)?|말자|말기|마(?:라|요|세요|십시오)?)"
_KOREAN = re.compile(
    rf"지(?:는|도)?\s*{_NEVER}$"  # 하지 말고, 배포하지마
    r"|말고$|빼고$|제외하고$"  # 쇼핑몰 말고, 테스트 빼고
    r"|안\s\S+도\s(?:돼|됨|된다|괜찮아)요?$"  # 안 돌려도 돼
    r"|(?:할|을|는|은)\s?필요(?:는|도|가)?\s?없(?:어|다|고|으니까?|음|습니다)요?$"
    r"|(?:은|는)\s나중에$"
)
_LATER = re.compile(r"나중에\s(?:하고|하자|하면|할게|해도|해)(?!\w)")
_CLAUSE = re.compile(r"[^,.;!?\n]+[,.;!?\n]*")
_GOES_ON = re.compile(r"(?:고|서|면|는데|지만|니까)$")
"""How a Korean clause ends that another one follows."""


LOOK_BACK = 3
"""Words of a clause that make one refusal."""


@lru_cache(maxsize=256)
def wanted(text: str) -> str:
    """The text without what it says is not to be done, or is done already."""
    text = asked(text)
    text = _ENGLISH.sub(lambda match: match["kept"] or "", text)
    if "말" in text or "마" in text or "안 " in text or "없" in text or "고" in text or "나중" in text:
        return "".join(_without(match.group()) for match in _CLAUSE.finditer(text))
    return text


def _without(clause: str) -> str:
    """The clause from behind the last word that refuses what stands before it."""
    words = _LATER.sub("나중에", clause).split()
    asks = clause.rstrip().endswith("?")
    kept: list[str] = []
    begin = 0  # in `kept`: where what a refusal reaches begins
    for word in words:
        kept.append(word)
        part = " ".join(kept[max(begin, len(kept) - LOOK_BACK) :]).rstrip(",.;!?")
        if not asks and _KOREAN.search(part):
            del kept[begin:]
        elif _GOES_ON.search(word):
            begin = len(kept)
    return clause if len(kept) == len(words) else " ".join((*kept, ""))
