"""Reading JSON that somebody else wrote: what is missing or of another type is empty."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

PATCHED = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (.+)$|^\*\*\* Move to: (.+)$", re.MULTILINE)
"""The files a patch in Codex's own form speaks of."""


def at(said: Any, *path: str) -> Any:
    """What stands there; None when nothing does."""
    for name in path:
        if not isinstance(said, Mapping):
            return None
        said = said.get(name)
    return said


def text(said: Any, *path: str) -> str:
    """The text that stands there; "" when none does."""
    found = at(said, *path)
    return found if isinstance(found, str) else ""


def flag(said: Any, *path: str) -> bool:
    """Is it true there?"""
    return at(said, *path) is True


def files(given: Any) -> tuple[str, ...]:
    """The files that a tool's input names, in the words of common tools, each once."""
    return tuple(dict.fromkeys(filter(None, _files(given))))


def _files(given: Any) -> Iterator[str]:
    for name in ("file_path", "notebook_path", "filePath", "path", "absolute_path", "target_file"):
        yield text(given, name)
    for name in ("command", "input", "patch", "patchText"):
        patch = text(given, name)
        if "*** Begin Patch" in patch:
            yield from (added or moved for added, moved in PATCHED.findall(patch))
