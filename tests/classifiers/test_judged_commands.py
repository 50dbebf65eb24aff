"""Commands of every area with the ends real tools give them: `tests/corpus/judgement/commands.toml`."""

import tomllib
from pathlib import Path

import pytest

from classifiers.rulebook.packaged import packaged
from classifiers.successes import Troubles, findings
from classifiers.vocabulary import Actor, CommandRun, Dialect, Output, Where, Workspace

JUDGED = tomllib.loads((Path(__file__).parents[1] / "corpus/judgement/commands.toml").read_text(encoding="utf-8"))
CASES = [case for cases in JUDGED.values() for case in cases]
BOOK = packaged()


def place(cwd: str, _remote: str) -> Workspace:
    part = cwd.removeprefix("/src/shop").strip("/")
    return Workspace(identity="git:example.com/acme/shop", name="shop", root="/src/shop", part=part)


@pytest.mark.parametrize("case", CASES, ids=[f"{n}-{case['run'][:50]}" for n, case in enumerate(CASES)])
def test_a_command_proves_what_it_proves_and_nothing_else(case: dict) -> None:
    """The keys of the successes, or none for previews, failures, empty runs and hidden ends."""
    status = case.get("exit", 0)
    run = CommandRun(
        key="k",
        where=Where(1, 0),
        cwd="/src/shop",
        command=case["run"],
        actor=Actor.AGENT,
        exit=None if status < 0 else status,
        output=Output(case["out"]),
        dialect=Dialect(case.get("dialect", "posix")),
    )
    troubles = Troubles()
    assert {each.key for each in findings(run, BOOK, place, troubles) if each.good} == set(case["keys"])
    assert not troubles.counts
