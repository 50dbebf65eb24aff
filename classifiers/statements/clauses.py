"""Rules, decisions and facts in Russian, French, German, Spanish and Portuguese, told by signs that stand in one clause or two.

Their word order is free, so no sentence is spelled out here. What lasts gives two signs at once: an order (imperative,
infinitive, obligation, prohibition) and that it holds (a habit word, a step of work that comes again, a whole class of
things). A sign of the moment, of talk ("what if", "he says"), of the past or of a page on a screen takes it away. The
words are in `wording`, accents folded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from classifiers.statements.hearing import Parts, heard
from classifiers.vocabulary import MemoryType

_RULE, _DECISION, _FACT = MemoryType.RULE, MemoryType.DECISION, MemoryType.FACT


class _Sign(NamedTuple):
    """What lasts when each of `needs` is played by another word; with `order`, in that order."""

    kind: MemoryType
    why: str
    needs: tuple[Parts, ...]
    order: bool = False
    taken: Parts = frozenset()  # what takes it away
    least: int = 3  # words


def _signs(text: str) -> tuple[Parts, ...]:
    return tuple(frozenset(each.split("|")) for each in text.split())


_TAKEN = frozenset({"talk", "now", "screen", "bad", "past", "third", "state", "open"})
"""Signs in the same clauses that take a rule away."""
_OPEN = frozenset({"talk", "open", "screen"})
_OF_TALK = frozenset({"talk", "this"})
_ORDERING = frozenset({"do", "ever", "must", "wedo", "not", "forbid", "settled", "leave"})
_RECURRING = frozenset({"settled", "lasting", "whenever", "step", "every", "ever", "leave", "fresh"})
_LASTING = frozenset({"settled", "whenever", "ever", "leave", "fresh", "must"})
_EACH_OF_THEM = re.compile(
    r"\b(?:für jede[nrs]?|pour chaque|para cada|para todos? (?:los|as|os|las)|для (?:кажд\w+|всех)) (?:endpoints?|эндпоинт\w*|ручк\w+|funktion|fonction|funci[oó]n|fun[cç][aã]o|функци\w+"
    r"|modul|m[oó]dulo|module|модул\w+|klasse|classe|clase|класс\w*|komponente|composant|componente|компонент\w*|datei|fichier|archivo|fichero|arquivo|файл\w*|tabelle|table|tabla|tabela|таблиц\w+"
    r"|route|ruta|rota|роут\w*|methode|méthode|m[eé]todo|метод\w*|service|servicio|servi[cç]o|сервис\w*|seite|page|p[aá]gina|страниц\w+|modell|modèle|modelo|controller|handler|query|view)\b(?! (?:nuev|nov|nouv))",
    re.IGNORECASE,
)
"""A task is shared out over things that are there; what holds for each new one is told otherwise."""
_NO_FACT = frozenset({"talk", "bad", "screen", "now"})
_RULES = (
    _Sign(_RULE, "it says of itself that it is a rule", _signs("settled"), taken=frozenset({"talk"}), least=4),
    _Sign(_RULE, "it says of itself that it lasts", _signs("lasting must|only|do|wedo|forbid|habit|short|form|tongue|tool"), taken=_TAKEN - {"now"}),
    _Sign(_RULE, "it says of itself that it lasts", _signs("lasting made|event|zone not|must|only|via"), taken=_TAKEN - {"now"}),
    _Sign(_RULE, "always or never to be done", _signs("ever do|wedo"), taken=_TAKEN, least=2),
    _Sign(_RULE, "a habit at each step of work", _signs("step do|must|ever|only|wedo|asked"), taken=_TAKEN),
    _Sign(_RULE, "a habit at each step of work", _signs("whenever do|must|not|ever|wedo|asked"), taken=_TAKEN),
    _Sign(_RULE, "forbidden without the person's leave", _signs("not|forbid leave do|event|made|where|zone|env|path|habit|tool"), taken=_TAKEN),
    _Sign(_RULE, "how a whole class of things is done", _signs("whatever asked|not|must|ever|only|do"), taken=_TAKEN),
    _Sign(_RULE, "what always comes with what", _signs("fresh|made equals fresh|made|event"), taken=_TAKEN, order=True),
    _Sign(_RULE, "not in each of them", _signs("not every do"), taken=_TAKEN | {"remove", "file"}),
    _Sign(_RULE, "never the one without the other", _signs("not without event|made do|wedo"), taken=_TAKEN),
    _Sign(_RULE, "not to be done each time", _signs("not each answer"), taken=_TAKEN),
    _Sign(_RULE, "how the person likes it", _signs("prefer short|form|tongue made|answer|event|habit"), taken=_TAKEN),
    _Sign(_RULE, "only with the person's leave", _signs("asked do|event|made|where|path|whenever|whatever|must"), taken=_TAKEN),
    _Sign(_RULE, "how something is written", _signs("made tongue|form|forbid|ever"), taken=_TAKEN, order=True),
    _Sign(_RULE, "where something goes", _signs("made|secret only via"), taken=_TAKEN, order=True),
    _Sign(_RULE, "where something goes", _signs("made|secret through"), taken=_TAKEN),
    _Sign(_RULE, "a habit at each step of work", _signs("every do|must"), taken=_TAKEN | {"remove", "file"}),
    _Sign(_RULE, "how something is written", _signs("whole must|only|ever|form|tongue"), taken=_TAKEN),
    _Sign(_RULE, "how something is written", _signs("made|habit onlywhere"), taken=_TAKEN),
    _Sign(_RULE, "what is kept secret", _signs("ever|forbid|lasting secret do|must|via|wedo|not"), taken=_TAKEN - {"screen"}),
    _Sign(_RULE, "how the person is spoken to", _signs("manners"), taken=_TAKEN - {"third"}, least=2),
    _Sign(_RULE, "what the person does not want", _signs("dislike habit|tool"), taken=_TAKEN | {"remove"}),
    _Sign(_RULE, "what to use unless told otherwise", _signs("default tool|form|made|event do|wedo|must|use"), taken=_TAKEN),
    _Sign(_RULE, "what not to suggest", _signs("not suggest tool|habit|matter"), taken=_TAKEN),
    _Sign(_RULE, "a place not to be touched", _signs("not zone|path do|event|wedo"), taken=_TAKEN),
    _Sign(_RULE, "a place not to be touched", _signs("zone|path off|forbid"), taken=_TAKEN, order=True),
    _Sign(_RULE, "how things are done here", _signs("wedo tongue|form|trait"), taken=_TAKEN),
    _Sign(_RULE, "to be kept in mind", _signs("note ever|not|only do|wedo"), taken=_TAKEN),
    _Sign(_RULE, "forbidden for good", _signs("forbid do|event|where|path|tool|habit|made"), taken=_TAKEN),
    _Sign(_RULE, "whose something is", _signs("owns team not|forbid|only"), taken=_TAKEN),
    _Sign(_RULE, "what the person does alone", _signs("mine do|event|made|where|path|env"), least=2, taken=_TAKEN - {"now"}),
    _Sign(_RULE, "how things are done here", _signs("scope not|only|ever|must|over do|wedo|tool|made|form|tongue|habit"), taken=_TAKEN),
    _Sign(_RULE, "what the person does not want", _signs("not habit"), order=True, least=2, taken=_TAKEN | {"remove"}),
    _Sign(_RULE, "what the person does not want", _signs("habit not do|wedo"), order=True, taken=_TAKEN | {"remove"}),
    _Sign(_RULE, "how the person likes it", _signs("answer short"), taken=_TAKEN, least=2),
    _Sign(_RULE, "which tool to use", _signs("tool over tool"), taken=_TAKEN, order=True),
    _Sign(_RULE, "which tool to use", _signs("use tool scope|ever"), taken=_TAKEN),
)  # fmt: skip
_CHOICE = _Sign(_DECISION, "a choice that was made", _signs("decided"))
_FACTS = (
    _Sign(_FACT, "how the surroundings are, for the record", _signs("note env|where|zone|event has|fixed|only|number")),
    _Sign(_FACT, "how the surroundings are, for the record", _signs("note tool|trait|address|path has|fixed|number")),
    _Sign(_FACT, "how the surroundings are", _signs("env|zone has fixed|trait|address|number"), order=True),
    _Sign(_FACT, "how the surroundings are", _signs("env|zone fixed has"), order=True),
)
_MATTERS = frozenset({"tool", "trait", "env", "made", "where", "form", "over", "event", "path", "matter"})
"""Parts of what a choice is about."""

_NAME = re.compile(r"(?<=[^\s.!?:] )[A-Z][\w.+-]+|[A-Za-z]+[A-Z]\w*|(?<=[а-яё] )[A-Za-z][\w.+-]+")


def told(said: str) -> tuple[MemoryType, str] | None:
    """As what a sentence lasts by the signs it gives, and why; None when it gives none, or is in no such language."""
    if said.rstrip(" )\"'").endswith("?") or "¿" in said:
        return None
    readings = list(heard(said))
    ended = _OF_TALK if len(readings) > 1 else {"this"}  # where the language is not sure, each of them has a say
    if any(not ended.isdisjoint(word) for clauses in readings for clause in clauses for word in clause):
        return None
    for clauses in readings:
        found = _told(clauses, said)
        if found:
            return found
    return None


def denied(said: str, *, page: bool = False) -> bool:
    """Whether `said` is of the moment, or tells what others say or shall read; with `page`, or orders nothing of a page."""
    given = _given([word for clauses in heard(said) for clause in clauses for word in clause])
    return not _OF_TALK.isdisjoint(given) or (
        page and not given.isdisjoint({"screen", "bad"}) and given.isdisjoint({"do", "must", "wedo", "forbid"})
    )


def _told(clauses: list[list[Parts]], said: str) -> tuple[MemoryType, str] | None:
    whole = [word for clause in clauses for word in clause]
    given = _given(whole)
    if _to_build(clauses, given) or (given.isdisjoint(_LASTING) and _EACH_OF_THEM.search(said)):
        return None
    recorded = given.isdisjoint({"do", "ever", "must"} if "note" in given else _ORDERING)
    sign = (
        _choice(whole, given, said)
        or (_fact(whole, given) if recorded else None)
        or (_rule(clauses, given) if "open" not in given else None)
        or _fact(whole, given)
    )
    return (sign.kind, sign.why) if sign else None


def _to_build(clauses: list[list[Parts]], given: Parts) -> bool:
    """Whether what is said first is to be built, as what is said then tells: "…, add the validation", "…, only fix it"."""
    then = (clause[1:2] if "only" in clause[0] else clause[:1] for clause in clauses[1:])
    return given.isdisjoint(_RECURRING) and any("build" in word for words in then for word in words)


def _choice(words: list[Parts], given: Parts, said: str) -> _Sign | None:
    about = not _MATTERS.isdisjoint(given) or _NAME.search(said)
    return _CHOICE if about and _holds(_CHOICE, words, given, _OPEN) else None


def _rule(clauses: list[list[Parts]], whole: Parts) -> _Sign | None:
    signs = [sign for sign in _RULES if not any(map(whole.isdisjoint, sign.needs))]
    for run in _runs(clauses) if signs else ():
        given = _given(run)
        for sign in signs:
            if _holds(sign, run, given, sign.taken):
                return sign
    return None


def _fact(words: list[Parts], given: Parts) -> _Sign | None:
    return next((sign for sign in _FACTS if _holds(sign, words, given, _NO_FACT)), None)


def _given(words: list[Parts]) -> Parts:
    return frozenset().union(*words)


def _runs(clauses: list[list[Parts]]) -> Iterator[list[Parts]]:
    """One clause, or two beside each other, unless somebody's talk comes before."""
    for place, clause in enumerate(clauses):
        if any("talk" in word for word in clause):
            return
        yield clause
        if place + 1 < len(clauses):
            yield clause + clauses[place + 1]


def _holds(sign: _Sign, words: list[Parts], given: Parts, taken: Parts) -> bool:
    """Whether `words`, which give `given` together, give what the sign needs, and nothing that takes it away."""
    if len(words) < sign.least or not taken.isdisjoint(given):
        return False
    return not any(map(given.isdisjoint, sign.needs)) and _played(sign.needs, words, 0, order=sign.order, used=())


def _played(needs: tuple[Parts, ...], words: list[Parts], at: int, *, order: bool, used: tuple[int, ...]) -> bool:
    """Whether each need is played by another word."""
    if not needs:
        return True
    for place in range(at, len(words)):
        if (
            place not in used
            and not needs[0].isdisjoint(words[place])
            and _played(needs[1:], words, place + 1 if order else 0, order=order, used=(*used, place))
        ):
            return True
    return False
