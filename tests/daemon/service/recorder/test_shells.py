"""What every shell's recorder promises, with the real bash, zsh and fish."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

SHELLS = ("bash", "zsh", "fish")
each_shell = pytest.mark.parametrize("shell", SHELLS)


def told(rows: list[dict]) -> list[tuple]:
    return [(each["cmd"], each["exit"], each["pipe"]) for each in rows]


@each_shell
def test_every_finished_command_is_one_line(terminal, shell):
    """Each command has its text, its status, those of its pipeline, the folder it started in and its time, in order."""
    shown = terminal(shell)
    (shown.home / "a b").mkdir()
    rows = shown.run("false | true", 'sh -c "exit 7"', "cd 'a b'", "sleep 0.05", "echo \"q\\\\\" '배포 日' | cat")
    expected = [
        ("false | true", 0, [1, 0]),
        ('sh -c "exit 7"', 7, [7]),
        ("cd 'a b'", 0, [0]),
        ("sleep 0.05", 0, [0]),
        ("echo \"q\\\\\" '배포 日' | cat", 0, [0, 0]),
    ]
    assert told(rows) == expected
    assert [each["cwd"].removeprefix(str(shown.home)) for each in rows] == ["", "", "", "/a b", "/a b"]
    assert [each["seq"] for each in rows] == [1, 2, 3, 4, 5]
    assert {each["sid"] for each in rows} == {rows[0]["sid"]}
    assert not any(each["weak"] or each["cut"] for each in rows)
    took = [each.get("ms", (each["t1"] - each.get("t0", 0)) * 1000) for each in rows]
    assert 50 <= took[3] < 5_000
    assert abs(rows[-1]["t1"] - shown.home.stat().st_mtime) < 60


@each_shell
def test_the_spool_is_private(terminal, shell):
    """The folder is 0700 and its files are 0600, whatever the umask; the file's name tells shell, pid and start."""
    shown = terminal(shell, before="umask 000")
    (row,) = shown.run("true")
    modes = {stat.S_IMODE(each.stat().st_mode) for each in shown.spool.iterdir()}
    assert (stat.S_IMODE(shown.spool.stat().st_mode), modes) == (0o700, {0o600})
    (path,) = shown.spool.glob("*.jsonl")
    assert path.name == f"{shell}.{row['sid']}.jsonl"
    assert int(row["sid"].split("-")[0]) == shown.pid


@each_shell
def test_unwanted_lines_are_silent(terminal, shell):
    """Lines with a leading space or tab, empty lines and a cancelled line leave no trace in the spool."""
    shown = terminal(shell)
    shown.run("true", " echo leading-space", "", "   ")
    shown.type(b"echo cancelled")
    shown.seen(b"cancelled")
    shown.cancel()
    rows = shown.run("echo end")
    assert [each["cmd"] for each in rows] == ["true", "echo end"]
    assert not any(b"leading-space" in each.read_bytes() for each in shown.spool.iterdir())


@each_shell
def test_any_text_stays_json(terminal, shell):
    """Several lines, control characters, invalid UTF-8 and a newline in the folder's name: each line of the spool is JSON."""
    shown = terminal(shell)
    odd = os.fsencode(shown.home) + b'/new\nline \xff\x01"\\'
    Path(os.fsdecode(odd)).mkdir()
    # fish takes no broken keys; in the others Ctrl-V takes the next key as it is
    keys = b"" if shell == "fish" else b"\xff\xfe\x16\x1b\x16\x7f\x16\t"
    rows = shown.run("echo 'two\n lines'", "cd new*", b"echo '" + keys + b"'", 'echo \'\\n\' "\\""')
    assert len(rows) == 4
    assert "two\n lines" in rows[0]["cmd"]
    assert rows[1]["cmd"] == "cd new*"
    assert rows[-1]["cwd"].startswith(f"{shown.home}/new\nline ")
    assert rows[-1]["cwd"].endswith('?"\\')
    assert rows[-1]["cmd"] == 'echo \'\\n\' "\\""'


@each_shell
def test_very_long_commands_are_capped(terminal, shell):
    """A pasted command of many thousand characters is one line with its first 2000 characters, marked as cut."""
    rows = terminal(shell).run("echo '" + 'é"' * 1200 + "'", "true")
    assert [(len(each["cmd"]), each["cut"]) for each in rows] == [(2000, True), (4, False)]


@each_shell
def test_a_stopped_job_is_no_success(terminal, shell):
    """A command stopped with Ctrl-Z has not ended: its status is that of a stop, or none."""
    shown = terminal(shell)
    shown.type(b"sleep 30\n")
    shown.foreground("sleep")
    shown.send(b"\x1a")
    rows = shown.run("kill -9 %1")
    assert rows[0]["cmd"] == "sleep 30"
    assert rows[0]["exit"] in (148, 146, None)


@each_shell
def test_sourced_twice_records_once(terminal, shell):
    """A start-up file that is read again goes on with the session: one line a command, one file."""
    again = 'eval "$(cat ~/recorder)"' if shell != "fish" else "cat ~/recorder | source"
    shown = terminal(shell, after=again)
    rows = shown.run("true", again, "false")
    assert told(rows) == [("true", 0, [0]), (again, 0, rows[1]["pipe"]), ("false", 1, [1])]
    assert [each["seq"] for each in rows] == [1, 2, 3]
    assert len(list(shown.spool.glob("*.jsonl"))) == 1


@each_shell
def test_a_shell_that_is_not_interactive_records_nothing(terminal, shell):
    """In a script or a command substitution the recorder does nothing and says nothing."""
    shown = terminal(shell)
    source = 'eval "$(cat ~/recorder)"' if shell != "fish" else "cat ~/recorder | source"
    rows = shown.run(f"{shell} -c '{source}; echo none' >out 2>&1")
    assert shown.read("out") == "none\n"
    assert len(rows) == 1


@each_shell
def test_a_deleted_spool_is_made_again(terminal, shell):
    """When the folder or the file went away the next command makes it again; when its parent went, nothing does."""
    shown = terminal(shell)
    shown.run("echo one", " /bin/rm -r ~/state/shell")
    assert [each["cmd"] for each in shown.run("echo two")] == ["echo two"]
    shown.run(" /bin/rm -r ~/state", "echo three")
    assert not shown.spool.parent.exists()
    assert b"No such file" not in shown.screen


@each_shell
def test_a_nested_or_replaced_shell_has_a_session_of_its_own(terminal, shell):
    """A shell in the shell, and one that replaces it, write their own files under their own names."""
    shown = terminal(shell)
    rows = shown.run("true", f"{shell} -i", "echo inner", "exit", "echo outer", f"exec {shell} -i", "echo after")
    assert {each["cmd"] for each in rows} >= {"true", "echo inner", "echo outer", "echo after"}
    assert len({each["sid"] for each in rows}) == 3
    assert len({(each["sid"], each["seq"]) for each in rows}) == len(rows)


@each_shell
def test_what_the_person_sees_is_unchanged(terminal, shell):
    """The next command, and the person's own hook, see the same status as without the recorder."""
    hook, seen = {
        "bash": ("PROMPT_COMMAND='echo \"hook $? ${PIPESTATUS[*]} $_\" >>~/log'", 'echo "next $? ${PIPESTATUS[*]} $_" >>~/log'),
        "zsh": ('precmd() { echo "hook $? $pipestatus $_" >>~/log }', 'echo "next $? $pipestatus $_" >>~/log'),
        "fish": ('function p --on-event fish_postexec; echo "hook $status $pipestatus" >>~/log; end', 'echo "next $status $pipestatus" >>~/log'),
    }[shell]  # fmt: skip
    lines = ("echo begin", "false | true", seen, "sh -c 'exit 3'", seen, "echo a b", seen)
    recorded, plain = terminal(shell, before=hook), terminal(shell, before=hook, recorded=False)
    rows = recorded.run(*lines)
    assert [len(rows), plain.run(*lines)] == [7, []]
    logs = [
        [each for each in one.read("log").splitlines() if each.startswith(("hook", "next"))][2:]
        for one in (recorded, plain)
    ]
    assert logs[0] == logs[1]
    assert "next 3 3" in recorded.read("log")
