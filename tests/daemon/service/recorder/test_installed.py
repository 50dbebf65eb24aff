"""The recorder as setup installs it: new shells record, and a recorder that is gone is no error."""

from __future__ import annotations

import pytest

from daemon import settings
from daemon.service.installing import finish, install, undo
from daemon.service.machine import Machine
from daemon.service.parts.shell_hook import PART


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_new_shell_records_after_setup(terminal, tmp_path, shell):
    """Through the start-up file of each shell; nothing is left of it when the part is taken back."""
    home = tmp_path / "home0"
    there = Machine(
        settings.resolve({"SEORAP_HOME": str(home / "state"), "SHELL": f"/bin/{shell}"}, home, "sam"), "linux", "python"
    )
    opened = terminal(shell, recorded=False, installed=lambda: install(there, [PART]))
    rows = opened.run("true", "false")
    assert [(row["cmd"], row["exit"]) for row in rows] == [("true", 0), ("false", 1)]
    undo(there, [PART])
    finish(there)
    started = (home / ".config" / "fish" / "conf.d" / "seorap.fish").exists() or any(
        "seorap" in path.read_text() for path in home.glob(".*rc")
    )
    assert not started
