"""What `explain` says of a record is what `mine` decided about it, in words."""

import pytest

from classifiers.explanation import Explanation, explain
from classifiers.mining import Judged, SourceRef, mine
from classifiers.rulebook.packaged import packaged
from classifiers.vocabulary import Actor, CiStep, CommandRun, HumanMessage, Output, Record, RunState, Where, Workspace

SOURCE = SourceRef("claude_code", "/logs/blyck/session.jsonl")
DEPLOYED = "✅  Production: https://blyck.example [35s]"


def place(cwd: str, _remote: str) -> Workspace:
    return Workspace(identity=f"path:{cwd}", name=cwd.rsplit("/", 1)[-1], root=cwd)


def run(command: str, output: str = "", line: int = 1, **facts) -> CommandRun:
    facts = {"actor": Actor.AGENT, "exit": 0, "cwd": "/src/blyck", "session": "s1"} | facts
    return CommandRun(key=f"k{line}", where=Where(line, 0), command=command, output=Output(output), **facts)


def told(*records: Record) -> list[Judged]:
    seen: list[Judged] = []
    mine(records, {}, book=packaged(), place=place, source=SOURCE, told=seen.append)
    return seen


def explained(*records: Record) -> Explanation:
    return explain(told(*records)[-1], packaged())


def test_a_line_is_told_apart_into_what_ran() -> None:
    """Each simple command, the wrappers taken off it, and whether the line's status speaks of it."""
    said = explained(run("cd web && sudo timeout 5 npx vercel --prod | tail -3", DEPLOYED))
    _, vercel, _ = said.commands
    assert (vercel.program, vercel.via, vercel.visibility) == ("vercel", ("sudo", "timeout", "npx"), "hidden")
    assert "piped into tail" in vercel.notes
    (rule,) = [each for each in vercel.rules if each.result]
    assert (rule.rule, rule.result, rule.key) == ("vercel-deploy", "success", "deploy:web")
    assert "Production:" in rule.excerpt
    assert said.why == ""


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (run("ls -la"), "trivial: no rule is about any of its commands"),
        (run("npx vercel --prod", state=RunState.NOT_RUN, exit=None), "did not run"),
        (run("npx vercel --prod | tail -1"), "its exit status is hidden and no result was shown"),
        (run("npm test", "Tests: 2 failed, 3 passed", exit=1), "exit 1"),
        (run("x" * 30_000), "longer than 20,000 characters"),
        (HumanMessage(key="m", where=Where(1, 0), text="please fix the test"), "no sentence of it"),
        (CiStep(key="s", where=Where(1, 0), script="npm test", passed=False), "exit 1"),
        (CiStep(key="s", where=Where(1, 0), script="npm test\nmake lint", passed=False), "exit status"),
    ],
)
def test_what_proposes_nothing_says_why(record: Record, why: str) -> None:
    """Veto, missing evidence, triviality and mere chat are each named."""
    said = explained(record)
    assert why in said.why


def test_a_rule_that_was_passed_over_says_what_stands_against_it() -> None:
    """A rehearsal is named by its flag; a question for help too."""
    (command,) = explained(run("npx vercel --prod --help")).commands
    assert ("vercel-deploy", "--help makes it a rehearsal or a question") in [
        (each.rule, each.why) for each in command.rules
    ]


def test_a_passing_order_and_a_lasting_one_are_told_apart() -> None:
    """Every sentence says what was made of it."""
    said = explained(HumanMessage(key="m", where=Where(1, 0), text="Never touch PROD. Always use tabs for now."))
    assert said.sentences == (
        ("Never touch PROD.", "a lasting order"),
        ("Always use tabs for now.", "it speaks of this task alone"),
    )
    assert said.who == "a person"


def test_two_steps_that_worked_once_say_what_they_lack() -> None:
    """A sequence not repeated yet is told as such."""
    built = run("npm run build", "✓ built in 2.1s", 1)
    first = explain(told(built, run("npx vercel --prod", DEPLOYED, 2))[-1], packaged())
    assert "a second time" in first.lacking


def test_who_looks_on_changes_nothing() -> None:
    """The drafts are the same whether or not somebody is told, and each comes from a record that was told."""
    records = [run("npm test", "Tests: 3 passed, 3 total"), run("npx vercel --prod", DEPLOYED, 2), run("ls", line=3)]
    alone = mine(records, {}, book=packaged(), place=place, source=SOURCE)
    seen = told(*records)
    assert {draft.key for each in seen for draft in each.drafts} == {draft.key for draft in alone.drafts}
    assert [each.record.key for each in seen] == ["k1", "k2", "k3"]
