"""What a line runs is found out once, for whoever asks, and by the rules that are asked for."""

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from classifiers.invocations import read
from classifiers.matching import matching
from classifiers.rulebook.loader import load
from classifiers.rulebook.packaged import packaged
from classifiers.rulebook.triggers import concerned
from classifiers.scripts import commands_of
from classifiers.vocabulary import Actor, CommandRun, Dialect, Where

BOOK = packaged()
LINES = sorted({example.run for entry in BOOK.entries for example in (*entry.fires, *entry.silent)})


def _run(line: str, cwd: str = "/w", dialect: Dialect = Dialect.POSIX) -> CommandRun:
    return CommandRun(key="k", where=Where(1, 0), command=line, cwd=cwd, dialect=dialect, actor=Actor.AGENT)


def test_what_is_kept_of_a_line_is_what_a_fresh_look_finds() -> None:
    """The same commands, arguments and rules come whether a line is met for the first time or again."""
    assert len(LINES) > 300
    for line in LINES:
        first, again = commands_of(_run(line), BOOK), commands_of(_run(line), BOOK)
        assert again is first
        for call in first.calls:
            fresh = read(call.simple, BOOK.valued)
            assert structs.astuple(fresh) == structs.astuple(call)
            assert matching(fresh, BOOK) == matching(call, BOOK)


def test_what_is_kept_is_of_one_folder_dialect_and_rulebook() -> None:
    """The same words elsewhere, in another shell or by other rules are another matter."""
    line = "npm run build; kubectl -n shop apply -f ."
    here = commands_of(_run(line), BOOK)
    assert [each.cwd for each in commands_of(_run(line, cwd="/v"), BOOK).simples] == ["/v", "/v"]
    assert commands_of(_run(line, dialect=Dialect.POWERSHELL), BOOK) is not here
    assert [call.words for call in here.calls] == [("run", "build"), ("apply",)]
    nobody = load({})
    bare = commands_of(_run(line), nobody)
    assert [call.words for call in bare.calls] == [("run", "build"), ("shop", "apply", ".")]
    assert any(matching(call, BOOK) for call in here.calls)
    assert not any(matching(call, nobody) for call in here.calls)


TYPED = [line for line in LINES if not line.startswith("mcp__")]  # a call without a shell is nothing anyone types
WORDS = sorted({word for line in TYPED for word in line.split()})
BEFORE = [
    "",
    "cd /w && ",
    "sudo ",
    "grep x f | ",
    "bash -c '",
    'ssh ada@web-1 "',
    "X=1 timeout 5 ",
    "ls\n",
    "(",
    "time npx ",
]


@given(st.sampled_from(BEFORE), st.sampled_from(TYPED), st.lists(st.sampled_from(WORDS), max_size=4), st.randoms())
def test_no_line_is_passed_over_that_a_rule_is_about(
    before: str, line: str, more: list[str], chance: random.Random
) -> None:
    """Single words tell of every line that a rule fits, in any order of words, behind whatever stands before it."""
    program, *words = [*line.split(), *more]
    chance.shuffle(words)
    whole = before + " ".join([program, *words]) + {"'": "'", '"': '"', "(": ")"}.get(before[-1:], "")
    if any(matching(call, BOOK) for call in commands_of(_run(whole), BOOK).calls):
        assert concerned(BOOK, whole)


@pytest.mark.parametrize(
    ("line", "is_concerned"),
    [
        ("python " + "test " * 3_900, False),
        ("node " + "test." * 3_900, False),
        ("rspec " + "spec/" * 3_900, True),
        ("git push " + "x.sh " * 3_900, False),
        ("ls;" * 3_900 + "cat x.sh", False),
        ("ls;" * 3_900 + "cat.sh x", True),
    ],
)
def test_a_line_that_repeats_a_word_takes_no_longer_than_any_of_its_length(line: str, is_concerned: bool) -> None:  # noqa: FBT001 - a parameter
    """Each place of a glob's first piece was once tried with all places behind it: five seconds for twenty thousand letters."""
    start = time.process_time()
    assert concerned(BOOK, line) is is_concerned
    assert time.process_time() - start < 0.3
