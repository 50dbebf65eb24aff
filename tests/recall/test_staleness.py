from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.vocabulary import MemoryType, Workspace
from recall.staleness import missing
from storage.tables import Memory
from storage.values import MemoryStatus

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)
ROOT = "/home/ann/blyck"
SCRIPTS = {"npm run build": "vite build", "npm run ship": "./ship.sh"}
HERE = Workspace("git:host/acme/blyck", "blyck", ROOT, scripts=SCRIPTS)


def memory(body: str, kind: str = "capability", **more) -> Memory:
    values = {"scope": HERE.identity, "key": "deploy:blyck", "version": 1, "type": MemoryType(kind), "body": body}
    values |= {"confidence": 1.0, "status": MemoryStatus.ACTIVE, "paths": [], "proof": [], "workspace": ROOT}
    return Memory(tenant="t", user="u", **(values | {"first_seen": NOW, "last_seen": NOW, "valid_from": NOW} | more))


def gone(body: str, *there: str, workspace: Workspace = HERE, **more) -> tuple[str, ...]:
    places = {ROOT, *(f"{ROOT}/{path}" for path in there)}
    return missing(memory(body, **more), workspace, places.__contains__)


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ("./scripts/deploy.sh prod", "scripts/deploy.sh"),
        ("AWS_PROFILE=prod ./scripts/deploy.sh", "scripts/deploy.sh"),
        ("sudo -E ./gradlew publish", "gradlew"),
        ("bash scripts/deploy.sh", "scripts/deploy.sh"),
        ("python tools/release.py --yes", "tools/release.py"),
        ("docker compose -f ops/compose.yml up -d", "ops/compose.yml"),
        ("npm run build && ./ship.sh", "ship.sh"),
    ],
)
def test_a_file_that_a_command_needs_must_be_there(command, path):
    assert gone(f"This machine can deploy blyck: `{command}`") == (path,)
    assert gone(f"This machine can deploy blyck: `{command}`", path) == ()


def test_a_package_script_must_be_there():
    assert gone("Deploys: `pnpm run deploy`") == ("`npm run deploy`",)
    assert gone("Deploys: `npm run ship`") == ()
    assert gone("Deploys: `pnpm run deploy`", workspace=Workspace(HERE.identity, "blyck", ROOT)) == ()


def test_the_folder_of_a_glob_must_be_there():
    assert gone("no any", kind="lesson", paths=["src/web/**/*.ts", "app/*.ts"]) == ("src/web/**/*.ts", "app/*.ts")
    assert gone("no any", "src/web", kind="lesson", paths=["src/web/**/*.ts", "app/*.ts"]) == ()
    assert gone("no any", kind="lesson", paths=["**/*.ts"]) == ()


def test_a_command_may_run_in_a_folder_below():
    assert gone("`cd web && ./ship.sh`", "web") == ("ship.sh",)
    assert gone("`cd web && ./ship.sh`", "web", "web/ship.sh") == ()


@pytest.mark.parametrize(
    "body",
    [
        "`aws s3 sync dist s3://blyck-web`",
        "`node dist/server.js`",
        "`./target/release/blyck migrate`",
        "`ssh web-1 ./deploy.sh`",
        "`docker exec api ./migrate.sh`",
        "`/opt/tools/ship.sh`",
        "`~/bin/ship.sh`",
        "`$HOME/bin/ship.sh`",
        "`make deploy`",
        "`just deploy`",
        "`npx vercel --prod`",
        "`curl -f https://blyck.example/health`",
        "`cd ../other && ./ship.sh`",
        "the script ./ship.sh was written by Kim",
        "`kubectl apply -f https://example.com/x.yaml`",
    ],
)
def test_what_a_look_cannot_tell_is_taken_to_be_there(body):
    assert gone(body) == ()


def test_only_the_memorys_own_workspace_is_looked_at():
    body = "`./ship.sh`"
    assert gone(body, workspace=Workspace(HERE.identity, "blyck", "/gone")) == ()
    assert gone(body, workspace=Workspace(HERE.identity, "blyck", "")) == ()
    assert missing(memory(body, workspace="/home/ann/other"), HERE, lambda path: path == ROOT) == ()
    assert gone(body, kind="fact") == ()
    assert gone("no any", kind="rule", paths=["src/**/*.ts"]) == ()


@given(st.text(), st.lists(st.text(), max_size=3))
def test_any_memory_is_looked_at(body, paths):
    for kind in ("capability", "lesson"):
        assert isinstance(missing(memory(f"`{body}`", kind, paths=paths), HERE, lambda path: path == ROOT), tuple)
