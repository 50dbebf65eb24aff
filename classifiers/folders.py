"""Folders as text: where a `cd` leads, worked out without a disk. Windows paths stay Windows paths."""

from __future__ import annotations

import ntpath
import posixpath
import re

SOMEBODYS_HOME = re.compile(r"(?:/home/[^/]+|/Users/[^/]+|/root)(?=/|\Z)|[A-Za-z]:[\\/]Users[\\/][^\\/]+(?=[\\/]|\Z)")
"""A home folder, at the beginning of a path. It is no project: what works there has no name to be remembered by."""
_HOME_WORD = re.compile(
    r"(?:~|\$HOME|\$\{HOME\}|\$env:USERPROFILE|\$env:HOME|%USERPROFILE%)(?=[\\/]|\Z)", re.IGNORECASE
)
_HERE_WORD = re.compile(r"(?:\$PWD|\$\{PWD\}|\$\(pwd\)|`pwd`|\$PSScriptRoot|%CD%)(?=[\\/]|\Z)", re.IGNORECASE)
_WINDOWS = re.compile(r"[A-Za-z]:(?:[\\/]|\Z)|\\\\")
_OPEN = re.compile(r"[$`*?\[{\n]|\A~|\A-\Z|%\w+%")
"""What only the shell can tell: variables, patterns, another user's home, the folder before."""


def enter(cwd: str, target: str) -> str:
    """The folder `target` names, seen from `cwd`; "" when that cannot be told.

    A home folder is read off `cwd` where it shows one, and stays `~/…` where not.
    """
    target = target.strip()
    home = _HOME_WORD.match(target)
    if home:
        known = SOMEBODYS_HOME.match(cwd)
        rest = target[home.end() :]
        if _OPEN.search(rest):
            return ""
        return _normal((known[0] if known else "~") + rest)
    here = _HERE_WORD.match(target)
    if here:
        target = "." + target[here.end() :]
    if not target or _OPEN.search(target):
        return ""
    if target[0] == "/" or _WINDOWS.match(target):
        return _normal(target)
    if not cwd:
        return ""
    return _normal(f"{cwd}/{target}")


def parent(path: str) -> str:
    """The folder a file's path names (`--manifest-path api/Cargo.toml`)."""
    return (ntpath if "\\" in path else posixpath).dirname(path) or "."


_INNER = frozenset(
    "bin ci e2e hack node_modules scripts script spec specs src test tests __tests__ tools venv".split()  # noqa: SIM905
)
"""Folders inside a project, never one themselves; nor are hidden ones."""
_SYSTEM = re.compile(r"/(?:bin|sbin|usr|etc|lib\w*|dev|proc|sys|run(?!/media/)|var/run|nix|snap|opt/homebrew)?(?:/|\Z)")


def project_of(path: str) -> str:
    """The folder of the project that the file at an absolute `path` is of: `/src/shop` of `/src/shop/scripts/test.sh`.

    "" for a relative path, one that only the shell can tell, and one of the system, of somebody's home folder or of a
    program's own files.
    """
    if not path or not (path[0] == "/" or _WINDOWS.match(path)) or _OPEN.search(path):
        return ""
    names = re.split(r"(?<=[^/\\])[\\/]", _normal(path))[:-1]
    while names and (names[-1].lower() in _INNER or names[-1][0] == "."):
        names.pop()
    if not names[1:] or _SYSTEM.match(path) or any(name[0] == "." for name in names):
        return ""
    folder = ("\\" if _WINDOWS.match(path) else "/").join(names)
    return "" if SOMEBODYS_HOME.fullmatch(folder) else folder


def _normal(path: str) -> str:
    if _WINDOWS.match(path):
        return ntpath.normpath(path)
    normal = posixpath.normpath(path)
    if path[0] == "~" and not normal.startswith("~"):
        return ""  # above the home folder
    return normal[1:] if normal.startswith("//") else normal
