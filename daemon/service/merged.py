"""Values of our own in a JSON file of a person's, or of another program's: put in, recognised, and taken out again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from daemon.service import jsonc
from daemon.service.jsonc import NotJson
from daemon.service.marked import Kept, refuse_read_only, unreadable
from daemon.service.receipt import Entry, Item
from recall.swap import swap


@dataclass(frozen=True, slots=True)
class Merged:
    """Items at the front of arrays and objects in a JSON file, comments allowed.

    `marks`: text that stands in ours and in no other's.
    """

    path: Path
    items: tuple[Item, ...]
    marks: tuple[str, ...]
    new: str = "{}\n"  # what the file is made of when there is none

    def says(self) -> str:
        """What it does, for the question."""
        return f"add {', '.join(dict.fromkeys(_place(item) for item in self.items))} to {self.path}"

    def stands(self) -> bool:
        """Is it so already?"""
        try:
            return not any(True for _ in self._missing(self._text()))
        except (Kept, NotJson):
            return False

    def entry(self, part: str, before: Entry | None) -> Entry:
        """What is noted of it before it is made. Raises Kept when the file cannot be read as JSON, or ours was edited."""
        refuse_read_only(self.path)
        text = self._text()
        _, pieces = self._placed(self.new if text is None else text, before)
        known = before.items if before else ()
        return Entry(
            kind="merged",
            part=part,
            path=str(self.path),
            made=before.made if before else text is None,
            pieces=(before.pieces if before else ()) + pieces,
            items=(*known, *(item for item in self.items if item not in known)),
        )

    def make(self, before: Entry | None = None) -> None:
        """Do it. Raises OSError or Kept, and then nothing was changed."""
        text = self._text()
        after, _ = self._placed(self.new if text is None else text, before)
        _swap(self.path, text, after, mode=0o600)

    def _placed(self, text: str, before: Entry | None) -> tuple[str, tuple[str, ...]]:
        """The text with all items in it; what an earlier version put there goes, what a person edited is kept."""
        pieces = []
        try:
            for item in _ours(text, self.marks, self.items):
                if item in self.items:
                    continue
                if before is None or item not in before.items:
                    raise Kept(
                        f"What Seorap put into {self.path} was edited, so it was kept.",
                        f"Remove it from {_place(item)} and run setup again.",
                    )
                text = jsonc.take_out(text, item.path, [item.value], item.name)
            for item in reversed(list(self._missing(text))):  # each goes to the front, so they end in their order
                if _member(text, item) is not None:
                    raise Kept(f"{self.path} has a {_place(item)} of its own, so it was kept.", "Rename or remove it.")
                text, piece = jsonc.put_in(text, item.path, item.value, item.name)
                pieces.append(piece)
            jsonc.parse(text)  # read back before it is written: a host's settings are not ours to break
        except NotJson:
            raise unreadable(self.path, "JSON") from None
        return text, tuple(pieces)

    def _missing(self, text: str | None) -> Iterator[Item]:
        for item in self.items:
            if text is None or item.value not in [value for value, _ in _beside(text, item)]:
                yield item

    def _text(self) -> str | None:
        return read(self.path)


def take_items_back(path: Path, entry: Entry) -> bool:
    """Undo a merge: byte for byte where our text still stands as it was, else item by item. As `changes.take_back`."""
    text = read(path)
    if text is None:
        return False
    left = text
    for piece in reversed(entry.pieces):
        if left.count(piece) == 1:
            left = left.replace(piece, "")
    try:
        jsonc.parse(left)
    except NotJson:  # a piece was no longer ours alone
        left = text
    try:
        for item in entry.items:
            left = jsonc.take_out(left, item.path, [item.value], item.name)
    except NotJson:
        raise unreadable(path, "JSON") from None
    if left == text:
        return False
    if entry.made and not set(jsonc.parse(left).plain()) - {"version"}:  # nobody else put anything in
        path.unlink()
    else:
        _swap(path, text, left)
    return True


def _ours(text: str, marks: tuple[str, ...], items: tuple[Item, ...]) -> list[Item]:
    """The values in the same places that hold a mark of ours."""
    found = []
    for path, name in dict.fromkeys((item.path, item.name) for item in items):
        for value, there in _beside(text, Item(path, None, name)):
            if any(mark in msgspec.json.encode(value).decode() for mark in marks):
                found.append(there)
    return found


def _beside(text: str, item: Item) -> list[tuple[Any, Item]]:
    """What stands where the item belongs: the items of its array, or the member of its name."""
    holder = jsonc.find(jsonc.parse(text), item.path)
    if holder is None:
        return []
    if item.name:
        nodes = [node for name, (_, node) in (holder.members or {}).items() if name == item.name]
    else:
        nodes = holder.items or []
    return [(node.plain(), Item(item.path, node.plain(), item.name)) for node in nodes]


def _member(text: str, item: Item) -> Any:
    return next((value for value, _ in _beside(text, item)), None) if item.name else None


def _place(item: Item) -> str:
    return ".".join((*item.path, item.name) if item.name else item.path)


def read(path: Path) -> str | None:
    """The file's text; None when there is none. Raises Kept when it is not UTF-8."""
    try:
        return path.read_bytes().decode()
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise unreadable(path, "JSON") from None


def _swap(path: Path, before: str | None, after: str, *, mode: int = 0o644) -> None:
    if not swap(path, None if before is None else before.encode(), after.encode(), mode=mode):
        raise Kept(f"{path} was being changed by somebody else.", "It is as they left it; run it again.")
