"""Which commands of an agent tell how a lesson fared."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from classifiers.attempts import Awaited, attempts, may_tell
from classifiers.tries import error_in, lesson_of
from classifiers.vocabulary import Actor, CommandRun, HumanMessage, Output, RunState, Where, Workspace

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
DOWN = "psql: error: connection to server at port 5432 failed: Connection refused"
LESSON = lesson_of(error_in(DOWN))
WAITING = Awaited(frozenset({LESSON}), frozenset(), NOW)


def run(command="npm run migrate", output="", *, status=0, minutes=1, out=None, **more) -> CommandRun:
    at = NOW + timedelta(minutes=minutes)
    known = {"key": f"r{minutes}", "where": Where(1, 0), "at": at, "session": "s1", "cwd": "/w", "actor": Actor.AGENT}
    return CommandRun(**(known | {"command": command, "output": out or Output(output), "exit": status} | more))


def place(cwd: str, _remote: str) -> Workspace:
    return Workspace(identity=f"path:{cwd}", name="w", root=cwd)


def told(*records, awaited=WAITING, published=False):
    kept = [records[at] for at in may_tell(records, awaited)]
    return list(attempts(kept, awaited, host="codex", place=place, published=lambda _there, _key: published))


def test_a_known_error_and_what_is_tried_after_it():
    """Also within one batch; what has another name, or whose status is hidden, tells nothing."""
    failure = run("cd db && npm run migrate", DOWN, status=1)
    others = [
        run("npm test", minutes=2),
        run("npm run migrate | tail", minutes=3),
        run("make", "no", status=2, minutes=4),
    ]
    first, second = told(failure, *others, run("npm run migrate -- --yes", "done", minutes=5), published=True)
    assert (first.error, first.failing, first.published) == (LESSON, "npm run migrate", True)
    assert (first.workspace, first.host, first.session, first.record) == ("path:/w", "codex", "s1", "r1")
    assert (second.error, second.commands, second.record) == ("", {"npm run migrate"}, "r5")
    again = replace(WAITING, commands=frozenset({"npm run migrate"}))
    assert [each.record for each in told(run(minutes=6), awaited=again)] == ["r6"]


@pytest.mark.parametrize(
    "record",
    [
        run(actor=Actor.PERSON),
        run(state=RunState.RUNNING),
        run(state=RunState.INTERRUPTED),
        run(weak=True),
        run(at=None),
        run(minutes=-1),
        run(status=None),
        run("npm run migrate || true"),
        run("npm run migrate &"),
        run("echo npm run migrate"),
        run(output=DOWN),
        HumanMessage(key="h", where=Where(1, 0), text="npm run migrate"),
    ],
)
def test_what_proves_nothing_tells_nothing(record):
    """A person's own, unfinished, too early, of unknown or hidden status, or contradicted by what it printed."""
    assert told(record, awaited=replace(WAITING, commands=frozenset({"npm run migrate"}))) == []


def test_without_a_lesson_nothing_is_looked_at():
    """No output is opened."""

    def opened() -> str:
        raise AssertionError

    records = [run(status=1, out=Output(opened)), run()]
    assert told(*records, awaited=Awaited()) == []
    assert list(may_tell(records, WAITING)) == [0, 1]
