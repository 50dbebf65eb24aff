"""What the logs of each CI server do and do not prove."""

import pytest

from classifiers.formats import act, azure_pipelines, buildkite, circleci, gitlab_ci, jenkins, travis
from tests.corpus.samples import lines_of

SHELL = "[ws] $ /bin/sh -xe /tmp/jenkins1.sh"
GREEN, END = "\x1b[32;1m", "\x1b[0;m"


def verdicts(module, *lines, path="log.txt"):
    """Script → passed, of all steps with a script."""
    steps = module.FORMAT.read(lines_of("\n".join(lines).encode()), {}, final=True, path=path).records
    return {step.script: step.passed for step in steps if step.script}


@pytest.mark.parametrize(
    ("lines", "passed"),
    [
        (["+ make", "built", "+ make install", "Finished: FAILURE"], True),
        (["+ make", "built", "Finished: SUCCESS"], True),
        (["+ make", "built", "Finished: UNSTABLE"], None),
        (["+ make", "built", "Finished: FAILURE"], None),
        (["+ make", "BUILD SUCCESS"], None),
        (["+ make", "built", "Finished: SUCCESS", "said the inner build"], None),
        (["+ make", "no", "Build step 'Execute shell' marked build as failure", "Finished: FAILURE"], False),
        (["+ make", "no", "+ true", "Finished: SUCCESS"], None),
        (["+ make", "no", "+ echo make failed", "Finished: SUCCESS"], None),
        (["+ make", "+ tee log", "no", "Finished: SUCCESS"], None),
        (["+ make", "built", "[ws] $ python /tmp/jenkins2.py", "Finished: FAILURE"], True),
    ],
)
def test_jenkins_believes_the_next_trace_and_the_last_line(lines, passed):
    """A traced command passed if what follows could run only then; `Finished` counts as the console's last line."""
    assert verdicts(jenkins, "Started by timer", SHELL, *lines)["make"] is passed


def test_jenkins_without_errexit_proves_nothing_by_going_on():
    """A shell without `-e` goes on after a failure."""
    assert verdicts(jenkins, SHELL.replace("-xe", "-x"), "+ make", "no", "+ make install")["make"] is None


def test_jenkins_reads_maven_inside_a_hidden_script():
    """The goals of a Maven run whose command is not shown come from what Maven says it runs."""
    goals = [
        "[INFO] --- clean:3.1:clean (default-clean) @ x ---",
        "[INFO] --- install:3.1:install (default-install) @ x ---",
    ]
    run = ["[INFO] Scanning for projects...", *goals, "[INFO] BUILD SUCCESS", "[INFO] Finished at: now"]
    assert verdicts(jenkins, SHELL, "+ ./ci.sh", *run, "Finished: FAILURE") == {
        "mvn clean install": True,
        "./ci.sh": None,
    }
    inner = [
        "[INFO] Scanning for projects...",
        "[INFO] --- deploy:3:deploy (default-deploy) @ y ---",
        "[INFO] Finished at: 1",
    ]
    nested = verdicts(jenkins, SHELL, "+ ./ci.sh", *run[:2], *inner, *run[2:], "Finished: SUCCESS")
    assert nested == {"mvn clean install": True, "./ci.sh": True}
    assert verdicts(jenkins, SHELL, "+ mvn verify", *run, "Finished: SUCCESS") == {"mvn verify": True}


@pytest.mark.parametrize(
    ("trailer", "passed"),
    [
        (["section_end:9:step_script\r", "Job succeeded"], True),
        (["Job succeeded", "section_end:9:step_script\r"], None),
        (["section_end:9:step_script\r", "    Job succeeded"], None),
        (["section_end:9:step_script\r", "ERROR: Job failed: exit code 1"], False),
        (["section_end:9:step_script\r", "ERROR: Job failed (system failure): no space"], None),
        (["section_end:9:step_script\r"], None),
        ([f"{GREEN}$ make next{END}"], True),
    ],
)
def test_gitlab_believes_the_trailer_outside_every_section(trailer, passed):
    """Only the runner's own last line, or a next command, says how a command ended."""
    start = ["Running with gitlab-runner 17", "section_start:1:step_script\r", f"{GREEN}$ make{END}", "$ make it so"]
    assert verdicts(gitlab_ci, *start, *trailer)["make"] is passed


@pytest.mark.parametrize(
    ("fold", "after", "passed"),
    [
        ("", ['The command "make" exited with 0.'], True),
        ("", ['The command "make" exited with 2.'], False),
        ("", ['The command "test" exited with 0.'], None),
        ("", ["Done. Your build exited with 0."], None),
        ("install", ["travis_time:start:b\r$ make next"], True),
        ("install", ['The command "make" failed and exited with 1 during .'], False),
        ("after_success.1", ["travis_time:start:b\r$ make next"], None),
        ("after_success.1", ["Done. Your build exited with 0."], None),
    ],
)
def test_travis_believes_the_status_of_the_command_itself(fold, after, passed):
    """A phase that would stop the build is proved by the next; what runs after success is proved by nothing."""
    start = [f"travis_fold:start:{fold}"] if fold else []
    command = ["travis_time:start:a\r$ make", "out", "travis_time:end:a:start=1,finish=2,duration=1"]
    assert verdicts(travis, *start, *command, *after)["make"] is passed


@pytest.mark.parametrize(
    ("header", "after", "passed"),
    [
        ("Preparing working directory", ["\x1b[90m$\x1b[0m git clean"], True),
        ("Running commands", ["\x1b[90m$\x1b[0m /hooks/post-command"], None),
        ("Running commands", [], None),
        ("Running commands", ["user command error: exit status 1"], False),
    ],
)
def test_buildkite_proves_only_its_preparation(header, after, passed):
    """The hooks after a command run whatever it did."""
    assert verdicts(buildkite, f"~~~ {header}", "\x1b[90m$\x1b[0m make", "out", *after)["make"] is passed


def test_act_dry_runs_prove_nothing():
    """Act says success in a dry run too."""
    lines = ["[w/j] ⭐ Run Main make test", "[w/j]   ✅  Success - Main make test"]
    assert verdicts(act, *lines) == {"make test": True}
    assert verdicts(act, *(f"*DRYRUN* {line}" for line in lines)) == {}


@pytest.mark.parametrize(
    ("end", "passed"),
    [
        (["##[section]Finishing: T"], True),
        (["##[error]exited with code '1'.", "##[section]Finishing: T"], False),
        ([], None),
    ],
)
def test_azure_tasks_that_finish_without_an_error_passed(end, passed):
    """`Finishing` comes after good and bad tasks; the error line makes the difference."""
    task = [
        "##[section]Starting: T",
        "Task         : Bash",
        "Script contents:",
        "make",
        "===== Starting Command Output ====",
    ]
    assert verdicts(azure_pipelines, *task, *end)["make"] is passed


@pytest.mark.parametrize(
    ("end", "passed"),
    [
        (["====>> next"], True),
        (["Success!"], True),
        (["Exited with code exit status 2", "====>> next"], False),
        ([], None),
    ],
)
def test_circleci_steps_pass_when_the_next_begins(end, passed):
    """A step's text never says that it passed."""
    assert verdicts(circleci, "====>> Build", "#!/bin/bash -eo pipefail", "make", "out", *end)["make"] is passed
