"""Which read-only call may tell whether a capability still holds."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.probes import probe

PROGRAMS = {
    "gh",
    "glab",
    "aws",
    "az",
    "doctl",
    "npm",
    "vercel",
    "wrangler",
    "kubectl",
    "pg_isready",
    "psql",
    "redis-cli",
    "ssh",
}
ACTIONS = [
    "auth:github",
    "auth:aws",
    "auth:npm",
    "auth:k8s",
    "infra:k8s",
    "db:postgres",
    "db:redis",
    "ssh",
    "deploy",
    "db",
]


@pytest.mark.parametrize(
    ("key", "body", "commands"),
    [
        ("auth:github", "", ["gh auth status"]),
        ("auth:aws", "", ["aws sts get-caller-identity"]),
        ("auth:aws/prod", "", ["aws sts get-caller-identity --profile prod"]),
        ("auth:npm", "", ["npm whoami"]),
        ("auth:k8s/prod", "", ["kubectl auth whoami --request-timeout=8s --context=prod"]),
        ("infra:k8s/staging", "", ["kubectl auth whoami --request-timeout=8s --context=staging"]),
        ("ssh:web-1", "`ssh web-1`", ["ssh -T -o BatchMode=yes -o ConnectTimeout=8 web-1 true"]),
        (
            "ssh:web-1",
            "`ssh ann@web-10`, `ssh bob@web-1`",
            ["ssh -T -o BatchMode=yes -o ConnectTimeout=8 bob@web-1 true"],
        ),
        ("ssh:web-1:2222", "", ["ssh -T -o BatchMode=yes -o ConnectTimeout=8 -p 2222 web-1 true"]),
        (
            "db:postgres/db.internal:6432/shop",
            "Connect with `psql -h db.internal -p 6432 -U app shop`.",
            [
                "pg_isready -t 8 -h db.internal -p 6432 -d shop",
                "psql --no-psqlrc --no-password -h db.internal -p 6432 -U app -d shop -tAc 'select 1'",
            ],
        ),
        ("db:redis/cache.internal", "", ["redis-cli -h cache.internal ping"]),
        ("deploy:blyck", "`./deploy.sh`", []),
        ("auth:github/acme", "", []),
        ("auth:aws/--endpoint-url=x", "", []),
        ("auth:aws/a/b", "", []),
        ("ssh:-oproxycommand=evil", "", []),
        ("ssh:web-1;reboot", "", []),
        ("db:postgres/-hevil/shop", "", []),
        ("db:postgres/db.internal/service=x", "", []),
        ("db:postgres/db.internal/shop", "psql -U -evil", None),
    ],
)
def test_a_probe_is_made_of_the_key(key, body, commands):
    """What could be taken for an option, a path, a connection string or a second command has no probe."""
    found = [shlex.join(command) for command in probe(key, body)]
    if commands is not None:
        assert found == commands
    assert not any("evil" in each for each in found)


SAMPLES = ("auth:github", "auth:aws/p", "auth:npm", "auth:k8s", "db:postgres/h:1/d", "db:redis/h:1", "ssh:h:1")
FIXED = {word for key in SAMPLES for command in probe(key, "`psql -U app`") for word in command}


@given(st.sampled_from(ACTIONS), st.sampled_from(":/"), st.text(max_size=30), st.text(max_size=60))
def test_no_memory_leads_out_of_the_list(action, mark, target, body):
    """Whatever stands in a key or a body: only known programs, and no word of theirs begins an option of its own."""
    for command in probe(f"{action}{mark}{target}", f"`psql -U {body}@{target}`"):
        assert command[0] in PROGRAMS
        for word in command[1:]:
            assert word in FIXED or not word.startswith("-") or word.startswith("--context=")
            assert not set(word) & set(" ;|&$`'\"\\<>\n") or word == "select 1"
