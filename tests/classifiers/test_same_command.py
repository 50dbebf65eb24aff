"""A command that is tried again is told by the words of its line, before the line is taken apart."""

from __future__ import annotations

import pytest

from classifiers.commands import split
from classifiers.invocations import read
from classifiers.rulebook.packaged import packaged
from classifiers.same_command import asked, asks_the_same, may_ask, may_repeat, name, programs, stands_in


@pytest.mark.parametrize(
    ("failed", "again"),
    [
        ("npm test", "CI=1 npm t"),
        ("npm run build", "cd web && npm run build -- --force 2>&1 | tail -5"),
        ("yarn run build", "yarn build"),
        ("pnpm --filter api run dev", "pnpm --filter ./apps/api dev"),
        ("docker compose up -d", "sudo docker compose -f dev.yml up"),
        ("docker-compose up", "docker-compose -p x up -d"),
        ("python manage.py migrate", "python3 manage.py migrate --fake"),
        ("prisma migrate dev", "npx prisma migrate dev --name init"),
        ("terraform apply", "AWS_PROFILE=dev terraform apply -auto-approve"),
        ("pytest tests/unit tests/web --maxfail=1 -q", "uv run python -m pytest tests/unit tests/web --maxfail=1 -q"),
        ("node --check server.js --verbose --inspect", "bun --check server.js --verbose --inspect"),
        ("vite", "./node_modules/.bin/vite"),
        ("./deploy.sh staging", "DEBUG=1 ./deploy.sh prod"),
        ("psql shop -c 'select 1'", "PGHOST=db psql -c 'select 1'"),
        ("go test ./...", "cd api; go test -count=1 ./..."),
        ("node -e 'require(\"x\")'", "/opt/node/bin/node -e 'require(\"x\")'"),
    ],
)
def test_a_try_is_seen_in_its_words(failed: str, again: str) -> None:
    valued = packaged().valued
    before = [read(simple, valued) for simple in split(failed)][-1]
    now = [read(simple, valued) for simple in split(again)]
    simple = before.simple
    assert any(
        name(call) == name(before) != ""
        or asks_the_same(simple.argv, call.simple.argv)
        or stands_in(call.simple, simple.argv, simple.text, list(simple.env))
        for call in now
    )
    near = any(program in again for program in programs(failed))
    assert may_repeat(again, name(before), simple.argv, near=near)
    assert may_ask(again, asked(failed)) is near


@pytest.mark.parametrize(
    ("failed", "other"),
    [
        ("git push origin main", "git status"),
        ("npm run build", "npm install"),
        ("docker compose up", "docker ps"),
        ("node -e 'require(\"left-pad\")'", "node -e 'console.log(1)'"),
    ],
)
def test_another_command_of_the_same_program_is_none(failed: str, other: str) -> None:
    before = read(split(failed)[-1], packaged().valued)
    assert not may_repeat(other, name(before), before.simple.argv, near=True)


@pytest.mark.parametrize(
    ("failed", "other"),
    [
        ("git push origin main", "git status"),
        ("cd api && npm ci 2>&1 | tail", "npm run build"),
        ("node a.js", "node b.js"),
    ],
)
def test_a_line_that_asks_for_something_else_is_told_without_taking_it_apart(failed: str, other: str) -> None:
    assert not may_ask(other, asked(failed))
