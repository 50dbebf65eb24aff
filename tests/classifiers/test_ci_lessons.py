"""A job that failed in CI, its workflow changed and pushed, and the run that passed: what makes a lesson and what must not."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from classifiers.ci_commands import is_of, simples
from classifiers.ci_lessons import WINDOW, CiWatch
from classifiers.mining import mine
from classifiers.rulebook.packaged import packaged
from classifiers.vocabulary import (
    CommandRun,
    Draft,
    FileEdit,
    MemoryType,
    Record,
    Where,
    Workspace,
)
from tests.classifiers import lesson_records
from tests.classifiers.lesson_records import SOURCE, place, placed, ran, said

WORKFLOW = "/src/blyck/.github/workflows/publish.yml"


def edit(change: str = "", path: str = WORKFLOW) -> FileEdit:
    return lesson_records.edit(path, change)


def mined(batches: list[list[Record]]) -> list[Draft]:
    return [each for each in lesson_records.mined(batches) if each.type is MemoryType.LESSON]


def log(*lines: str, job: str = "publish", error: bool = True) -> str:
    """A job's log as `gh run view --log-failed` prints it; as it was saved, without a job."""
    end = ["##[error]Process completed with exit code 1."] if error else []
    head = f"{job}\tRun npm publish\t" if job else ""
    return "".join(f"{head}2026-03-02T09:00:0{at % 10}.1234567Z {line}\n" for at, line in enumerate([*lines, *end]))


def watched(mark: str = "✓", run: int = 30_000_002, title: str = "main Publish", job: str = "publish") -> str:
    """A run as `gh run watch` shows it: first on its way, then at its end."""
    going = f"* {title} · {run}\nTriggered via push less than a minute ago\n\nJOBS\n* {job} (ID 81)\n  ✓ Set up job\n  * Run it\n"
    end = f"{mark} {title} · {run}\nTriggered via push about 1 minute ago\n\nJOBS\n{mark} {job} in 40s (ID 81)\n  ✓ Set up job\n  {mark} Run it\n"
    return f"Refreshing run status every 3 seconds. Press Ctrl+C to quit.\n\n{going}\n{end}"


DENIED = ("npm notice Publishing to https://registry.example.com/ with tag latest", "npm error code E404", "npm error 404 Not Found - PUT https://registry.example.com/@ada%2fblyck - Not found")  # fmt: skip
UNSIGNED = "npm error code ENEEDAUTH\nnpm error need auth This command requires you to be logged in to https://registry.example.com/\n"
TRUSTED = " jobs:\n   publish:\n+    permissions:\n+      id-token: write\n"
VIEW = ran("gh run view 30000001 --log-failed", log(*DENIED))
PUSH = ran("git commit -am 'ci: trusted publishing' && git push", "main -> main")
WATCH = ran("gh run watch 30000002 --exit-status", watched())

LESSONS: dict[str, tuple[list[Record], str]] = {
    "a publish that the registry refused in CI": (
        [VIEW, edit(TRUSTED), PUSH, WATCH],
        ("The CI job “publish” failed with “npm error code E404 npm error 404 Not Found - PUT https://registry.example.com/@ada%2fblyck - Not found”. "
        "It worked in CI after a change of `.github/workflows/publish.yml` (`permissions:`, `id-token: write` added)."),
    ),
    "a publish that failed in the shell": (
        [ran("npm publish --access public", UNSIGNED, 1), edit(TRUSTED), PUSH, WATCH],
        ("`npm publish --access public` failed with “npm error code ENEEDAUTH”. "
        "It worked in CI after a change of `.github/workflows/publish.yml` (`permissions:`, `id-token: write` added)."),
    ),
    "a long change, of which the telling lines are said": (
        [VIEW, edit(TRUSTED + "".join(f"+      - run: step {at}\n" for at in range(7)) + "-          NODE_AUTH_TOKEN: ${{ secrets.NPM_TOKEN }}\n"), PUSH, WATCH],
        ("The CI job “publish” failed with “npm error code E404 npm error 404 Not Found - PUT https://registry.example.com/@ada%2fblyck - Not found”. "
        "It worked in CI after a change of `.github/workflows/publish.yml` (`NODE_AUTH_TOKEN: ${{ secrets.NPM_TOKEN }}` → `permissions:`, `id-token: write`, among others)."),
    ),
    "a log that was saved, read in pieces, and a workflow that is dispatched": (
        [
            ran("gh api repos/{owner}/{repo}/actions/jobs/41000001/logs > /tmp/job-41000001.log", ""),
            ran("grep -n error /tmp/job-41000001.log", "".join(f"{at}:{line}\n" for at, line in enumerate(log(*DENIED, job="").splitlines(), 700))),
            ran("sed -n 700,720p /tmp/job-41000001.log", log(*DENIED, job="")),
            edit("*** deleted", "/src/blyck/.github/workflows/release.yml"),
            edit(""),
            PUSH,
            ran("gh workflow run publish.yml --ref main"),
            WATCH,
        ],
        ("A CI job failed with “npm error code E404 npm error 404 Not Found - PUT https://registry.example.com/@ada%2fblyck - Not found”. "
        "It worked in CI after a change of `.github/workflows/release.yml` (deleted) and `.github/workflows/publish.yml`."),
    ),
    "a job that is no publish": (
        [
            ran("gh run view 30000001 --log-failed | tail -40", log("/bin/sh: 1: shellcheck: not found", job="lint (ubuntu)")),
            edit("-      - run: make lint\n+      - run: sudo apt-get install -y shellcheck && make lint"),
            PUSH,
            ran("gh run watch 30000002 --exit-status", watched(title="main CI", job="lint (ubuntu)")),
        ],
        ("The CI job “lint (ubuntu)” failed with “/bin/sh: 1: shellcheck: not found”. It worked in CI after a change of "
        "`.github/workflows/publish.yml` (`- run: make lint` → `- run: sudo apt-get install -y shellcheck && make lint`)."),
    ),
    "no token of the job's own, and the cause was said": (
        [
            ran("gh run view 30000001 --log-failed", log("Error: Unable to get ACTIONS_ID_TOKEN_REQUEST_URL env variable")),
            said("The job has no ACTIONS_ID_TOKEN_REQUEST_URL because its permissions lack id-token."),
            edit(TRUSTED), PUSH, WATCH,
        ],
        ("The CI job “publish” failed with “Error: Unable to get ACTIONS_ID_TOKEN_REQUEST_URL env variable”. It worked in CI after a "
        "change of `.github/workflows/publish.yml` (`permissions:`, `id-token: write` added). Cause, as the agent put it: "
        "“The job has no ACTIONS_ID_TOKEN_REQUEST_URL because its permissions lack id-token.”"),
    ),
}  # fmt: skip

SILENT: dict[str, list[Record]] = {
    "nothing was changed": [VIEW, PUSH, WATCH],
    "it was not pushed": [VIEW, edit(TRUSTED), WATCH],
    "it was pushed before the change": [VIEW, PUSH, edit(TRUSTED), WATCH],
    "the push failed": [VIEW, edit(TRUSTED), ran("git push", "! [rejected] main -> main (fetch first)", 1), WATCH],
    "the run was only listed": [VIEW, edit(TRUSTED), PUSH, ran("gh run list", "completed success Publish main")],
    "the run is on its way": [VIEW, edit(TRUSTED), PUSH, ran("gh run watch 30000002 --exit-status", watched(mark="*"))],
    "the run failed again": [VIEW, edit(TRUSTED), PUSH, ran("gh run watch 30000002 --exit-status", watched(mark="X"), 1)],
    "what it printed contradicts its status": [VIEW, edit(TRUSTED), PUSH, ran("gh run watch 30000002 --exit-status", watched().replace("✓ main", "X main"))],
    "nobody sees how it ended": [VIEW, edit(TRUSTED), PUSH, ran("gh run watch 30000002", watched())],
    "its end is hidden": [VIEW, edit(TRUSTED), PUSH, ran("gh run watch 30000002 --exit-status | tail", watched())],
    "another job passed": [VIEW, edit(TRUSTED), PUSH, ran("gh run watch 30000002 --exit-status", watched(title="main CI", job="lint"))],
    "the same run": [VIEW, edit(TRUSTED), PUSH, ran("gh run watch 30000001 --exit-status", watched(run=30_000_001))],
    "an older run": [VIEW, edit(TRUSTED), PUSH, ran("gh run watch 30000000 --exit-status", watched(run=30_000_000))],
    "an older run, of a job's log": [ran("gh run view 30000005 --job 41000001 --log-failed", log(*DENIED)), edit(TRUSTED), PUSH, WATCH],
    "a log of another repository": [ran("gh run view 30000001 --log-failed -R acme/other", log(*DENIED)), edit(TRUSTED), PUSH, WATCH],
    "a log of another repository, in other words": [ran("gh run view --repo=acme/other 30000001 --log-failed", log(*DENIED)), edit(TRUSTED), PUSH, WATCH],
    "a log of another repository, by a variable": [ran("GH_REPO=acme/other gh run view 30000001 --log-failed", log(*DENIED)), edit(TRUSTED), PUSH, WATCH],
    "a log of another repository, over the API": [ran("gh api repos/acme/other/actions/jobs/41000001/logs", log(*DENIED, job="")), edit(TRUSTED), PUSH, WATCH],
    "a log of another folder's repository": [ran("cd /src/other && gh run view 30000001 --log-failed", log(*DENIED)), edit(TRUSTED), PUSH, WATCH],
    "a log file of another folder": [ran("cat /src/other/job.log", log(*DENIED)), edit(TRUSTED), PUSH, WATCH],
    "a log file that nobody saw being saved": [ran("cat /tmp/job.log", log(*DENIED)), edit(TRUSTED), PUSH, WATCH],
    "a log file of another repository": [
        ran("gh run view 30000001 --log-failed -R acme/other > /tmp/job.log", ""), ran("cat /tmp/job.log", log(*DENIED)), edit(TRUSTED), PUSH, WATCH,
    ],
    "a log quoted in the docs": [ran("cat docs/example.log", log(*DENIED)), edit(TRUSTED), PUSH, WATCH],
    "a log quoted in the docs, beside one's own": [
        ran("gh run view 30000001 --log-failed > /tmp/job.log", ""), ran("cat /tmp/job.log docs/ci.md", log(*DENIED)), edit(TRUSTED), PUSH, WATCH,
    ],
    "a log quoted in a file without an extension": [
        ran("gh run view 30000001 --log-failed > /tmp/job.log", ""), ran("cat /tmp/job.log NOTES", log(*DENIED)), edit(TRUSTED), PUSH, WATCH,
    ],
    "a run of another repository": [VIEW, edit(TRUSTED), PUSH, ran("gh run watch 30000002 --exit-status -R acme/other", watched())],
    "a run of another repository, in other words": [VIEW, edit(TRUSTED), PUSH, ran("gh run watch --repo acme/other 30000002 --exit-status", watched())],
    "a run of another folder's repository": [VIEW, edit(TRUSTED), PUSH, ran("cd /src/other && gh run watch 30000002 --exit-status", watched())],
    "a workflow of another repository": [VIEW, edit(TRUSTED, "/src/other/.github/workflows/publish.yml"), PUSH, WATCH],
    "a workflow of a repository within": [VIEW, edit(TRUSTED, "/src/blyck/vendor/x/.github/workflows/publish.yml"), PUSH, WATCH],
    "a workflow beside it": [VIEW, edit(TRUSTED, "../other/.github/workflows/publish.yml"), PUSH, WATCH],
    "the push was only spoken of": [VIEW, edit(TRUSTED), ran("echo git push", "git push"), WATCH],
    "the push was a trial": [VIEW, edit(TRUSTED), ran("git push --dry-run", "main -> main"), WATCH],
    "the push may have failed": [VIEW, edit(TRUSTED), ran("git push || true", "main -> main"), WATCH],
    "the push failed, and its status is hidden": [VIEW, edit(TRUSTED), ran("git push 2>&1 | tail -3", " ! [rejected] main -> main (fetch first)"), WATCH],
    "nothing was pushed": [VIEW, edit(TRUSTED), ran("git push", "Everything up-to-date"), WATCH],
    "a branch was deleted": [VIEW, edit(TRUSTED), ran("git push origin --delete old", " - [deleted] old"), WATCH],
    "another repository was pushed": [VIEW, edit(TRUSTED), ran("cd /src/other && git push", "main -> main"), WATCH],
    "another repository's workflow was dispatched": [VIEW, edit(TRUSTED), ran("gh workflow run publish.yml -R acme/other"), WATCH],
    "another session": [VIEW, edit(TRUSTED), PUSH, replace(WATCH, session="s2")],
    "another project": [VIEW, edit(TRUSTED), PUSH, replace(WATCH, cwd="/src/other")],
    "code was changed, and much of it": [VIEW, edit(TRUSTED), *[edit("", f"/src/blyck/a{at}.ts") for at in range(3)], PUSH, WATCH],
    "only code was changed": [VIEW, edit("-a\n+b", "/src/blyck/a.ts"), PUSH, WATCH],
    "the log says nothing of a failure": [ran("gh run view 30000001 --log", log(*DENIED, error=False)), edit(TRUSTED), PUSH, WATCH],
    "a file that quotes a log": [ran("cat docs/ci.md", log(*DENIED)), edit(TRUSTED), PUSH, WATCH],
    "tests failed": [ran("gh run view 30000001 --log-failed", log("AssertionError: 1 != 2")), edit(TRUSTED), PUSH, WATCH],
    "the network was down": [ran("gh run view 30000001 --log-failed", log("npm error code ECONNRESET", "npm error network aborted")), edit(TRUSTED), PUSH, WATCH],
    "a trial publish": [ran("npm publish --dry-run", UNSIGNED, 1), edit(TRUSTED), PUSH, WATCH],
    "a name of it": [ran("npm run publish:docs -- --to gh-pages && true", UNSIGNED, 1), edit(TRUSTED), PUSH, WATCH],
    "nobody knows what was changed, and it is no sign-in": [
        ran("gh run view 30000001 --log-failed", log("/bin/sh: 1: shellcheck: not found")), edit(""), PUSH, WATCH,
    ],
    "too long ago": [VIEW, *[ran("ls")] * WINDOW, edit(TRUSTED), PUSH, WATCH],
}  # fmt: skip


@pytest.mark.parametrize("case", LESSONS)
def test_what_mended_a_job_is_a_lesson(case: str) -> None:
    """The error, what was changed, and the files it is about; proved by the run."""
    records, body = LESSONS[case]
    (found,) = mined([placed(records)])
    assert found.body == body
    assert found.scope == "path:/src/blyck"
    assert WORKFLOW.removeprefix("/src/blyck/") in found.paths
    (proof,) = found.evidence
    assert (proof.line, proof.why.startswith("failed at line ")) == (len(records), True)
    assert found.lesson is not None
    assert found.lesson.fix in found.body


@pytest.mark.parametrize("case", SILENT)
def test_what_proves_nothing_of_a_job_is_not_proposed(case: str) -> None:
    """If in doubt, silent."""
    assert mined([placed(SILENT[case])]) == []


@pytest.mark.parametrize(
    "push",
    [
        ran("git push 2>&1 | tail -2", "To github.com:ada/blyck.git\n   1a2b3c4..5d6e7f8  main -> main"),
        ran("git push -u origin ci | cat", " * [new branch]      ci -> ci"),
        ran("git push -q"),
        ran("cd /src/blyck && git push", "main -> main"),
    ],
    ids=lambda run: run.command,
)
def test_a_push_that_is_seen_to_move_a_branch_counts(push: CommandRun) -> None:
    assert len(mined([placed([VIEW, edit(TRUSTED), push, WATCH])])) == 1


@pytest.mark.parametrize(
    ("command", "own"),
    [
        ("gh run view 1", True),
        ("gh run view 1 -R ada/blyck", True),
        ("gh run view 1 --repo=github.com/Ada/Blyck", True),
        ("gh run view https://github.com/ada/blyck/actions/runs/1", True),
        ("gh api repos/ada/blyck/actions/jobs/1/logs", True),
        ("gh api /repos/:owner/:repo/actions/jobs/1/logs", True),
        ("gh run view 1 -R", False),
        ("gh run view 1 -Rbob/blyck", False),
        ("gh run view 1 -R blyck", False),
        ("gh run view https://github.com/bob/blyck/actions/runs/1", False),
        ("gh api repos/ada/blyck-docs/actions/jobs/1/logs", False),
        ("ssh build gh run view 1", False),
    ],
)
def test_a_command_that_names_a_repository_is_about_that_one(command: str, own: bool) -> None:  # noqa: FBT001
    """Known by the remote; in a folder without one, whatever is named may be another's."""
    *_, call = simples(ran(command), packaged())
    assert is_of(call, Workspace("git:github.com/ada/blyck", "blyck", "/src/blyck")) is own


def test_of_a_folder_that_is_gone_the_workflow_is_known_by_its_place() -> None:
    """Its root cannot be looked up then; the paths of edits may be relative or whole."""
    for path in (WORKFLOW, WORKFLOW.removeprefix("/src/blyck/")):
        watch, found = CiWatch({}), []
        for record in placed([VIEW, edit(TRUSTED, path), PUSH, WATCH]):
            found += watch.follow(record, packaged(), lambda _cwd, _remote: Workspace("git:example.com/ada/blyck", "blyck"), SOURCE)  # fmt: skip
        assert [each.paths for each in found] == [(".github/workflows/publish.yml",)]


def test_a_change_that_did_not_help_is_left_out() -> None:
    """It failed once more in another run, so only what came after that counts."""
    again = ran("gh run view 30000005 --log-failed", log(*DENIED))
    later = ran("gh run watch 30000009 --exit-status", watched(run=30_000_009))
    (found,) = mined([placed([VIEW, edit("+    timeout-minutes: 5"), PUSH, again, edit(TRUSTED), PUSH, later])])
    assert "timeout" not in found.body
    assert "id-token" in found.body


def test_a_log_that_is_read_again_is_the_same_failure() -> None:
    """To look something up after the change takes nothing from what the change did."""
    (found,) = mined([placed([VIEW, edit(TRUSTED), VIEW, PUSH, WATCH])])
    assert "id-token" in found.body


def test_the_result_of_a_long_watch_is_the_proof() -> None:
    """It stands where the run was seen to end."""
    late = replace(WATCH, result=Where(90, 9_000))
    records = placed([VIEW, edit(TRUSTED), PUSH, late])
    (found,) = mined([records])
    assert [(each.line, each.offset) for each in found.evidence] == [(90, 9_000)]


def test_no_secret_of_a_log_or_a_workflow_stands_in_a_lesson() -> None:
    token = "npm_" + "a1B2c3D4e5" * 3 + "F6g7H8"
    view = ran("gh run view 30000001 --log-failed", log(f"npm error code E403 for token {token}"))
    leaky = edit(f"+      NODE_AUTH_TOKEN: {token}\n+      id-token: write")
    records = placed([view, leaky, PUSH, WATCH])
    for batches in ([records], [[each] for each in records]):
        (found,) = mined(batches)
        assert token not in repr(found)


def test_a_job_and_a_path_stand_inert_in_a_lesson() -> None:
    """They end no quotation, and are no markup and no line of their own."""
    view = ran("gh run view 30000001 --log-failed", log(*DENIED, job="pub”l`i<s>h\u202e"))
    path = "/src/blyck/.github/workflows/a` ”<b>\r.yml"
    watch = ran("gh run watch 30000002 --exit-status", watched(job="pub”l`i<s>h"))
    (found,) = mined([placed([view, edit(TRUSTED, path), PUSH, watch])])
    assert found.body.startswith("The CI job “pub'l'i's'h” failed")
    assert "`.github/workflows/a' ''b' .yml`" in found.body


STORIES = [each for records, _ in LESSONS.values() for each in records]
STORIES += [each for records in SILENT.values() if len(records) < 9 for each in records]
LAW = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])


@LAW
@given(st.lists(st.sampled_from(STORIES), max_size=14), st.data())
def test_any_split_of_the_records_gives_the_same(chosen: list[Record], data: st.DataObject) -> None:
    """What is carried over is all that matters."""
    records = placed(chosen)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(records)), max_size=6)) | {0, len(records)})
    split = mined([records[start:end] for start, end in pairwise(cuts)])
    whole = {(each.key, row.record) for each in mined([records]) for row in each.evidence}
    assert {(each.key, row.record) for each in split for row in each.evidence} == whole


@LAW
@given(st.lists(st.sampled_from(STORIES), max_size=16))
def test_what_is_left_out_before_the_mask_teaches_nothing(chosen: list[Record]) -> None:
    """Reading every record gives the same."""
    records = placed(chosen)
    everything = mine(records, {}, book=packaged(), place=place, source=SOURCE).drafts
    told = [{(each.key, each.body, each.evidence) for each in some if each.lesson} for some in (everything, mined([records]))]  # fmt: skip
    assert told[0] == told[1]


@pytest.mark.parametrize("carry", [{"ci": 3}, {"ci": {"open": [{}]}}, {"ci": {"edits": "x"}}])
def test_a_carry_of_another_version_starts_anew(carry: dict[str, object]) -> None:
    assert CiWatch(carry).to_carry() == {}
