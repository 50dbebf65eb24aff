"""A person's words → rules that shall hold: imperative and lasting, in their own language.

Precision goes first: a sentence that might be about this task alone proposes nothing. What is no person's prose (code,
pasted logs, machine-written prompts) is cut away before, by `trust` and `prose`.
"""

from __future__ import annotations

import re
import unicodedata

from classifiers.inert import one_line
from classifiers.prose import prose
from classifiers.statement_words import COMPLAINT, EVERYWHERE, EXPLICIT, MACHINE, ORDER, PASSING
from classifiers.vocabulary import GLOBAL, Actor, Draft, Evidence, HumanMessage, MemoryType, Result, Speech, Workspace

LONG = 1500
"""Characters of prose above which only explicit marks count: long messages are mostly tasks and pasted plans."""
LONGEST = 8000
"""Characters of prose above which nobody typed it."""
MOST = 3
"""Drafts of one message."""
SENTENCE = (6, 300)
"""Characters of a sentence that can be a rule."""
SLUG = 60
"""Characters of a key's target."""

_ENDS = re.compile(r"(?<=[.!?。！？])\s+|(?<=[。！？])|\n+|(?:^|\s)(?:[-*•]|\d+[.)])\s+")
_PREFERENCE = re.compile(
    r"(?:no,? )?(?:use )?(npm|pnpm|yarn|bun|uv|poetry|pip|docker|podman|make|just)\s*[.!]?", re.IGNORECASE
)
_FILLER = frozenset("the a an please pls just that this to and of you i we it is are be so then also".split())  # noqa: SIM905


def find(message: HumanMessage, workspace: Workspace) -> tuple[Draft, ...]:
    """The rules a person's message states, strongest first, at most three. Raises nothing."""
    text = prose(message.text)
    if not text or len(text) > LONGEST or MACHINE.search(text[:2000]):
        return ()
    found: dict[str, tuple[float, int, str]] = {}
    for place, sentence in enumerate(_ENDS.split(text)):
        said = one_line(sentence or "", SENTENCE[1] + 1).strip(" \"'“”")
        strength = _strength(said, message.speech, long=len(text) > LONG)
        slug = slug_of(said) if strength else ""
        if slug and strength > found.get(slug, (0.0, 0, ""))[0]:
            found[slug] = (strength, place, said)
    best = sorted(found.items(), key=lambda item: (-item[1][0], item[1][1]))[:MOST]
    return tuple(_draft(message, workspace, slug, said, strength, place) for slug, (strength, place, said) in best)


def slug_of(text: str) -> str:
    """The target of a rule's key: its content words in their own script, whatever their case, spacing and signs."""
    words = re.findall(r"\w+", unicodedata.normalize("NFC", text.casefold()).replace("'", "").replace("’", ""))
    kept = [word for word in words if word not in _FILLER] or words
    slug = ""
    for word in kept:
        if len(slug) + len(word) + 1 > SLUG:
            break
        slug = f"{slug}-{word}" if slug else word
    return slug or "".join(kept)[:SLUG]


def _strength(said: str, speech: Speech, *, long: bool) -> float:
    """0 for no rule; 0.9 where the sentence itself says that it lasts, 0.7 for a lasting order."""
    if speech is Speech.REJECTION and _PREFERENCE.fullmatch(said):
        return 0.7
    if not SENTENCE[0] <= len(said) <= SENTENCE[1] or said.endswith(("?", "？", "…", ":")):
        return 0.0
    if PASSING.search(said) or COMPLAINT.search(said):
        return 0.0
    if EXPLICIT.search(said):
        return 0.9
    return 0.7 if ORDER.search(said) and not long else 0.0


def _draft(message: HumanMessage, workspace: Workspace, slug: str, said: str, strength: float, place: int) -> Draft:
    everywhere = bool(EVERYWHERE.search(said)) or not workspace.identity
    body = f"Use {said.strip(' .!')} here." if _PREFERENCE.fullmatch(said) else said
    return Draft(
        type=MemoryType.RULE,
        scope=GLOBAL if everywhere else workspace.identity,
        key=f"rule:{slug}",
        body=body,
        confidence=strength,
        evidence=(
            Evidence(
                record=f"{message.key}#{place}",
                line=message.where.line,
                offset=message.where.offset,
                at=message.at,
                session=message.session,
                actor=Actor.PERSON,
                outcome=Result.UNKNOWN,
                why="a person said so",
                excerpt=said[:500],
            ),
        ),
        rule="said-to-last" if strength > 0.8 else "lasting-order",
        workspace="" if everywhere else workspace.root,
    )
