"""Opening the store and the policy from the settings: all that a short verb needs, and nothing that is slow to import."""

from __future__ import annotations

from collections.abc import Callable

from daemon.config import text_of
from daemon.settings import Settings
from storage.engine import Store, open_readable, open_store
from storage.errors import StoreCorrupt
from storage.policy import DEFAULT, Policy
from storage.values import Owner


def store(settings: Settings) -> Store:
    """The open database, up to date. Raises StoreError; of a damaged file it says which backup there is."""
    return _opened(settings, open_store)


def readable_store(settings: Settings) -> Store:
    """The same, or where it cannot be written what can be read; its `unwritable` tells."""
    return _opened(settings, open_readable)


def _opened(settings: Settings, way: Callable[..., Store]) -> Store:
    try:
        return way(settings.database_url or settings.database, machine=settings.machine)
    except StoreCorrupt as damage:
        raise _offered(damage.title, settings) from None


def sound_store(settings: Settings) -> Store:
    """The same, looked through first: whoever writes for long must not write into a damaged file."""
    opened = store(settings)
    damage = opened.check()
    if damage:
        opened.close()
        raise _offered(f"The database {opened.place} is damaged ({damage[0][:100]}).", settings)
    return opened


def _offered(title: str, settings: Settings) -> StoreCorrupt:
    if settings.database_url:
        return StoreCorrupt(
            title, "Nothing was changed. Its own tools may mend it; sources are read on from where they were."
        )
    from daemon.keeping import offer  # noqa: PLC0415  hardly ever needed

    return StoreCorrupt(title, offer(settings.database))


def owner(settings: Settings) -> Owner:
    """Whose memories they are."""
    return Owner(user=settings.user)


def policy(settings: Settings) -> Policy:
    """What may be remembered. Raises PolicyError when memory-policy.yaml cannot be used."""
    if not settings.policy_file.exists():
        return DEFAULT
    from storage.policy_file import read_policy  # noqa: PLC0415  a YAML reader most machines never need

    return read_policy(text_of(settings.policy_file), name=str(settings.policy_file))
