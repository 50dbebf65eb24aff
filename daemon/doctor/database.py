"""The database is whole and takes what is written; its backups are young."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from daemon import keeping, opening
from daemon.doctor.finding import Finding, Patient, State
from storage.backups import last_good
from storage.jobs import last_run
from storage.search import behind, rebuild

LOW = 200_000_000
"""Free bytes below which a disk is nearly full: the next backup may not fit."""

OLD = timedelta(days=3)
"""A laptop may sleep for a weekend."""


def database(patient: Patient) -> Iterator[Finding]:
    """Opens it, looks through it, and writes a row that is taken back before it counts."""
    current = patient.settings
    with opening.sound_store(current) as store:
        store.try_write()
        yield Finding("database", State.FINE, f"{store.place} is whole and can be written.")
    if not current.database_url:
        free = shutil.disk_usage(current.database.parent).free
        if free < LOW:
            yield Finding(
                "database", State.NOTE, f"Its disk is nearly full: {free // 1_000_000} MB are left.", "Free some space."
            )


def search(patient: Patient) -> Iterator[Finding]:
    """The search index holds what the drawer holds."""
    current = patient.settings
    with opening.store(current) as store:
        found = behind(store, now=patient.now, owner=opening.owner(current))
    if found.wrong:
        says = f"The search index is wrong about {found.wrong} memories."
        yield Finding("search", State.TROUBLE, says, "It can be made anew from the drawer.", lambda: _index(patient))
    else:
        waits = f"{found.changes} changes wait for the next question." if found.changes else "It is in step."
        yield Finding("search", State.FINE, f"The search index holds what the drawer holds. {waits}")


def _index(patient: Patient) -> None:
    with opening.store(patient.settings) as store:
        rebuild(store, now=patient.now)


def backups(patient: Patient) -> Iterator[Finding]:
    """There is a young one that is whole. One is made where the nightly job did not get to it."""
    current = patient.settings
    if not current.config.backup.enabled:
        yield Finding("backups", State.NOTE, "Nightly backups are turned off ([backup] enabled).")
        return
    if current.database_url:
        with opening.store(current) as store:
            made = last_run(store, "backup", owner=opening.owner(current))
    else:
        copy = last_good(current.database)
        made = None if copy is None else datetime.fromtimestamp(copy.stat().st_mtime, UTC)
    if made is not None and patient.now - made < OLD:
        yield Finding("backups", State.FINE, f"The last good one is of {made.astimezone():%Y-%m-%d %H:%M}.")
        return
    says = "There is no good backup yet." if made is None else f"The last good one is of {made.astimezone():%Y-%m-%d}."
    state = State.NOTE if made is None else State.TROUBLE
    yield Finding(
        "backups", state, says, "The daemon makes one each night; by hand: seorap backup", lambda: _make(patient)
    )


def _make(patient: Patient) -> None:
    current = patient.settings
    with opening.sound_store(current) as store:
        target = current.backups / keeping.name(store, patient.now)
        keeping.back_up(store, target, now=patient.now, owner=opening.owner(current))
