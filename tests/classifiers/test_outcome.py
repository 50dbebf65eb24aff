import pytest

from classifiers.rulebook.packaged import packaged
from classifiers.successes import Finding, Troubles, findings
from classifiers.vocabulary import (
    Actor,
    CiStep,
    CommandRun,
    Dialect,
    Output,
    Record,
    Result,
    RunState,
    Where,
    Workspace,
)


def place(cwd: str, _remote: str) -> Workspace:
    return Workspace(identity=f"path:{cwd}", name=cwd.rsplit("/", 1)[-1], root=cwd)


def run(command: str, output: str = "", **facts) -> CommandRun:
    facts = {"actor": Actor.AGENT, "exit": 0, "cwd": "/src/blyck"} | facts
    return CommandRun(key="k", where=Where(7, 0), command=command, output=Output(output), **facts)


def found(record: Record) -> list[Finding]:
    return list(findings(record, packaged(), place, Troubles()))


def keys(record: Record) -> set[str]:
    return {each.key for each in found(record) if each.good}


@pytest.mark.parametrize(
    "command",
    [
        "npm test | tail -5",
        "npm test || true",
        "npm test; echo done",
        "npm test &",
        "! npm test",
        "npm test > log 2>&1 || echo",
    ],
)
def test_a_hidden_status_proves_nothing(command: str) -> None:
    """Exit 0 of a line is not the exit status of a command whose status the line hides."""
    assert keys(run(command)) == set()


@pytest.mark.parametrize("state", [RunState.RUNNING, RunState.INTERRUPTED, RunState.NOT_RUN])
def test_what_did_not_end_proves_nothing(state: RunState) -> None:
    """A command that runs on, was stopped or never ran is no success, whatever it printed."""
    assert keys(run("npm test", "Tests:       3 passed, 3 total", state=state)) == set()


def test_the_last_verdict_of_an_output_wins() -> None:
    """A success line followed by a failure is a failure; a failure that a retry repaired is a success."""
    assert keys(run("mvn package | tail", "[INFO] BUILD SUCCESS\n[INFO] BUILD FAILURE")) == set()
    assert keys(run("mvn package | tail", "[INFO] BUILD FAILURE\n[INFO] BUILD SUCCESS")) == {"build:blyck"}


def test_contradicting_output_vetoes_exit_0() -> None:
    """Exit status 0 does not outweigh the tool's own words that it failed."""
    outcomes = [
        each.outcome.result for each in found(run("psql -d shop -f a.sql", "psql:a.sql:4: ERROR:  syntax error"))
    ]
    assert outcomes == [Result.FAILURE]


def test_the_text_of_the_line_itself_is_no_evidence() -> None:
    """Words that a command line prints because they stand in it prove nothing."""
    assert keys(run("terraform apply | tail; echo 'Apply complete! Resources: 1 added, 0 changed, 0 destroyed.'",
                    "Apply complete! Resources: 1 added, 0 changed, 0 destroyed.")) == set()  # fmt: skip


@pytest.mark.parametrize("printer", ["cat old.log", "git diff", "tail -50 build.log"])
def test_printed_files_are_no_evidence_of_a_hidden_command(printer: str) -> None:
    """Where the line also prints what others wrote, a result in its output may be theirs."""
    assert keys(run(f"{printer}; npm test | tail -3", "Tests:       3 passed, 3 total")) == set()


def test_a_filter_may_have_dropped_the_failure() -> None:
    """A result behind `grep`, or behind a `head` that was filled, is not unmistakable."""
    passed = "ok  \tacme.example/a\t0.1s"
    assert keys(run("go test ./... | grep ok", passed)) == set()
    assert keys(run("go test ./... | grep -E '^(ok|FAIL)'", passed)) == {"test:blyck"}
    assert keys(run("cargo test | grep '^test result'", "test result: ok. 4 passed; 0 failed;")) == {"test:blyck"}
    assert keys(run("go test ./... | head -1", passed)) == set()
    assert keys(run("go test ./... | head -20", passed)) == {"test:blyck"}


def test_two_commands_of_one_kind_need_two_verdicts() -> None:
    """When two hidden commands would each print a verdict, one verdict proves neither."""
    line = "cd /src/a && npm test | tail -3; cd /src/b && npm test | tail -3"
    one = "Tests:       3 passed, 3 total"
    assert keys(run(line, one)) == set()
    assert keys(run(line, f"{one}\n{one}")) == {"test:a", "test:b"}


def test_plain_histories_never_prove() -> None:
    """A line of a shell history has no exit status and no output, so it proves nothing."""
    assert keys(run("npx vercel --prod && npm test && ssh web-1 true", exit=None, actor=Actor.PERSON)) == set()


def test_the_spool_proves_by_exit_status() -> None:
    """A recorded command of a person's shell has no output; its visible exit status 0 is proof enough."""
    assert keys(run("npx vercel --prod", actor=Actor.PERSON)) == {"deploy:blyck"}
    assert keys(run("npx vercel --prod", actor=Actor.PERSON, exit=1)) == set()


def test_exit_0_is_not_enough_for_tools_that_lie() -> None:
    """redis-cli, psql and aws s3 sync end with 0 though nothing happened, so the spool proves nothing of them."""
    assert keys(run("redis-cli -h cache get x", actor=Actor.PERSON)) == set()
    assert keys(run("aws s3 sync dist s3://acme", actor=Actor.PERSON)) == set()


def test_statuses_of_all_stages_make_a_pipeline_visible() -> None:
    """`make test | tee log` is proved where every stage's status was recorded as 0."""
    assert keys(run("npm test | tee log", actor=Actor.PERSON, pipe=(0, 0))) == {"test:blyck"}
    assert keys(run("npm test | tee log", actor=Actor.PERSON, pipe=(1, 0))) == set()


def test_a_failed_line_can_hold_a_good_command() -> None:
    """The exit status of a chain is that of the part that failed; an earlier part counts by its own words."""
    assert keys(run("npm test && npm run lint", "Tests:       3 passed, 3 total", exit=1, failed=True)) == {
        "test:blyck"
    }


def test_powershell_lines_go_through_the_same_rules() -> None:
    """`;` in PowerShell leaves only the last status visible, as in a shell."""
    line = "cd web; npm run build"
    assert keys(run(line, "✓ built in 1.2s", dialect=Dialect.POWERSHELL)) == {"build:web"}


def step(script: str, output: str = "", **facts) -> CiStep:
    facts = {"passed": True, "project": "acme/blyck", "first_output_line": 40} | facts
    return CiStep(key="s", where=Where(30, 0), script=script, output=Output(output), **facts)


def test_a_passed_step_proves_each_line_of_its_script() -> None:
    """A CI step runs with -e: that it passed proves the lines before the last too."""
    assert keys(step("npm run build\nnpm test\necho done", "Tests:       3 passed, 3 total")) == {
        "build:blyck",
        "test:blyck",
    }


def test_a_failed_or_open_step_proves_only_what_it_shows() -> None:
    """Without a passed step only unmistakable output counts."""
    assert keys(step("npm run build", passed=False)) == set()
    assert keys(step("npx playwright test", "  7 passed (1.6m)", passed=None)) == {"test:blyck"}


def test_a_runner_s_sign_in_says_nothing_of_this_machine() -> None:
    """Sign-ins, databases and hosts reached in CI are the runner's."""
    assert keys(step("gh auth status\nssh web-1 uptime", "✓ Logged in to github.com account bot")) == set()


def test_a_ci_finding_points_at_the_line_that_proves_it() -> None:
    """The evidence of a step is the output line with the verdict, as a line of the log."""
    good = [each for each in found(step("npm test", "a\nb\nTests:       3 passed, 3 total")) if each.good]
    assert {each.line for each in good} == {42}
