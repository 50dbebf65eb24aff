"""What an agent is doing at the moment, as far as recall needs to know. A value: hosts' hooks and verbs make it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from classifiers.vocabulary import GLOBAL, Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Where the agent is, what it was asked, and which files it is at."""

    workspace: Workspace
    query: str = ""  # the person's prompt, or what an agent looks for
    files: tuple[str, ...] = ()  # being edited or read: paths relative to the workspace's root, with `/`
    near: tuple[str, ...] = ()  # what those import, and what imports them
    command: str = ""  # that is about to run
    session: str = ""  # the host's id of its session, "" when it has none

    @property
    def scopes(self) -> tuple[str, ...]:
        """What may be recalled here: the workspace's own memories, and those that hold everywhere."""
        return (self.workspace.identity, GLOBAL)


def inside(root: str, file: Path) -> str:
    """A file's path relative to the workspace's root, with `/`; as it is when it lies elsewhere."""
    whole = Path(os.path.normpath(file))
    try:
        return whole.relative_to(root).as_posix()
    except ValueError:
        return whole.as_posix()
