"""Constraints: what a person has enforced."""

from __future__ import annotations

from datetime import timedelta

import pytest

from classifiers.vocabulary import GLOBAL, Actor, MemoryType, SeorapError
from storage.decay import decay
from storage.drawer import Entry, history, show, write
from storage.errors import NotFound
from storage.guards import Guard, guard
from storage.policy import Policy
from storage.removal import purge
from storage.values import Author

KEY = "rule:no-prod"


@pytest.fixture
def rule(store, make):
    def put(key=KEY, kind=MemoryType.RULE):
        write(store, Entry(key=key, body="Never touch PROD.", type=kind), author=make.person, now=make.now)
        return lambda wanted, **more: guard(store, key, wanted, **({"author": make.person, "now": make.now} | more))

    return put


def test_a_rule_becomes_a_constraint_and_none_again(store, rule):
    """Each is a version; asking twice equals once; saying the rule again keeps it."""
    enforce = rule()
    wanted = Guard(commands=("psql*prod*",), paths=("db/prod/**",))
    for _ in range(2):
        assert enforce(wanted).guard == {"commands": ["psql*prod*"], "paths": ["db/prod/**"]}
    rule()
    assert show(store, KEY).guard["commands"] == ["psql*prod*"]
    assert enforce(Guard()).guard == {}
    assert [str(each.change) for each in history(store, KEY)] == ["written", "guarded", "guarded"]


def test_only_a_person_and_only_what_binds(rule, make):
    """An agent can make no constraint, and lift none; a fact binds nobody."""
    with pytest.raises(SeorapError, match="Only a person"):
        rule()(Guard(commands=("rm *",)), author=Author(Actor.AGENT, "codex"))
    with pytest.raises(SeorapError, match="only a rule or a lesson"):
        rule("fact:port", MemoryType.FACT)(Guard(commands=("rm *",)))
    with pytest.raises(NotFound):
        rule()(Guard(commands=("rm *",)), scope="git:elsewhere")


def test_a_constraint_does_not_fade(store, rule, make):
    """Whatever the policy says of rules."""
    rule()(Guard(commands=("rm *",)))
    rule("rule:other")
    policy = Policy(retention={MemoryType.RULE: timedelta(days=1)})
    assert [each.key for each in decay(store, now=make.days(30), policy=policy)] == ["rule:other"]


def test_a_secret_in_a_pattern_is_masked_and_a_purge_leaves_none(store, rule, make):
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    assert token not in str(rule()(Guard(commands=(f"curl*{token}*",))).guard)
    purge(store, KEY, scope=GLOBAL, author=make.person, now=make.now)
    assert all(each.guard == {} for each in history(store, KEY))
