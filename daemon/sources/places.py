"""Which workspace a folder belongs to: the disk side of `vocabulary.Place`.

Records name folders of this machine, of other machines, and folders long gone. What stands on this disk is asked first,
then the remote the record names; a path that tells nothing more is its own workspace.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from classifiers.folders import SOMEBODYS_HOME
from classifiers.inert import inert
from classifiers.remotes import normalize, repository_name
from classifiers.vocabulary import Workspace
from daemon.sources import manifests, repositories
from daemon.sources.repositories import Repository, above

_KEPT = 2048
_VALID = 30.0  # seconds an answer is given again: a manifest or remote that changes is noticed soon enough
_WINDOWS = re.compile(r"[A-Za-z]:[\\/]|\\\\")
_WORKTREE = (
    re.compile(  # where agents put worktrees, and tools beside the clone: `shop.worktrees/x`, `shop__worktrees/x`
        r"(.+?)(?:[\\/](?:\.claude[\\/]worktrees|\.worktrees)|(?<=[^\\/])(?:\.|__?|-)worktrees)[\\/].+"
        r"|(?P<under>.+[\\/]\.(?:cursor|conductor)[\\/]worktrees[\\/][^\\/]+)[\\/].+"
    )
)


NOWHERE = Workspace("", "")
"""Of a record that does not say where it happened: no workspace's, and nobody's home folder either."""


class Places:
    """(cwd, remote) → workspace, remembered for half a minute. Raises nothing."""

    def __init__(self, home: Path, clock: Callable[[], float]) -> None:
        """`home` is the person's home folder, `clock` any clock in seconds that never goes back."""
        self._home = home.resolve()
        self._clock = clock
        self._known: OrderedDict[tuple[str, str], tuple[float, Workspace]] = OrderedDict()

    def __call__(self, cwd: str, remote: str = "") -> Workspace:
        """The workspace of a record that happened in `cwd`, in a clone of `remote` if it says so."""
        key = (cwd, remote)
        now = self._clock()
        known = self._known.get(key)
        if known and now - known[0] < _VALID:
            return known[1]
        try:
            found = self._find(cwd, remote)
        except (OSError, RuntimeError, ValueError):  # a path no system can hold, a loop of links
            found = self._of_text(cwd, remote)
        self._known[key] = (now, found)
        self._known.move_to_end(key)
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return found

    def _find(self, cwd: str, remote: str) -> Workspace:
        if os.name != "nt" and _WINDOWS.match(cwd):
            return self._of_text(cwd, remote)
        folder = Path(str(self._home) + cwd[1:] if cwd == "~" or cwd.startswith("~/") else cwd)
        if not folder.is_absolute():
            return self._of_remote(remote) or NOWHERE
        folder = folder.resolve()
        if folder in (self._home, folder.parent):
            return self._of_remote(remote) or Workspace(f"path:{self._home}", "", str(self._home))
        repository = repositories.find(folder, self._home)
        if repository:
            return self._of_repository(repository, folder, remote)
        if folder.is_dir() and not SOMEBODYS_HOME.fullmatch(str(folder)):
            return self._of_remote(remote, str(folder)) or self._of_folder(folder)
        return self._of_text(cwd, remote)

    def _of_repository(self, repository: Repository, folder: Path, said: str) -> Workspace:
        identity = _identity(repository) or normalize(said)
        root = repository.root
        inner = list(above(folder, root))
        part = next((each for each in inner if manifests.has_manifest(each)), root)
        return Workspace(
            identity=identity or f"git:{repository.common}",
            name=_plain(_named(identity) or manifests.name(root) or _main_folder(repository).name),
            root=str(root),
            part="" if part == root else part.relative_to(root).as_posix(),
            scripts=manifests.scripts([*inner, root]),
        )

    def _of_folder(self, folder: Path) -> Workspace:
        """Without git: the nearest project above, or the folder itself."""
        root = next((each for each in above(folder, self._home) if manifests.has_manifest(each)), folder)
        name = _plain(manifests.name(root) or root.name)
        return Workspace(_by_path(root), name, str(root), scripts=manifests.scripts([*above(folder, root), root]))

    def _of_remote(self, remote: str, root: str = "") -> Workspace | None:
        identity = normalize(remote)
        return Workspace(identity, _plain(repository_name(identity)), root) if identity else None

    def _of_text(self, cwd: str, remote: str) -> Workspace:
        """A folder that is not on this disk."""
        worktree = _WORKTREE.fullmatch(cwd)
        root = ((worktree[1] or worktree["under"]) if worktree else cwd).rstrip("/\\")
        name = "" if SOMEBODYS_HOME.fullmatch(root) else _plain(root)
        return self._of_remote(remote) or Workspace(_by_path(root), name)


def _by_path(root: Path | str) -> str:
    """What a folder without a repository is known by: its path, on one line, whatever a folder may be called."""
    return "path:" + inert(str(root)).replace("\n", " ").replace("\t", " ")


def _identity(repository: Repository, depth: int = 3) -> str:
    """By its remote; a remote on this disk is followed to where it came from. "" when there is none."""
    url = repositories.remote(repository)
    identity = normalize(url)
    if identity or not url or not depth:
        return identity
    origin = repositories.at((repository.root / url.removeprefix("file://")).resolve())
    return (_identity(origin, depth - 1) or f"git:{origin.common}") if origin else ""


def _named(identity: str) -> str:
    """The name the remote gives; a common directory on this disk gives none."""
    return repository_name(identity) if normalize("https://" + identity.removeprefix("git:")) == identity else ""


def _main_folder(repository: Repository) -> Path:
    """The folder of the repository a worktree belongs to, so that all its worktrees are called the same."""
    return repository.common.parent if repository.common.name == ".git" else repository.root


def _plain(name: str) -> str:
    """The last part of a path or name, lower case, NFC, without spaces: fit to stand in a key."""
    last = inert(re.split(r"[\\/]", name.rstrip("\\/"))[-1])
    return re.sub(r"\s+", "-", unicodedata.normalize("NFC", last).lower().strip())
