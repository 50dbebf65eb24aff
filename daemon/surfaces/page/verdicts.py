"""Verdicts: a form's word passed to the one queue that every surface shares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from starlette.responses import Response

from classifiers.vocabulary import SeorapError
from daemon.surfaces.page.answering import Ask
from daemon.surfaces.page.cards import shown
from daemon.surfaces.page.notes import Note
from storage import queue
from storage.errors import AlreadyDecided, NotFound
from storage.tables import Candidate
from storage.values import Quiet

DAYS = {"1": 1, "7": 7, "30": 30}


async def verdicts(ask: Ask) -> Response:
    """`/verdicts`: one judgement on each named candidate. Those that cannot be judged are named, the others still are."""
    note = Note()
    judgement, _, detail = ask.said("judgement").partition(":")
    give = JUDGEMENTS.get(judgement)
    names = list(dict.fromkeys(ask.fields.get("id", [])))
    if give is None or not names:
        note.trouble("nothing_chosen")
        return ask.back(note)
    await ask.page.at.work(lambda: _each(ask, note, judgement, names, lambda name: give(ask, name, detail)))
    return ask.back(note)


def _each(ask: Ask, note: Note, judgement: str, names: list[str], give: Callable[[str], str]) -> None:
    done: list[str] = []
    for name in names:
        try:
            key = give(name)
        except AlreadyDecided:
            found = queue.candidate(ask.page.at.store, name, owner=ask.page.at.owner)
            note.trouble("already", key=found.key, status=ask.language(f"status_{found.status}"))
        except NotFound:
            note.trouble("gone", id=name[:20])
        except SeorapError as trouble:
            note.trouble("said", text=f"{trouble.title} {trouble.hint}".strip())
        else:
            done.append(key)
            if judgement != "undo":
                note.undo.append(name)
    if len(done) == 1:
        note.say(f"done_{judgement}", key=done[0])
    elif done:
        note.say(f"done_{judgement}_many", n=len(done))


def _approve(ask: Ask, name: str, _detail: str) -> str:
    """What was seen is what is kept: the words stand in the form, whether somebody changed them or not."""
    at = ask.page.at
    found = queue.candidate(at.store, name, owner=at.owner)
    seen = " ".join(ask.said("body").split()) if "body" in ask.fields and len(ask.fields["id"]) == 1 else ""
    body = None if not seen or seen == " ".join(shown(found.body).split()) else ask.said("body").strip()
    memory = queue.approve(
        at.store, name, author=ask.page.person, now=ask.now, body=body, owner=at.owner, policy=at.policy
    )
    ask.page.changed(memory.workspace)
    return memory.key


def _dismiss(ask: Ask, name: str, _detail: str) -> str:
    at = ask.page.at
    return queue.dismiss(at.store, name, author=ask.page.person, now=ask.now, owner=at.owner).key


def _snooze(ask: Ask, name: str, detail: str) -> str:
    at = ask.page.at
    until = (ask.now + timedelta(days=DAYS.get(detail, 7))).replace(minute=0, second=0, microsecond=0)  # twice is once
    return queue.snooze(at.store, name, until, author=ask.page.person, now=ask.now, owner=at.owner).key


def _never(ask: Ask, name: str, detail: str) -> str:
    at = ask.page.at
    what = Quiet(detail) if detail in list(Quiet) else Quiet.KEY
    return queue.never(at.store, name, what, author=ask.page.person, now=ask.now, owner=at.owner).key


def _undo(ask: Ask, name: str, _detail: str) -> str:
    at = ask.page.at
    found: Candidate = queue.undo(at.store, name, author=ask.page.person, now=ask.now, owner=at.owner)
    ask.page.changed(found.workspace)
    return found.key


JUDGEMENTS: Mapping[str, Callable[[Ask, str, str], str]] = {
    "approve": _approve,
    "dismiss": _dismiss,
    "snooze": _snooze,
    "never": _never,
    "undo": _undo,
}
