"""What a constraint forbids, and what it lets pass."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from classifiers.vocabulary import GLOBAL, Actor, MemoryType, Workspace
from recall.finding import Finder
from recall.gate import look
from recall.intents import lexicon
from recall.select import Limits, select
from recall.situation import Situation
from storage.drawer import Entry, write
from storage.engine import open_store
from storage.guards import Guard, guard
from storage.values import Author

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ANN = Author(Actor.PERSON, "ann")
HERE = Workspace(identity="git:host/ann/acme", root="/acme", name="acme")


@pytest.fixture(scope="module")
def finder(tmp_path_factory):
    with open_store(tmp_path_factory.mktemp("gate") / "seorap.sqlite") as store:
        for key, scope, forbids in (
            ("rule:no-prod", GLOBAL, Guard(commands=("psql*prod*",))),
            ("rule:migrations", HERE.identity, Guard(paths=("db/migrations/**", "*.lock"))),
            ("rule:elsewhere", "git:host/ann/other", Guard(commands=("*",))),
        ):
            write(store, Entry(key=key, body=key, type=MemoryType.RULE, scope=scope), author=ANN, now=NOW)
            guard(store, key, forbids, scope=scope, author=ANN, now=NOW)
        yield Finder(store)


def forbidding(finder, command="", *files) -> list[str]:
    looked = look(finder, Situation(workspace=HERE, command=command, files=files))
    return [memory.key for memory, _ in looked.forbidding]


@pytest.mark.parametrize(
    "command",
    [
        "psql prod",
        "psql -h prod-db shop",
        "PSQL -h PROD",
        "/usr/bin/psql 'postgres://prod/shop'",
        "cd db && psql prod -c 'select 1' | tail",
        "sudo -u postgres psql prod",
        "env PGUSER=x timeout 5 psql prod",
        "bash -c 'psql prod'",
        "ssh web-1 'psql prod'",
        "docker exec db psql -d prod",
        "echo $(psql prod)",
        "if true; then psql prod; fi",
        "false || psql\tprod",
        "bash <<'EOF'\npsql prod\nEOF",
    ],
)
def test_a_command_is_known_however_it_is_wrapped(finder, command):
    assert forbidding(finder, command) == ["rule:no-prod"]


@pytest.mark.parametrize(
    "command",
    [
        "",
        "psql staging",
        "echo 'psql prod'",
        "git commit -m 'psql prod is forbidden'",
        "grep -r 'psql prod' .",
        "cat <<'EOF' > notes.md\npsql prod\nEOF",
        "# psql prod",
        "psql staging && echo prod",
        "npm run prod",
    ],
)
def test_what_only_speaks_of_it_passes(finder, command):
    assert forbidding(finder, command) == []
    assert not look(finder, Situation(workspace=HERE, command=command)).unread


def test_a_line_that_cannot_be_taken_apart_is_said_to_be_unread(finder):
    for command in ("if (( ; psql 'prod", "ls; " * 4000 + "psql prod"):
        looked = look(finder, Situation(workspace=HERE, command=command))
        assert looked.unread or looked.forbidding


def test_files_of_this_workspace(finder):
    assert forbidding(finder, "", "db/migrations/0001/up.sql") == ["rule:migrations"]
    assert forbidding(finder, "", "web/pnpm.lock") == ["rule:migrations"]
    assert forbidding(finder, "", "db/seed.sql") == []


def test_recall_puts_what_is_forbidden_before_all(finder):
    """Whatever the limits."""
    situation = Situation(workspace=HERE, command="psql prod", files=("a.lock",))
    found = select(finder, situation, lexicon=lexicon({}), now=NOW, limits=Limits(top=1, budget=1))
    assert [each.memory.key for each in found] == ["rule:migrations", "rule:no-prod"]
    assert "constraint" in found[0].why[0]
