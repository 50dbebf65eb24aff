"""The line before a prompt, where there is no desktop."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_line_is_shown_once_and_costs_no_status(terminal, shell):
    """One prompt shows what the daemon left, no later one does, and `$?` and what is recorded are as ever."""
    at = terminal(shell)
    at.run("true")
    hint = at.spool / "hint"
    hint.write_text("seorap: 3 things wait. $(touch pwned) %s\n")
    (_, row) = at.run("false")
    assert row["exit"] == 1
    assert at.screen.count(b"seorap: 3 things wait. $(touch pwned) %s") == 1
    assert hint.read_text() == ""
    status = "$status" if shell == "fish" else "$?"
    hint.write_text("seorap: again\n")
    at.run("false")
    at.run(f"echo s={status}=")
    assert b"s=1=" in at.screen
    assert b"seorap:" not in at.screen
    assert not (at.home / "pwned").exists()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_line_that_is_none_of_ours_is_not_shown(terminal, shell):
    """Control sequences, and files that are no files."""
    at = terminal(shell)
    at.run("true")
    (at.spool / "hint").write_bytes(b"\x1b]0;evil\x07\n")
    at.run("true")
    assert b"evil" not in at.screen
    (at.spool / "hint").unlink()
    (at.spool / "hint").mkdir()
    assert len(at.run("true")) == 3
