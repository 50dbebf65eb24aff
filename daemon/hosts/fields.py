"""Reading JSON that somebody else wrote: what is missing or of another type is empty."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

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


_STATUS = re.compile(
    r"^(?:<(?:(?:command with )?shellId: ?\S{1,80} )?(?:exited|completed) with exit|(?:Process )?exit(?:ed with)?) code:? "
    r"(\d{1,5})\b",
    re.IGNORECASE | re.MULTILINE,
)
_NEAR = 200  # characters from either end of a text in which a host says the status


def status(said: Any) -> int | None:
    """The exit status that a host's report of a command names, as a number or at either end of its text; None for none."""
    if isinstance(said, Mapping):
        for name in ("exit_code", "exitCode", "exit"):
            if type(said.get(name)) is int:
                return int(said[name])
        return next(
            (found for name in ("metadata", "llmContent") if (found := status(said.get(name))) is not None), None
        )
    if not isinstance(said, str):
        return None
    if said.startswith("{"):
        try:
            return status(msgspec.json.decode(said))
        except msgspec.DecodeError:
            return None
    named = _STATUS.search(said[:_NEAR]) or _STATUS.search(said[-_NEAR:])
    return int(named[1]) if named else None


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
