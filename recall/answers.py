"""The impossibility guard: an agent says that it cannot do what the drawer proves this machine can.

Only a claim that something is out of reach counts: no credentials, no access, no permission, not from here, you must do
it yourself. That something was tried and failed, or should not be done, is no such claim. Korean and English first,
then Japanese, Chinese, Russian and French.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from classifiers.vocabulary import MemoryType
from recall.finding import Finder
from recall.intents import Lexicon
from recall.select import IS_ASKED, Chosen, Limits, select
from recall.situation import Situation

PROVES = frozenset({MemoryType.CAPABILITY, MemoryType.PROCEDURE})
"""Types that prove that something can be done. A fact or decision is no answer to "I can't"."""

NEEDED = frozenset(
    {"auth", "deploy", "publish", "release", "db", "ssh", "migrate", "infra", "build", "test", "package"}
)

LONGEST = 6000  # characters at the end of a message: a claim that matters stands where the agent stops

_MEANS = (
    r"(?:credentials?|access|permissions?|authori[sz]ation|authentication|the (?:keys?|tokens?|rights)|(?:api|ssh|access) (?:keys?|tokens?)"
    r"|(?:an? )?(?:account|login|log-?in)|(?:the )?(?:ability|means|tools?|capabilit(?:y|ies))|(?:network|internet|shell|ssh|database|db) access)"
)
_CLAIMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # I don't have credentials / access / a way to …
        rf"\bI (?:currently |still |also |just )?(?:do ?n[o']t|don’t|do not|lack|have no|haven't got|'m missing|am missing)\b(?: (?:currently|actually|really))?(?: have| got)?(?: (?:any|the|your|direct|necessary|required|valid|sufficient|working|aws|gcp|cloud|production|prod|deploy(?:ment)?))* {_MEANS}",
        r"\bI (?:currently |still |also )?(?:do ?n[o']t|don’t|do not|have no) (?:have )?(?:an?y? )?way (?:to|of)\b",
        # I can't … from here / in this environment / directly
        r"\bI(?:'m| am)? (?:can['’]t|can ?not|unable to|not able to|not allowed to)\b[^.!?\n]{1,80}?\b(?:from here|from this|in this (?:environment|sandbox|session)|on your behalf|directly|myself|without (?:your |the |any )?(?:credentials?|access|login|permission))",
        # I can't deploy / connect / log in: a bare claim, with nothing that says why
        r"\bI(?:'m| am)? (?:can['’]t|can ?not|unable to|not able to) (?:actually )?(?:deploy|publish|push|connect|log ?in|sign ?in|authenticate|ssh|access|reach|run|execute|release|query)\b(?![^.!?\n]*\b(?:until|because|unless|while|before|since|as (?:the|there))\b)",
        rf"\bthis (?:environment|sandbox|session|machine) (?:has no|does ?n[o']t have|doesn’t have|lacks)\b(?: \w+){{0,3}} {_MEANS}",
        # you have to do it yourself
        r"\byou(?:'ll| will|'d| would)? (?:need|have) to (?:\w+ ){1,6}?(?:yourself|manually|on your (?:own|machine|side)|by hand)\b",
        r"\bplease (?:run|deploy|execute|publish|do|connect)\b[^.!?\n]{0,60}\b(?:yourself|manually|on your (?:own|machine|side)|by hand)\b",
        # Korean
        r"(?:자격 ?증명|인증 정보|접근 ?권한|접속 ?권한|권한|계정 정보|크리덴셜|credentials?|로그인 정보|접근할 방법|접속할 방법|배포할 방법)[^.!?\n]{0,12}(?:이|가|은|는|도|을|를)? ?(?:없(?![는을])|가지고 있지 않|갖고 있지 않)",
        r"(?:배포|접속|접근|로그인|연결|실행|발행|퍼블리시|푸시|인증|릴리[스즈]|마이그레이션)[은는이가을를도]? ?(?:할|하는 ?것은|해드릴|을 할)? ?(?:수[가는]? 없(?![는을])|불가능(?!한)|못 ?합니다|못 ?해요|못 ?해드)",
        r"직접 (?:배포|실행|접속|로그인|연결|진행)(?:해|하셔야|하시|을)",
        # Japanese, Chinese, Russian, French
        r"(?:認証情報|アクセス権|権限|資格情報)[がはも][^。\n]{0,8}(?:ない|ありません|持っていません)",
        r"(?:デプロイ|接続|ログイン|実行|公開)[^。\n]{0,6}(?:できません|不可能)",
        r"(?:没有|沒有|缺少)[^。\n]{0,8}(?:凭证|憑證|凭据|权限|權限|访问权|登录信息)",
        r"(?:无法|無法|不能)(?:直接)?(?:部署|连接|登录|执行|发布)",
        r"у меня нет (?:[а-яё]+ ){0,2}(?:доступа|учётных данных|учетных данных|прав|разрешени[яй])",
        r"я не могу (?:[а-яё]+ )?(?:развернуть|задеплоить|подключиться|войти|опубликовать|выполнить)",
        r"je n[’']ai pas (?:les |d[’']|accès|de )?(?:accès|identifiants|autorisation|droits|permission)",
        r"je ne (?:peux|suis) pas (?:en mesure de |capable de )?(?:déployer|me connecter|publier|exécuter)",
    )
)
_NOT_SAID = re.compile(r"```.*?(?:```|\Z)|^\s*>.*$|`[^`\n]*`", re.DOTALL | re.MULTILINE)
"""Code and quotes: what stands there is not the agent's own word."""

_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+|(?<=[。！？])")


def claims(message: str) -> Iterator[str]:
    """The sentences in which an agent says that something is out of its reach."""
    for sentence in _SENTENCE.split(_NOT_SAID.sub(" ", message[-LONGEST:])):
        if any(claim.search(sentence) for claim in _CLAIMS):
            yield sentence.strip()


def contradicted(
    finder: Finder, situation: Situation, message: str, *, lexicon: Lexicon, now: datetime
) -> list[Chosen]:
    """The memories that prove what the agent's message says is impossible; usually none.

    `situation.query` is what the person asked for: "I have no credentials" says no more than that. A memory counts when
    its action is meant by the claim, or else by what was asked.
    """
    said = list(claims(message))
    if not said:
        return []
    for asked in (" ".join(said), situation.query):
        if not lexicon.actions_of(asked) & NEEDED:
            continue
        found = select(
            finder, replace(situation, query=asked, files=()), lexicon=lexicon, now=now, limits=Limits(top=10)
        )
        proving = [each for each in found if IS_ASKED in each.why and each.memory.type in PROVES]
        if proving:
            return proving[:2]
    return []
