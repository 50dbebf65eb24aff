"""What is done at which moment of an agent's session.

Each table maps a moment to functions that are asked in order; their answers are joined, and the first refusal counts.
What reaches an agent from a function of `RECALLS` is for a person's own sessions only: neither sub-agents nor sessions
that a program started are told anything. `GUARDS` are for all of them. A function may look at the store and at files;
it runs in a thread, and when it takes too long nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from classifiers.trust import human_text
from daemon.hosts.happening import NOTHING, Answer, Event, Given, Happening, Moment
from daemon.settings import Settings
from recall.answers import contradicted
from recall.context import context
from recall.digest import digest
from recall.finding import Finder
from recall.intents import Lexicon
from recall.select import Chosen, Limits, cost, select
from recall.situation import Situation, inside
from storage.browsing import waiting

PROVED = "You said that this cannot be done. It was proved on this machine, and a person approved that; try it before you stop."

LONGEST_PROMPT = 20_000
"""Characters of a prompt that are looked at: its beginning, where a person says what is wanted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """All that a function may use."""

    host: str
    event: Event  # says which parts of an answer the host takes
    happening: Happening
    situation: Situation  # its query is the prompt, or the last one; its files are those of the happening
    settings: Settings
    finder: Finder
    lexicon: Lexicon
    now: datetime
    told: Collection[tuple[str, str]]  # scope and key of what the session was given already
    refused: Collection[tuple[str, str]]  # of what its last word was answered with already
    begun: bool  # the session was told what is told at its start

    def untold(self, chosen: Iterable[Chosen]) -> list[Chosen]:
        """Those that the session does not know yet."""
        return [each for each in chosen if (each.memory.scope, each.memory.key) not in self.told]


Responder = Callable[[Asked], Answer]


def given(chosen: Iterable[Chosen]) -> tuple[Given, ...]:
    """What a receipt says of them."""
    return tuple(
        Given(
            scope=each.memory.scope,
            key=each.memory.key,
            version=each.memory.version,
            why="; ".join(each.why),
            tokens=cost(each.memory),
        )
        for each in chosen
    )


def remembered(chosen: Iterable[Chosen]) -> Answer:
    """An answer that holds these memories."""
    some = list(chosen)
    return Answer(context=context(each.memory for each in some), given=given(some))


def begin(asked: Asked) -> Answer:
    """At a session's start: what holds here and what works here, and how much waits for the person."""
    answer = remembered(asked.untold(_start(asked)))
    number = waiting(asked.finder.store, now=asked.now, owner=asked.finder.owner).waiting if asked.event.notice else 0
    if not number:
        return answer
    return replace(answer, notice=f"{number} candidate{'s wait' if number > 1 else ' waits'}: seorap review")


def prompted(asked: Asked) -> Answer:
    """What the prompt asks for; and what is told at a start, when we missed it: a daemon that ran later, a host without."""
    query = human_text(asked.happening.prompt[:LONGEST_PROMPT])
    found = _selected(asked, replace(asked.situation, query=query, files=()))
    places = {(each.memory.scope, each.memory.key) for each in found}
    start = () if asked.begun else _start(asked)
    found += [each for each in start if (each.memory.scope, each.memory.key) not in places]
    return remembered(asked.untold(found))


def edited(asked: Asked) -> Answer:
    """What is known of the files that a tool changes."""
    if not asked.happening.files:
        return NOTHING
    root, folder = asked.situation.workspace.root, Path(asked.happening.cwd)
    files = tuple(inside(root, folder / file) for file in asked.happening.files)
    return remembered(asked.untold(_selected(asked, replace(asked.situation, query="", files=files))))


def last_word(asked: Asked) -> Answer:
    """The agent says that it cannot do what the drawer proves: it is told once, and not let stop."""
    if asked.happening.stopped or not asked.happening.message:
        return NOTHING
    found = contradicted(asked.finder, asked.situation, asked.happening.message, lexicon=asked.lexicon, now=asked.now)
    proving = [each for each in found if (each.memory.scope, each.memory.key) not in asked.refused]
    if not proving:
        return NOTHING
    return Answer(refusal=f"{PROVED}\n{context(each.memory for each in proving)}", given=given(proving))


def _start(asked: Asked) -> list[Chosen]:
    return digest(asked.finder, asked.situation.workspace, budget=asked.settings.config.agents.digest)


def _selected(asked: Asked, situation: Situation) -> list[Chosen]:
    limits = Limits(asked.settings.config.recall.top, asked.settings.config.recall.budget)
    return select(asked.finder, situation, lexicon=asked.lexicon, now=asked.now, limits=limits)


RECALLS: Mapping[Moment, tuple[Responder, ...]] = {
    Moment.BEGIN: (begin,),
    Moment.PROMPT: (prompted,),
    Moment.BEFORE: (edited,),
    Moment.AFTER: (edited,),
    Moment.STOP: (last_word,),
}
GUARDS: Mapping[Moment, tuple[Responder, ...]] = {}


def answered(asked: Asked) -> Answer:
    """The joined answers of all functions of the moment."""
    happening = asked.happening
    recalls = () if happening.inner or happening.headless else RECALLS.get(happening.moment, ())
    answers = [responder(asked) for responder in (*GUARDS.get(happening.moment, ()), *recalls)]
    ours = Answer(
        context="\n".join(each.context for each in answers if each.context) if asked.event.context else "",
        notice="\n".join(each.notice for each in answers if each.notice) if asked.event.notice else "",
        refusal=next((each.refusal for each in answers if each.refusal), "") if asked.event.refusal else "",
    )
    told = [each for answer in answers if _reached(answer, ours) for each in answer.given]
    return replace(ours, given=tuple({(each.scope, each.key): each for each in told}.values()))


def _reached(answer: Answer, ours: Answer) -> bool:
    """Did what it holds come through?"""
    return bool(answer.context and ours.context) or (bool(answer.refusal) and answer.refusal == ours.refusal)
