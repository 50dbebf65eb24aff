import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from classifiers import vocabulary
from classifiers.mining import SourceRef, mine, regards
from classifiers.rulebook.entries import Entry, Example
from classifiers.rulebook.loader import load
from classifiers.rulebook.packaged import packaged
from classifiers.successes import Troubles, findings
from classifiers.vocabulary import (
    GLOBAL,
    Actor,
    CiStep,
    CommandRun,
    Draft,
    MemoryType,
    Output,
    Place,
    Record,
    Where,
    Workspace,
)

SOURCE = SourceRef("claude_code", "/logs/blyck/session.jsonl")


def place(cwd: str, _remote: str) -> Workspace:
    return Workspace(identity=f"path:{cwd}", name=cwd.rsplit("/", 1)[-1], root=cwd)


def run(command: str, output: str = "", line: int = 1, **facts) -> CommandRun:
    facts = {"actor": Actor.AGENT, "exit": 0, "cwd": "/src/blyck", "session": "s1"} | facts
    return CommandRun(key=f"k{line}", where=Where(line, 0), command=command, output=Output(output), **facts)


def drafts(*records: Record) -> dict[str, Draft]:
    return {each.key: each for each in mine(records, {}, book=packaged(), place=place, source=SOURCE).drafts}


def test_a_deploy_becomes_one_sentence_with_its_proof() -> None:
    """The body names the project and the exact command; the evidence says where it was seen."""
    (draft,) = drafts(run("npx vercel --prod", "✅  Production: https://blyck.example [35s]", line=12)).values()
    assert (draft.key, draft.type, draft.scope) == ("deploy:blyck", MemoryType.CAPABILITY, "path:/src/blyck")
    assert draft.body == "blyck can be deployed from this machine with `npx vercel --prod`."
    assert [(proof.line, proof.path, proof.command) for proof in draft.evidence] == [
        (12, SOURCE.path, "npx vercel --prod")
    ]
    assert "Production:" in draft.evidence[0].excerpt


def test_the_same_thing_seen_twice_is_one_draft() -> None:
    """Evidence of one (scope, key) adds up, once per record."""
    passed = "Tests:       3 passed, 3 total"
    found = drafts(run("npm test", passed, 1), run("npm test 2>&1 | tail -3", passed, 2), run("npm test", passed, 2))
    assert [proof.line for proof in found["test:blyck"].evidence] == [1, 2]


def test_hosts_and_sign_ins_hold_everywhere() -> None:
    """What is true of the machine, not of a project, has the global scope."""
    found = drafts(
        run("ssh deploy@web-1 uptime", "up 3 days"), run("gh auth status", "✓ Logged in to github.com account dev", 2)
    )
    assert {draft.scope for draft in found.values()} == {GLOBAL}


def test_a_ci_step_words_its_draft_as_ci() -> None:
    """A job's success is the job's: the body does not claim it for this machine, until the machine shows it too."""
    step = CiStep(key="s", where=Where(3, 0), script="npm test", passed=True, project="acme/blyck")
    (draft,) = drafts(step).values()
    assert draft.body == "The tests of blyck pass in CI with `npm test`."
    assert draft.evidence[0].actor is Actor.CI


def test_a_log_that_names_no_project_is_of_its_folder() -> None:
    """A step without project and folder is placed by the folder its log lies in."""
    assert set(drafts(CiStep(key="s", where=Where(3, 0), script="npm test", passed=True))) == {"test:blyck"}


@pytest.mark.parametrize(
    ("script", "proved"),
    [("npm test", set()), ("npm test\nmake lint", {"test:blyck"})],
)
def test_a_failed_step_of_one_command_proves_nothing_whatever_it_printed(script, proved):
    """Its only command is the one that failed; of several, output may still prove an earlier one."""
    output = Output("Tests:       42 passed, 42 total\n")
    assert set(drafts(CiStep(key="s", where=Where(3, 0), script=script, passed=False, output=output))) == proved


def test_a_report_proves_a_suite_only_when_tests_passed() -> None:
    """A report of passed tests is a fact; with failures, errors or no test at all it is nothing."""

    def report(**counts: int) -> dict[str, Draft]:
        return drafts(
            vocabulary.TestReport(key="r", where=Where(1, 0), tool="pytest", counts=vocabulary.TestCounts(**counts))
        )

    assert set(report(passed=3)) == {"test:blyck"}
    assert report(passed=3, failed=1) == report(passed=3, errors=1) == report(skipped=3) == {}


def test_an_experiment_in_a_temporary_folder_is_not_proposed() -> None:
    """What works after `cd /tmp/…` in a project's session says nothing of the project."""
    assert drafts(run("cd /tmp/try && ./test.sh", "")) == {}


def test_a_rule_that_takes_too_long_is_muted_and_counted() -> None:
    """A pattern that runs away is stopped; the other rules go on."""
    slow = """
        [[entry]]
        name = "slow"
        action = "deploy"
        programs = ["npm"]
        success = ['(a?){40}a{40}[0-9]']
        keys = ["deploy:x"]
        fires = [{ run = "npm x" }]
        silent = [{ run = "npm y" }]
    """
    quick = slow.replace('"slow"', '"quick"').replace("'(a?){40}a{40}[0-9]'", "'^a+'").replace("deploy:x", "deploy:y")
    book = load({"slow.toml": slow, "quick.toml": quick})
    records = [run("npm publish", "a" * 5000, line) for line in (1, 2)]
    mined = mine(records, {}, book=book, place=place, source=SOURCE)
    assert mined.troubles == {"slow": 1}
    assert [draft.key for draft in mined.drafts] == ["deploy:y"]


# --- procedures -------------------------------------------------------------------------------------------------------

LADDER = (
    run("npm run build", "✓ built in 1.2s", 1),
    run("npm run lint", "0 problems", 2),
    run("aws s3 sync dist s3://acme", "", 3, exit=1),
    run("aws s3 sync dist s3://acme --delete", "upload: dist/a to s3://acme/a", 4),
    run("aws cloudfront create-invalidation --distribution-id E1 --paths '/*'", '"Status": "InProgress"', 5),
)


def test_three_different_steps_that_worked_are_a_procedure() -> None:
    """Build, upload, invalidate is proposed as one sequence, failed tries and detours left out."""
    found = drafts(*LADDER)["procedure:deploy:blyck"]
    assert found.type is MemoryType.PROCEDURE
    steps = ("`npm run build`", "`aws s3 sync dist s3://acme --delete`", "`aws cloudfront create-invalidation")
    positions = [found.body.index(step) for step in steps]
    assert positions == sorted(positions)
    assert "lint" not in found.body


def test_two_steps_are_a_procedure_when_they_worked_twice() -> None:
    """One run of two steps may be chance; the second makes it a habit."""
    build, deploy = ("npm run build", "✓ built in 1s"), ("npx vercel --prod", "Production: https://blyck.example")
    once = [run(*build, 1), run(*deploy, 2)]
    assert "procedure:deploy:blyck" not in drafts(*once)
    twice = [*once, run(*build, 3), run(*deploy, 4)]
    assert "procedure:deploy:blyck" in drafts(*twice)


def test_steps_of_another_session_or_workspace_do_not_count() -> None:
    """A sequence is one session's work in one workspace."""
    other = [run("npm run build", "✓ built in 1s", 1, session="s0"), *LADDER[3:]]
    assert "procedure:deploy:blyck" not in drafts(*other)


def test_batches_give_the_procedures_of_the_whole() -> None:
    """The carry, which is JSON and bounded, holds what the next batch needs."""
    carry: dict = {}
    keys: set[str] = set()
    for record in LADDER * 30:
        mined = mine([record], carry, book=packaged(), place=place, source=SOURCE)
        carry = json.loads(json.dumps(mined.carry))
        keys |= {draft.key for draft in mined.drafts}
    assert keys == set(drafts(*LADDER))
    assert len(json.dumps(carry)) < 40_000


def test_a_script_and_what_it_runs_are_one_step() -> None:
    """A command two rules are about, by its name and by what the manifest says it runs, stands in a procedure once."""

    def known(cwd: str, _remote: str) -> Workspace:
        scripts = {"npm run build": "vite build", "npm test": "jest"}
        return Workspace(identity=f"path:{cwd}", name="blyck", root=cwd, scripts=scripts)

    records = [
        run("npm test", "Tests: 4 passed, 4 total", 1),
        run("npm run build", "✓ built in 1s", 2),
        run("npx vercel --prod", "Production: https://blyck.example", 3),
    ]
    found = mine(records, {}, book=packaged(), place=known, source=SOURCE).drafts
    (procedure,) = [each for each in found if each.type is MemoryType.PROCEDURE]
    assert procedure.body.count("`npm test`") == 1
    assert procedure.body.count("`npm run build`") == 1


def test_only_records_that_a_judge_looks_at_are_regarded() -> None:
    """The rest need no mask: commands no rule is about, words that state nothing, edits and the agent's own words."""
    base = {"key": "k", "where": Where(1, 0)}
    records = [
        run("ls -la"),
        run("docker ps"),
        run("docker compose up -d"),
        run("docker compose --context prod up -d"),
        run("npm install"),
        run("npm run build"),
        run("chmod +x deploy.sh; cat deploy.sh | head -3"),
        run("cat hosts | ./deploy.sh"),
        run("chmod +x deploy.sh && sudo ./deploy.sh"),
        vocabulary.HumanMessage(**base, text="fix the login page"),
        vocabulary.HumanMessage(**base, text="never push to main"),
        vocabulary.AgentMessage(**base, text="never push to main"),
        vocabulary.FileEdit(**base, path="deploy.sh"),
        vocabulary.TestReport(**base, tool="pytest"),
    ]
    told = [regards(record, packaged(), place, Troubles()) for record in records]
    assert told == [False, False, False, True, False, True, False, True, True, False, True, False, False, True]


def test_every_success_that_a_rule_finds_is_regarded() -> None:
    """The quick look never loses an example of the packaged rules."""
    book = packaged()
    examples = [example for entry in book.entries for example in entry.fires]
    assert len(examples) > 100

    def known(example: Example) -> Place:
        scripts = {"npm run deploy": example.script} if example.script else {}
        return lambda cwd, remote: dataclasses.replace(place(cwd, remote), scripts=scripts)

    records = [replace(run(example.run, example.out), exit=example.exit) for example in examples]
    told = [regards(each, book, known(example), Troubles()) for each, example in zip(records, examples, strict=True)]
    assert [example.run for example, one in zip(examples, told, strict=True) if not one] == []


@given(st.sampled_from(packaged().entries), st.data())
def test_what_is_not_regarded_holds_no_success(entry: Entry, data: st.DataObject) -> None:
    """Whatever a command printed and however it ended: a success is only ever found where the quick look saw one."""
    shown = (*entry.fires, *entry.silent)
    line = data.draw(st.sampled_from([example.run for example in shown]))
    tail = data.draw(st.sampled_from(["", " | tail -3", " || true", " > /dev/null 2>&1", " &", "; echo done"]))
    printed = data.draw(st.lists(st.sampled_from([example.out for example in shown])).map("\n".join))
    record = replace(
        run(line + tail, printed),
        exit=data.draw(st.sampled_from([0, 1, None])),
        failed=data.draw(st.booleans()),
        state=data.draw(st.sampled_from(vocabulary.RunState)),
        actor=data.draw(st.sampled_from(vocabulary.Actor)),
    )
    good = [each for each in findings(record, packaged(), place, Troubles()) if each.good]
    assert not good or regards(record, packaged(), place, Troubles())


def test_what_happened_nowhere_known_has_a_scope_all_the_same() -> None:
    """A record that does not say where it was belongs to no workspace: what needs none of it holds everywhere."""
    records = [
        run("docker build -t acme/api .", "Successfully tagged acme/api:latest", 1, cwd=""),
        run("npm test", "Tests:       3 passed, 3 total", 2, cwd=""),
        run("docker push acme/api", "latest: digest: sha256:" + "a" * 64 + " size: 1570", 3, cwd=""),
        run("ssh deploy@web-1 uptime", "up 3 days", 4, cwd=""),
    ] * 2
    book = packaged()
    found = mine(records, {}, book=book, place=lambda _cwd, _remote: Workspace("", ""), source=SOURCE).drafts
    assert {"publish:docker/acme/api", "procedure:publish:docker/acme/api", "ssh:web-1"} <= {each.key for each in found}
    assert not any("{" in each.body for each in found)
    assert {each.scope for each in found} == {GLOBAL}
    assert not any(each.key.endswith((":", "/")) for each in found)
