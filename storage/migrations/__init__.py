"""How old data moves on: Alembic's scripts, run from the program itself.

To add one: `versions/r<number>_<what>.py` with the next revision, the same change in `storage.tables`, and HEAD. A test
tells when they disagree.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

HEAD = "0012"
"""The revision of `storage.tables`."""

FOLDER = Path(__file__).parent


def known(revision: str) -> bool:
    """Is it one of our revisions? Tells an old database from one of a newer program, without Alembic."""
    return any(path.stem.split("_")[0] == f"r{revision}" for path in (FOLDER / "versions").glob("r*.py"))


def upgrade(connection: Connection) -> None:
    """Run the missing revisions in the caller's transaction."""
    from alembic import command  # noqa: PLC0415 - costs 0.3 s, and is hardly ever needed
    from alembic.config import Config  # noqa: PLC0415 - as above

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, HEAD)
