"""A line that the next prompt of a recorded shell shows, where there is no desktop: over ssh, in a container.

The recorder only tests whether the file holds anything; the shell that shows the line empties it.
"""

from __future__ import annotations

import os
from pathlib import Path

from daemon.surfaces.desktop.face import Able, Unshown
from daemon.surfaces.desktop.plain import ABLE
from daemon.surfaces.desktop.wording import Wording

HANDLE = 1


class Hint:
    """A face that is a file in the spool folder. Without the folder there is no recorder that would look."""

    def __init__(self, file: Path) -> None:
        self._file = file

    async def able(self) -> Able:
        """Digests, and nothing else."""
        return ABLE

    async def show(self, wording: Wording, replaces: int) -> int:
        """Write the line; one that was read already is not written again."""
        if replaces and not self._unread():
            return replaces
        self._write(f"seorap: {wording.title}. {wording.body}\n")
        return HANDLE

    async def close(self, _handle: int) -> None:
        """Empty it, if nobody read it."""
        if self._unread():
            self._write("")

    async def open(self, _link: str) -> bool:
        """It leads nowhere."""
        return False

    async def end(self) -> None:
        """Nothing is held."""

    def _unread(self) -> bool:
        try:
            return self._file.stat().st_size > 0
        except OSError:
            return False

    def _write(self, line: str) -> None:
        part = self._file.with_name("hint.part")
        try:
            descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as out:
                out.write(line)
            part.replace(self._file)
        except OSError as trouble:
            raise Unshown(f"{self._file} cannot be written: {trouble.strerror}.") from None
