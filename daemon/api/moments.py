"""What is done at which moment of an agent's session.

Each table maps a moment to functions that are asked in order; their answers are joined, and the first refusal counts.
What reaches an agent from a function of `RECALLS` is for a person's own sessions only: neither sub-agents nor sessions
that a program started are told anything. `GUARDS` are for all of them. A function may look at the store and at files;
it runs in a thread, and when it takes too long nobody waits for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from classifiers.inert import one_line
from classifiers.trust import human_text
from daemon.api.last_said import last_said
from daemon.hosts.happening import NOTHING, Answer, Event, Given, Happening, Moment
from daemon.settings import Settings
from recall.answers import contradicted
from recall.context import context
from recall.digest import digest
from recall.finding import Finder
from recall.gate import look
from recall.imports import reached
from recall.intents import Lexicon
from recall.select import Chosen, Limits, cost, select
from recall.situation import Situation, inside
from storage.browsing import number_waiting
from storage.feedback import Trial, awaited
from storage.values import Effect

LOOKING = 0.04
"""Seconds that are spent on looking who imports an edited file."""

PROVED = "You said that this cannot be done. It was proved on this machine, and a person approved that; try it before you stop."

FORBIDDEN = "A person forbids this, and it was not run. Do not look for a way around it: tell them what you need."
LIFTED = "Only a person can lift it: seorap memory guard {key} --off"
PATCH = "*** Begin Patch"
UNREAD = "Seorap: this command could not be taken apart, so no constraint was held against all of it."
UNLOOKED = "Seorap could not look whether a constraint forbids this; it was let pass."

LONGEST_PROMPT = 20_000
"""Characters of a prompt that are looked at: its beginning, where a person says what is wanted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """All that a function may use."""

    host: str
    session: str  # the host's own name of it, or the folder
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
    number = number_waiting(asked.finder.store, now=asked.now, owner=asked.finder.owner) if asked.event.notice else 0
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
    files = _files(asked)
    if not files or not asked.finder.has_paths(asked.situation.scopes):
        return NOTHING
    root, until = asked.situation.workspace.root, time.monotonic() + LOOKING
    near = [each for file in files for each in reached(root, file, within=lambda: time.monotonic() < until)]
    situation = replace(asked.situation, query="", files=files, near=tuple(near))
    return remembered(asked.untold(_selected(asked, situation)))


def erred(asked: Asked) -> Answer:
    """The command failed with an error that a lesson knows: its cause and fix, before the agent looks for them."""
    from classifiers import tries  # noqa: PLC0415  the patterns of all known errors, which most sessions never need
    from recall.errors import known  # noqa: PLC0415  as above

    command = asked.happening.command if asked.happening.worked is False else ""  # or it was interrupted
    error = tries.error_in(asked.happening.result) if command and asked.happening.result else None
    if error is None:
        return NOTHING
    answer = remembered(asked.untold(known(asked.finder, asked.situation, error, command)))
    failed = tries.failing(command, error) if answer.given else ""
    return replace(answer, given=tuple(replace(each, command=failed) for each in answer.given))


def forbidden(asked: Asked) -> Answer:
    """A constraint that a person made stands against the command or the edit."""
    files = _files(asked)
    command = asked.happening.command
    command = "" if command.lstrip().startswith(PATCH) else command  # it edits files, and nothing of it runs
    looked = look(asked.finder, replace(asked.situation, command=command, files=files))
    if not looked.forbidding:
        return Answer(notice=UNREAD) if looked.unread else NOTHING
    chosen = [Chosen(memory, 1.0, (f"it forbids {pattern}",)) for memory, pattern in looked.forbidding]
    lifted = "\n".join(LIFTED.format(key=one_line(each.memory.key)) for each in chosen)
    refusal = f"{FORBIDDEN}\n{context(each.memory for each in chosen)}\n{lifted}"
    return Answer(refusal=refusal, ask=asked.settings.config.agents.gate == "ask", given=given(chosen))


def trials(asked: Asked) -> list[Trial]:
    """What came of lessons that the session was given for an error, now that the command ended again."""
    happening = asked.happening
    if not happening.command or happening.worked is None:
        return []
    waiting = awaited(asked.finder.store, asked.host, asked.session, owner=asked.finder.owner)
    if not waiting:
        return []
    from classifiers import tries  # noqa: PLC0415  as above

    if happening.worked:
        effect, ended = Effect.PREVENTED, tries.worked(happening.command)
        places = {place for command in ended for place in waiting.get(command, ())}
    else:
        error = tries.error_in(happening.result)
        effect, ended = Effect.STILL_FAILED, tries.tried(happening.command)
        again = tries.lessons_of(happening.command, error) if error else ()
        places = {place for command in ended for place in waiting.get(command, ()) if place[1] in again}
    told = partial(Trial, host=asked.host, session=asked.session, effect=effect, observed=True)
    return [told(key=key, scope=scope, workspace=asked.situation.workspace.identity) for scope, key in sorted(places)]


def last_word(asked: Asked) -> Answer:
    """The agent says that it cannot do what the drawer proves: it is told once, and not let stop."""
    happening = asked.happening
    message = (
        "" if happening.stopped else happening.message or (happening.transcript and last_said(happening.transcript))
    )
    if not message:
        return NOTHING
    found = contradicted(asked.finder, asked.situation, message, lexicon=asked.lexicon, now=asked.now)
    proving = [each for each in found if (each.memory.scope, each.memory.key) not in asked.refused]
    if not proving:
        return NOTHING
    return Answer(refusal=f"{PROVED}\n{context(each.memory for each in proving)}", given=given(proving))


def _files(asked: Asked) -> tuple[str, ...]:
    """The files that the tool changes, as recall names them."""
    root, folder = asked.situation.workspace.root, Path(asked.happening.cwd)
    return tuple(inside(root, folder / file) for file in asked.happening.files)


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
    Moment.FAILED: (erred,),
    Moment.STOP: (last_word,),
}
GUARDS: Mapping[Moment, tuple[Responder, ...]] = {Moment.BEFORE: (forbidden,)}


def answered(asked: Asked) -> Answer:
    """The joined answers of all functions of the moment."""
    happening = asked.happening
    recalls = () if happening.inner or happening.headless else RECALLS.get(happening.moment, ())
    answers = [responder(asked) for responder in (*GUARDS.get(happening.moment, ()), *recalls)]
    ours = Answer(
        context="\n".join(each.context for each in answers if each.context) if asked.event.context else "",
        notice="\n".join(each.notice for each in answers if each.notice) if asked.event.notice else "",
        refusal=next((each.refusal for each in answers if each.refusal), "") if asked.event.refusal else "",
        ask=asked.event.ask and any(each.refusal and each.ask for each in answers),
    )
    told = [each for answer in answers if _reached(answer, ours) for each in answer.given]
    return replace(ours, given=tuple({(each.scope, each.key): each for each in told}.values()))


def _reached(answer: Answer, ours: Answer) -> bool:
    """Did what it holds come through?"""
    return bool(answer.context and ours.context) or (bool(answer.refusal) and answer.refusal == ours.refusal)
