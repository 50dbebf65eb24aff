"""What a person only tells and does not ask for: that something is done already, or that somebody else will do it.

"배포는 끝났고 오타만 고쳐줘" asks for a correction only, and "rename doseUnit to unit" says nothing of doses.
"""

from __future__ import annotations

import re

_NO_REPORT = r"(?!(?:if|when|once|after|until|till|unless|whether|check|see|make|ensure|verify|is|are|was|were|has|have|did|do|does|why|how)\b)"
"""What begins a condition, an order or a question."""

_LEAST = r"(?:\s+(?:all|already|just|now|finally|successfully))*"
_DONE = r"(?:done|finished|completed?|over|green|deployed|released|built|merged|passed|passing|ran|published|pushed|rolled\s+out|through|live|out)"
_END = r"(?=\s*(?:[,.;!\n]|\b(?:and|so|but|now)\b))"
_TELL = rf"""(?P<kept>(?:^|[,.;:!?\n(]|\b(?:ok|okay|and|but|so|since|as|because)\b)\s*){_NO_REPORT}(?:
      (?:the|all|my|our|both)?\s*[\w-]+(?:\s+[\w-]+){{0,2}}?(?:['’]s|['’]re|\s+(?:is|are|was|were|went|got|has\s+been|have\s+been|has|have)){_LEAST}\s+{_DONE}(?:\s+(?:already|now|today|fine|by\s+now|well))*
    | (?:the|all|my|our)?\s*[\w-]*\s?(?:tests?|specs|suite|build|checks)\s+(?:now\s+|all\s+|already\s+)*(?:pass|passes|passed|succeeded|works|finished)(?:\s+(?:already|now|again|fine))*
    | [\w-]+ed(?:\s+(?:it|that|this|everything))?\s+already
    | already\s+[\w-]+ed[^,.;:!?\n]{{0,40}}?
    | (?:i|we|they|he|she)(?:['’]ve|\s+have|\s+has)?\s+already\s(?!have\b|has\b|had\b|know\b|use\b|got\b)[^,.;:!?\n]{{1,60}}?
    | (?:i|we|they|he|she)\s+[\w-]+(?:ed|an|t)\s[^,.;:!?\n]{{0,40}}?\b(?:ago|earlier|yesterday|last\s+night|this\s+morning)
    | (?:i|we)(?:['’]ll|\s+will|['’]m\s+going\s+to)\s[^,.;:!?\n]{{1,60}}?\s(?:my|our)sel(?:f|ves)
    ){_END}"""
_ENGLISH = re.compile(_TELL, re.IGNORECASE | re.VERBOSE)

_PAST = f"[{''.join(chr(each) for each in range(0xAC00, 0xD7A4) if (each - 0xAC00) % 28 == 20 and chr(each) not in '있겠')}]"
"""A syllable of the past, which ends in ㅆ: 했, 됐, 돌렸."""

_ENDED = rf"(?:끝났|끝냈|마쳤|(?:완료|통과|성공)(?:했|됐|되었)|다\s?\S{{0,3}}?{_PAST}|(?:이미|벌써|어제|아까|내가|제가)\s?\S{{0,6}}?{_PAST})"
_KOREAN = re.compile(
    rf"{_ENDED}(?:고|으니까?|으니깐|음|다|어요?|습니다|지만)(?!\s?\?)[,.!\s]+"
    rf"|[가-힣]\s?{_PAST}(?:고|으니까?)[,\s]+"
    r"|[가-힣]\s?(?:완료|끝)[,.!\n]\s*"
    r"|(?:내가|제가|우리가)\s?\S{0,8}?(?:할게|할께|할테니까?|할\s테니까?|하고\s있으니까?|한다|합니다)요?[,.!\s]+"
)
_MAY_TELL = re.compile(f"{_PAST}|내가|제가|우리가|완료|끝")
_CLAUSE = re.compile(r"[^,.;!?\n]+[,.;!?\n]*\s*")

_NAME = r"[`'\"]?[A-Za-z_][\w.]*(?:\(\))?[`'\"]?"
_RENAME = re.compile(
    rf"(?P<rename>\brename\s+(?:(?:the|this|that|a|my)\s+)?)(?:{_NAME}\s+){{1,2}}?(?:to|into|as)\s+{_NAME}",
    re.IGNORECASE,
)
_CODE = r"[`'\"]?(?:[a-z]+(?:[A-Z_][A-Za-z0-9]*)+|[A-Z][a-z]+(?:[A-Z][a-z0-9]+)+)[`'\"]?"
_NAMING = r"(?:이름|변수|함수|클래스|메서드|메소드|필드|리네임|rename)"
_RENAMED = re.compile(rf"{_CODE}(?=\s?(?:을|를|의|이라는|라는|{_NAMING}))")


def asked(text: str) -> str:
    """The text without what it says to be done already, and without the names of what is only to be renamed."""
    if "rename" in text.lower() or re.search(r"리네임|이름", text):
        text = _RENAMED.sub("", _RENAME.sub(lambda match: match["rename"], text))
    left = _ENGLISH.sub(lambda match: match["kept"], text)
    if _MAY_TELL.search(left):
        left = "".join(_rest(match.group()) for match in _CLAUSE.finditer(left))
    return left if re.search(r"\w", left) else text


def _rest(clause: str) -> str:
    """The clause from behind the last thing that it says to be done."""
    if clause.rstrip().endswith("?"):
        return clause
    told = list(_KOREAN.finditer(f"{clause} "))
    return clause[told[-1].end() :] if told else clause
