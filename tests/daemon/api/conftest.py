"""Open doors on a home with one repository, and an agent's hooks that ask there."""

from __future__ import annotations

import pytest

from daemon.api import hooks
from tests.daemon.api.desk import Desk


@pytest.fixture
def desk(opening, tmp_path, monkeypatch):
    """Open doors on a home with one repository, and hooks that ask there."""
    monkeypatch.setattr(hooks, "DEADLINE", 20)  # a loaded machine is no reason for another answer
    git = tmp_path / "blyck" / ".git"
    git.mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "config").write_text('[remote "origin"]\n\turl = git@git.example.com:acme/blyck.git\n')
    with opening(enabled=False) as doors, doors.agent() as client:
        yield Desk(doors, client, tmp_path / "blyck")


@pytest.fixture
def shell():
    """A call of the shell tool, as hooks tell of it."""

    def told(command, **more) -> dict:
        return {"tool_name": "Bash", "tool_input": {"command": command}, **more}

    return told
