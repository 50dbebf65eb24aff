"""How people correct an agent, forbid it something, or settle on a tool, in words that do not say that it lasts.

Said once, such words are about the task at hand. `recollection` takes them for more only when the session shows it: the
same correction came again in another message, or what was settled on was then used and worked.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from classifiers.literal_finder import LiteralFinder
from classifiers.statements.words import OPEN_CHOICE, sayings_of

_I = re.IGNORECASE

FAMILIES: dict[str, str] = {
    tool: family[0]
    for family in (
        ("npm", "pnpm", "yarn", "bun"),
        ("pip", "uv", "poetry", "pipenv", "conda"),
        ("docker", "podman"),
        ("jest", "vitest", "mocha"),
        ("pytest", "unittest"),
        ("playwright", "cypress", "selenium"),
        ("eslint", "biome"),
        ("ruff", "flake8", "pylint"),
        ("mypy", "pyright"),
        ("make", "just"),
        ("gradle", "maven"),
        ("terraform", "tofu"),
        ("vite", "webpack"),
        ("postgres", "postgresql", "mysql", "mariadb", "sqlite", "mongodb"),
        ("httpx", "requests", "aiohttp"),
        ("typescript", "javascript"),
        ("tabs", "spaces"),
    )
    for tool in family
}
"""Tool -> the family in which one stands for another. Only such a tool can be corrected into another."""

_NAME = "(?:" + "|".join(sorted(FAMILIES, key=len, reverse=True)) + ")(?![A-Za-z0-9_-])"
_WANTED, _UNWANTED = rf"(?<![\w-])(?P<wanted>{_NAME})", rf"(?<![\w-])(?P<unwanted>{_NAME})"
_END = r"(?=\s*(?:$|[.,!;)。！，、]|instead\b|please\b|again\b|not\b|rather\b|here\b))"
_NOT = rf"(?:(?: please)?,? (?:and )?(?:not|instead of|rather than) {_UNWANTED})?"

_CORRECTIONS = tuple(
    re.compile(one, _I)
    for one in (
        (
            r"(?:^|[.!?] +)(?:no+|nope|wrong|again|stop|hey|(?:as|like) i said)[,!.:; —–-]+(?:please |just )?"
            r"(?:i (?:already )?(?:said|told you|meant|asked for|want)(?: you)?(?: to)?(?: use)? |use |we use |it's |stick to |switch to "
            rf"|go back to )?{_WANTED}{_NOT}{_END}"
        ),
        rf"\bi (?:already |just )?(?:said|told you|asked you)(?: to)?(?: use)? {_WANTED}{_NOT}{_END}",
        rf"(?:^|[.!?,] *)not {_UNWANTED}[,!.:; —–-]+(?:please )?(?:use )?{_WANTED}{_END}",
        rf"(?:아니|아뇨|아니라|말했|했잖)[^\n]{{0,12}}?{_WANTED}(?:을|를|으로|로)? ?(?:써|쓰|사용|라고|이라고)",
        rf"{_WANTED}(?:을|를)? ?(?:쓰라고|쓰라니까|사용하라고|써야지)",
        rf"(?:いや|違う|ちがう|だから)[、,。 ]*{_WANTED}(?:を(?:使|利用)|だって|です|で)",
        rf"(?:不对|不是|我说了?|说了)[,，。:：!！ ]*(?:请|要)?(?:使?用) ?{_WANTED}",
        rf"(?:^|[.!] *)(?:нет|я (?:же )?(?:сказал|говорил)\w*)[,!. ]+(?:используй\w* |надо |нужен )?{_WANTED}{_END}",
        rf"(?:^|[.!] *)(?:non|j'ai dit)[,!. ]+(?:utilise[rz]? |c'est )?{_WANTED}{_END}",
        rf"(?:^|[.!] *)(?:nein|ich (?:hab|habe|sagte)(?: gesagt)?)[,!. ]+(?:nimm |nutze |verwende )?{_WANTED}{_END}",
        rf"(?:^|[.!] *)(?:no|dije|te dije)[,!. ]+(?:que )?(?:usa |utiliza |uses )?{_WANTED}{_END}",
    )
)

_HEAD = re.compile(
    r"^(?:(?:no+|nope|again|stop|hey|please|pls|i (?:already )?(?:said|told you)(?: to)?|and|but|ok|아니|いや|だから|我说了?|нет|non)[,!.:; ]+)+(?=\S)",
    _I,
)
_BANS = tuple(
    re.compile(one, _I)
    for one in (
        (
            r"(?:don'?t|do not) (?:add|use|create|write|commit|push|touch|change|edit|modify|delete|remove|run|install|mock|rename|refactor"
            r"|format|put|make|start|restart|print|log|import|guess|invent|skip|disable|explain|summari[sz]e|generate|hard-?code)\b.{3,120}"
        ),
        (
            r"stop (?:adding|using|creating|writing|committing|pushing|touching|changing|editing|deleting|removing|running|installing"
            r"|mocking|renaming|refactoring|explaining|summari[sz]ing|guessing)\b.{3,120}"
        ),
        r".{4,80}지 ?(?:마|말)\S{0,4}",
        r".{3,80}(?:ないで(?:ください|下さい)?|するな)",
        r"(?:请)?(?:不要|别|勿).{3,60}",
        r"(?:пожалуйста,? )?не \w+(?:й|йте|ь|ьте)\b.{2,80}",
        r"(?:ne |n').{3,80}\bpas\b.{0,40}",
    )
)
_POINTS = re.compile(
    r"\b(?:this|that|it|these|those|them|there|now|any ?more|again)\b|이거|그거|이건|그건|여기|これ|それ|ここ|这|那|\b(?:это|эт\w+|тут)\b|\b(?:ça|cela|ici|celui)\b",
    _I,
)
"""It points at what the talk is about, so it means nothing elsewhere."""

_CHOICES = tuple(
    re.compile(one, _I)
    for one in (
        rf"(?:^|[,.!] *)(?:ok(?:ay)?,? |yes,? |so )?(?:let'?s|we(?:'ll| will)|i(?:'ll| will)) (?:just )?(?:use|go with|stick (?:with|to)|switch to|move to) {_WANTED}{_END}",
        rf"(?:^|[,.!] *)(?:ok(?:ay)?,? |yes,? )?go with {_WANTED}{_END}",
        rf"{_WANTED}(?:로|으로) (?:하자|가자|갑시다|하죠)",
        rf"{_WANTED}で(?:行こう|いこう|行きましょう|いきましょう|やろう)",
        rf"(?:就用|就选|我们用) ?{_WANTED}(?:吧|。|！|$)",
        rf"давай(?:те)? (?:использовать |возьм[её]м |на )?{_WANTED}{_END}",
        rf"(?:on part sur|prenons|utilisons) {_WANTED}{_END}",
    )
)
_PERMITS = re.compile(
    rf"(?:\b(?:use|with|back to|allow\w*|prefer)|использу\w+|utilise[rz]?|用) {_WANTED}|(?<![\w-])(?P<fine>{_NAME}) (?:is|would be) (?:fine|ok|okay)\b",
    _I,
)
_QUESTION = ("?", "？", "…", ":")


class Named(NamedTuple):
    """A tool a person named, and the one it is meant to replace, lower case."""

    wanted: str
    unwanted: str = ""


_BAN_SIGNS = LiteralFinder(
    ("don't", "dont", "do not", "stop ", "지마", "지말", "지 마", "지 말", "ないで", "するな", "不要", "别", "勿", "не ", "pas")
)  # fmt: skip


def may_correct(text: str) -> bool:
    """Whether a sentence of `text` may correct, forbid or settle anything: most messages neither forbid nor name a tool."""
    return bool(_BAN_SIGNS.places(text.lower())) or _names_a_tool(text)


def correction(said: str) -> Named | None:
    """The tool that a sentence insists on, if it corrects somebody."""
    return _first(_CORRECTIONS, said) if _names_a_tool(said) and _means_it(said) else None


def choice(said: str) -> Named | None:
    """The tool that a sentence settles on."""
    if not _names_a_tool(said) or not _means_it(said) or OPEN_CHOICE.search(said):
        return None
    return _first(_CHOICES, said)


def permitted(said: str) -> tuple[str, ...]:
    """The tools a sentence speaks for, in whatever way, lower case."""
    if not _names_a_tool(said):
        return ()
    return tuple(match[match.lastgroup or 0].lower() for match in _PERMITS.finditer(said))


def ban(said: str) -> str:
    """What a sentence forbids, without the impatience in front of it; "" when it forbids nothing that could last."""
    if not _means_it(said) or sayings_of(said).complaint.search(said):
        return ""
    bare = _HEAD.sub("", said).strip(" .!。！")
    return bare if not _POINTS.search(bare) and any(one.fullmatch(bare) for one in _BANS) else ""


@lru_cache(maxsize=8)  # it is asked three times about each sentence
def _names_a_tool(said: str) -> bool:
    """Whether a tool's name is in it, without which no pattern that wants one can match: most sentences have none."""
    return not FAMILIES.keys().isdisjoint(_latin(said.lower()))


_latin = re.compile(r"[a-z0-9]+").findall


def _means_it(said: str) -> bool:
    return 4 <= len(said) <= 200 and not said.endswith(_QUESTION) and not sayings_of(said).passing.search(said)


def _first(ways: tuple[re.Pattern[str], ...], said: str) -> Named | None:
    for way in ways:
        match = way.search(said)
        if match is None:
            continue
        found = match.groupdict()
        wanted, unwanted = found["wanted"].lower(), (found.get("unwanted") or "").lower()
        if wanted != unwanted:
            return Named(wanted, unwanted if FAMILIES.get(unwanted) == FAMILIES[wanted] else "")
    return None
