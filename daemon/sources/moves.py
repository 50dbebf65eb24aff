"""Checkpoints by path, and finding the one of a file that stands under another name now.

Looked for by device and inode (renamed), then by the hash of its first bytes (moved to another disk, or renamed while
nobody looked and the inode given away); a find counts only if the anchor holds in the file found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, KeysView, Mapping

from daemon.sources.packed import identity_of, pack, unpack
from daemon.sources.resume import digest
from daemon.sources.tail import HEAD, anchored, peek
from daemon.sources.watched import Look
from storage.checkpoints import Checkpoint

_LENGTHS = 64  # different lengths of hashed heads tried on one new file


class Known:
    """All checkpoints, of files that are there and of files that are not."""

    def __init__(self, checkpoints: Iterable[Checkpoint]) -> None:
        self._at: dict[str, bytes] = {}
        self._identities: dict[int, str] | None = None  # made when one is looked for, and kept until `rest`
        for checkpoint in checkpoints:
            self.put(checkpoint)

    def put(self, checkpoint: Checkpoint) -> bytes:
        """Remember it in place of any other of its path; returns it packed."""
        packed = self._at[checkpoint.path] = pack(checkpoint)
        if checkpoint.inode and self._identities is not None:
            self._identities[_identity(checkpoint.device, checkpoint.inode)] = checkpoint.path
        return packed

    def packed(self, path: str) -> bytes | None:
        """The checkpoint of `path` as it is kept."""
        return self._at.get(path)

    def at(self, path: str) -> Checkpoint | None:
        """The checkpoint of `path`, if it has one, without its carry."""
        packed = self.packed(path)
        return None if packed is None else unpack(path, packed)

    def share(self, path: str) -> None:
        """Hold this very text of a path that is known: there are ten thousand of them."""
        self._at[path] = self._at.pop(path)

    def rest(self) -> None:
        """No new files are expected for a while: hold no more than the checkpoints."""
        self._identities = None

    def paths(self) -> KeysView[str]:
        """The paths that have a checkpoint."""
        return self._at.keys()

    def drop(self, path: str) -> None:
        """It has moved away, or is stored no longer."""
        self._at.pop(path, None)

    def moved(self, found: Mapping[str, Look], present: Callable[[str], Look | None]) -> dict[str, str]:
        """Which of the files found stood under another path: new path to old.

        `found` are the files whose identity is news at their path, `present` looks at any other path.
        """
        moves: dict[str, str] = {}
        if self._identities is None:
            whose = ((identity_of(packed), path) for path, packed in self._at.items())
            self._identities = {_identity(device, inode): path for (device, inode), path in whose if inode}
        for path, look in found.items():
            old = self._identities.get(_identity(*look.identity)) if look.inode else None
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
            head = b"" if path in self._at else peek(path, HEAD)
            tried = (lost.get((length, digest(head[:length]))) for length in lengths if isinstance(head, bytes))
            old = next((old for old in tried if old and self._holds(path, old, look)), None)
            if old is not None and old not in moves.values():
                moves[path] = old
        return moves

    def heads(self, gone: Iterable[str]) -> dict[tuple[int, str], str]:
        """The heads of files that are gone."""
        found = ((path, self.at(path)) for path in gone)
        return {(each.head_length, each.head): path for path, each in found if each and 0 < each.head_length <= HEAD}

    def _holds(self, path: str, old: str, look: Look) -> bool:
        checkpoint = self.at(old)
        return checkpoint is not None and 0 < checkpoint.offset <= look.size and anchored(path, checkpoint)


def _identity(device: int, inode: int) -> int:
    """Both numbers in one, which takes half the memory of a pair."""
    return device << 128 | inode
