"""Keep each workspace's MEMORY.md in step with the drawer.

A workspace is known by its memories: each names the folder it was seen in. What holds everywhere stands in every
workspace's file. A workspace that has no active memory of its own any more loses its file, and nothing else.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from classifiers.vocabulary import GLOBAL, Workspace
from daemon.agent_pages import PAGES, Wanted, wanted, write_pages
from daemon.numbers import number_of
from daemon.settings import Settings
from daemon.sources import manifests, repositories
from daemon.workspace_policy import published_in
from recall import snapshot
from recall.publish import PublishError, exclude, include, publish, withdraw
from recall.staleness import missing
from storage.drawer import memories
from storage.engine import Store
from storage.tables import Memory
from storage.values import MemoryStatus, Owner

IGNORED = ("/.seorap/*", "!/.seorap/memory-policy.yaml")  # a repository may commit its policy, never its snapshot


@dataclass(frozen=True, slots=True)
class Published:
    """What became of one workspace's file."""

    workspace: str
    file: str
    memories: int
    changed: bool
    trouble: str = ""


def publish_all(
    store: Store, owner: Owner, settings: Settings, *, roots: Iterable[str] = (), dry_run: bool = False
) -> list[Published]:
    """Publish every workspace that has memories, and those in `roots` whatever they have.

    One workspace that cannot be written does not stop the others, and one whose own policy says no is left without.
    """
    file, home, want = settings.config.snapshot.file, settings.environment.home, wanted(settings)
    kept = memories(store, owner=owner, statuses=None)
    scopes: dict[str, set[str]] = defaultdict(set)
    for memory in kept:
        if memory.workspace and memory.scope != GLOBAL:
            scopes[memory.workspace].add(memory.scope)
    for root in roots:
        if root:
            scopes[root] |= set()
    active = [memory for memory in kept if memory.status is MemoryStatus.ACTIVE]
    done = []
    for root in sorted(scopes):
        own = [memory for memory in active if memory.scope in scopes[root]]
        everywhere = [memory for memory in active if memory.scope == GLOBAL]
        shown = own + everywhere if own else []
        if _is_there(Path(root)):
            if shown and not published_in(Path(root)):
                shown = []
            done.append(
                Published(root, file, len(shown), changed=False)
                if dry_run
                else _publish(Path(root), file, shown, want, home)
            )
    return done


def withdraw_all(store: Store, owner: Owner, settings: Settings) -> list[Published]:
    """Take every workspace's file and pages away, and what kept them out of the repository's history."""
    file, home = settings.config.snapshot.file, settings.environment.home
    roots = {memory.workspace for memory in memories(store, owner=owner, statuses=None) if memory.workspace}
    done = []
    for root in sorted(roots):
        if _is_there(Path(root)):
            done.append(_publish(Path(root), file, [], Wanted({}), home))
            _unignore(Path(root), home)
    return done


def _is_there(root: Path) -> bool:
    try:
        return root.is_dir()
    except OSError:  # it may not be looked at
        return False


def _publish(root: Path, file: str, shown: list[Memory], want: Wanted, home: Path) -> Published:
    index = root / file
    folder = root / PAGES
    pages_from_index = Path(os.path.relpath(folder, index.parent)).as_posix()
    pages = snapshot.topics(shown)
    try:
        changed = False
        if shown:
            _ignore(root, home)
            for name, text in pages.items():
                changed |= publish(folder / name, text, within=root)
        changed |= (
            publish(index, snapshot.index(shown, pages_from_index, _gone(root, shown)), within=root)
            if shown
            else withdraw(index, within=root)
        )
        for kind in snapshot.ORDER:
            if f"{kind.value}.md" not in pages:
                changed |= withdraw(folder / f"{kind.value}.md", within=root)
        changed |= write_pages(root, file, shown, want, home)
        if changed:
            _remove_empty(folder, folder.parent)
    except PublishError as trouble:
        return Published(str(root), file, len(shown), changed=False, trouble=f"{trouble.title} {trouble.hint}".strip())
    except OSError as trouble:  # a folder that may not be looked into, a network disk that is gone
        return Published(str(root), file, len(shown), changed=False, trouble=f"{index}: {trouble.strerror}")
    return Published(str(root), file, len(shown), changed)


def _gone(root: Path, shown: list[Memory]) -> dict[str, tuple[str, ...]]:
    """What memories name that the workspace does not hold any more, by their keys."""
    here = Workspace(identity="", name="", root=str(root), scripts=manifests.scripts([root]))
    found = {memory.key: missing(memory, here, os.path.exists) for memory in shown}
    return {key: things for key, things in found.items() if things}


def _ignore(root: Path, home: Path) -> None:
    """Keep what is ours out of the repository's history. An index that a person put elsewhere is theirs to ignore."""
    repository = repositories.find(root, home)
    if repository and repository.root == root:
        exclude(repository.common / "info" / "exclude", IGNORED)


def _unignore(root: Path, home: Path) -> None:
    repository = repositories.find(root, home)
    if repository and repository.root == root:
        include(repository.common / "info" / "exclude", IGNORED)


def _remove_empty(*folders: Path) -> None:
    for folder in folders:
        try:
            folder.rmdir()
        except OSError:  # not there, or somebody else's file is in it
            continue


def when_changed(before: Iterable[Published], say: Callable[[str], None], *, asked: Collection[str] = ()) -> None:
    """Say, a line each, which files were written and which could not be.

    Where workspaces are `asked` about, those elsewhere that could not be written are only counted: nobody mends them here.
    """
    elsewhere = 0
    for each in before:
        if each.trouble and asked and each.workspace not in asked:
            elsewhere += 1
        elif each.trouble:
            say(each.trouble)
        elif each.changed:
            what = f": {number_of(each.memories, 'memory')}" if each.memories else " removed"
            say(f"{each.workspace}/{each.file}{what}")
    if elsewhere:
        say(f"Elsewhere {number_of(elsewhere, 'file')} could not be written; seorap snapshot says which and why.")
