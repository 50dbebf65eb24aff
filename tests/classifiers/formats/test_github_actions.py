import pytest

from classifiers.formats.github_actions import FORMAT
from tests.corpus.samples import lines_of

STAMP = "2026-03-04T05:06:07.1234567Z "


def steps(*lines, path="log.txt", final=True):
    data = "\n".join(line if line.startswith("!") else STAMP + line for line in lines).replace("!", "")
    return FORMAT.read(lines_of(data.encode()), {}, final=final, path=path).records


def script(*commands, shell="/usr/bin/bash -e {0}"):
    return [
        f"##[group]Run {commands[0]}",
        *(f"\x1b[36;1m{each}\x1b[0m" for each in commands),
        f"shell: {shell}",
        "##[endgroup]",
    ]


@pytest.mark.parametrize(
    ("after", "passed"),
    [
        (["Post job cleanup."], True),
        (["Cleaning up orphan processes"], True),
        (script("make deploy"), True),
        (["##[error]Process completed with exit code 2.", "Post job cleanup."], False),
        (["##[error]The operation was canceled."], False),
        (["##[error]lint: a note", "Post job cleanup."], None),
        (["more output"], None),
        ([], None),
    ],
)
def test_a_step_passed_only_if_the_log_goes_on_after_it(after, passed):
    """What follows a step decides it; a cut-off log decides nothing."""
    assert steps(*script("make test"), "ok", *after)[0].passed is passed


def test_an_action_that_notes_an_error_failed():
    """An action has no exit code in the log: its error line is its failure."""
    action = ["##[group]Run acme/publish@v1", "with:", "  tag: x", "##[endgroup]"]
    assert steps(*action, "##[error]denied", "Post job cleanup.")[0].passed is False


def test_a_container_action_proves_nothing_by_ending():
    """A container that exits with an error leaves no error line, so its end is no pass."""
    action = ["##[group]Run acme/lint@v1", "with:", "  tag: x", "##[endgroup]"]
    run = "##[command]/usr/bin/docker run --name lint --rm lint:1"
    assert steps(*action, run, "Post job cleanup.")[0].passed is None


def test_a_group_that_a_script_prints_is_its_output():
    """`Run …` groups of a script neither end its step nor open one."""
    (step,) = steps(*script("make test"), "##[group]Run unit tests", "3 passed", "##[endgroup]", "Post job cleanup.")
    assert (step.script, step.output.text) == ("make test", "Run unit tests\n3 passed\n")


@pytest.mark.parametrize(
    ("shell", "errexit"),
    [
        ("/usr/bin/bash -e {0}", True),
        ("/usr/bin/bash --noprofile --norc -e -o pipefail {0}", True),
        ("sh -e {0}", True),
        ("/usr/bin/bash {0}", False),
        ("C:\\pwsh.EXE -command \". '{0}'\"", False),
    ],
)
def test_only_errexit_proves_every_line(shell, errexit):
    """Whether a failing line ends the script is read from the shell's own command line."""
    assert steps(*script("make", shell=shell), "Post job cleanup.")[0].errexit is errexit


def test_an_action_shows_its_commands_but_plumbing_does_not():
    """Commands of a publishing action are its script; those of checkout and set-up say nothing of the project."""
    push = [
        "##[group]Run docker/build-push-action@v6",
        "with:",
        "##[endgroup]",
        "[command]/usr/bin/docker buildx build .",
    ]
    setup = ["##[group]Run actions/setup-node@v4", "with:", "##[endgroup]", "[command]/usr/bin/tar -xf x"]
    assert [step.script for step in steps(*setup, *push, "Post job cleanup.")] == ["", "docker buildx build ."]


def test_the_runner_between_two_steps_is_no_output():
    """What the runner downloads before a composite action is not printed by the step before it."""
    between = ["Prepare all required actions", "##[group]Download immutable action package 'x'", "Digest: sha256:1"]
    (step,) = steps(*script("docker push x"), "pushing", *between)
    assert step.output.text == "pushing"
    assert step.passed is True


def test_the_same_step_has_the_same_key_in_every_form():
    """A step read from the job's log and from its own file is one record."""
    own = steps(*script("make test"), "ok", path="run/build/3_Test.txt")
    job = steps("Job defined at: acme/x/.github/workflows/a.yml@refs", *script("make test"), "ok", "Post job cleanup.")
    assert own[0].key == job[0].key
    assert own[0].name == "Test"
    assert own[0].passed is True


def test_a_step_that_is_still_open_waits():
    """Nothing is said of a step before the log is complete."""
    assert steps(*script("make test"), "ok", final=False) == ()
