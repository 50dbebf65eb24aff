import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from classifiers.commands import Visibility, echoed_status, literals, split
from classifiers.shell import walk
from classifiers.shell.plain import plain
from classifiers.vocabulary import Dialect

WORDS = [
    "npm",
    "run",
    "build",
    "a.txt",
    "-x",
    "--y=z",
    "'q_q'",
    '"d',
    'd"',
    "&&",
    "||",
    "|",
    ";",
    ">",
    ">>",
    "2>&1",
    "2>/dev/null",
    ">/dev/null",
    "f",
    "exit",
    "1",
    "cd",
    "..",
    "~",
    "test",
    "tee",
    "tail",
    "*.js",
    ">&2",
    "1>&2",
    "./x",
    "/usr/bin/y.exe",
    "sudo",
    "xargs",
    "timeout",
    "2",
    "a*b?",
    "--",
    ":",
    "%",
    "^",
    "=",
    ",",
    "set",
    "-e",
    "eval",
    "false",
    "true",
    "ssh",
    "host",
    "bash",
    "-c",
    "if",
    "A=b",
]
PIECES = [
    *WORDS,
    "\n",
    "$(",
    ")",
    "`",
    "'",
    '"',
    "{",
    "}",
    "(",
    "<<EOF\n",
    "EOF\n",
    "$X",
    "&",
    "!",
    "fi",
    "then",
    "do",
    "done",
    "\\",
    "#",
    "\x00",
    "배포",
]


@given(text=st.one_of(st.text(max_size=200), st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join)))
@settings(max_examples=250, deadline=None)
@pytest.mark.parametrize("dialect", list(Dialect))
def test_no_line_raises(text, dialect):
    """Any text, in any dialect, is taken apart without an error."""
    split(text, cwd="/p", dialect=dialect)
    literals(text, dialect=dialect)
    echoed_status(text)


REDIRECTED = ["npm", "sudo", "command", "xargs", "timeout", "2", "exit", "return", "false", "die", "test", "0", "1", "2>&1", ">&2", ">", ">>", "f", "|", "|", "||", "&&", ";"]  # fmt: skip
"""Words that wrap, name or end a command, and what may stand between them."""


@given(
    words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=10)
    | st.lists(st.sampled_from(REDIRECTED), min_size=3, max_size=10)
)
@example(words=["npm", "|", "sudo", "2>&1", "npm"])
@example(words=["npm", "|", "sudo", ">", "f", "npm", ">>", "f", "test"])
@example(words=["npm", "||", "exit", ">&2", "2"])
@example(words=["npm", "||", "exit", ">", "f", "1"])
@settings(max_examples=400, deadline=None)
def test_plain_lines_are_read_as_the_grammar_reads_them(words):
    """The quick reader and the grammar give the same commands, to the last field."""
    line = " ".join(words)
    glued = re.search(r"\"[^\"]*\"[\w'\"]|'[^']*'[\w'\"]|\w[\"']", line)  # the grammar cuts such a word in two
    if glued or plain(line) is None:
        return
    quick = split(line, cwd="/p")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walk, "plain", lambda _: None)
        slow = split(line, cwd="/p")
    assert all(simple.broken for simple in slow) or quick == slow


@pytest.mark.parametrize(
    "line",
    ["$(" * 5000, "(" * 8000, "a | " * 2000 + "a", "a && " * 1600 + "a", "if a; then " * 700, 'bash -c "' * 800, "{ " * 4000, "'" * 8001, "a " * 4000],
    ids=lambda line: line[:6],
)  # fmt: skip
def test_deep_lines_end(line):
    """However deep a line is nested, reading it needs no deep stack."""
    split(line)
    literals(line)


def test_characters_of_every_script_are_kept():
    """Other scripts, emoji and characters beyond them reach the words as they are, wherever they stand."""
    (simple,) = split("x '배포' \"완료 🎉\" {\U000dc828 $X한 \u3000")
    assert simple.argv == ("x", "배포", "완료 🎉", "{\U000dc828", "$X한", "\u3000")


@pytest.mark.parametrize("before", ["{", "$", "${", "$((", "[[ ", "<<", "a", "\\", "#"])
def test_a_character_beyond_the_first_plane_ends_nothing(before):
    """The grammar's scanner, which reads past its tables at such characters, never sees one."""
    for code in (0x1F600, 0xE0001, 0x10FFFF):
        for _ in range(50):
            split(f"{before}{chr(code)} x;")


def test_a_line_too_long_is_read_to_the_end_of_a_command_and_believed_in_nothing():
    """Only whole commands of the head are given, marked broken, and no status counts for them."""
    found = split("npm test; " * 2000 + "git push")
    assert found
    assert {simple.argv for simple in found} == {("npm", "test")}
    assert all(simple.broken and simple.visibility is Visibility.HIDDEN for simple in found)


@pytest.mark.parametrize(
    "line",
    [
        "a && b 'c",
        "a; if b",
        "ls *(.) && a",
        "! { a; } && b",
        "time { a; }",
        'a |& b |& "c"\nd || e',
        "for x in a; b; end",
    ],
)
def test_a_broken_line_proves_nothing(line):
    """Where the grammar is lost, openly or silently, no command's status is believed."""
    assert all(simple.visibility is Visibility.HIDDEN for simple in split(line))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('npm test; echo "EXIT: $?"', (("npm", "test"), "EXIT: ")),
        ('go test | grep -v ok ; echo "EXIT $?"', (("grep", "-v", "ok"), "EXIT ")),
        ("make 2>&1 | tee log; echo rc=${PIPESTATUS[0]}", (("make",), "rc=")),
        ("make | tee log; echo $pipestatus[1]", (("make",), "")),
        ('npm test > log 2>&1; rc=$?; tail log; echo "rc=$rc"', (("npm", "test"), "rc=")),
        ('a; printf "rc=%d\\n" $?', (("a",), "rc=")),
        ('a && b; echo -e "\\nstatus: $?"', (("b",), "status: ")),
        ("ssh web 'a; b'; echo \"---exit: $? ---\"", (("b",), "---exit: ")),
        ("ssh web 'a; echo \"X $?\"'", (("a",), "X ")),
        ("a; echo 1: $?; b; echo 2: $?", (("b",), "2: ")),
        ("set -o pipefail; a | b; echo $?", (("a",), "")),
        ("(a; b); echo $?", (("b",), "")),
        ("a || true; echo $?", None),
        ("a || b; echo $?", None),
        ("if a; then b; fi; echo $?", None),
        ("! a; echo $?", None),
        ("a & echo $?", None),
        ("X=1; echo $?", None),
        ("a; echo $HOME", None),
        ("a; echo done", None),
    ],
)  # fmt: skip
def test_whose_status_a_line_prints(line, expected):
    """A printed `$?` is bound to the one command whose status it is, or to none."""
    found = echoed_status(line)
    assert (found and (split(line)[found[0]].argv, found[1])) == expected


def test_texts_of_the_line_itself():
    """What the line quotes, echoes or writes in a heredoc is known, so that its output cannot be proof."""
    line = "ssh web \"echo 'SSH ok'\" && echo all done\ncat <<'EOF'\nSTEP 1: COMPLETE\n\nnext\nEOF\n"
    assert {"SSH ok", "all done", "STEP 1: COMPLETE", "next"} <= literals(line)
    assert "" not in literals(line)


def test_texts_of_other_dialects():
    """PowerShell's and cmd's own ways of printing count as well."""
    assert "all done" in literals('npm test; Write-Host "all done"', dialect=Dialect.POWERSHELL)
    assert "all done" in literals("npm test & echo all done", dialect=Dialect.CMD)
