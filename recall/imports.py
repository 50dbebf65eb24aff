"""What an edit may reach: the files an edited file imports, and those that import it, as far as a quick look shows.

A light scan, by pattern and by name: no parser, no build system. Python, JavaScript and TypeScript, Go, Rust and Java.
It is bounded in files, bytes and time, and finds less rather than more: a name that may be another file's is no import.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

MOST_FILES = 400  # of the workspace that are looked into for who imports the edited file
MOST_BYTES = 64 * 1024  # of each file: imports stand at its beginning
MOST_FOLDERS = 2000
MOST_FOUND = 50

PASSED_OVER = frozenset({"node_modules", "vendor", "target", "dist", "build", "out", "venv", "__pycache__"})
"""Folders that hold nobody's own sources."""

_SCRIPTS = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte")
_FAMILIES: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = (
    (
        (".py", ".pyi"),
        re.compile(
            r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+\(?([\w, \t\n]*)|import[ \t]+([\w., \t]+))", re.MULTILINE
        ),
    ),
    (
        _SCRIPTS,
        re.compile(r"""(?:\bfrom|\bimport|\brequire\(|\bimport\()\s*["']([^"'\n]+)["']"""),
    ),
    ((".go",), re.compile(r'^[ \t]*(?:import[ \t]+)?(?:[\w.]+[ \t]+)?"([\w./-]+)"', re.MULTILINE)),
    ((".rs",), re.compile(r"\b(?:mod[ \t]+(\w+)[ \t]*;|use[ \t]+((?:crate|super|self)(?:::\w+)+))")),
    ((".java", ".kt"), re.compile(r"^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.]+)", re.MULTILINE)),
)


def reached(root: str, file: str, *, within: Callable[[], bool]) -> tuple[str, ...]:
    """Files related to `file` by an import, either way; paths relative to `root`, with `/`, at most 50.

    `within` says whether there is time left; when there is none, what was found so far is given.
    """
    family = next((each for each in _FAMILIES if file.endswith(each[0])), None)
    if not root or family is None or file.startswith(("/", "../")):
        return ()
    endings, pattern = family
    names = tuple(_files(root, endings, within))
    tree = _Tree(names, _module_of_go(root) if file.endswith(".go") else "")
    found = dict.fromkeys(_imported(root, file, pattern, tree))
    for other in _nearest_first(names, file):
        if len(found) >= MOST_FOUND or not within():
            break
        if other != file and file in set(_imported(root, other, pattern, tree)):
            found[other] = None
    found.pop(file, None)
    return tuple(found)[:MOST_FOUND]


def _files(root: str, endings: tuple[str, ...], within: Callable[[], bool]) -> Iterator[str]:
    """Source files of the workspace."""
    for number, (folder, folders, names) in enumerate(os.walk(root)):
        if number >= MOST_FOLDERS or not within():
            return
        folders[:] = sorted(each for each in folders if not each.startswith(".") and each not in PASSED_OVER)
        inner = os.path.relpath(folder, root).replace(os.sep, "/")
        for name in names:
            if name.endswith(endings):
                yield name if inner == "." else f"{inner}/{name}"


def _nearest_first(names: tuple[str, ...], file: str) -> list[str]:
    here = PurePosixPath(file).parts

    def apart(name: str) -> tuple[int, str]:
        there = PurePosixPath(name).parts
        shared = sum(1 for _ in _same(here, there))
        return len(here) + len(there) - 2 * shared, name

    return sorted(names, key=apart)[:MOST_FILES]


def _same(here: tuple[str, ...], there: tuple[str, ...]) -> Iterator[str]:
    for one, other in zip(here, there, strict=False):
        if one != other:
            return
        yield one


def _at_once(path: str, flags: int) -> int:
    """Open without waiting: a pipe named like a source would hold the answer back for ever."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _imported(root: str, file: str, pattern: re.Pattern[str], tree: _Tree) -> Iterator[str]:
    try:
        with open(os.path.join(root, file), "rb", opener=_at_once) as stream:  # noqa: PTH118  hundreds of files in a few milliseconds
            text = stream.read(MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return
    for match in pattern.finditer(text):
        yield from tree.resolve(file, match)


class _Tree:
    """The source files of a workspace, by what an import may call them."""

    def __init__(self, names: tuple[str, ...], module: str) -> None:
        self._names = frozenset(names)
        self._module = module  # of Go: what its own imports begin with
        self._folders: dict[str, list[str]] = {}
        self._tails: dict[str, list[str]] = {}
        for name in names:
            self._folders.setdefault(name.rpartition("/")[0], []).append(name)
            self._tails.setdefault(name.rpartition("/")[2].partition(".")[0], []).append(name)

    def resolve(self, file: str, match: re.Match[str]) -> Iterator[str]:
        """The files that one import in `file` may mean."""
        ending = PurePosixPath(file).suffix
        if ending in {".py", ".pyi"}:
            return self._python(file, match)
        if ending == ".go":
            return self._go(match[1])
        if ending == ".rs":
            return self._rust(file, match)
        if ending in {".java", ".kt"}:
            return self._dotted(match[1].replace(".", "/"), (".java", ".kt"))
        return self._script(file, match[1])

    def _python(self, file: str, match: re.Match[str]) -> Iterator[str]:
        if match[1] is None:
            for part in match[3].split(","):
                yield from self._dotted(part.split()[0].replace(".", "/") if part.split() else "", (".py", ".pyi"))
            return
        module = match[1].lstrip(".")
        up = len(match[1]) - len(module)
        names = [word.split()[0] for word in match[2].split(",") if word.split()]
        base = module.replace(".", "/")
        if up:
            folder = PurePosixPath(file).parent
            for _ in range(up - 1):
                folder = folder.parent
            base = f"{folder}/{base}".strip("/").removeprefix("./")
        for each in (base, *(f"{base}/{name}".strip("/") for name in names)):
            yield from self._at(each, (".py", ".pyi", "/__init__.py")) if up else self._dotted(each, (".py", ".pyi"))

    def _script(self, file: str, name: str) -> Iterator[str]:
        if not name.startswith("."):
            return iter(())
        whole = os.path.normpath(f"{PurePosixPath(file).parent}/{name}").replace(os.sep, "/")
        bare = whole.rpartition(".")[0] if whole.endswith((".js", ".mjs", ".cjs", ".jsx")) else whole
        endings = ("", *_SCRIPTS, *(f"/index{ending}" for ending in _SCRIPTS))
        return iter(dict.fromkeys((*self._at(whole, endings), *self._at(bare, _SCRIPTS))))

    def _go(self, name: str) -> Iterator[str]:
        if self._module and (name == self._module or name.startswith(f"{self._module}/")):
            yield from self._folders.get(name[len(self._module) :].strip("/"), ())

    def _rust(self, file: str, match: re.Match[str]) -> Iterator[str]:
        path = PurePosixPath(file)
        own = path.parent if path.name in {"mod.rs", "lib.rs", "main.rs"} else path.with_suffix("")
        if match[1]:
            return self._at(f"{own}/{match[1]}".removeprefix("./"), (".rs", "/mod.rs"))
        first, *rest = match[2].split("::")
        if first == "crate":
            source = next((each for each in path.parents if each.name == "src"), PurePosixPath("src"))
        else:
            source = own.parent if first == "super" else own
        return self._longest(f"{source}", rest, (".rs", "/mod.rs"))

    def _longest(self, base: str, parts: list[str], endings: tuple[str, ...]) -> Iterator[str]:
        for count in range(len(parts), 0, -1):
            found = list(self._at(f"{base}/{'/'.join(parts[:count])}".removeprefix("./"), endings))
            if found:
                yield from found
                return

    def _dotted(self, path: str, endings: tuple[str, ...]) -> Iterator[str]:
        """A module path from whichever folder the sources begin in."""
        last = path.rpartition("/")[2]
        for name in self._tails.get(last, ()) if last else ():
            if any(name == path + ending or name.endswith(f"/{path}{ending}") for ending in endings):
                yield name

    def _at(self, path: str, endings: tuple[str, ...]) -> Iterator[str]:
        return (path + ending for ending in endings if path + ending in self._names)


def _module_of_go(root: str) -> str:
    try:
        with open(os.path.join(root, "go.mod"), encoding="utf-8", errors="replace", opener=_at_once) as stream:  # noqa: PTH118
            found = re.search(r"^module[ \t]+(\S+)", stream.read(MOST_BYTES), re.MULTILINE)
    except OSError:
        return ""
    return found[1] if found else ""
