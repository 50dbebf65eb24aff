"""A program that is not there, and what did the same instead of it."""

from __future__ import annotations

import pytest

from classifiers.vocabulary import GLOBAL, Actor, Category
from tests.classifiers.lesson_records import NOT_FOUND, SUBSTITUTES, learnt, ran, substituted


def test_a_program_under_another_name_is_a_lesson_about_the_machine() -> None:
    """`python` is not there and `python3` is: true in every workspace."""
    (found,) = learnt(
        ran("python -m compileall src", "bash: line 1: python: command not found", 127),
        ran("python3 -m compileall src"),
    )
    assert (found.scope, found.workspace) == (GLOBAL, "")
    assert found.body == (
        "`python -m compileall src` failed with “bash: line 1: python: command not found”. "
        "It worked when called as `python3 -m compileall src`."
    )


@pytest.mark.parametrize("case", SUBSTITUTES)
def test_what_did_the_same_instead_of_a_missing_program(case: str) -> None:
    """Of the machine, unless the project or a container is what helped."""
    tried, missing, works, scope = SUBSTITUTES[case]
    (found,) = learnt(*substituted(tried, missing, works))
    assert (found.scope, bool(found.workspace)) == (scope, scope != GLOBAL)
    assert found.lesson is not None
    assert found.lesson.category is Category.COMMAND
    assert found.lesson.fix == f"when called as `{works}`"


@pytest.mark.parametrize(
    ("tried", "missing", "works"),
    [
        ("docker build -t acme/api .", "docker", "podman build -t other/api ."),
        ("docker ps -a", "docker", "npm test"),
        ("timeout 60 npm test", "timeout", "timeout 90 npm test"),
        ("timeout 60 npm test", "timeout", "npm run lint"),
        ("sudo apt-get install -y jq", "sudo", "sudo -n apt-get install -y jq"),
        ("psql -U shop -c 'select 1'", "psql", "docker exec -i db psql -U shop -c 'select 2'"),
        ("psql -U shop -c 'select 1'", "psql", "ssh db psql -U shop -c 'select 1'"),
    ],
)
def test_what_did_something_else_is_no_substitute(tried: str, missing: str, works: str) -> None:
    assert learnt(*substituted(tried, missing, works)) == []


def test_an_environment_that_was_activated() -> None:
    """In the same line, or before it; it is this project's."""
    for rest in ([ran("source .venv/bin/activate && pytest -q", "3 passed in 0.1s")], [ran("source .venv/bin/activate"), ran("pytest -q", "3 passed in 0.1s")]):  # fmt: skip
        (found,) = learnt(ran("pytest -q", NOT_FOUND.format("pytest"), 127), *rest)
        assert found.lesson is not None
        assert (found.scope, found.lesson.fix) == ("path:/src/blyck", "after `source .venv/bin/activate`")


def test_the_recorder_shows_no_output_and_its_status_says_enough() -> None:
    """127 is a program that was not found."""
    runs = (ran("python x.py", "", 127, actor=Actor.PERSON), ran("python3 x.py", "", actor=Actor.PERSON))
    assert [each.lesson.signature for each in learnt(*runs)] == ["shell: command not found"]
