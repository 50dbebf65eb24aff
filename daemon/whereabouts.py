"""Which folders are Seorap's own: all of `settings` that needs no config.toml, for what must start in no time.

Together with `settings` the only reader of the environment.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple


class Folders(NamedTuple):
    """Where what a person sets, what is stored and what is only of this machine lie."""

    config: Path
    data: Path
    state: Path

    @property
    def socket(self) -> Path:
        """Where local programs talk to the daemon."""
        return self.state / "seorap.sock"


def folders(environ: Mapping[str, str]) -> Folders:
    """`SEORAP_HOME` moves all of them under one folder; without it each system's own places are used."""
    home = environ.get("SEORAP_HOME")
    if home:
        root = Path(home).expanduser().absolute()
        return Folders(root, root, root)
    from platformdirs import PlatformDirs  # noqa: PLC0415  10 ms that whoever sets SEORAP_HOME does not need

    places = PlatformDirs("seorap", appauthor=False)
    return Folders(Path(places.user_config_dir), Path(places.user_data_dir), Path(places.user_state_dir))


def socket_here() -> Path:
    """The daemon's socket, by the environment of this process."""
    return folders(os.environ).socket  # noqa: TID251  the light half of settings
