"""The composition root: what every verb and the daemon are made of, from the settings."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from daemon.config import text_of
from daemon.settings import Settings
from daemon.sources.known import sources_of
from daemon.sources.places import Places
from daemon.sources.walk import Source, walk

if TYPE_CHECKING:
    from classifiers.rulebook.entries import Rulebook


def rulebook(settings: Settings) -> Rulebook:
    """The packaged rules, and a person's own from `rules/*.toml` beside config.toml. Raises RulebookError."""
    from classifiers.rulebook.loader import load  # noqa: PLC0415  patterns that verbs which only look never need
    from classifiers.rulebook.packaged import packaged, texts  # noqa: PLC0415  as above

    own = {str(path): text_of(path) for path in sorted((settings.config_file.parent / "rules").glob("*.toml"))}
    return load({**(ours := texts()), **own}, proved=ours.keys() - own.keys()) if own else packaged()


def places(settings: Settings) -> Places:
    """Which workspace a folder belongs to, on this machine's disk."""
    return Places(home=settings.environment.home, clock=time.monotonic)


def sources(settings: Settings) -> tuple[Source, ...]:
    """Everything that is followed."""
    own = (settings.database.parent, settings.logs.parent)
    return sources_of(settings.config, settings.environment, settings.spool, settings.pulled, own)


def source_files(settings: Settings) -> Iterator[Path]:
    """The files of all sources, each once."""
    return (Path(path) for path in dict.fromkeys(path for source in sources(settings) for path, _ in walk(source)))


def source_overview(settings: Settings) -> Iterator[tuple[Source, int]]:
    """Each source and how many files it has now, by name and then by path."""
    ordered = sorted(sources(settings), key=lambda source: (source.name, str(source.root), source.patterns))
    return ((source, sum(1 for _ in walk(source))) for source in ordered)
