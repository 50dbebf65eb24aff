"""zsh's options and fish's private mode; a spool that cannot be written, in every shell."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

OPTIONS = [
    "setopt ksh_arrays",
    "setopt sh_word_split glob_subst",
    "setopt nounset",
    "setopt no_clobber",
    "setopt err_return",
    "setopt err_exit",
    "setopt extended_glob null_glob no_multibyte",
    "setopt warn_create_global",
    "emulate ksh",
    "alias -g G='| grep' L='| less'; alias print=: mkdir=:",
    "IFS=c",
]


@pytest.mark.parametrize(
    "option", [*OPTIONS[:3], *(pytest.param(each, marks=pytest.mark.slow) for each in OPTIONS[3:])]
)
def test_zsh_options_do_not_matter(terminal, option):
    """Whatever options and aliases a person has, before or after the recorder, the same commands give the same lines."""
    for how in ({"before": option}, {"after": option}):
        rows = terminal("zsh", **how).run("false | true", "echo 'a  b' | cat")
        assert [(each["cmd"], each["pipe"]) for each in rows] == [
            ("false | true", [1, 0]),
            ("echo 'a  b' | cat", [0, 0]),
        ]


def test_zsh_keeps_traps_and_other_hooks(terminal):
    """ZERR and EXIT traps and other precmd functions run as without the recorder."""
    own = "TRAPZERR() { echo err >>~/log }\ntrap 'echo bye >>~/log' EXIT\nmine() { echo hook $? >>~/log }\nprecmd_functions+=(mine)"
    shown = terminal("zsh", before=own)
    rows = shown.run("false", "true")
    assert [each["exit"] for each in rows] == [1, 0]
    assert shown.read("log") == "hook 0\nerr\nhook 1\nhook 0\n"


def test_zsh_honours_history_ignore(terminal):
    """What HISTORY_IGNORE keeps out of the history is not recorded."""
    rows = terminal("zsh", before="HISTORY_IGNORE='(vault *|pass)'").run("vault read x 2>/dev/null", "echo end")
    assert [each["cmd"] for each in rows] == ["echo end"]


def test_fish_private_mode_is_silent(terminal):
    """In fish's private mode nothing is recorded."""
    rows = terminal("fish").run("set -g fish_private_mode 1", "echo private", "set -e fish_private_mode", "echo end")
    assert [each["cmd"] for each in rows if each["cmd"].startswith("echo")] == ["echo end"]


def test_fish_does_not_call_background_jobs_done(terminal):
    """A command sent to the background has no status yet."""
    rows = terminal("fish").run("sleep 30 &", "false", "kill %1")
    assert [each["exit"] for each in rows[:2]] == [None, 1]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_full_disk_is_silent_and_heals(terminal, shell):
    """A spool that takes no more writes is not spoken of; once it does, records go on, each on its own line."""
    if os.getuid() != Path("/dev/full").stat().st_uid:
        pytest.skip("only root owns /dev/full, and the recorder writes into its own files alone")
    shown = terminal(shell)
    shown.run("echo one")
    (path,) = shown.spool.glob("*.jsonl")
    kept = path.rename(shown.home / "kept")
    path.symlink_to("/dev/full")
    for line in (b"echo two", b"echo three"):
        shown.type(line)
        shown.enter()
        silent = b"error" not in shown.screen and b"pace left" not in shown.screen
        assert silent or (shell, line) == (
            "fish",
            b"echo two",
        )  # fish cannot be kept from saying it, so it says it once
    path.unlink()
    kept.rename(path)
    with path.open("ab") as file:
        file.write(b'{"v":1,"half')  # what a full disk may leave
    for line in (b"echo four", b"echo five"):
        shown.type(line)
        shown.enter()
    lines = path.read_bytes().splitlines()
    assert lines[1] == b'{"v":1,"half'
    assert [b"echo one" in lines[0], b"echo four" in lines[2], b"echo five" in lines[3]] == [True] * 3


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_spool_that_cannot_be_written_is_silent(terminal, shell):
    """Where the spool cannot be made, the shell goes on as ever and says nothing."""
    shown = terminal(shell, changes=("state/shell", "nowhere/shell"))
    assert shown.run("echo one", "false") == []
    assert b"nowhere" not in shown.screen
    assert b"denied" not in shown.screen
