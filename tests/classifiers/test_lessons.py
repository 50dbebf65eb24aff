"""A failure, what was changed, and the success after it: what makes a lesson and what must not."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from classifiers.maturity import maturity
from classifiers.mining import Troubles, mine, regarded
from classifiers.remedies import configures
from classifiers.rulebook.packaged import packaged
from classifiers.vocabulary import (
    Category,
    Draft,
    MemoryType,
    Record,
    RunState,
    Where,
)
from tests.classifiers.lesson_records import (
    SOURCE,
    SUBSTITUTES,
    edit,
    learnt,
    mined,
    place,
    placed,
    ran,
    said,
    substituted,
)

REFUSED = 'psql: error: connection to server at "localhost", port 5432 failed: Connection refused'
MISSING = "Error: Cannot find module 'express'\nRequire stack:\n- /src/blyck/server.js"
HEAP = "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"

LESSONS = {
    "a service was started": (
        [ran("psql shop -c 'select 1'", REFUSED, 2), ran("docker compose up -d db"), ran("psql shop -c 'select 1'", "1")],
        Category.CONNECTION,
        "docker compose up -d db",
    ),
    "a sign-in had expired": (
        [
            ran("aws s3 sync dist s3://acme", "An error occurred (ExpiredToken) when calling the PutObject operation", 1),
            ran("aws sso login --profile prod"),
            ran("aws s3 sync dist s3://acme", "upload: dist/a to s3://acme/a"),
        ],
        Category.AUTH,
        "aws sso login",
    ),
    "a setting in front of the command": (
        [ran("npm run build", HEAP, 134), ran("NODE_OPTIONS=--max-old-space-size=4096 npm run build", "✓ built in 9s")],
        Category.MEMORY,
        "NODE_OPTIONS=--max-old-space-size=4096",
    ),
    "a variable that the error names": (
        [
            ran("npx prisma migrate deploy", "error: Environment variable not found: DATABASE_URL.", 1),
            ran("DATABASE_URL=postgres://localhost/shop npx prisma migrate deploy", "All migrations have been applied"),
        ],
        Category.CONFIG,
        "DATABASE_URL=",
    ),
    "a flag that the error offers": (
        [
            ran("npm install", "npm error ERESOLVE unable to resolve dependency tree\nnpm error retry with --legacy-peer-deps", 1),
            ran("npm install --legacy-peer-deps", "added 12 packages"),
        ],
        Category.DEPENDENCY,
        "--legacy-peer-deps",
    ),
    "a package with another name than the module": (
        [
            ran("pytest -q", "E   ModuleNotFoundError: No module named 'yaml'", 1),
            ran("pip install pyyaml-include"),
            ran("sudo apt-get install -y libyaml-dev"),
            ran("pytest -q", "12 passed in 1.0s"),
        ],
        Category.DEPENDENCY,
        "apt-get install -y libyaml-dev",
    ),
    "the role was missing": (
        [
            ran("psql -U shop -c 'select 1'", 'FATAL:  role "shop" does not exist', 2),
            ran("createuser -s shop"),
            ran("psql -U shop -c 'select 1'", "1"),
        ],
        Category.SCHEMA,
        "createuser -s shop",
    ),
    "a stale lock": (
        [
            ran("git commit -m x", "fatal: Unable to create '/src/blyck/.git/index.lock': File exists.", 128),
            ran("rm -f .git/index.lock"),
            ran("git commit -m x", "[main 1a2b3c4] x"),
        ],
        Category.LOCK,
        "rm -f .git/index.lock",
    ),
    "the port in the compose file": (
        [
            ran("docker compose up -d", "Bind for 0.0.0.0:8000 failed: port is already allocated", 1),
            edit("/src/blyck/docker-compose.yml"),
            ran("docker compose up -d", " Container web  Started"),
        ],
        Category.PORT,
        "docker-compose.yml",
    ),
    "an image that moved, in a small edit": (
        [
            ran("docker compose up -d", "Error pull access denied for acme/api, repository does not exist or may require 'docker login'", 1),
            edit("/src/blyck/docker-compose.yml", "-    image: acme/api:v2\n+    image: acmecloud/api:v2"),
            ran("docker compose up -d", " Container api  Started"),
        ],
        Category.AUTH,
        "`blyck/docker-compose.yml` (`image: acme/api:v2` → `image: acmecloud/api:v2`)",
    ),
    "an alias that was mended, and nobody says why": (
        [
            ran("npm run build", "Error: Cannot find module '@/lib/db'", 1),
            edit("/src/blyck/tsconfig.json", '-      "@/*": ["./*"]\n+      "@/*": ["./src/*"]'),
            ran("npm run build", "✓ built in 9s"),
        ],
        Category.DEPENDENCY,
        """`blyck/tsconfig.json` (`"@/*": ["./*"]` → `"@/*": ["./src/*"]`)""",
    ),
    "another runtime": (
        [
            ran("npm run build", 'error: The engine "node" is incompatible with this module.', 1),
            ran("nvm use 20"),
            ran("npm run build", "✓ built in 9s"),
        ],
        Category.VERSION,
        "nvm use 20",
    ),
    "line endings, and the same asked of a copy": (
        [
            ran("./tools/new.sh --json --number 1 'a long description of it'", "/usr/bin/env: ‘bash\\r’: No such file or directory", 127),
            ran("tmp=$(mktemp); tr -d '\\r' < tools/new.sh > \"$tmp\"; bash \"$tmp\" --json --number 1 'a long description of it'", "{}"),
        ],
        Category.CONFIG,
        "tr -d",
    ),
    "a sandbox without network": (
        [
            ran("git fetch --all", "ssh: Could not resolve hostname git.example.com: Temporary failure in name resolution", 128),
            ran("git fetch --all", unconfined=True),
        ],
        Category.NETWORK,
        "outside the agent's sandbox; inside it the network is closed to `git`",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", LESSONS)
def test_what_mended_a_failure_is_a_lesson(case: str) -> None:
    """One sentence with the command, the error and what mended it; the proof is the success, and names the failure."""
    records, category, fix = LESSONS[case]
    (found,) = learnt(*records)
    assert found.lesson is not None
    assert found.lesson.category is category
    assert fix in found.lesson.fix
    assert fix in found.body
    assert found.key.startswith("lesson:")
    assert found.scope == "path:/src/blyck"
    assert [(proof.line, proof.why) for proof in found.evidence] == [
        (len(records), "failed at line 1, worked here"),
    ]
    assert 0.6 <= found.confidence <= 0.9


SILENT = {
    "only tried again": [ran("psql shop", REFUSED, 2), ran("psql shop", "1")],
    "code was edited": [
        ran("pytest -q", "E   AssertionError: assert 1 == 2\n1 failed", 1),
        edit("/src/blyck/shop.py"),
        ran("pytest -q", "1 passed in 0.1s"),
    ],
    "types were mended": [
        ran("npm run build", "src/a.ts(1,1): error TS2322: Type 'string' is not assignable", 2),
        edit("/src/blyck/src/a.ts"),
        ran("npm run build", "✓ built in 9s"),
    ],
    "a module is missing because code names it wrongly": [
        ran("npm run build", MISSING, 1), edit("/src/blyck/server.js"), ran("npm run build", "✓ built in 9s"),
    ],
    "a slip of the hand": [ran("gti status", "bash: gti: command not found", 127), ran("git status", "clean")],
    "an unknown flag": [ran("npm test --lits", "error: unknown option --lits", 1), ran("npm test", "3 passed")],
    "installed what was said to be missing, once": [
        ran("npm run build", MISSING, 1), ran("npm install express"), ran("npm run build", "✓ built in 9s"),
    ],
    "a day with git": [
        ran("git push", "! [rejected] main -> main (fetch first)", 1), ran("git pull --rebase"), ran("git push"),
    ],
    "looking about": [ran("cat a.yml", "cat: a.yml: No such file or directory", 1), ran("touch a.yml"), ran("cat a.yml")],
    "the remedy is for something else": [
        ran("psql shop", REFUSED, 2), ran("npm install left-pad"), ran("chmod +x a.sh"), ran("psql shop", "1"),
    ],
    "still failing": [ran("psql shop", REFUSED, 2), ran("docker compose up -d"), ran("psql shop", REFUSED, 2)],
    "a success nobody sees": [ran("psql shop", REFUSED, 2), ran("docker compose up -d"), ran("psql shop | head", "1")],
    "another session": [
        ran("psql shop", REFUSED, 2), ran("docker compose up -d"), ran("psql shop", "1", session="s2"),
    ],
    "another project": [
        ran("npm run build", HEAP, 134), ran("NODE_OPTIONS=--x npm run build", "✓ built in 9s", cwd="/src/other"),
    ],
    "it was not run": [
        ran("psql shop", REFUSED, 2, state=RunState.NOT_RUN), ran("docker compose up -d"), ran("psql shop", "1"),
    ],
    "a file was changed, and nobody says why": [
        ran("npm run build", MISSING, 1), edit("/src/blyck/tsconfig.json"), ran("npm run build", "✓ built in 9s"),
    ],
    "a setting was changed that the error does not name": [
        ran("npm run build", "Error: Cannot find module '@/lib/db'", 1),
        edit("/src/blyck/tsconfig.json", '-  "strict": true\n+  "strict": false'),
        ran("npm run build", "✓ built in 9s"),
    ],
    "a package was added by hand that the error names": [
        ran("npm run build", MISSING, 1),
        edit("/src/blyck/package.json", '+    "express": "^4.19.0",'),
        ran("npm run build", "✓ built in 9s"),
    ],
    "too long ago": [
        ran("psql shop", REFUSED, 2), ran("docker compose up -d"), *[ran("ls")] * 130, ran("psql shop", "1"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("case", SILENT)
def test_what_teaches_nothing_is_not_proposed(case: str) -> None:
    """If in doubt, silent."""
    assert learnt(*SILENT[case]) == []


def test_a_plain_fix_is_a_lesson_when_it_comes_back() -> None:
    """Installing what is missing goes without saying; having to do it again and again does not."""
    again = [ran("npm run build", MISSING, 1), ran("npm ci"), ran("npm run build", "✓ built in 9s")]
    (found,) = learnt(*again, *again)
    assert found.evidence[0].line == 6
    assert found.lesson is not None
    assert found.lesson.fix == "after `npm ci`"


def test_a_cause_is_quoted_and_never_made_up() -> None:
    """Only a sentence that names a cause of this error counts; a guess does not."""
    fail, works = ran("npm run build", "Error: Cannot find module '@/lib/db'", 1), ran("npm run build", "✓ built in 9s")
    fix = edit("/src/blyck/tsconfig.json")
    (found,) = learnt(
        fail, said("Let me look. The alias @/lib/db is not set because tsconfig.json has no paths."), fix, works
    )
    assert found.lesson is not None
    assert found.lesson.cause == "The alias @/lib/db is not set because tsconfig.json has no paths."
    assert f"Cause, as the agent put it: “{found.lesson.cause}”" in found.body
    assert found.paths == ("tsconfig.json",)
    assert learnt(fail, said("Maybe @/lib/db is missing because the alias is wrong."), fix, works) == []
    assert learnt(fail, said("The login page is slow because of the images."), fix, works) == []


def test_tries_that_did_not_help_are_left_out() -> None:
    """What was done before it failed once more mended nothing."""
    (found,) = learnt(
        ran("psql shop", REFUSED, 2),
        ran("brew services start redis"),
        ran("psql shop", REFUSED, 2),
        ran("brew services start postgresql@16"),
        ran("psql shop", "1"),
    )
    assert found.lesson is not None
    assert found.lesson.fix == "after `brew services start postgresql@16`"


def test_no_secret_stands_in_a_lesson() -> None:
    """Commands, errors, causes and fixes come masked, whatever the batches."""
    token = "ghp_" + "a1B2c3D4e5" * 3 + "F6g7H8"
    records = placed(
        [
            ran("git push", "remote: Repository not found", 1),
            said(f"The repository is not found because the remote has no token {token} in it."),
            ran(f"git remote set-url origin https://ann:{token}@git.example.com/acme/blyck.git"),
            ran("git push", "main -> main"),
        ]
    )
    for batches in ([records], [[each] for each in records]):
        (found,) = (each for each in mined(batches) if each.type is MemoryType.LESSON)
        assert token not in repr(found)
        assert "***" in found.body


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("docker-compose.yml", "-      value: ada\n+      value: kittycat99"),
        ("docker-compose.yml", "-    command: [--port, 80]\n+    command: [--password, kittycat99]"),
        ("docker-compose.yml", "+    image: acme/api:v2\n+    user: ada:kittycat99"),
        ("prod.ini", "+PASS=kittycat99"),
        ("env/prod.env", "+PORT=kittycat99"),
        (".env", "-FOO=ada\n+FOO=kittycat99"),
        ("redis.conf", "+requirepass kittycat99"),
    ],
)
def test_no_value_of_a_changed_file_stands_in_a_lesson(path: str, change: str) -> None:
    """Nor is it carried to the next batch; that the file was changed is told all the same."""
    fail = ran("docker compose up -d", "Bind for 0.0.0.0:8000 failed: port is already allocated", 1)
    carry: dict[str, object] = {}
    found: list[Draft] = []
    for record in placed(
        [fail, edit(f"/src/blyck/{path}", change), ran("docker compose up -d", " Container web  Started")]
    ):
        part = mine([record], carry, book=packaged(), place=place, source=SOURCE)
        carry = json.loads(json.dumps(part.carry))
        assert "kittycat" not in json.dumps(carry)
        found += [each for each in part.drafts if each.type is MemoryType.LESSON]
    assert "kittycat" not in repr(found)
    assert [path.rpartition("/")[2] in each.body for each in found] == [True] * configures(path)


def test_the_path_of_a_changed_file_stands_inert_in_a_lesson() -> None:
    """It ends no quotation, and is no markup and no line of its own."""
    fail = ran("docker compose up -d", "Bind for 0.0.0.0:8000 failed: port is already allocated", 1)
    (found,) = learnt(
        fail,
        edit("/src/blyck/a` ”<b>\n\u202ex/docker-compose.yml"),
        ran("docker compose up -d", " Container web  Started"),
    )
    assert "a change of `a' ''b' x/docker-compose.yml`" in found.body


def test_two_sightings_make_a_pattern() -> None:
    """Counted, not stored."""
    assert [maturity(seen).value for seen in (1, 2, 9)] == ["observation", "pattern", "pattern"]


STORIES = [each for records, _, _ in LESSONS.values() for each in records]
STORIES += [each for tried, missing, works, _ in SUBSTITUTES.values() for each in substituted(tried, missing, works)]
STORIES += [each for records in SILENT.values() if len(records) < 9 for each in records]


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(STORIES), max_size=14), st.data())
def test_any_split_of_the_records_gives_the_same_lessons(chosen: list[Record], data: st.DataObject) -> None:
    """What is carried over is all that matters."""
    records = placed(chosen)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(records)), max_size=6)) | {0, len(records)})
    batches = [records[start:end] for start, end in pairwise(cuts)]
    found = [[each for each in mined(parts) if each.type is MemoryType.LESSON] for parts in ([records], batches)]
    proved = [{(each.scope, each.key): {row.record for row in each.evidence} for each in some} for some in found]
    whole: dict[tuple[str, str], set[str]] = {}
    for each in found[1]:
        whole.setdefault((each.scope, each.key), set()).update(row.record for row in each.evidence)
    assert whole == proved[0]


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(STORIES), max_size=24))
def test_what_is_left_out_before_the_mask_teaches_nothing(chosen: list[Record]) -> None:
    """The glance at what followed a failure loses no lesson: reading every record gives the same."""
    records = placed(chosen)
    everything = mine(records, {}, book=packaged(), place=place, source=SOURCE).drafts
    kept = mined([records])
    told = [{(each.key, each.body, each.evidence) for each in some if each.lesson} for some in (everything, kept)]
    assert told[0] == told[1]


def test_little_is_kept_of_a_failure_that_teaches_nothing() -> None:
    """Neither is it masked, nor what followed it; of one that may teach, only what bears on it."""
    code = ran("pytest -q", "E   AssertionError: assert 1 == 2\n1 failed", 1)
    unlike = [ran("psql shop", REFUSED, 2), *[ran("ls")] * 130]
    again = [
        ran("psql shop", REFUSED, 2),
        ran("ls"),
        said("Let me see."),
        ran("docker compose up -d"),
        ran("psql shop"),
    ]
    for records, kept in (([code, edit("a.py"), code], []), (unlike, []), (again, [1, 4, 5])):
        wanted = regarded(placed(records), {}, book=packaged(), place=place, troubles=Troubles())
        assert [each.where.line for each in wanted] == kept


def test_what_was_said_before_a_failure_and_recorded_after_it_ends_nothing() -> None:
    """A message stands before the call it speaks of, and a format may know it only after the call's result."""
    story = placed(LESSONS["a service was started"][0])
    late = replace(said("Because the server is not running, I start it."), where=Where(0, 0))
    assert [each.type for each in mined([[story[0], late, *story[1:]]])].count(MemoryType.LESSON) == 1


@given(
    st.lists(
        st.builds(ran, st.text(max_size=60), st.text(max_size=80), st.sampled_from([0, 1, 2, 126, 127, None]))
        | st.builds(edit, st.text(max_size=30))
        | st.builds(said, st.text(max_size=90)),
        max_size=8,
    )
)
def test_nothing_that_a_source_may_hold_raises(records: list[Record]) -> None:
    """Nor is a record lost to a trouble."""
    assert mine(placed(records), {}, book=packaged(), place=place, source=SOURCE).troubles == {}


@pytest.mark.parametrize("carry", [{"lessons": 3}, {"lessons": {"open": [{}]}}, {"lessons": {"steps": "x"}}])
def test_a_carry_of_another_version_starts_anew(carry: dict[str, object]) -> None:
    """What was open is lost, nothing else."""
    records = placed(LESSONS["a service was started"][0])
    assert len(mine(records, carry, book=packaged(), place=place, source=SOURCE).drafts) == 2
