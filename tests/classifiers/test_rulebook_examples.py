from dataclasses import replace

import pytest

from classifiers.rulebook.entries import Entry, Example
from classifiers.rulebook.packaged import packaged
from classifiers.successes import Troubles, findings
from classifiers.vocabulary import Actor, CommandRun, Output, Place, Where, Workspace

BOOK = packaged()


def run_of(example: Example) -> CommandRun:
    return CommandRun(
        key="k",
        where=Where(1, 0),
        cwd="/src/blyck",
        command=example.run,
        actor=Actor.AGENT,
        exit=example.exit,
        output=Output(example.out),
    )


def place(cwd: str, _remote: str) -> Workspace:
    part = cwd.removeprefix("/src/blyck").strip("/")
    return Workspace(identity="git:example.com/acme/blyck", name="blyck", root="/src/blyck", part=part)


def place_with(script: str) -> Place:
    def placed(cwd: str, remote: str) -> Workspace:
        return replace(place(cwd, remote), scripts={"npm run deploy": script} if script else {})

    return placed


def keys_of(entry: Entry, example: Example) -> list[str]:
    troubles = Troubles()
    found = [
        each.key
        for each in findings(run_of(example), BOOK, place_with(example.script), troubles)
        if each.good and each.entry.name == entry.name
    ]
    assert not troubles.counts
    return found


FIRES = [(entry, example) for entry in BOOK.entries for example in entry.fires]
SILENT = [(entry, example) for entry in BOOK.entries for example in entry.silent]


@pytest.mark.parametrize(
    ("entry", "example"), FIRES, ids=lambda each: getattr(each, "name", None) or getattr(each, "run", "")[:60]
)
def test_an_entry_fires_on_its_example(entry: Entry, example: Example) -> None:
    """Each rule finds the success, and the key, that its own example promises."""
    assert keys_of(entry, example) == [example.key]


@pytest.mark.parametrize(
    ("entry", "example"), SILENT, ids=lambda each: getattr(each, "name", None) or getattr(each, "run", "")[:60]
)
def test_an_entry_is_silent_on_its_counter_example(entry: Entry, example: Example) -> None:
    """Each rule says nothing about what only looks like its success."""
    assert keys_of(entry, example) == []
