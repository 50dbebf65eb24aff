"""What Seorap keeps on this machine, by name, for the day a person wants none of it any more.

Only these names are removed: SEORAP_HOME may be a folder that holds other things too.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from daemon.settings import Settings

# In the folders for data, state and settings; `*` because SQLite and the system's loggers add endings.
DATA = ("seorap.sqlite*", "backups")
STATE = ("seorap.lock", "shell", "logs", "token", "seorap.sock", "page.json", "notices.json", "recall-waits", "ci")
CONFIG = ("config.toml", "memory-policy.yaml", "rules")


def belongings(settings: Settings) -> list[Path]:
    """The files and folders that are there."""
    places = (
        (settings.database.parent, DATA),
        (settings.lock.parent, STATE),
        (settings.config_file.parent, CONFIG),
    )
    return sorted({path for folder, names in places for name in names for path in folder.glob(name)})


def discard(settings: Settings) -> Iterator[str]:
    """Remove them, and the folders they leave empty; a line for each that could not be removed."""
    for path in belongings(settings):
        try:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        except OSError as trouble:
            yield f"{path} could not be removed: {trouble.strerror}."
    for folder in {settings.database.parent, settings.lock.parent, settings.config_file.parent}:
        try:
            folder.rmdir()
        except OSError:  # not there, or a person's own file is in it
            continue
