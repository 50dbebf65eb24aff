"""A person's words → rules, decisions and facts that shall hold: plain and lasting, in their own language.

Precision goes first: a sentence that might be about this task alone proposes nothing. What is no person's prose (code,
pasted logs, machine-written prompts) is cut away before, by `trust` and `prose`.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from classifiers.inert import one_line
from classifiers.prose import LONGEST_LINE, prose
from classifiers.secret_judges import MASK
from classifiers.statements.choices import choice_of
from classifiers.statements.clauses import denied, told
from classifiers.statements.credentials import gives_a_credential
from classifiers.statements.grammar import kind_of, may_be_kind, may_keep, only_keeps, takes_a_word
from classifiers.statements.parts import in_latin
from classifiers.statements.slips import meant
from classifiers.statements.tags import untagged
from classifiers.statements.tongues import asks_for_a_tongue
from classifiers.statements.words import (
    ABOUT_OTHERS,
    BARE,
    EVERYWHERE,
    HEARSAY,
    JOINED,
    LASTING,
    LISTED,
    MACHINE,
    NOTED,
    OPEN_CHOICE,
    REJECTION,
    REMEMBER,
    Sayings,
    marked,
    marked_lines,
    sayings_of,
)
from classifiers.vocabulary import GLOBAL, Actor, Draft, Evidence, HumanMessage, MemoryType, Result, Speech, Workspace

LONG = 1500
"""Characters of prose above which only explicit marks count: long messages are mostly tasks and pasted plans."""
SHORT = 600
"""Characters of a message up to which a sentence may last by what it is about alone (`kinds`)."""
LEAD = 300
"""Characters of a long message that are read like a short one: what somebody says before the list of what to do."""
LONGEST = 8000
"""Characters of prose above which nobody typed it."""
MOST = 3
"""Drafts of one message."""
SENTENCE = (6, 400)
"""Characters of a sentence that can be a rule."""
SLUG = 60
"""Characters of a key's target."""

_ENDS = re.compile(r"((?:^|\s)(?:[-*•]|\d+[.)])\s+)|(?<=[.!?。！？])\s+|(?<=[。！？])|\n+")
_FILLER = frozenset(
    "the a an please pls plz stp svp btw just that this to and of you i we it is are be so then also".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class _Said:
    """One sentence that shall hold."""

    type: MemoryType
    slug: str
    body: str
    words: str
    strength: float  # 0.9 where the sentence itself says that it lasts, 0.7 for a lasting order
    place: int  # of the sentence in the message
    why: str = ""


def may_state(message: HumanMessage) -> bool:
    """Whether `find` may find anything; False is sure. Meant for a message before its mask, which costs more than this.

    Only the marked lines are read, unless one sentence may speak of another.
    """
    text = message.text
    if message.speech is Speech.REJECTION and REJECTION.fullmatch(text.strip()):
        return True
    lines = text.split("\n")
    places = marked_lines(text.lower())
    short = _is_short(text)
    if short:
        places.update(at for at, line in enumerate(lines) if len(line) <= LONGEST_LINE and may_be_kind(line))
    told = [lines[at] for at in sorted(places) if len(lines[at]) <= LONGEST_LINE or _fences(lines[at])]
    if not told:
        return False
    if not any(map(ABOUT_OTHERS.search, told)) and not (short and any(map(may_keep, told))):
        wanted = set(told)
        text = "\n".join([line for line in lines if line in wanted or _fences(line)] if _fences(text) else told)
    return any(said.slug for said in _weighed(prose(text), short=short))


def _fences(text: str) -> bool:
    return "```" in text or "~~~" in text


def find(message: HumanMessage, workspace: Workspace) -> tuple[Draft, ...]:
    """The rules, decisions and facts a person's message states, strongest first, at most three. Raises nothing."""
    return tuple(_draft(message, workspace, said) for said in _found(message))


def _found(message: HumanMessage) -> list[_Said]:
    if message.speech is Speech.REJECTION and (tool := REJECTION.fullmatch(message.text.strip())):
        name = tool[1].lower()
        body = f"Use {name} here."
        return [_Said(MemoryType.RULE, _rule_slug(body), body, message.text.strip(), 0.7, 0)]
    if not _may_last(message.text):
        return []
    text = prose(message.text)
    if not text or len(text) > LONGEST or MACHINE.search(text[:2000]):
        return []
    found: dict[tuple[MemoryType, str], _Said] = {}
    for said in _sentences(text, short=_is_short(message.text)):
        earlier = found.get((said.type, said.slug))
        if earlier is None or said.strength > earlier.strength:
            found[said.type, said.slug] = said
    return sorted(found.values(), key=lambda said: (-said.strength, said.place))[:MOST]


def slug_of(text: str) -> str:
    """The target of a key: the content words in their own script, whatever their case, spacing and signs.

    At most `SLUG` characters. What is longer ends in six digits of a hash of the whole, so that two long sentences that
    begin alike keep two keys.
    """
    words = re.findall(r"\w+", _folded(text).replace("'", "").replace("’", ""))
    whole = "-".join([word for word in words if word not in _FILLER] or words)
    if len(whole) <= SLUG:
        return whole
    room = SLUG - 7
    start = whole[:room] if whole[room] == "-" or "-" not in whole[:room] else whole[:room].rsplit("-", 1)[0]
    return f"{start}-{hashlib.blake2b(whole.encode('utf-8', 'replace'), digest_size=3).hexdigest()}"


def _rule_slug(body: str) -> str:
    """The matter of a choice, so that a later choice takes its place; else the words themselves."""
    choice = choice_of(body)
    return choice.matter if choice else slug_of(LASTING.sub(" ", BARE.sub(" ", body))) or slug_of(body)


def _alone(words: str) -> str:
    """The sentence without what joins it to the one before."""
    joined = JOINED.match(words)
    rest = words[joined.end() :] if joined else ""
    return rest[0].upper() + rest[1:] if rest else words


def _folded(text: str) -> str:
    """Composed before and after the case goes: folding takes some letters apart."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold().lower())


def _is_short(text: str) -> bool:
    """Whether a sentence of the message may last by what it is about alone: that is told in Latin letters."""
    return len(text) <= SHORT and in_latin(text)


def _may_last(text: str) -> bool:
    """Whether a word is in it without which no sentence is read any further; most messages have none."""
    return marked(text.lower()) or (_is_short(text) and may_be_kind(text))


def _sentences(text: str, *, short: bool) -> list[_Said]:
    """What holds, in the order it was said."""
    return [said for said in _weighed(text, short=short) if said.slug]


def heard(message: HumanMessage) -> tuple[tuple[str, str], ...]:
    """Each sentence of the message that `find` weighs, with why it is, or is not, taken for one that shall hold."""
    if not _may_last(message.text):
        return ((one_line(message.text, SENTENCE[1]), "no word in it says that something shall hold"),)
    text = prose(message.text)
    if not text:
        return ((one_line(message.text, SENTENCE[1]), "code, logs or quotes, not a person's prose"),)
    if len(text) > LONGEST or MACHINE.search(text[:2000]):
        return ((one_line(text, SENTENCE[1]), "too long to be typed, or written by a program"),)
    return tuple((said.words, said.why) for said in _weighed(text, short=_is_short(message.text)))


def sentences_of(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of a text with their places, each on one line; one longer than any rule is cut."""
    for place, words, _ in _pieces(text):
        yield place, words


def _pieces(text: str) -> Iterator[tuple[int, str, bool]]:
    """Place and words of each sentence, and whether it is an item of a list."""
    parts = _ENDS.split(text)  # between two pieces the mark of an item, if there is one
    for at in range(0, len(parts), 2):
        words = one_line(parts[at], SENTENCE[1] + 1).strip()
        if words:
            yield at // 2, words, at > 0 and parts[at - 1] is not None


def _weighed(text: str, *, short: bool) -> list[_Said]:
    """Every sentence with how surely it shall hold; those that shall not have no slug.

    Only in a `short` message does a sentence last by what it is about.
    """
    long = len(text) > LONG
    found: list[_Said] = []
    before = (0, "")
    noted, listed, read = False, False, 0
    for place, piece, item in _pieces(text):
        words = untagged(piece)
        bare = words.strip(" .!。！\"'()")
        kept = MemoryType.RULE if BARE.fullmatch(bare) else MemoryType.FACT if REMEMBER.fullmatch(bare) else None
        head = None if long and read > LEAD else NOTED.match(words)
        listed = not long and ((listed and item) or LISTED.fullmatch(words) is not None)
        if not kept and short and before[1] and only_keeps(bare) and takes_a_word(before[1]):
            kept = MemoryType.RULE
        if kept:
            place, words = before  # noqa: PLW2901 - it speaks of the sentence before it
            strength, kind, why = _whole(words, kept, "the next sentence asks to keep it")
        elif head or noted:
            words = words[head.end() if head else 0 :].strip()
            noted = not words or (words.count('"') % 2 == 1) == (head is not None)
            strength, kind, why = _whole(words, MemoryType.RULE, "it is to be written down for agents")
        elif listed and item:
            strength, kind, why = _whole(words, MemoryType.RULE, "it is one of a list of conventions")
            before = (place, words)
        else:
            read += len(words)
            late = long and read > LEAD
            if asks_for_a_tongue(words):
                strength, kind, why = 0.7, MemoryType.RULE, "it says in which language to answer"
            else:
                strength, kind, why = _judged(words, len(words), long=late, short=short)
            before = (place, words)
        if strength and MASK in words:
            strength, kind, why = _no("it holds a secret, which was masked")
        elif strength and gives_a_credential(words):
            strength, kind, why = _no("it may give a password away")
        whole = words.strip(" \"'“”")
        body = _alone(whole)
        slug = _rule_slug(body) if strength else ""
        found.append(_Said(kind, slug, body, whole, strength, place, why))
    return found


_Weight: TypeAlias = tuple[float, MemoryType, str]
"""How surely a sentence shall hold, 0 for not at all, as what, and why."""


def _whole(words: str, kind: MemoryType, why: str) -> _Weight:
    """What the person asked to keep, whatever it says, if it is a sentence at all."""
    fits = SENTENCE[0] <= len(words) <= SENTENCE[1] and not words.endswith(("?", "？"))
    return (0.9, kind, why) if fits else _no("too short or too long for a rule, or a question")


def _judged(said: str, size: int, *, long: bool, short: bool) -> _Weight:
    said = meant(said)
    ways = sayings_of(said)
    said = ways.quoted.sub('""', said)
    weight = _felt(said, size, ways, long=long, short=short)
    return _no("somebody else's word, or one to be written elsewhere") if weight[0] and HEARSAY.search(said) else weight


def _felt(said: str, size: int, ways: Sayings, *, long: bool, short: bool) -> _Weight:
    """How surely a sentence shall hold, whoever said it."""
    late = long and not ways.explicit.search(said)
    passing = "in a long message only explicit words count" if late else _of_the_moment(said, size, ways, short=short)
    if passing:
        return _no(passing)
    if ways.decision.search(said):
        open_yet = long or OPEN_CHOICE.search(said)
        return _no("a choice of this talk, or still open") if open_yet else _MADE
    fact = ways.fact.search(said)
    if fact and not ways.mishap.search(said):
        return _no("a fact of this talk") if long else _FACT
    if ways.explicit.search(said):
        return _no("told of a moment, by others or to others") if denied(said, page=True) else _EXPLICIT
    signs = _RULED if _ordered(said, ways) else told(said)
    kind = kind_of(said) if short and not signs else None
    silent = "what breaks is no fact to keep" if fact else "not an order that lasts by its own words"
    return (0.7, *signs) if signs else (0.6, *kind) if kind else _no(silent)


def _ordered(said: str, ways: Sayings) -> bool:
    if ways.order.search(said):
        return not denied(said)
    habit = ways.habit
    return habit is not None and habit[0].search(said) and not habit[1].search(said)


def _of_the_moment(said: str, size: int, ways: Sayings, *, short: bool) -> str:
    """Why a sentence cannot be meant to last, whatever else it says; "" when it can."""
    if not SENTENCE[0] <= size <= SENTENCE[1]:
        return "too short or too long for a rule"
    if said.endswith(("?", "？", "…", ":")):
        return "a question, or unfinished"
    if not marked(said.lower()) and not (short and may_be_kind(said)):
        return "no word in it says that it shall hold"
    if ways.passing.search(said):
        return "it speaks of this task alone"
    return "it tells what is, or asks why" if ways.complaint.search(said) else ""


_MADE = (0.7, MemoryType.DECISION, "a choice that was made")
_FACT = (0.7, MemoryType.FACT, "where something is, to be kept in mind")
_EXPLICIT = (0.9, MemoryType.RULE, "it says of itself that it lasts")
_RULED = (MemoryType.RULE, "a lasting order")


def _no(why: str) -> _Weight:
    return 0.0, MemoryType.RULE, why


def _draft(message: HumanMessage, workspace: Workspace, said: _Said) -> Draft:
    everywhere = bool(EVERYWHERE.search(said.words)) or not workspace.identity
    return Draft(
        type=said.type,
        scope=GLOBAL if everywhere else workspace.identity,
        key=f"{said.type.value}:{said.slug}",
        body=said.body,
        confidence=said.strength,
        evidence=(
            Evidence(
                record=f"{message.key}#{said.place}",
                line=message.where.line,
                offset=message.where.offset,
                at=message.at,
                session=message.session,
                actor=Actor.PERSON,
                outcome=Result.UNKNOWN,
                why="a person said so",
                excerpt=said.words[:500],
            ),
        ),
        rule="said-to-last" if said.strength > 0.8 else "lasting-order",
        workspace="" if everywhere else workspace.root,
    )
