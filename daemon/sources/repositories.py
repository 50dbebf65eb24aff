"""Which git repository a folder is in, read from the files git keeps: no process is started.

A worktree's `.git` is a file that points into the common directory, which it shares with its repository and with all
other worktrees; a submodule's points to a directory that is its own common directory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_POINTER = 64 * 1024  # bytes of a `.git` or `commondir` file looked at
_CONFIG = 1024 * 1024
_SECTION = re.compile(r'\s*\[\s*remote\s+"((?:[^"\\]|\\.)*)"\s*\]\s*(.*)')
_URL = re.compile(r"\s*url\s*=\s*(.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Repository:
    """A checked-out repository: its top folder and the directory shared by all its worktrees."""

    root: Path
    common: Path


def above(folder: Path, stop: Path | None) -> Iterator[Path]:
    """`folder` and the folders above it, up to but not including `stop` and the top of the disk."""
    while folder not in (stop, folder.parent):
        yield folder
        folder = folder.parent


def find(folder: Path, stop: Path) -> Repository | None:
    """The repository `folder` is in, if one begins below `stop`: a repository of the home folder owns no project."""
    for each in above(folder, stop):
        common = _common(each / ".git")
        if common:
            return Repository(each, common)
    return None


def at(path: Path) -> Repository | None:
    """The repository at `path` itself, bare ones included."""
    common = _common(path / ".git") or _common(path)
    return Repository(path, common) if common else None


def remote(repository: Repository) -> str:
    """The URL of its remote: `origin`, or else the first one; "" when it has none."""
    urls = _remotes(read(repository.common / "config", _CONFIG))
    return urls.get("origin") or next(iter(urls.values()), "")


def read(path: Path, limit: int) -> str:
    """Up to `limit` bytes of a file as text; "" when there is none to read."""
    try:
        if not path.is_file():  # a pipe would hold us up
            return ""
        with path.open("rb") as file:
            return file.read(limit).decode("utf-8", "replace")
    except OSError:
        return ""


def _common(git: Path) -> Path | None:
    """The common directory behind a `.git`; None when it is none."""
    directory = git
    if not git.is_dir():
        pointer = read(git, _POINTER)
        if not pointer.startswith("gitdir:"):
            return None
        directory = git.parent / pointer.removeprefix("gitdir:").strip()
    shared = read(directory / "commondir", _POINTER).strip()
    common = (directory / shared).resolve()
    return common if (common / "HEAD").is_file() else None


def _remotes(config: str) -> dict[str, str]:
    urls: dict[str, str] = {}
    name = ""
    for line in config.splitlines():
        section = _SECTION.match(line)
        if section or line.lstrip().startswith("["):
            name = section[1] if section else ""
            line = section[2] if section else ""  # noqa: PLW2901 - a value may follow on the section's own line
        url = _URL.match(line)
        if name and url and name not in urls:
            urls[name] = _value(url[1])
    return urls


def _value(text: str) -> str:
    """A configuration value without its quotes and without a comment behind it."""
    quoted = re.match(r'"((?:[^"\\]|\\.)*)"', text)
    return quoted[1] if quoted else re.split(r"\s[#;]", text, maxsplit=1)[0].strip()
