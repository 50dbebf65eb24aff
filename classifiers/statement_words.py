"""How people say that something shall hold from now on, in the languages Seorap listens to.

An *explicit* mark says so itself ("from now on", "make this a rule", 앞으로는). An *order* is an imperative that carries
its own permanence ("never …", "절대 … 하지 마"). The word alone is no rule: "it never works" and "you always forget"
complain, "Never have I seen" tells, and "not yet" and "for now" speak of this task.
"""

from __future__ import annotations

import re

_I = re.IGNORECASE

EXPLICIT = re.compile(
    r"\bfrom now on\b|\bgoing forward\b|\bmake (?:this|that|it) a rule\b|\bas a (?:general )?rule[,:]"
    r"|\bfor (?:this|the) (?:whole|entire) project\b|\bin (?:all|every) (?:project|session|repo)s?\b"
    r"|\b(?:please |always )?remember (?:that|to|not to|never to) (?!you|we|i\b)"
    r"|앞으로(?:는|도)?[ ,]|이제부터(?:는)?[ ,]|규칙(?:으로|이야|이다|입니다)|기억해(?: ?둬|줘|라)?|명심"
    r"|今後は?|これからは|以後は|ルールとして|覚えておいて"
    r"|以后[都请要不，]|今后|从现在(?:起|开始)|作为规则|(?:请)?记住"
    r"|впредь|отныне|с этого момента|запомни"
    r"|désormais|dorénavant|à partir de maintenant|pour tout le projet|souviens-toi|garde ça en tête"
    r"|\bab (?:jetzt|sofort)\b|\bmerk dir\b|\bde ahora en adelante\b|\ba partir de ahora\b|\brecuerda que\b",
    _I,
)
"""The sentence says of itself that it lasts."""

_START = r"(?:^|[,:;—–-] ?|\b(?:and|but|so|also|please|btw|note|important|pls)[,:]? )(?:please |pls )?"

ORDER = re.compile(
    _START
    + r"(?:never|don'?t ever|do not ever) (?!mind\b|better\b|again\b|have\b|seen\b|been\b|again\?|had\b|did\b|thought\b|heard\b)[a-z]"
    r"|" + _START + r"always (?!been\b|had\b|have been\b|the\b|a\b)[a-z]"
    r"|\b(?:must|should|shall|may|can|have to|need to|has to) (?:always|never)\b|\balways (?:must|should|have to|has to)\b"
    r"|"
    + _START
    + r"(?:don'?t|do not) (?:touch|modify|change|edit|delete|push|commit|deploy|use|create|write|run|add)\b"
    r".{0,120}\b(?:unless|without (?:asking|my|permission|first)|ever\b|under any)"
    r"|" + _START + r"(?:don'?t|do not) (?:ever )?touch (?:the )?(?:prod|production|main|master|live)\b"
    r"|" + _START + r"use [\w./@-]+(?: [\w./@-]+)?,? (?:not|instead of|rather than|and not|never) [\w./@-]+"
    r"|(?:절대(?:로)?|항상|언제나|무조건|반드시) .{0,120}(?:지 ?(?:마|말)|말 것|금지|해(?:라|야)|줘|주세요|하세요|할 것|하자|써(?:줘|라)?|말고)"
    r"|(?:건드리|배포하|푸시하|커밋하|삭제하|수정하|사용하|쓰|만들)지 ?(?:마|말)(?:라|세요|고|아)?"
    r"|(?:必ず|常に|絶対に?|決して|いつも).{0,120}(?:ください|下さい|こと|しない|するな|禁止|ないで|して|使う|答え)"
    r"|(?:永远|始终|一律|务必|总是|绝对?不[要能]|严禁|禁止).{1,120}|(?:不要|别|不得|请勿).{1,80}(?:除非|再)"
    r"|(?:使用|用) ?\S{1,30}[，, ]+(?:不要|别|而不是)(?:使?用)? ?\S+"
    r"|(?:^|[,:;] ?)(?:пожалуйста,? )?(?:всегда|никогда не) \w+(?:й|йте|ь|ьте|ать|ить|уй|уйте|ите)\b"
    r"|(?:^|[,:;] ?)(?:s'il (?:te|vous) pla[iî]t,? )?(?:ne |n')\w+(?: \w+)? jamais\b|(?:^|[,:;] ?)(?:toujours) \w+er\b"
    r"|(?:^|[,:;] ?)\w+(?:e|es|ez|er|ais) toujours\b"
    r"|(?:^|[,:;] ?)(?:bitte )?(?:niemals|nie|immer) \w+|(?:^|[,:;] ?)(?:por favor,? )?(?:nunca|siempre) \w+",
    _I,
)
"""An imperative that lasts by its own words."""

PASSING = re.compile(
    r"\b(?:yet|for now|right now|this time|just this once|today|tonight|at the moment|until (?:i|we|you))\b"
    r"|\b(?:in this|for this) (?:task|pr|commit|change|step|session)\b"
    r"|아직|지금은|이번(?:에|만|엔)|일단|우선|今回|とりあえず|まだ|今は|这次|暂时|先不|现在先|пока|на этот раз|pour l'instant|cette fois",
    _I,
)
"""It speaks of this task alone."""

COMPLAINT = re.compile(
    r"\b(?:you|it|this|that|they|he|she|i|we|there|which|who|what|code|app|site|page|build|test)(?:'ve|'s|'re)? (?:(?!must|should|shall|have|has|need)\w+ )?(?:always|never)\b"
    r"(?! (?:use|do|run|ask|push|commit|touch|deploy|write|answer|reply|keep|be|have)\b)"
    r"|\bnever (?:works?|worked|loads?|seen|ran|finishes|used|defined|read)\b|\bas always\b|\balmost (?:always|never)\b|\bwhy\b"
    r"|왜 |안 ?돼|なぜ|为什么|почему|pourquoi|warum|por qué",
    _I,
)
"""It tells what is, or asks why, instead of saying what shall be."""

MACHINE = re.compile(
    r"^\s*(?:you are (?:a|an|the|now)\b|your (?:task|role|job|goal) is\b|# |## |act as\b|\*\*(?:role|task|context)|<\w+>|role:)"
    r"|\bMUST\b.*\bMUST\b|\bIMPORTANT:.*\bIMPORTANT:|\$ARGUMENTS|\bsub-?agents?\b.*\breport back\b",
    re.DOTALL | _I,
)
"""A prompt that a program or another agent wrote."""

EVERYWHERE = re.compile(
    r"\b(?:in|for) (?:all|every|any) (?:of my )?(?:project|repo|workspace|session|conversation)s?\b|모든 (?:프로젝트|저장소|대화)"
    r"|すべての(?:プロジェクト|会話)|所有(?:的)?项目|во всех проектах|dans tous (?:les|mes) projets",
    _I,
)
"""It is meant for all projects."""
