"""Checkpoints by path, and finding the one of a file that stands under another name now.

Looked for by device and inode (renamed), then by the hash of its first bytes (moved to another disk, or renamed while
nobody looked and the inode given away); a find counts only if the anchor holds in the file found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from daemon.sources.resume import digest
from daemon.sources.tail import HEAD, anchored, peek
from daemon.sources.watched import Look
from storage.checkpoints import Checkpoint

_LENGTHS = 64  # different lengths of hashed heads tried on one new file


class Known:
    """All checkpoints, of files that are there and of files that are not."""

    def __init__(self, checkpoints: Iterable[Checkpoint]) -> None:
        self.at: dict[str, Checkpoint] = {}
        self._identities: dict[tuple[int, int], str] = {}
        for checkpoint in checkpoints:
            self.put(checkpoint)

    def put(self, checkpoint: Checkpoint) -> None:
        """Remember it in place of any other of its path."""
        self.at[checkpoint.path] = checkpoint
        if checkpoint.inode:
            self._identities[checkpoint.device, checkpoint.inode] = checkpoint.path

    def drop(self, path: str) -> None:
        """It has moved away, or is stored no longer."""
        self.at.pop(path, None)

    def moved(self, found: Mapping[str, Look], present: Callable[[str], Look | None]) -> dict[str, str]:
        """Which of the files found stood under another path: new path to old.

        `found` are the files whose identity is news at their path, `present` looks at any other path.
        """
        moves: dict[str, str] = {}
        for path, look in found.items():
            old = self._identities.get(look.identity) if look.inode else None
            if old is None or old == path or old in moves.values():
                continue
            there = present(old)
            if there is not None and there.identity == look.identity:
                continue  # another name of a file that stayed
            if self._holds(path, old, look):
                moves[path] = old
        return moves

    def found_by_head(self, found: Mapping[str, Look], lost: Mapping[tuple[int, str], str]) -> dict[str, str]:
        """Which of the files found begin like one that is gone: new path to old. `lost` is made by `heads`."""
        moves: dict[str, str] = {}
        lengths = sorted({length for length, _ in lost}, reverse=True)[:_LENGTHS]
        for path, look in found.items() if lost else ():
            head = b"" if path in self.at else peek(path, HEAD)
            tried = (lost.get((length, digest(head[:length]))) for length in lengths if isinstance(head, bytes))
            old = next((old for old in tried if old and self._holds(path, old, look)), None)
            if old is not None and old not in moves.values():
                moves[path] = old
        return moves

    def heads(self, gone: Iterable[str]) -> dict[tuple[int, str], str]:
        """The heads of files that are gone."""
        found = ((path, self.at.get(path)) for path in gone)
        return {(each.head_length, each.head): path for path, each in found if each and 0 < each.head_length <= HEAD}

    def _holds(self, path: str, old: str, look: Look) -> bool:
        checkpoint = self.at.get(old)
        return checkpoint is not None and 0 < checkpoint.offset <= look.size and anchored(path, checkpoint)
