"""The composition root: what every verb and the daemon are made of, from the settings."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from classifiers.rulebook.entries import Rulebook
from classifiers.rulebook.loader import load
from classifiers.rulebook.packaged import packaged, texts
from daemon.settings import ConfigError, Settings
from daemon.sources.known import sources_of
from daemon.sources.places import Places
from daemon.sources.walk import Source, walk
from storage.engine import Store, open_store
from storage.policy import DEFAULT, Policy
from storage.policy_file import read_policy
from storage.values import Owner


def rulebook(settings: Settings) -> Rulebook:
    """The packaged rules, and a person's own from `rules/*.toml` beside config.toml. Raises RulebookError."""
    own = _texts(sorted((settings.config_file.parent / "rules").glob("*.toml")))
    return load({**texts(), **own}) if own else packaged()


def places(settings: Settings) -> Places:
    """Which workspace a folder belongs to, on this machine's disk."""
    return Places(home=settings.environment.home, clock=time.monotonic)


def policy(settings: Settings) -> Policy:
    """What may be remembered. Raises PolicyError when memory-policy.yaml cannot be used."""
    if not settings.policy_file.exists():
        return DEFAULT
    (text,) = _texts([settings.policy_file]).values()
    return read_policy(text, name=str(settings.policy_file))


def store(settings: Settings) -> Store:
    """The open database, up to date. Raises StoreError."""
    return open_store(settings.database_url or settings.database, machine=settings.machine)


def owner(settings: Settings) -> Owner:
    """Whose memories they are."""
    return Owner(user=settings.user)


def _texts(paths: list[Path]) -> dict[str, str]:
    try:
        return {str(path): path.read_text(encoding="utf-8") for path in paths}
    except (OSError, UnicodeDecodeError) as trouble:
        raise ConfigError(f"A file beside config.toml could not be read: {trouble}", "Nothing was changed.") from None


def sources(settings: Settings) -> tuple[Source, ...]:
    """Everything that is followed."""
    return sources_of(settings.config, settings.environment, settings.spool)


def source_files(settings: Settings) -> Iterator[Path]:
    """The files of all sources, each once."""
    return (Path(path) for path in dict.fromkeys(path for source in sources(settings) for path, _ in walk(source)))


def source_overview(settings: Settings) -> Iterator[tuple[Source, int]]:
    """Each source and how many files it has now."""
    return ((source, sum(1 for _ in walk(source))) for source in sources(settings))
