"""In which language the answers shall be: a wish that lasts by itself, when it is all that a sentence says.

"Explain this function in English" is a task. "Answer in Korean" is how somebody wants to be spoken to.
"""

from __future__ import annotations

import re

TONGUES = frozenset(
    "english korean japanese chinese mandarin russian french spanish german portuguese italian deutsch englisch".split()  # noqa: SIM905
)
"""Names of languages in plain letters."""

_ENGLISH = "|".join(sorted(TONGUES))
_ANSWER = re.compile(
    rf"(?:(?:please|pls|always|only|you (?:should|must)|and|ok|okay)[, ]+)*(?:answer|reply|respond|response|speak|talk|communicate)"
    rf"(?: (?:to |with )?me)?(?: only)? in (?:{_ENGLISH})(?: (?:only|please|language|always))*"
    r"|(?:모든 )?(?:(?:답|답변|대답|응답|대화|설명)(?:은|는|을|를) )?(?:한국어|한글|영어|일본어|중국어)로(?:만)? ?"
    r"(?:대답|답변|답|응답|말|대화|얘기|이야기)(?:해|하|할|부탁)?[^ ,.]{0,6}"
    r"|(?:(?:回答|返答|返事|応答|会話)は)?(?:すべて|全て|必ず)?(?:日本語|英語|中国語|韓国語)で(?:の)?(?:回答|返答|返事|応答|会話|話|答え|対応|お願い)\S{0,10}"
    r"|(?:请|请你|全程|都|一律|务必|麻烦)*(?:使?用)?(?:简体)?(?:中文|英文|英语|日文|日语|韩文|韩语|汉语)(?:来|跟我|和我|与我)?"
    r"(?:对话|回答|回复|交流|沟通|答复)(?:我|即可|吧|就行|所有问题)?"
    r"|(?:пожалуйста,? )?(?:всегда )?(?:отвечай|отвечайте|говори|говорите|общайся|разговаривай)(?: мне| со мной)?(?: только)? "
    r"(?:на (?:русском|английском)(?: языке)?|по-русски|по-английски)"
    r"|(?:répond(?:s|ez)|parlez?)(?:-moi)? (?:toujours |uniquement )?en (?:français|anglais|espagnol|allemand)"
    r"|(?:antworte|sprich)(?: mir)?(?: bitte)?(?: immer)? (?:auf|in) (?:deutsch|englisch)|(?:responde|contesta|habla|háblame)(?:me)? (?:siempre )?en (?:español|inglés)"
    r"|(?:respond[ae]|fal[ae])(?:-me|r)?(?: comigo| pra mim)? (?:sempre |só )?em (?:português|inglês|espanhol)(?: sempre)?",
    re.IGNORECASE,
)


_LASTING = re.compile(
    r"\A(?:(?:ok|okay|so|and|please|from now on|going forward|always|make sure to|you (?:should|must)|앞으로(?:는|도)?|이제부터(?:는)?|항상|모든|今後は|これからは|以后(?:都|请)?"
    r"|从现在开始|впредь|всегда|с этого момента|désormais|à partir de maintenant|toujours)[ ,，、:]*)+"
    r"|[ ,]*(?:from now on|going forward|always|please|항상)\Z",
    re.IGNORECASE,
)
_NAMES = (
    ("korean", "한국어 한글 korean 韓国語 韩文 韩语"), ("english", "inglês 영어 english 英語 英文 英语 английском по-английски anglais englisch inglés"),
    ("japanese", "일본어 japanese 日本語 日文 日语"), ("chinese", "중국어 chinese mandarin 中国語 中文 汉语"), ("russian", "russian русском по-русски"),
    ("french", "french français"), ("spanish", "espanhol spanish espagnol español"), ("german", "german allemand deutsch"),
    ("portuguese", "portuguese português"), ("italian", "italian"),
)  # fmt: skip


def asks_for_a_tongue(said: str) -> bool:
    """Whether all that `said` says is which language to answer in."""
    return _ANSWER.fullmatch(said.strip(_SIGNS)) is not None


def tongue_of(said: str) -> str:
    """The language to answer in, in English, if that is all `said` wishes, now or from now on; else ""."""
    bare = _LASTING.sub("", said.strip(_SIGNS)).strip(_SIGNS)
    if not asks_for_a_tongue(bare):
        return ""
    low = bare.lower()
    return next((tongue for tongue, names in _NAMES if any(name in low for name in names.split())), "")


_SIGNS = " .!。！，,\"'“”"
