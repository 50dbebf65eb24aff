"""What `setup` changed in this home, written down before each change is made, so that `uninstall` finds all of it.

It stands as `installed.json` in the state folder. A change that is noted and was never made is found missing when it is
to be taken back, which is no harm; the other way round would leave something behind.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from classifiers.vocabulary import SeorapError
from recall.swap import swap


class Item(msgspec.Struct, frozen=True, array_like=True):
    """A value of ours in an array of a JSON file, or a member of an object."""

    path: tuple[str, ...]  # the names that lead to the array or the object
    value: Any
    name: str = ""  # of the member; "" in an array


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One change."""

    kind: str  # written, block, link, folder or merged
    part: str
    path: str
    digests: tuple[str, ...] = ()  # of every content of ours that ever stood there, the newest last
    made: bool = False  # the file was not there before
    glue: bool = False  # a newline was put before a block, because the text before it had none
    pieces: tuple[str, ...] = ()  # of a merged file: the texts that were put in, in order
    items: tuple[Item, ...] = ()  # of a merged file: all values that were ever ours
    mode: int | None = None  # of a folder whose permissions were changed: the old ones


class Receipt(msgspec.Struct, kw_only=True):
    """All changes, in the order they were made, and the folders that were made for them."""

    entries: list[Entry] = []
    folders: list[str] = []

    def find(self, kind: str, path: Path) -> Entry | None:
        """The entry of a change of this kind at `path`."""
        return next((each for each in self.entries if (each.kind, each.path) == (kind, str(path))), None)

    def note(self, entry: Entry) -> None:
        """Put `entry` in, instead of an older one of the same change."""
        for place, each in enumerate(self.entries):
            if (each.kind, each.path) == (entry.kind, entry.path):
                self.entries[place] = entry
                return
        self.entries.append(entry)


def read(path: Path) -> Receipt:
    """The receipt at `path`; an empty one when there is none. Raises SeorapError when it cannot be used."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Receipt)
    except FileNotFoundError:
        return Receipt()
    except (OSError, msgspec.DecodeError) as trouble:
        raise SeorapError(
            f"{path} cannot be read: {trouble}",
            "It says what setup changed. Nothing was changed now; restore it, or remove it and undo by hand.",
        ) from None


def save(path: Path, receipt: Receipt) -> None:
    """Write the receipt, readable by its owner alone. Raises OSError; the one before is then still there."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    before = path.read_bytes() if path.exists() else None
    swap(path, before, msgspec.json.format(msgspec.json.encode(receipt)) + b"\n", mode=0o600)


def close(path: Path, receipt: Receipt) -> None:
    """Take the receipt's file away, and the folders that were made and are empty, the innermost first.

    `receipt.folders` then names those that are in use.
    """
    path.unlink(missing_ok=True)
    left = []
    for folder in reversed(receipt.folders):
        try:
            Path(folder).rmdir()
        except FileNotFoundError:
            continue
        except OSError:  # something lives in it
            left.append(folder)
    receipt.folders = left[::-1]
