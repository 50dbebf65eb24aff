"""bash: other prompt hooks, history settings and shell options must neither be disturbed nor mislead the recorder."""

from __future__ import annotations

import pytest

LOG = """hook() { echo "hook $? ${PIPESTATUS[*]} $1" >>~/log; }"""
STRING = ("BASH_VERSINFO[1] > 0", "0 > 0")  # the path of bash 5.0, whose PROMPT_COMMAND is a string


def told(rows: list[dict]) -> list[tuple]:
    return [(each["cmd"], each["exit"]) for each in rows]


def hooks(terminal) -> list[str]:
    return [each for each in terminal.read("log").splitlines() if each.startswith("hook")]


@pytest.mark.parametrize(
    "own", ["PROMPT_COMMAND='hook a; hook b'", "PROMPT_COMMAND=('hook a' 'hook b')", "PROMPT_COMMAND='hook a;'"]
)
def test_own_hooks_see_the_status(terminal, own):
    """A person's PROMPT_COMMAND, string or array, sees the status and the pipeline's statuses as ever."""
    shown = terminal("bash", before=f"{LOG}\n{own}")
    rows = shown.run("false | true", "sh -c 'exit 9'")
    assert told(rows) == [("false | true", 0), ("sh -c 'exit 9'", 9)]
    assert "hook 0 1 0 a" in hooks(shown)
    assert hooks(shown).count("hook 9 9 a") == 1


@pytest.mark.parametrize(
    "late",
    [
        'PROMPT_COMMAND="hook a; $PROMPT_COMMAND"',
        "PROMPT_COMMAND=$'hook a\\n'\"$PROMPT_COMMAND\"",
        'PROMPT_COMMAND="hook a;$PROMPT_COMMAND;hook b"',
    ],
)
def test_behind_another_hook_the_status_is_null_once(terminal, late):
    """A hook that was put before the recorder hides the status: null for one command, then the recorder is first again."""
    shown = terminal("bash", before=LOG, after=late)
    rows = shown.run("false", "false", "true")
    assert [each["exit"] for each in rows] == [1, 1, 0]  # healed before the first prompt
    rows = shown.run('PROMPT_COMMAND="hook c; $PROMPT_COMMAND"', "false | true")
    assert told(rows)[3:] == [('PROMPT_COMMAND="hook c; $PROMPT_COMMAND"', None), ("false | true", 0)]
    assert rows[4]["pipe"] == [1, 0]
    assert "hook 1 1 a" in hooks(shown)
    assert "hook 0 1 0 c" in hooks(shown)
    assert b"syntax error" not in shown.screen


def test_a_hook_joined_behind_gets_its_own_place(terminal):
    """`PROMPT_COMMAND="$PROMPT_COMMAND; hook"` after the recorder loses no status on either side."""
    shown = terminal("bash", before=LOG, after='PROMPT_COMMAND="$PROMPT_COMMAND; hook a"')
    rows = shown.run("false | true", "false")
    assert told(rows) == [("false | true", 0), ("false", 1)]
    assert {"hook 0 1 0 a", "hook 1 1 a"} <= set(hooks(shown))


def test_an_array_element_in_front_is_no_trouble(terminal):
    """Bash gives every element of an array the same status, so an element put in front does not hide it."""
    shown = terminal("bash", before=LOG)
    rows = shown.run('PROMPT_COMMAND=("hook a" "${PROMPT_COMMAND[@]}")', "false")
    assert [each["exit"] for each in rows] == [0, 1]


def test_without_arrays_the_string_begins_with_the_recorder(terminal):
    """Before bash 5.1 the recorder begins the string, and what follows still gets the status."""
    shown = terminal("bash", before=LOG + "\nexport PROMPT_COMMAND='hook a'", changes=STRING)
    rows = shown.run("false", "bash -c 'echo [$PROMPT_COMMAND]'", "declare -p PROMPT_COMMAND")
    assert told(rows)[0] == ("false", 1)
    assert "hook 1 1 a" in hooks(shown)
    assert b"declare -- PROMPT_COMMAND" in shown.screen
    rows = shown.run('PROMPT_COMMAND="hook b; $PROMPT_COMMAND"', "false")
    assert [each["exit"] for each in rows[3:]] == [None, 1]


def test_vs_codes_hook_is_understood(terminal):
    """VS Code's terminal runs the person's hooks inside its own, which keeps the status in a variable."""
    vscode = """
    __vsc_restore() { return "$1"; }
    __vsc_prompt_cmd_original() {
      __vsc_status="$?"; builtin local cmd; __vsc_restore "${__vsc_status}"
      for cmd in "${__vsc_original_prompt_command[@]}"; do eval "${cmd:-}"; done; :
    }
    __vsc_original_prompt_command=${PROMPT_COMMAND:-}
    PROMPT_COMMAND=__vsc_prompt_cmd_original"""
    rows = terminal("bash", after=vscode).run("false | true", "false")
    assert [(each["exit"], each["pipe"]) for each in rows] == [(0, []), (1, [])]


def test_traps_stay_the_persons(terminal):
    """EXIT, ERR and DEBUG traps are never replaced, and ERR does not fire a second time at the prompt."""
    traps = "trap 'echo bye >>~/log' EXIT\ntrap 'echo err >>~/log' ERR"
    shown = terminal("bash", after=traps)
    shown.run("false", "true", "trap -p >~/traps")
    assert shown.read("log") == "err\n"
    assert shown.read("traps").count("trap --") == 2
    shown.send(b"exit\n")
    shown.until(lambda: shown.read("log") == "err\nbye\n")


OPTIONS = [
    "set -o posix",
    "shopt -u interactive_comments",
    "set -u",
    "set -o noclobber",
    "shopt -s nullglob failglob extglob dotglob",
    "shopt -s nocasematch",
    "set -f",
    "set -E -T",
    "set -a",
    "set -o vi",
    "IFS=c",
    "history() { builtin echo no; }; printf() { builtin echo no; }",
    "alias history=: printf=: read=: local=: mkdir=:",
    "HISTTIMEFORMAT='%F %T '",
    "exec 3>&1 1>/dev/tty",
    "export LC_ALL=C",
]


@pytest.mark.parametrize(
    "option", [*OPTIONS[:4], *(pytest.param(each, marks=pytest.mark.slow) for each in OPTIONS[4:])]
)
def test_options_do_not_matter(terminal, option):
    """Whatever options, aliases and functions a person has, the same commands give the same lines."""
    rows = terminal("bash", before=option).run(option, "false | true", "echo 'a  b' | cat")
    assert [(each["cmd"], each["exit"], each["pipe"], each["weak"]) for each in rows[1:]] == [
        ("false | true", 0, [1, 0], False),
        ("echo 'a  b' | cat", 0, [0, 0], False),
    ]


def test_errexit_does_not_end_the_shell(terminal):
    """With `set -e` a status that bash itself survives is recorded, and the prompt survives it too."""
    shown = terminal("bash", before=LOG + "\nPROMPT_COMMAND='hook a'")
    rows = shown.run("set -e", "! true", "echo alive")
    assert told(rows) == [("set -e", 0), ("! true", 1), ("echo alive", 0)]


@pytest.mark.parametrize("control", ["ignorespace", "ignoreboth", "", "erasedups:ignorespace"])
def test_leading_space_never_reaches_the_spool(terminal, control):
    """A line with a leading space is not recorded, nor is the line before it recorded again in its place."""
    shown = terminal("bash", before=f"HISTCONTROL={control}")
    rows = shown.run("echo one x", " echo secret x", "echo two")
    assert [(each["cmd"], each["weak"]) for each in rows if not each["weak"]] == [
        ("echo one x", False),
        ("echo two", False),
    ]


def test_a_repeat_under_ignoredups_is_weak(terminal):
    """Bash does not store the same line twice: the recorder believes it was the same again, and says it is unsure."""
    rows = terminal("bash", before="HISTCONTROL=ignoredups").run(
        "test -e flag", "touch flag", "test -e flag", "test -e flag"
    )
    assert [(each["exit"], each["weak"]) for each in rows] == [(1, False), (0, False), (0, False), (0, True)]


def test_shared_histories_do_not_mislead(terminal):
    """Lines that another session wrote and a prompt hook read in are never recorded as run here."""
    shown = terminal("bash", before="HISTCONTROL=ignorespace\nPROMPT_COMMAND='history -a; history -c; history -r'")
    shown.run("echo mine")
    with (shown.home / ".bash_history").open("a") as file:
        file.write("deploy --elsewhere\n")
    shown.run("echo here", " false")
    with (shown.home / ".bash_history").open("a") as file:
        file.write("deploy --elsewhere-again\n")
    rows = shown.run(" true", " true", "echo end")
    assert not [each for each in rows if "elsewhere" in each["cmd"] and not each["weak"]]
    assert {each["cmd"] for each in rows} >= {"echo mine", "echo here", "echo end"}


def test_history_switched_off_or_rewritten(terminal):
    """With history off nothing is recorded; clearing and editing it never records the wrong line."""
    rows = terminal("bash").run(
        "set +o history", "echo hidden", "set -o history", "history -c", "echo z", "history -d 1", "echo y"
    )
    assert {each["cmd"] for each in rows} >= {"echo z", "echo y"}
    assert "echo hidden" not in {each["cmd"] for each in rows}


def test_an_own_ps0_is_kept_and_a_new_one_is_joined(terminal):
    """A person's PS0 still shows, also when it is set after the recorder."""
    shown = terminal("bash", before="PS0='[own]'")
    shown.run("echo 1")
    assert b"[own]1" in shown.screen
    rows = shown.run("PS0='[new]'", "echo 2", "echo 3", "shopt -u promptvars", "echo 4")
    assert b"seorap" not in shown.screen
    assert [each["cmd"] for each in rows] == ["echo 1", "PS0='[new]'", "echo 2", "echo 3", "shopt -u promptvars"]


@pytest.mark.parametrize("make", ["readonly PROMPT_COMMAND", "readonly HISTTIMEFORMAT=%s", "readonly PS0"])
def test_read_only_settings_are_said_once(terminal, make):
    """Where a needed variable is read-only the recorder says so in one line and does nothing."""
    shown = terminal("bash", before=make)
    first = shown.screen
    assert first.count(b"seorap:") == 1
    assert shown.run("true", "false") == []
    assert b"seorap" not in shown.screen


def test_an_old_bash_is_told(terminal):
    """Bash 3.2, as macOS has it, gets one line on stderr and no recorder."""
    shown = terminal("bash", changes=("${BASH_VERSINFO[0]}", "3"))
    assert shown.screen.count(b"seorap: the command recorder needs bash 5.0") == 1
    assert shown.run("true") == []
