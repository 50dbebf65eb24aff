"""What a person changes in the drawer: correct, retire, delete, purge, and lift what is kept away."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.responses import Response

from classifiers.vocabulary import GLOBAL, SeorapError
from daemon.surfaces.page.answering import Ask
from daemon.surfaces.page.notes import Note
from storage import drawer, removal
from storage.entries import Entry, Terms
from storage.errors import NotFound
from storage.tombstones import Stone, lift
from storage.values import Quiet


async def change(ask: Ask) -> Response:
    """`/changes`: one change of one memory, if it still is at the version that was shown."""
    note = Note()
    verb = CHANGES.get(ask.said("change"))
    if verb is None:
        note.trouble("nothing_chosen")
    else:
        await ask.page.at.work(lambda: _done(ask, note, verb))
    return ask.back(note)


async def lifted(ask: Ask) -> Response:
    """`/lift`: let it be proposed again."""
    note = Note()
    kind, name = ask.said("kind"), ask.said("name")

    def work() -> None:
        stone = Stone(Quiet(kind), name, ask.said("scope"))
        note.say("done_lift" if lift(ask.page.at.store, stone, ask.page.at.owner) else "not_quiet", key=name[:200])

    if kind in list(Quiet):
        await ask.page.at.work(work)
    else:
        note.trouble("nothing_chosen")
    return ask.back(note)


def _done(ask: Ask, note: Note, verb: Callable[[Ask, Note, str, str], None]) -> None:
    at = ask.page.at
    key, scope = ask.said("key"), ask.said("scope", GLOBAL)
    try:
        root = drawer.show(at.store, key, scope=scope, owner=at.owner).workspace
    except NotFound:
        root = ""
    try:
        verb(ask, note, key, scope)
    except SeorapError as trouble:
        note.trouble("said", text=f"{trouble.title} {trouble.hint}".strip())
    else:
        if root:
            ask.page.changed(root)


def _terms(ask: Ask) -> Terms:
    version = ask.said("version")
    return Terms(expected=int(version) if version.isdecimal() else None)


def _correct(ask: Ask, note: Note, key: str, scope: str) -> None:
    at = ask.page.at
    old = drawer.show(at.store, key, scope=scope, owner=at.owner)
    entry = Entry(
        key=key,
        body=ask.said("body").replace("\r\n", "\n").strip() or old.body,
        type=old.type,
        scope=scope,
        paths=tuple(old.paths),
        workspace=old.workspace,
        confidence=old.confidence,
        expires_at=old.expires_at if old.expires_at is None or old.expires_at > ask.now else None,
        review_after=old.review_after,
    )
    drawer.write(
        at.store,
        entry,
        author=ask.page.person,
        now=ask.now,
        owner=at.owner,
        policy=at.policy,
        terms=_terms(ask),
    )
    note.say("done_correct", key=key)


def _retire(ask: Ask, note: Note, key: str, scope: str) -> None:
    at = ask.page.at
    removal.retire(at.store, key, scope=scope, author=ask.page.person, now=ask.now, owner=at.owner, terms=_terms(ask))
    note.say("done_retire", key=key)


def _delete(ask: Ask, note: Note, key: str, scope: str) -> None:
    at = ask.page.at
    removal.delete_memory(
        at.store, key, scope=scope, author=ask.page.person, now=ask.now, owner=at.owner, terms=_terms(ask)
    )
    note.say("done_delete", key=key)


def _purge(ask: Ask, note: Note, key: str, scope: str) -> None:
    at = ask.page.at
    if ask.said("sure") != "yes":
        note.trouble("not_sure")
        return
    backups = removal.purge(at.store, key, scope=scope, author=ask.page.person, now=ask.now, owner=at.owner)
    note.say("done_purge", key=key)
    for backup in backups:
        note.trouble("old_backup", path=str(backup))


CHANGES: Mapping[str, Callable[[Ask, Note, str, str], None]] = {
    "correct": _correct,
    "retire": _retire,
    "delete": _delete,
    "purge": _purge,
}
