"""How people say that something shall hold from now on, in the languages Seorap listens to.

An *explicit* mark says so itself ("from now on", "make this a rule", 앞으로는). An *order* is an imperative that carries
its own permanence ("never push …", "절대 … 하지 마"). The word alone is no rule: "it never works" and "always fails"
complain, "Never have I seen" tells. So the verb after it must be one of conduct, something an agent can do or leave.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from classifiers.literal_finder import LiteralFinder
from classifiers.pattern_literals import Ways
from classifiers.statements import chinese, english, european, habits, japanese, korean
from classifiers.statements.signs.smallwords import SPOKEN
from classifiers.statements.slips import SLIPS
from classifiers.statements.tongues import TONGUES

_I = re.IGNORECASE

_EXPLICIT = "|".join(
    (english.EXPLICIT, european.FRENCH[0], european.GERMAN[0], european.SPANISH[0], european.RUSSIAN[0])
)
_ORDER = "|".join(
    (english.ORDER, habits.HABITS, european.FRENCH[1], european.GERMAN[1], european.SPANISH[1], european.RUSSIAN[1])
)

BARE = re.compile(
    r"(?:(?:and|ok|okay|please|pls)[, ]+)*(?:make|keep) (?:this|that|it) (?:as )?a (?:\w+ )?rule(?:,? please)?"
    r"|(?:이걸|이것을|이건|이거|이걸로)? ?규칙(?:으로|이야) ?(?:해|정해|삼아|저장해)?(?:줘|라|주세요)?"
    r"|これをルールにして(?:ください)?|(?:请)?(?:把)?这(?:个|条)?(?:作为|定为|当成|是)规则|сделай это правилом|fais-en une règle"
    r"|mach das zur regel|haz de esto una regla"
    rf"|{korean.AFFIRMED}|{japanese.AFFIRMED}|{chinese.AFFIRMED}|{european.CLOSING}",
    _I,
)
"""What only says that the sentence before it lasts."""

JOINED = re.compile(
    r"(?:(?:(?:and|also|but|oh|ok|okay|well|그리고|또한|そして|それと|还有|另外|и|et)(?:,\s*|\s+))"
    r"|(?:btw|by the way|fyi|for your information|for the record|heads[- ]up|(?:just )?so you know|참고로)(?! (?:what|how|why|who|where|when|that|on|about)\b)(?:[,:]\s*|\s+(?:[-–—]\s+)?))+",
    _I,
)
"""What joins a sentence to the one before it, or only hands it over; a rule stands alone."""

LASTING = re.compile(
    r"\b(?:from now on|from this point (?:on|forward)|going forward|in the future|henceforth)\b"
    r"|앞으로는?|이제부터는?|지금부터는?|今後は?|これからは?|从现在(?:开始|起)|从今以后|今后|\bвпредь\b|\bотныне\b|\bdésormais\b|\bdorénavant\b|\bà partir de maintenant\b",
    _I,
)
"""What says that a rule lasts, as all rules do: no part of its name."""

_DECISION = (
    r"\b(?:we|i)(?:'ve| have)? (?:decided|agreed|settled) (?:to (?:use|adopt|drop|keep|switch|move|migrate|replace|stay|standardi[sz]e|ditch|abandon|rewrite)\b|on [\w-]+)"
    r"|^(?:(?:yes|ok|okay|so|and|also|well)[, ]+)?(?:the |our )?[\w./-]+(?: \w+)? (?:is|are) (?:now )?(?:the|our|my) (?!best\b|plan\b|next\b|way\b)[\w /-]{2,40}? go(?:ing|ign) forward\b"
    r"|\bwe(?:'re| are) going with [\w./+-]+(?: \w+)? (?:instead of|over|rather than|and not) \w+|^decisions?(?: made| taken)?: ?(?:\S+ ){4,}\S+\W*$"
    r"|\b(?:the|our|my) new (?:main |overall )?goal is (?:to|that|now)\b"
)
NOTED = re.compile(
    r"(?:(?:please|pls|also|and|ok|okay)[, ]+)*(?:add|write|put|save|note|record|append|store|remember)\b[^:.]{0,30}?"
    r"(?:\b(?:CLAUDE|AGENTS|GEMINI)(?:\.local)?\.md|\b(?:your|the|project) memory|\b(?:project|your) rules)(?: file)?(?: ?[:：]| that\b)"
    r"|(?:CLAUDE|AGENTS|GEMINI)\.md ?(?:에|にも?|へ).{0,8}(?:추가|적어|기록|저장|넣어|追記|追加|書い|記録).{0,10}[:：]"
    r"|(?:请|把下面)?(?:写入|写到|写进|加到|添加到|加入|记录到|更新到|加进) ?(?:CLAUDE|AGENTS|GEMINI)\.md ?[:：]"
    r"|(?:добавь|запиши|внеси|ajoute|note|écris|schreib|füge|añade|agrega)(?:те|z)? (?:это |ça |das )?(?:в|dans|in|a|zu) (?:CLAUDE|AGENTS|GEMINI)\.md ?[:：]",
    _I,
)
"""What follows is to be written down where agents read it."""

REMEMBER = re.compile(
    r"(?:please )?(?:remember|memori[sz]e) (?:this|that)(?: please)?|(?:꼭 )?기억해 ?(?:줘|둬|주세요)?|覚えて(?:おいて)?(?:ください)?"
    r"|(?:请)?记住(?:了|这个|这一点)?|запомни(?:те)?(?: это)?|(?:retiens|retenez|souviens-toi)(?: (?:ça|bien|de ça))?|merk dir das|recuérdalo",
    _I,
)
"""What only says that the sentence before it is to be remembered."""

_RULES = f"{korean.RULES}|{japanese.RULES}|{chinese.RULES}"
LISTED = re.compile(rf"\W*(?:{_RULES})\W*[:：]\W*", _I)
"""What follows is a list of conventions."""

ABOUT_OTHERS = Ways(f"{BARE.pattern}|{REMEMBER.pattern}|{NOTED.pattern}|{_RULES}", _I)
"""It may say something of the sentence before or after it."""

OPEN_CHOICE = Ways(
    r"方案 ?[一二三四五\dA-Da-d]|\b(?:keep|adopt|drop) (?:it|that|this|them)\b|\buse (?:it|this|them)\b"
    r"|^(?!.*\b(?:decided|agreed|settled) on (?!the\b|an?\b|this\b|that\b)[\w./+-]+ (?:over|instead of|rather than)\b).*\buse that\b|\b(?:option|approach|plan|variant) (?:\d|[a-d]\b)|\bbut\b|\bif\b|\bmaybe\b|\bnot sure\b",
    _I,
)
"""The choice is of this talk alone, or still open."""

_THING = r"(?:server|db|database|staging|prod|production|api|port|host|repo|repository|domain|site|service|bucket|cluster|registry)\b"
_FACT = (
    rf"{english.START}(?:remember|note|keep in mind) that (?:the |our |my )?(?:[\w-]+ ){{0,3}}?{_THING}.{{0,40}}?"
    r"\b(?:is|are|listens?|runs?|lives?|sits?) (?:\w+ )?(?:on|in|at|under|behind) (?:the )?(?:port )?\S*[\d./:]\S*\w"
    r"|запомни(?:те)?[,:]? .{3,60} (?:на|в|по) \S*(?: \S+)? ?\d|\b(?:retiens|retenez|note|notez|souviens-toi) que .{3,60} (?:sur|à|dans|au) .{0,12}\d"
)
_MISHAP = r"\b(?:bugs?|errors?|issues?|problems?|broken|fail\w*|down|line \d+)\b"
_PASSING = (
    r"\b(?:yet|for now|right now|this time|just this once|today|tonight|at the moment|currently|until (?:i|we|you)(?! (?:\w+ )?(?:say|said|tell|told|ask|approve|confirm|ok|okay|sign|review|agree|give|request|have (?:said|approved|reviewed|confirmed))))\b"
    r"|\b(?:in this|for this) (?:task|pr|commit|change|step|session)\b"
    r"|\b(?:on|in|for|from|to|of|inside|within) (?:this|that) (?:page|view|screen|component|function|button|modal|method|class|endpoint|file|form|dialog|section|one|block|module|loop|handler|helper|script|snippet|query|table|route|test)\b"
    r"|\b(?:in (?:diesem|dieser)|dans (?:ce|cette)|en (?:este|esta|ese|esa)|n?(?:este|esta|esse|essa)|в (?:этом|этой|том|той)) (?:module?|datei|funktion|klasse|komponente|methode|block|skript|test|fichier|fonction|classe|composant|méthode|bloc|m[oó]dulo"
    r"|archivo|fichero|arquivo|funci[oó]n|fun[cç][aã]o|clase|componente|m[eé]todo|bloque|bloco|script|teste|модул[ея]|файле|функции|классе|компоненте|методе|блоке|скрипте|тесте)\b"
    r"|^(?!.*\b(?:always|never|must|should|from now|going forward|whenever|unless)\b).*\b(?:for|to) (?:each|every) (?:endpoint|function|module|class|component|file|table|route|page|view|handler|method|model|service|hook|controller|query)\b(?! (?:you|we|i|that)\b)"
    r"|[,;.] ?(?:so |please |and )*(?:fix|add|change|implement|correct|repair) (?:it|this|that)\b|\bsur cette (?:page|vue)\b|\bdans cette\b"
    r"|\bпока\b(?! (?:(?:я|мы) )?(?:сам |явно )?не (?:скаж|разреш|попрош|подтверж|одобр|дам|утверж|соглас|провер|попрос))|(?<!только )на этот раз|pour l'instant|(?<!seulement )(?<!juste )(?<!que )cette fois"
    r"|\bvorerst\b|(?<!nur )\bdiesmal\b|\bpor ahora\b|(?<!solo )(?<!solo por )\besta vez\b"
)
_PARTS = (
    "(?:texts?|buttons?|headers?|footers?|icons?|modals?|dialogs?|lists?|images?|menus?|sidebars?|tooltips?|rows?|cards?|fields?|inputs?|forms?|screens?|values?|labels?"
    "|popups?|cursors?|spinners?|tabs?|columns?|tables?|links?|titles?|users?|players?|arrows?|bars?|counters?|timers?)"
)
_SHOWN = "(?:buttons?|spinners?|modals?|dialogs?|icons?|popups?|tooltips?|sidebars?|headers?|footers?|menus?|banners?|toasts?|cursors?|tabs?|loaders?|skeletons?|placeholders?|pages?|screens?|navbars?|dropdowns?|checkbox(?:es)?|labels?|fields?|inputs?|forms?)"
HEARSAY = Ways(
    r"^(?:please |can you |could you |just |now )*(?:write|draft|add|put|compose|include|insert|append|create|prepare|make|update)\b[^:]{0,80}\b(?:readme|sections?|e-?mails?|mail|messages?"
    r"|entry|entries|notes?|texts?|lines?|placeholder|docs?|paragraph|posts?|tickets?|changelog|prompts?|slides?|tweets?|faq|issues?|description|announcement|sentence)\b[^:]{0,40}(?:[:‘“]|['\"]\w)"
    r"|^(?:please )?(?:tell|instruct|inform) (?:the|our|your) (?!team\b)[^:,]{1,50}:|\b(?:in|into|to) (?:the|our|your) (?:system )?prompt\b[^:]{0,20}:|^(?:tell|instruct) [^:,]{1,50} in (?:the|our|its) (?:system )?prompt\b"
    r"|\b(?:\w+ )?(?:insists?|claims?|says?|said|thinks|told (?:me|us|him|them)|heard) (?:that |we |you |to |not |never |always |it )|\baccording to\b|\blol\b"
    r"|(?:라고|말라고|하라고) ?(?:했|하던|하네|하더|합니다|해서|써|적|한 줄)|다는데|라는데|라던데|다던데|라고 한 줄|라고 넣|라고 추가|문구|한 줄 (?:넣|추가|적)"
    r"|と言わ|と言って(?:い|た)|らしい|とのこと|と書いてあ|そうです|同事说|据说|听说|(?:文档|他|她|老板|客户)里?说|\bговор(?:ят|ит)\b|\bсказали,|якобы|\b(?:il|elle|on|client|chef) (?:me |nous )?(?:dit|a dit) (?:que|qu')"
    r"|\bil paraît\b|\b(?:meint|meinte|sagt|sagte|behauptet),? (?:dass|wir|man|ich)\b|\bangeblich\b|\b(?:dice|dijo|dicen) que\b|\b(?:diz|disse|dizem) que\b",
    _I,
)
"""It tells what somebody else said or wrote, or what is to be written elsewhere."""

_COMPLAINT = (
    r"\b(?:(?<!rather )(?<!that )you|it|this|that|they|he|she|i|there|which|who|what|code|app|site|page|build|test)(?:'ve|'s|'re)? (?:(?!must|should|shall|have|has|need|may|can)\w+ )?(?:always|never)\b"
    r"(?! (?:use|do|run|ask|push|commit|touch|deploy|write|answer|reply|keep|be|have|want)\b)"
    rf"|\bwe(?:'ve|'re)? (?:always|never)\b(?! {english.DO})|\bwe never \w+ (?:this|that|it|the (?!prod|production|main|master|live|staging)\w+)\b"
    rf"|^(?:and |also |but |so )*(?:it|this|that|(?:the|every|each|all|your|a) (?:\w+ ){{0,2}}?{_PARTS}) (?:must|should|has to|have to|needs? to) (?:always|never)\b"
    r"|^(?:they|it|he|she|these|those)(?:'re|'s|'ve)? .*\band (?:always|never)\b"
    r"|(?<![,;] )\bnever (?:works?|worked|loads?|seen|ran|finishes|used|defined|read)\b|\bas always\b|\balmost (?:always|never)\b|\bwhy\b"
    r"|\bfrom now on,? (?:the|it|this|that|every|each|my|your) (?:\w+ ){0,3}?(?:shows?|fails?|crash(?:es)?|returns?|displays?|throws?|hangs?|breaks?|appears?|looks?|renders?|loads?|jumps?|flickers?|freezes?)\b"
    rf"|\b(?:always|never) (?:show|display|hide|render|highlight|disable|enable|focus|animate) (?!me\b|us\b)(?:\w+ ){{0,3}}?{_SHOWN}\b"
    r"|почему|pourquoi|warum|por qué"
)
MACHINE = Ways(
    r"^\s*(?:you are (?:a|an|the|now)\b|your (?:task|role|job|goal) is\b|# |## |act as\b|\*\*(?:role|task|context)|<\w+>|role:)"
    r"|(?-i:\bMUST\b.*\bMUST\b|\bIMPORTANT:.*\bIMPORTANT:)|\$ARGUMENTS|\bsub-?agents?\b.*\breport back\b",
    re.DOTALL | _I,
)
"""A prompt that a program or another agent wrote."""

EVERYWHERE = Ways(
    r"\b(?:in|for) (?:all|every|any) (?:of my |my )?(?:project|repo|workspace|session|conversation)s?\b|모든 (?:프로젝트|저장소|대화)"
    r"|すべての(?:プロジェクト|会話)|所有(?:的)?项目|во всех проектах|dans tous (?:les|mes) projets",
    _I,
)
"""It is meant for all projects."""

_QUOTED = '"[^"\n]{0,400}"|“[^”\n]{0,400}”|«[^»\n]{0,400}»'
_MARK_WORDS = frozenset(
    {
        "never", "always", "ever", "rule", "project", "projects", "repo", "repos", "session", "sessions",
        "remember", "unless", "without", "touch", "not", "instead", "rather", "whenever", "every", "everytime",
        "each", "before", "stop", "decided", "agreed", "settled", "goal", "pas", "nie", "immer", "statt", "anstatt",
        "dont", "didn", "only", "wherever", "existing", "treat", "brief", "concise", "keep", "tdd", "bdd", "semver", "conventional", "atomic", "myself", "after", "unrelated",
        "jedem", "jeder", "non", "keine", "ohne", "müssen", "sollen", "cada", "sin", "jamás", "deben", "chaque", "doivent", "décidé", "hemos", "decision", "going",
        "nicht", "nunca", "siempre", "no", "vez", "lugar", "не", "must", "should", "needs", "don", "future", "circumstances", "point", "moment", "all", "any", "все", "prefer", "important", "sans",
        "memorize", "memorise", "souviens", "recuérdalo", "regel", "regla", "règle", "правилом", "retiens", "retenez", "notez", "memory", "rules", *TONGUES, *(slip for slip in SLIPS if " " not in slip),
    }
)  # fmt: skip
_MARK_PHRASES = ("from now", "going forward", "note that", "keep in mind", *(slip for slip in SLIPS if " " in slip))
_MARK_STARTS = ("ab jetzt", "ab sofort")  # whatever follows
_MARK_PIECES = (
    "maintenant", "pour tout", "jamais", "toujours", "au lieu", "merk", "niemals", "entschieden", "beschlossen", "de ahora", "decidi",
    "claude.md", "agents.md", "gemini.md", "désormais", "dorénavant", "plutôt", "décidé", "français", "español", "português",
    "впредь", "отныне", "момента", "всегда", "никогда", "решили", "вместо", "перед", "больше", "кажд", "любые", "запомни", "русском", "английском", "после", "обязательно", "комментари", "имена", "не добавляй",
    "по-русски", *korean.MARKS, *japanese.MARKS, *chinese.MARKS,
)  # fmt: skip
_MARKS = (*sorted(_MARK_WORDS), *_MARK_PHRASES, *_MARK_STARTS, *_MARK_PIECES, *SPOKEN)
_WHOLE = len(_MARK_WORDS) + len(_MARK_PHRASES)  # marks before this place end where a word ends
_BEGIN = _WHOLE + len(_MARK_STARTS)  # marks before this place begin where a word begins
_FINDER = LiteralFinder(_MARKS)


def marked(lower: str) -> bool:
    """Whether a word is in `lower` (lower case) without which no sentence is read any further; most messages have none."""
    return next(_marks(lower), None) is not None


def marked_lines(lower: str) -> set[int]:
    """The lines of `lower` (lower case, the first is 0) that are marked by themselves."""
    marks = list(_marks(lower))
    if not marks:
        return set()
    ends = list(accumulate(len(line) + 1 for line in lower.split("\n")))
    return {bisect_right(ends, mark) for mark in marks}


def _marks(lower: str) -> Iterator[int]:
    """Where the marks start."""
    for place, start, end in _FINDER.spans(lower):
        if place >= _BEGIN or not (
            (start and _in_word(lower[start - 1])) or (place < _WHOLE and _in_word(lower[end : end + 1]))
        ):
            yield start


def _in_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


REJECTION = re.compile(
    r"(?:(?:no|nope|please|pls|just)[, ]+)*(?:use )?(npm|pnpm|yarn|bun|uv|poetry|pip|docker|podman|make|just)"
    r"(?:[, ]+(?:instead|please|pls|thanks|not \w+))*\s*[.!]?",
    _I,
)
"""The reason typed when a call was turned down, where it is but the name of a tool."""


class Sayings(NamedTuple):
    """What a sentence is compared with, by the script that it is written in."""

    explicit: Ways  # it says of itself that it lasts
    order: Ways  # an imperative that lasts by its own words
    decision: Ways  # a choice that was made, and stays made
    fact: Ways  # how the surroundings are, unless
    mishap: Ways  # something breaks
    passing: Ways  # it speaks of this task alone
    complaint: Ways  # it tells what is, or asks why, instead of saying what shall be
    quoted: re.Pattern[str]  # somebody else's words within it
    habit: tuple[Ways, Ways] | None  # an order that lasts by what it is about, unless that is how the product behaves


_ALPHABETS = (_EXPLICIT, _ORDER, _DECISION, _FACT, _MISHAP, _PASSING, _COMPLAINT, _QUOTED)


def _sayings(own: tuple[str, ...]) -> Sayings:
    *ways, quoted, habit, screen = own
    both = [f"{one}|{other}" for one, other in zip(ways, _ALPHABETS[:-1], strict=True)]
    return Sayings._make(
        (*(Ways(way, _I) for way in both), re.compile(f"{quoted}|{_QUOTED}"), (Ways(habit, _I), Ways(screen, _I)))
    )


_PLAIN = Sayings._make((*(Ways(way, _I) for way in _ALPHABETS[:-1]), re.compile(_QUOTED), None))
_SCRIPTS = (  # Japanese is known by kana, so what holds Han letters alone is Chinese
    (re.compile("[가-힣]"), _sayings(korean.SAYINGS)),
    (re.compile("[ぁ-ヿ]"), _sayings(japanese.SAYINGS)),
    (re.compile("[一-鿿]"), _sayings(chinese.SAYINGS)),
)


def sayings_of(sentence: str) -> Sayings:
    """What `sentence` is compared with: the ways of its own script, and those of the alphabets, which stand in any."""
    if not sentence.isascii():
        for script, sayings in _SCRIPTS:
            if script.search(sentence):
                return sayings
    return _PLAIN
