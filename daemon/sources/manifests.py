"""What a project says of itself in its manifests: its name, and what its scripts run. Read, never executed."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from daemon.sources.repositories import read

MANIFESTS = (
    "package.json",
    "pyproject.toml",
    "Cargo.toml",
    "go.mod",
    "pom.xml",
    "composer.json",
    "Gemfile",
    "build.gradle",
    "build.gradle.kts",
    "mix.exs",
    "pubspec.yaml",
    "deno.json",
    "setup.py",
    "Package.swift",
)
_LIMIT = 256 * 1024  # bytes of a manifest that are read
_SCRIPTS = 100
_SCRIPT = 500  # characters
_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_JUSTFILES = ("justfile", "Justfile", ".justfile")
_TARGET = re.compile(r"([A-Za-z0-9_][\w.\-/ ]*?)\s*::?(?![=:])(?:[^;]*;(.*))?")
_CONTINUED = re.compile(r"[ \t]*\\\r?\n[ \t]*")
_RECIPE = re.compile(r"@?([A-Za-z_][\w-]*)(?:\s[^:]*)?:(?!=)")
_GO_MODULE = re.compile(r"^module\s+\"?(\S+?)\"?\s*$", re.MULTILINE)
_GO_VERSION = re.compile(r"/v\d+$")


def name(folder: Path) -> str:
    """The name a manifest in `folder` gives the project; "" when none does."""
    for file, find in _NAMES.items():
        text = read(folder / file, _LIMIT)
        found = find(text) if text else ""
        if found:
            return found
    return ""


def has_manifest(folder: Path) -> bool:
    """A project of its own begins at `folder`."""
    try:
        return any(entry.name in _MANIFESTS for entry in folder.iterdir())
    except OSError:
        return False


def scripts(folders: Iterable[Path]) -> dict[str, str]:
    """What `npm run X`, `make X` and `just X` run: each from the first of `folders` that has such a file."""
    found: dict[str, str] = {}
    missing = [(("package.json",), _package), (_MAKEFILES, _make), (_JUSTFILES, _just)]
    for folder in folders:
        for kind in list(missing):
            text = next(filter(None, (read(folder / file, _LIMIT) for file in kind[0])), "")
            if text:
                found |= kind[1](text)
                missing.remove(kind)
    return dict(list(found.items())[:_SCRIPTS])


def _json(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}


def _text(value: Any, *path: str) -> str:
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
    return value if isinstance(value, str) else ""


def _last(module: str) -> str:
    """`@acme/shop` and `example.com/acme/shop/v2` are called shop."""
    return _GO_VERSION.sub("", module).rpartition("/")[2]


def _go(text: str) -> str:
    found = _GO_MODULE.search(text)
    return _last(found[1]) if found else ""


_NAMES: dict[str, Callable[[str], str]] = {
    "package.json": lambda text: _last(_text(_json(text), "name")),
    "pyproject.toml": lambda text: _text(t := _toml(text), "project", "name") or _text(t, "tool", "poetry", "name"),
    "Cargo.toml": lambda text: _text(_toml(text), "package", "name"),
    "go.mod": _go,
    "composer.json": lambda text: _last(_text(_json(text), "name")),
}
_MANIFESTS = frozenset(MANIFESTS)


def _package(text: str) -> dict[str, str]:
    listed = _json(text).get("scripts")
    items = listed.items() if isinstance(listed, dict) else ()
    return {f"npm run {key}": value[:_SCRIPT] for key, value in items if isinstance(value, str)}


def _make(text: str) -> dict[str, str]:
    """Targets and their recipes: tab-indented lines, or what stands behind a `;`."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in _CONTINUED.sub(" ", text).split("\n"):
        if line.startswith("\t"):
            for name in current:
                found[name].append(line.strip().lstrip("@-+").strip())
        elif line.strip() and not line.startswith("#"):
            target = _TARGET.match(line)
            current = target[1].split() if target else []
            for name in current:
                found.setdefault(name, []).extend([target[2].strip()] if target and target[2] else [])
    return {f"make {name}": "; ".join(filter(None, lines))[:_SCRIPT] for name, lines in found.items() if any(lines)}


def _just(text: str) -> dict[str, str]:
    """Recipes: indented lines below `name args:`."""
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in text.split("\n"):
        if line[:1] in (" ", "\t"):
            if current is not None:
                current.append(line.strip().lstrip("@-").strip())
        elif line.strip() and not line.startswith(("#", "[")):
            recipe = _RECIPE.match(line)
            current = found.setdefault(recipe[1], []) if recipe else None
    return {f"just {name}": "; ".join(filter(None, lines))[:_SCRIPT] for name, lines in found.items() if any(lines)}
