"""A workspace's memories in the files that coding agents read of their own accord: CLAUDE.local.md, AGENTS.md, GEMINI.md.

An agent that follows imports gets one line that names MEMORY.md; the others get the index itself, short, for Codex reads
32 KiB of all such files together. A file that is new is ours alone and is kept out of the repository's history; one that
a person or a project wrote is only touched where `[snapshot] agent_files = "all"` says so, and then only between our
markers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from daemon.hosts.registry import HOSTS
from daemon.service.installing import installed
from daemon.service.machine import this_machine
from daemon.service.parts import agents
from daemon.settings import Settings
from daemon.sources import repositories
from recall import snapshot
from recall.publish import alone, exclude, holds, include, publish, withdraw

if TYPE_CHECKING:
    from daemon.hosts.happening import Host
    from storage.tables import Memory

PAGES = ".seorap/memory"
"""Where a workspace's topic pages lie, wherever its index does."""

MOST = 8 * 1024
"""Bytes of our block in a file that cannot import."""
CODEX = 32 * 1024
"""Bytes of all AGENTS.md that Codex reads (its `project_doc_max_bytes`)."""

NAMES = tuple(dict.fromkeys(host.page for host in HOSTS.values()))
"""All such files: what is not wanted any more is taken out of them."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which files are to hold our block: names, and whether each is imported by name of the index."""

    imports: dict[str, bool]
    existing: bool = False  # also those that a person or a project wrote


def wanted(settings: Settings) -> Wanted:
    """The files of the agents that were set up; none before `seorap setup --agents`."""
    machine, way = this_machine(settings), settings.config.snapshot.agent_files
    if way == "off" or agents.PART.name not in installed(machine):
        return Wanted({})
    return Wanted({host.page: host.imports for host in agents.used(machine)}, existing=way == "all")


def untold(settings: Settings) -> list[Host]:
    """The agents that are used here and are told nothing, for `seorap setup --agents` was not run.

    Raises:
        ConfigError: when `[agents] hosts` names one that there is not.
    """
    machine = this_machine(settings)
    return [] if agents.PART.name in installed(machine) else agents.used(machine)


def write_pages(root: Path, index: str, shown: Sequence[Memory], want: Wanted, home: Path) -> bool:
    """Bring the files of one workspace in step; `index` is where MEMORY.md stands in it. True if bytes changed.

    Raises PublishError.
    """
    changed = False
    for name in NAMES:
        file = root / name
        if name == index:  # a person put MEMORY.md itself there
            continue
        if shown and name in want.imports and _may(file, existing=want.existing):
            if not file.exists():
                _keep_out(root, name, home)
            changed |= publish(file, _text(file, index, shown, imports=want.imports[name]), within=root)
        elif holds(file):
            changed |= withdraw(file, within=root)
            _let_in(root, name, home)
    return changed


def _may(file: Path, *, existing: bool) -> bool:
    """A file is ours to write when nobody else wrote in it, or when a person said so."""
    return existing or not file.exists() or alone(file)


def _text(file: Path, index: str, shown: Sequence[Memory], *, imports: bool) -> str:
    if imports:
        return f"@{index}"
    theirs = file.stat().st_size if file.exists() and not holds(file) else 0
    room = max(1024, min(MOST, CODEX - theirs - 1024))
    return snapshot.index(shown, PAGES, most=room)


def _keep_out(root: Path, name: str, home: Path) -> None:
    repository = repositories.find(root, home)
    if repository and repository.root == root:
        exclude(repository.common / "info" / "exclude", (f"/{name}",))


def _let_in(root: Path, name: str, home: Path) -> None:
    repository = repositories.find(root, home)
    if repository and repository.root == root:
        include(repository.common / "info" / "exclude", (f"/{name}",))
