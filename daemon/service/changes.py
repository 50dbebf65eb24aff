"""What `setup` may do to a home: five kinds of change, each made in one step and taken back exactly.

A change is ours as long as its bytes are ones we wrote. What a person edited meanwhile is theirs: it is neither
overwritten nor removed, and said.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from errno import EACCES
from pathlib import Path

from daemon.service.marked import BEGIN, END, Kept, parted, refuse_read_only, unreadable
from daemon.service.merged import Merged, take_items_back
from daemon.service.receipt import Entry
from recall.swap import swap


@dataclass(frozen=True, slots=True)
class Written:
    """A file of our own."""

    path: Path
    content: bytes
    mode: int = 0o644

    def says(self) -> str:
        """What it does, for the question."""
        return f"write {self.path}"

    def stands(self) -> bool:
        """Is it so already?"""
        return _bytes(self.path) == self.content

    def entry(self, part: str, before: Entry | None) -> Entry:
        """What is noted of it before it is made. Raises Kept when another file has its place."""
        found = _bytes(self.path)
        if self.path.is_symlink() or not _ours(found, self.content, before):
            raise Kept(f"{self.path} is not as Seorap wrote it, so it was kept.", "Move it away and run setup again.")
        return _noted("written", part, self.path, self.content, before, made=True)

    def make(self) -> None:
        """Do it. Raises OSError, and then nothing was changed."""
        swap(self.path, _bytes(self.path), self.content, mode=self.mode)


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of our own in a file of a person's, between two marker comments. What is outside stays byte for byte."""

    path: Path
    text: str
    toml: bool = False  # the file is TOML, and has to be with it

    def says(self) -> str:
        """What it does, for the question."""
        return f"add a marked block to {self.path}"

    def stands(self) -> bool:
        """Is it so already?"""
        try:
            return parted(self.path, _bytes(self.path) or b"")[1] == self.text.encode()
        except Kept:
            return False

    def entry(self, part: str, before: Entry | None) -> Entry:
        """As `Written.entry`. Raises Kept also when the block was edited, its markers are damaged, or the file is read-only."""
        refuse_read_only(self.path)
        found = _bytes(self.path)
        if self.toml and not _is_toml(found or b""):
            raise unreadable(self.path, "TOML")
        head, inner, _ = parted(self.path, found or b"")
        if not _ours(inner, self.text.encode(), before):
            raise Kept(f"The Seorap block in {self.path} was edited, so it was kept.", "Remove it and run setup again.")
        glue = inner is None and bool(head) and not head.endswith(b"\n")
        return _noted("block", part, self.path, self.text.encode(), before, made=found is None, glue=glue)

    def make(self) -> None:
        """Do it. Raises OSError, and then nothing was changed."""
        before = _bytes(self.path)
        head, inner, tail = parted(self.path, before or b"")
        glue = b"\n" if inner is None and head and not head.endswith(b"\n") else b""
        if not swap(self.path, before, head + glue + BEGIN + self.text.encode() + END + tail):
            raise Kept(f"{self.path} was being changed by somebody else.", "It is as they left it; run setup again.")


@dataclass(frozen=True, slots=True)
class Link:
    """A symbolic link."""

    path: Path
    target: str

    def says(self) -> str:
        """What it does, for the question."""
        return f"link {self.path}"

    def stands(self) -> bool:
        """Is it so already?"""
        return _target(self.path) == self.target

    def entry(self, part: str, before: Entry | None) -> Entry:
        """As `Written.entry`. Raises Kept when something else stands there."""
        if (self.path.exists() or self.path.is_symlink()) and not self.stands():
            raise Kept(f"{self.path} is not Seorap's link, so it was kept.", "Move it away and run setup again.")
        return _noted("link", part, self.path, self.target.encode(), before, made=True)

    def make(self) -> None:
        """Do it. Raises OSError, and then nothing was changed."""
        if not self.stands():
            self.path.symlink_to(self.target)


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that only its owner may look into."""

    path: Path
    mode: int = 0o700

    def says(self) -> str:
        """What it does, for the question."""
        return f"keep {self.path} for you alone"

    def stands(self) -> bool:
        """Is it so already?"""
        return self.path.is_dir() and (os.name == "nt" or _mode(self.path) == self.mode)  # there a profile is closed

    def entry(self, part: str, before: Entry | None) -> Entry:
        """As `Written.entry`."""
        if before:
            return before
        was = _mode(self.path) if self.path.is_dir() else None
        return Entry(kind="folder", part=part, path=str(self.path), mode=None if was == self.mode else was)

    def make(self) -> None:
        """Do it. Raises OSError, and then nothing was changed."""
        self.path.mkdir(exist_ok=True, mode=self.mode)
        self.path.chmod(self.mode)


Change = Written | Block | Link | Folder | Merged


def missing_folders(path: Path) -> Iterator[Path]:
    """The folders above `path` that have to be made for it, the outermost first."""
    yield from reversed([folder for folder in path.parents if not folder.exists()])


def take_back(entry: Entry) -> bool:
    """Undo one change. False when there was nothing left of it. Raises Kept when a person edited it, OSError as it comes."""
    path = Path(entry.path)
    if entry.kind in {"block", "merged"} and path.exists() and not _mode(path) & 0o222:
        raise PermissionError(EACCES, "it is read-only", entry.path)
    match entry.kind:
        case "written":
            return _unwrite(path, entry)
        case "block":
            return _cut_out(path, entry)
        case "link":
            return _unlink(path, entry)
        case "merged":
            return take_items_back(path, entry)
        case _:
            return _unlock(path, entry)


def _unwrite(path: Path, entry: Entry) -> bool:
    found = _bytes(path)
    if found is None:
        return False
    if path.is_symlink() or digest(found) not in entry.digests:
        raise Kept(f"{path} was changed since Seorap wrote it, so it was kept.", "Remove it by hand if you want.")
    path.unlink()
    return True


def _cut_out(path: Path, entry: Entry) -> bool:
    found = _bytes(path)
    head, inner, tail = parted(path, found or b"")
    if found is None or inner is None:
        return False
    if digest(inner) not in entry.digests:
        raise Kept(f"The Seorap block in {path} was edited, so it was kept.", "Remove it by hand if you want.")
    rest = (head[:-1] if entry.glue and not tail and head.endswith(b"\n") else head) + tail
    if not rest and entry.made:
        path.unlink()
    elif not swap(path, found, rest):
        raise Kept(f"{path} was being changed by somebody else.", "It is as they left it; run uninstall again.")
    return True


def _unlink(path: Path, entry: Entry) -> bool:
    if not path.exists() and not path.is_symlink():
        return False
    target = _target(path)
    if target is None or digest(target.encode()) not in entry.digests:
        raise Kept(f"{path} is no longer the link Seorap made, so it was kept.", "Remove it by hand if you want.")
    path.unlink()
    return True


def _unlock(path: Path, entry: Entry) -> bool:
    """Give a folder its old permissions back; one that was made goes when it is empty (see `receipt`)."""
    if entry.mode is None or not path.is_dir() or _mode(path) != 0o700:
        return False
    path.chmod(entry.mode)
    return True


def digest(content: bytes) -> str:
    """The mark by which bytes are known as ours."""
    return hashlib.sha256(content).hexdigest()


def _ours(found: bytes | None, wanted: bytes, before: Entry | None) -> bool:
    return found is None or found == wanted or (before is not None and digest(found) in before.digests)


def _noted(
    kind: str, part: str, path: Path, content: bytes, before: Entry | None, *, made: bool, glue: bool = False
) -> Entry:
    """A second setup keeps what the first one noted: which file was new, and every content that was ever ours."""
    known = before.digests if before else ()
    return Entry(
        kind=kind,
        part=part,
        path=str(path),
        digests=tuple(dict.fromkeys((*known, digest(content)))),
        made=before.made if before else made,
        glue=(before is not None and before.glue) or glue,
    )


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _is_toml(data: bytes) -> bool:
    try:
        tomllib.loads(data.decode())
    except ValueError:  # nor is it UTF-8, then
        return False
    return True


def _target(path: Path) -> str | None:
    try:
        return str(path.readlink())
    except OSError:
        return None


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o777
