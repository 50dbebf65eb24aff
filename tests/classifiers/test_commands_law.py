"""The law of `commands`, held against a real bash.

Lines are made of `k ID STATUS`, a command that logs its id and ends with that status. Whatever `split` says about one of
them must be what bash did.
"""

import itertools
import random
import shlex
import subprocess
from collections import defaultdict

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classifiers.commands import Visibility, split

SERVER = r"""
export FUNCNEST=40
k() { echo "$1 $2" >&9; return "$2"; }
export -f k
exec 3>&1
while IFS= read -r -d '' line; do
  out=$(bash -c "$line" 9>&1 >/dev/null 2>/dev/null </dev/null; echo "= $?")
  printf '%s\0' "$out" >&3
done
"""


class Bash:
    """One bash that runs line after line, each in a fresh `bash -c`."""

    def __init__(self):
        self.process = subprocess.Popen(["bash", "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self, line):
        """The line's exit status, and for each id the statuses it ended with."""
        self.process.stdin.write(line.encode() + b"\0")
        self.process.stdin.flush()
        answer = bytearray()
        while not answer.endswith(b"\0"):
            answer += self.process.stdout.read(1)
        ran = defaultdict(list)
        status = None
        for item in answer[:-1].decode().splitlines():
            name, _, value = item.rpartition(" ")
            if name == "=":
                status = int(value)
            elif name:
                ran[name].append(int(value))
        return status, ran

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


@pytest.fixture(scope="module")
def bash(needed):
    needed("bash")
    shell = Bash()
    yield shell
    shell.close()


class Lines:
    """Writes a random line. It draws from a seed: drawing each choice by itself makes hypothesis ten times slower."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.ids = itertools.count(1)

    def line(self):
        return self.sequence(self.random.randint(0, 3), self.pick(1, 2, 4))

    def pick(self, *items):
        return self.random.choice(items)

    def command(self, _depth=0):
        return f"k {next(self.ids)} {self.pick(0, 0, 0, 1, 2)}"

    def sequence(self, depth, most=3):
        count = self.random.randint(1, most)
        parts = [self.statement(depth) for _ in range(count)]
        text = parts[0]
        for part in parts[1:]:
            glue = self.pick("; ", "; ", "\n", " & ", " && ", " && ", " || ")
            if "\n" in text and "<<'" in text.rsplit("\n", 1)[0] and text.endswith("EOF"):
                glue = "\n"
            text += glue + part
        return text

    def statement(self, depth):
        kinds = ["command"] * 4 + ["quick"] * 3
        if depth > 0:
            kinds += [
                "negated",
                "pipe",
                "pipe",
                "sub",
                "group",
                "branch",
                "loop",
                "guard",
                "captured",
                "quoted",
                "redirected",
                "function",
            ]
        return getattr(self, self.pick(*kinds))(depth - 1)

    def quick(self, _depth):
        return self.pick(
            self.command,
            lambda: "set -e",
            lambda: "set -euo pipefail",
            lambda: "set +e",
            lambda: "set -o pipefail",
            lambda: "false",
            lambda: "true",
            lambda: self.pick("exit 0", "exit 1", "exit", "exit $?", "return 1", "X=1", "trap 'exit 0' EXIT"),
            lambda: "rc=$?; " + self.command() + "; exit $rc",
        )()

    def negated(self, depth):
        return "! " + self.pick(self.command, self.pipe, self.sub, self.group)(depth)

    def stage(self, depth):
        kind = self.pick("plain", "plain", "sub", "group", "redirected")
        return self.command() if kind == "plain" or depth < 0 else getattr(self, kind)(depth - 1)

    def pipe(self, depth):
        return self.pick(" | ", " | ", " |& ").join(self.stage(depth) for _ in range(self.pick(2, 2, 3)))

    def sub(self, depth):
        return f"( {self.sequence(max(depth, 0))}\n)"

    def group(self, depth):
        return f"{{ {self.sequence(max(depth, 0))}\n}}"

    def branch(self, depth):
        depth = max(depth, 0)
        text = f"if {self.sequence(depth, 2)}\nthen {self.sequence(depth, 2)}\n"
        if self.pick(True, False, False):
            text += f"elif {self.statement(depth)}\nthen {self.statement(depth)}\n"
        if self.pick(True, False):
            text += f"else {self.sequence(depth, 2)}\n"
        return text + "fi"

    def loop(self, depth):
        depth = max(depth, 0)
        head = self.pick("for i in 1 2\ndo ", "for i in $NONE\ndo ", "case x in x) ", "case x in y) ")
        return head + self.sequence(depth, 2) + ("\n;; esac" if head.startswith("case") else "\ndone")

    def guard(self, depth):
        left = self.stage(depth)
        right = self.pick(
            "exit 1", "exit", "exit $?", "false", "return 1", "true", "exit 0", "{ true; exit 3; }", "{ true; exit; }", "(exit 1)",
            "{ false; }", "{ true; false; }", "{ true && exit 1; }", "{ true | exit 1; exit 2; }", "die now",
        )  # fmt: skip
        return self.pick(f"{left} || {right}", f"if ! {left}; then {right}; fi")

    def captured(self, depth):
        inner = self.sequence(max(depth, 0), 2)
        if (
            "EOF" in inner
        ):  # bash 5.2 writes such a substitution anew before it runs it, and loses `rc=$?` behind the text
            return self.command()
        return self.pick(
            f"X=$( {inner}\n)", f'X="a $( {inner}\n) b"', f"k {next(self.ids)} {self.pick(0, 1)} $( {inner}\n)",
            f"export X=$( {inner}\n)", f"X=$({self.command()}) Y=$( {inner}\n)", f"X=${{Z:-$({self.command()})}}",
        )  # fmt: skip

    def quoted(self, depth):
        inner = self.sequence(max(depth, 0), 2)
        if "EOF" in inner:
            return self.command()
        options = self.pick("", "", "-e ", "-eo pipefail ")
        return self.pick(
            f"bash {options}-c {shlex.quote(inner)}", f"eval {shlex.quote(inner)}", f"exec bash {options}-c {shlex.quote(inner)}",
            f"bash {options}<<'EOF'\n{inner}\nEOF",
        )  # fmt: skip

    def redirected(self, depth):
        inner = self.pick(self.command, self.sub, self.group)(depth)
        return inner + self.pick(" > /dev/null", " 2>&1", " >/dev/null 2>&1", " 2>/dev/null")

    def function(self, depth):
        name = f"f{next(self.ids)}"  # of its own: one that calls itself would never end
        return f"{name}() {{ {self.sequence(max(depth, 0), 2)}\n}}; {name}"


def broken_promises(line, status, ran):
    """What `split` says of the line's commands that bash did not do."""
    wrong = []
    for simple in split(line):
        if simple.argv[0] != "k":
            continue
        name = simple.argv[1]
        last = ran[name][-1] if ran[name] else None
        fine = None if last is None else (last != 0) if simple.negated else last == 0
        if simple.visibility is Visibility.IMPLIED and status == 0 and fine is not True:
            wrong.append(f"{name}: implied, but ended with {last}")
        if simple.visibility is Visibility.OWN:
            if last is None:
                if status == 0 or not simple.chained:
                    wrong.append(f"{name}: own, but never ran")
            elif fine is not (status == 0) or (not simple.negated and last != status):
                wrong.append(f"{name}: own, but ended with {last}")
    return wrong


def check(bash, seed):
    line = Lines(seed).line()
    status, ran = bash.run(line)
    assert broken_promises(line, status, ran) == [], line
    found = split(line)
    missing = {name for name in ran if name.isdigit()} - {simple.argv[1] for simple in found if simple.argv[0] == "k"}
    assert not missing or "() {" in line or any(simple.broken for simple in found), line


@given(seed=st.integers(0, 2**40))
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_split_says_is_what_bash_did(bash, seed):
    """An OWN status is the line's, and an IMPLIED command ended with 0 whenever the line did, in every line."""
    check(bash, seed)


@pytest.mark.slow
@given(seed=st.integers(0, 2**40))
@settings(max_examples=4000, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_split_says_is_what_bash_did_at_length(bash, seed):
    """The same law over many more lines."""
    check(bash, seed)
