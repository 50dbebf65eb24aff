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
from recall.select import Chosen, Limits, select
from recall.situation import Situation
from recall.weighing import IS_ASKED

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
_KOREAN_MEANS = (
    r"(?:자격 ?증명|인증 정보|인증서|접근 ?권한|접속 ?권한|권한|계정 정보|크리덴셜|credentials?|로그인 정보|접근할 방법|접속할 방법|배포할 방법"
    r"|(?:ssh|api|배포|서명|인증|액세스|npm|서비스|센트리|깃허브|github) ?(?:키|토큰|계정))"
)
_KOREAN_DEED = r"(?:배포|접속|접근|로그인|연결|실행|발행|퍼블리시|푸시|인증|릴리[스즈]|마이그레이션|업로드|실제 적용)"
_CLAIMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # I don't have credentials / access / a way to …
        rf"\bI (?:currently |still |also |just )?(?:do ?n[o']t|don’t|do not|lack|have no|haven['’]t (?:got|been given)|was ?n[o']t given|wasn’t given|'m missing|am missing)\b(?: (?:currently|actually|really|think I|believe I))?(?: have| got)?(?: (?!(?:an?|to|on|about|that|of|for|see|think|know|know|need|want|use|trust|change|touch|store|expose|log|print|commit)\b)[\w-]+){{0,3}} {_MEANS}(?!-)",
        r"\bI (?:currently |still |also )?(?:do ?n[o']t|don’t|do not|have no) (?:have )?(?:an?y? )?way (?:to|of)\b",
        r"\bthere(?:['’]s| is) no way for me to\b",
        r"\b(?:is ?n[o']t|isn’t|is not|not) possible for me\b|\bimpossible for me to\b",
        r"\b(?:is ?n[o']t|isn’t|is not) (?:something|a thing) (?:that )?I can\b",
        r"\b(?:outside|beyond) (?:of )?(?:what I can (?:do|reach|access)|my (?:reach|access|permissions|capabilit(?:y|ies)|environment|sandbox))",
        r"\b(?:is ?n[o']t|isn’t|is not) possible (?:from here|(?:in|from) this (?:environment|sandbox|session))",
        rf"\bI(?:['’]d| would|['’]ll| will)? (?:still )?need (?:the |your |an? |valid |access to )?(?:[\w-]+ ){{0,2}}{_MEANS} (?:to|for|before|in order)\b",
        r"\b(?:can['’]t|can ?not) be (?:done|run|deployed|published|pushed|applied|executed|released|uploaded|reached) (?:from here|by me|(?:in|from) this (?:environment|sandbox|session))",
        # I can't … from here / in this environment / directly
        r"\bI(?:'m| am)? (?:can['’]t|can ?not|unable to|not able to|not allowed to)\b[^.!?\n]{1,80}?\b(?:from here|from this|in this (?:environment|sandbox|session)|on your behalf|directly|myself|without (?:your |the |any )?(?:credentials?|access|login|permission))",
        rf"\bI(?:'m| am)? (?:can['’]t|can ?not|unable to|not able to) [^.!?\n]{{1,80}}?\b(?:because|since|as) (?:I (?:do ?n[o']t|don’t|do not|lack|have no)\b|(?:it|that|this) (?:requires|needs) (?:your|an?|the) (?:[\w-]+ ){{0,2}}(?:{_MEANS}|id\b|password|sign-?in))",
        # I can't deploy / connect / log in: a bare claim, with nothing that says why
        r"\bI(?:'m| am)? (?:can['’]t|can ?not|unable to|not able to) (?:actually )?(?:deploy|publish|push|connect|log ?in|sign ?in|authenticate|ssh|access|reach|run|execute|release|query)\b(?![^.!?\n]*\b(?:until|because|unless|while|before|since|as (?:the|there))\b)",
        rf"\bthis (?:environment|sandbox|session|machine) (?:has no|does ?n[o']t have|doesn’t have|lacks)\b(?: \w+){{0,3}} {_MEANS}",
        # you have to do it yourself
        r"\byou(?:'ll| will|'d| would)? (?:need|have) to (?:\w+ ){1,6}?(?:yourself|manually|on your (?:own|machine|side)|by hand)\b",
        r"\bplease (?:run|deploy|execute|publish|do|connect)\b[^.!?\n]{0,60}\b(?:yourself|manually|on your (?:own|machine|side)|by hand)\b",
        r"\b(?:has|have|needs?) to be (?:done|run|deployed|pushed|uploaded) by you\b|\bhave to do (?:it|that|this) (?:yourself|through|in the|from your)",
        # Korean
        # what is needed is missing: 권한이 없습니다, SSH 키가 없어서, 저에게는 없습니다; not 없는, 없으면, 없다는
        rf"{_KOREAN_MEANS}[^.!?\n]{{0,12}}(?:이|가|은|는|도|을|를)? ?(?:없(?![는을으다]|다고)|없다(?!는|고|면)|가지고 있지 않(?!은)|갖고 있지 않(?!은))",
        r"(?:저는|저에게|저한테|제게|제가|여기서|이 환경|현재 환경|현재 세션|이 세션)[^.!?\n]{0,40}(?:방법|권한|인증|키|토큰|계정)[이가은는도]? ?(?:저에게는 |제게는 )?(?:없(?![는을으다]|다고)|없다(?!는|고|면)|연결되어 있지 않)",
        r"(?:인증|로그인|계정|연결|자격 ?증명)[이가은는]? ?(?:안 ?되어 ?있어|되어 ?있지 ?않아|안 돼 ?있어|필요한데)[^.!?\n]{0,30}(?:없|불가|못|어렵|어려)",
        r"(?:제|저의) (?:권한|능력|접근 범위)[을를이가은는]? ?(?:밖|벗어)",
        # I cannot: of what needs a way out, 배포할 수 없습니다
        rf"{_KOREAN_DEED}[은는이가을를도]? ?(?:할|하는 ?것은|해드릴|을 할|하는 건|작업은)? ?(?:수[가는도]? 없(?!는|을|으|도록|게|던|다는|다고)|불가능(?!한|하도록|하게)|불가(?:합|해|입)|못 ?합니다|못 ?해요|못 ?해드)",
        # … and of anything at all when it is said of oneself or of here
        r"(?:저는|제가|저로서는|제 쪽에서|제 환경|여기서는|이 환경|현재 환경|현재 세션|클라우드 환경|샌드박스)[^.!?\n]{0,60}(?:해드릴|배포할|실행할|실행해 드릴|실행해 볼|빌드할|테스트할|업로드할|올릴|올려드릴|푸시할|적용할|접근할|접속할|들어갈|연결할|조회할|가져올|만들|병합할|머지할|릴리[스즈]할|교체할|처리해 드릴|대신 할) ?(?:수[가는도]? 없(?!는|을|으|도록|게|던|다는|다고)|방법이 없)",
        r"(?:저는|제가|제 쪽에서|여기서는|이 환경|현재 환경|현재 세션|클라우드 환경|샌드박스)[^.!?\n]{0,60}(?:불가(?:능)?(?:합|해|하여|하기)|(?:접근|접속|연결|실행|업로드|배포)[이가은는]? ?(?:안 됩|안 돼요|안 되|어렵습|어려워|어렵네))",
        r"(?:제가|저는|저한테는?)[^.!?\n]{0,30}(?:대신|직접)[^.!?\n]{0,20}(?:드릴|할) 수[가는도]? 없(?!는|을|으|도록)",
        # do it yourself
        r"직접 (?:\S+ )?(?:배포|실행|접속|로그인|연결|진행|업로드|올려|푸시|적용|처리|교체|하셔야|해 ?주셔야)[^.!?\n]{0,14}(?:셔야|주세요|주시기|주십시오|야 합니다|야 해요)",
        r"직접 (?:하셔야|해 ?주셔야)",
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
_OTHER_DEED = re.compile(
    r"\bI(?:'m| am)? (?:can['’]t|can ?not|unable to|not able to)(?: actually| really)? "
    r"(?!(?:do|help|proceed|continue|complete|finish|perform|carry|handle|go|reach|access|connect|log|sign|authenticate|run"
    r"|execute|trigger|start|launch|push|pull|upload|ship|send|apply|deploy|publish|release|query|ssh)\b)[a-z]+\b",
    re.IGNORECASE,
)
"""I can't draw an icon directly: what was asked for otherwise is not what is said to be impossible."""

_TRUE_LIMIT = re.compile(r"\bread[- ]only\b|읽기 ?전용|読み取り専用|只读", re.IGNORECASE)
"""What may only be read here cannot be changed, whatever was proved elsewhere on this machine."""

_NOT_SAID = re.compile(r"```.*?(?:```|\Z)|^\s*>.*$|`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”", re.DOTALL | re.MULTILINE)
"""Code and quotes: what stands there is not the agent's own word."""

_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+|(?<=[。！？])")


def claims(message: str) -> Iterator[str]:
    """The sentences in which an agent says that something is out of its reach."""
    for sentence in _SENTENCE.split(_NOT_SAID.sub(" ", message[-LONGEST:])):
        if any(claim.search(sentence) for claim in _CLAIMS) and not _TRUE_LIMIT.search(sentence):
            yield sentence.strip()


def contradicted(
    finder: Finder, situation: Situation, message: str, *, lexicon: Lexicon, now: datetime
) -> list[Chosen]:
    """The memories that prove what the agent's message says is impossible; usually none.

    `situation.query` is what the person asked for: "I have no credentials" says no more than that. A memory counts when
    its action is meant by the claim, or else by what was asked, unless the claim names a deed of another kind.
    """
    said = list(claims(message))
    if not said:
        return []
    query = situation.query if any(not _OTHER_DEED.search(each) for each in said) else ""
    for asked in (" ".join(said), query):
        if not lexicon.actions_of(asked) & NEEDED:
            continue
        found = select(
            finder, replace(situation, query=asked, files=()), lexicon=lexicon, now=now, limits=Limits(top=10)
        )
        proving = [each for each in found if IS_ASKED in each.why and each.memory.type in PROVES]
        if proving:
            return proving[:2]
    return []
