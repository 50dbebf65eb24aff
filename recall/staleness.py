"""Does what a memory names still exist? Asked before an agent is given it.

Only what a workspace must hold for the memory to be true is looked for: the script a command runs, the package script it
calls, the file it is told to read, the folder that a path glob begins with. What a command makes (`dist`), what other
machines hold and what cannot be told by a look at the disk is taken to be there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from classifiers.commands import Simple, split
from classifiers.vocabulary import MemoryType, Workspace

if TYPE_CHECKING:
    from storage.tables import Memory

Exists = Callable[[str], bool]
"""Is there a file or folder at this absolute path? An argument, because it touches the disk."""

JUDGED = frozenset({MemoryType.CAPABILITY, MemoryType.PROCEDURE, MemoryType.LESSON})
INTERPRETERS = frozenset(
    {"bash", "sh", "zsh", "fish", "python", "python3", "node", "ruby", "perl", "php", "tsx", "ts-node", "pwsh"}
)
FILE_FLAGS = frozenset({"-f", "--file", "--config", "--env-file", "--compose-file", "--project"})
RUNNERS = frozenset({"npm", "pnpm", "yarn", "bun"})
"""Of a Makefile or justfile no more is known than the recipes that have lines."""
MADE = frozenset(
    {"dist", "build", "out", "target", "node_modules", ".venv", "venv", "coverage", ".next", "vendor", "tmp"}
)
"""Folders that commands make."""

_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(r"[\w.@+-]+(?:/[\w.@+-]+)*")
_MOST = 20  # commands of a memory that are looked at


def missing(memory: Memory, workspace: Workspace, exists: Exists) -> tuple[str, ...]:
    """What the memory names and the workspace does not hold, as a person would write it; usually nothing.

    Only what tells how something works is judged: a rule holds for files that are yet to come. A memory of another
    folder than the workspace's, or of none, is not judged; nor is a workspace that is not on this disk.
    """
    root = workspace.root
    if not root or memory.type not in JUDGED or memory.workspace != root or not exists(root):
        return ()
    found = list(_globs(memory, root, exists))
    for simple in _commands(memory.body, root):
        found += _of_command(simple, workspace, exists)
    return tuple(dict.fromkeys(found))


def gone(
    memories: Iterable[Memory], place: Callable[[str], Workspace], exists: Exists
) -> dict[tuple[str, str], tuple[str, ...]]:
    """By scope and key what those memories name that is missing; `place` tells the workspace of a folder."""
    known: dict[str, Workspace] = {}
    found = {}
    for memory in memories:
        if memory.workspace and memory.type in JUDGED:
            if memory.workspace not in known:
                known[memory.workspace] = place(memory.workspace)
            found[memory.scope, memory.key] = missing(memory, known[memory.workspace], exists)
    return {spot: names for spot, names in found.items() if names}


def _globs(memory: Memory, root: str, exists: Exists) -> Iterator[str]:
    there = [_fixed(glob) for glob in memory.paths]
    if there and not any(exists(f"{root}/{folder}".rstrip("/")) for folder in there):
        yield from memory.paths


def _fixed(glob: str) -> str:
    """The folders a glob begins with, before its first wildcard."""
    parts = []
    for part in glob.split("/"):
        if re.search(r"[*?\[]", part):
            break
        parts.append(part)
    return "/".join(parts)


def _commands(body: str, root: str) -> Iterator[Simple]:
    left = _MOST
    for span in _CODE.findall(body):
        for simple in split(span, cwd=root):
            if left and not simple.broken and not simple.host and not simple.container:
                yield simple
                left -= 1


def _of_command(simple: Simple, workspace: Workspace, exists: Exists) -> Iterator[str]:
    folder = simple.cwd or workspace.root
    if not folder.startswith("/") or not exists(folder):
        return
    for path in _paths(simple):
        places = {f"{folder}/{path}", f"{workspace.root}/{path}", f"{workspace.root}/{workspace.part}/{path}"}
        if not any(exists(place) for place in places):
            yield path
    script = _script(simple)
    known = [name for name in workspace.scripts if name.startswith("npm run ")]
    if script and known and script not in known and folder == workspace.root:
        yield f"`{script}`"


def _paths(simple: Simple) -> Iterator[str]:
    """The workspace's own files that the command cannot do without."""
    first = next((word for word in simple.text.split() if word.rpartition("/")[2] == simple.argv[0]), "")
    rest = simple.argv[1:]
    named = [first] if "/" in first and not first.startswith(("/", "~", "$")) else []
    if simple.argv[0] in INTERPRETERS and rest and "." in rest[0]:
        named.append(rest[0])
    named += [value for flag, value in pairwise(rest) if flag in FILE_FLAGS and "." in value]
    for word in named:
        path = word.removeprefix("./")
        if _PATH.fullmatch(path) and ".." not in path and path.partition("/")[0] not in MADE:
            yield path


def _script(simple: Simple) -> str:
    """`npm run X` as `Workspace.scripts` names it; "" when it is none for sure."""
    words = simple.argv[1:]
    if simple.argv[0] in RUNNERS and len(words) > 1 and words[0] == "run" and re.fullmatch(r"[\w:.-]+", words[1]):
        return f"npm run {words[1]}"
    return ""
