"""Backups as a person and the nightly job make them: where they lie, what they are called, how many stay."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import structlog

from classifiers.vocabulary import SeorapError
from daemon.schedule import daily
from daemon.settings import Settings
from storage.backups import last_good, prune
from storage.engine import Store
from storage.errors import translate
from storage.values import Owner

log = structlog.get_logger()

REST = timedelta(hours=1)  # after a backup that failed: it is large, and a full disk stays full
LONG_AGO = datetime.min.replace(tzinfo=UTC)
DAILY = "daily-"
"""Begins the names of what the daily job made, and may remove again."""


def back_up(store: Store, target: Path, *, now: datetime, owner: Owner) -> None:
    """Write a backup: a SQLite file, or where the store is a server the owner's export. Raises StoreError."""
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise translate(error, str(target)) from error
    if store.path is not None:
        store.backup(target)
        return
    from storage.export import export_to  # noqa: PLC0415  only servers need it

    export_to(store, target, now=now, owner=owner)


def name(store: Store, now: datetime, begins: str = "") -> str:
    """What a backup made now is called."""
    return f"{begins}seorap-{now.astimezone():%Y%m%dT%H%M%S}.{'sqlite' if store.path else 'jsonl'}"


def offer(database: Path) -> str:
    """What to do about a damaged database, with the last good backup if there is one."""
    found = last_good(database)
    if found is None:
        return (
            "Nothing was changed, and there is no good backup. Keep the file for a rescue under another name "
            f"(mv {database} {database}.damaged) and start anew: all sources are read again, verdicts are to be given again."
        )
    made = datetime.fromtimestamp(found.stat().st_mtime).astimezone()
    return (
        f"Nothing was changed, and no source is read until it is mended. The last good backup is of "
        f"{made:%Y-%m-%d %H:%M}; this puts it back, and sources are read on from where it stood: seorap restore {found}"
    )


class Backups:
    """The daily backup of a running daemon."""

    def __init__(self, store: Store, owner: Owner, settings: Settings) -> None:
        self._store = store
        self._owner = owner
        self._settings = settings
        self._not_before = LONG_AGO

    def if_due(self, now: datetime) -> bool:
        """Make today's backup, unless that was done. One that fails is said, and tried again after an hour.

        True if this call made it.
        """
        if not self._settings.config.backup.enabled or now < self._not_before:
            return False
        try:
            return daily(self._store, self._owner, "backup", lambda: self._make(now), now=now, zone=None)
        except SeorapError as trouble:
            self._not_before = now + REST
            log.error("backup.failed", why=trouble.title, hint=trouble.hint, retry_in=REST.total_seconds())
            return False

    def _make(self, now: datetime) -> None:
        folder = self._settings.backups
        target = folder / name(self._store, now, DAILY)
        back_up(self._store, target, now=now, owner=self._owner)
        removed = prune(folder, f"{DAILY}*", self._settings.config.backup.keep)
        log.info("backup.made", path=str(target), size=target.stat().st_size, removed=len(removed))
