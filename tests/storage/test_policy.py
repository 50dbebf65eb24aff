from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.vocabulary import Draft, MemoryType
from storage.errors import PolicyError
from storage.policy import DEFAULT, WHY, Denied, Policy
from storage.policy_file import narrowed_by, read_policy

FULL = """
# what this team keeps
allow:
  types: [capability, rule, procedure, lesson, fact]
deny:
  types: [fact]
  classes: [raw_chat, one_off_workaround]
  keys: ["deploy:prod-*"]
  scopes: ["git:host/ann/private"]
evidence:
  minimum_confidence: 0.5
  longest_body: 300
retention:
  rule: permanent
  lesson: 90d
  capability: 365 days
  temporary: 7
  candidates: 10d
"""


def test_a_policy_is_read():
    """Each field lands where it belongs."""
    policy = read_policy(FULL)
    kinds = {MemoryType.CAPABILITY, MemoryType.RULE, MemoryType.PROCEDURE, MemoryType.LESSON}
    assert policy == Policy(
        types=frozenset(kinds),
        denied=frozenset({Denied.RAW_CHAT, Denied.ONE_OFF_WORKAROUND}),
        denied_keys=("deploy:prod-*",),
        denied_scopes=("git:host/ann/private",),
        minimum_confidence=0.5,
        longest_body=300,
        retention={MemoryType.LESSON: timedelta(days=90), MemoryType.CAPABILITY: timedelta(days=365)},
        temporary=timedelta(days=7),
        candidates=timedelta(days=10),
    )


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "---\n", "retention:\n  lesson: 180d\n"])
def test_without_a_word_the_default_holds(text):
    """Rules are permanent, lessons last 180 days, temporary workarounds 14."""
    assert read_policy(text) == DEFAULT
    assert (DEFAULT.retention, DEFAULT.temporary.days) == ({MemoryType.LESSON: timedelta(days=180)}, 14)
    assert read_policy("retention: {lesson: permanent}").retention == {}


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("allow:\n  typs: [rule]", 2, "allow.typs"),
        ("allow:\n  types: [rule,\n    wish]", 3, "'wish'"),
        ("allow: [rule]", 1, "allow must be a mapping"),
        ("allow:\n  types: rule", 2, "allow.types must be a list"),
        ("deny:\n  keys:\n    - a: b", 3, "deny.keys"),
        ("evidence:\n  minimum_confidence: high", 2, "evidence.minimum_confidence must be a number"),
        ("evidence:\n  minimum_confidence: 3", 2, "between 0 and 1"),
        ("evidence:\n  longest_body: nan", 2, "must be a number"),
        ("retention:\n  lesson: soon", 2, "retention.lesson must be a number of days"),
        ("retention:\n  lesson: 0", 2, "retention.lesson"),
        ("retention:\n  lessons: 3d", 2, "retention.lessons"),
        ("\n\nretentoin: {}", 3, "retentoin"),
        ("allow: {}\nallow: {}", 2, "twice"),
        ("- a list", 1, "must be a mapping"),
        ("publish: perhaps", 1, "publish must be true or false"),
        ("allow:\n  types: [rule\ndeny: {}", 3, "YAML"),
        ("? [a, b]\n: c", 1, "name"),
        ("allow: !!python/object/apply:os.system [ls]", 1, "allow must be a mapping"),
    ],
)
def test_a_mistake_is_named_where_it_stands(text, line, words):
    """The file, the line and the field; nothing is guessed."""
    with pytest.raises(PolicyError) as caught:
        read_policy(text, name="p.yaml")
    assert f"p.yaml, line {line}" in caught.value.title
    assert words in caught.value.title


@given(st.text())
def test_no_text_raises_anything_else(text):
    """Whatever stands in the file, it is a policy or a PolicyError."""
    with suppress(PolicyError):
        read_policy(text)


@pytest.mark.parametrize(
    ("change", "policy", "refusal"),
    [
        ({}, DEFAULT, ""),
        ({}, Policy(types=frozenset({MemoryType.RULE})), "type capability"),
        ({}, Policy(denied_keys=("deploy:*",)), "deploy:*"),
        ({}, Policy(denied_scopes=("git:host/*",)), "git:host/*"),
        ({"body": "x" * 2_001}, DEFAULT, "longer than 2000"),
        ({"confidence": 0.2}, DEFAULT, "unverified_guess"),
        ({"body": "line\n" * 41}, DEFAULT, "full_build_log"),
        ({"scope": "path:/tmp/x"}, DEFAULT, "temporary_path is denied: its scope is a temporary folder"),
        ({"scope": "path:/home/ann/tmp/x"}, DEFAULT, ""),
        ({"type": MemoryType.FACT, "body": "word " * 200}, DEFAULT, "raw_chat"),
        ({"body": "word " * 200}, DEFAULT, ""),
        ({"type": MemoryType.LESSON}, Policy(denied=frozenset(Denied)), "one_off_workaround"),
    ],
)
def test_a_refusal_says_why(make, change, policy, refusal):
    """What is denied names its reason, and the rest passes."""
    said = policy.refusal(make.draft("r1", **change))
    assert refusal in said
    assert bool(said) == bool(refusal)


def test_every_class_that_is_denied_has_its_reason_in_words():
    """The name of a class alone does not tell what to change."""
    assert set(WHY) == set(Denied)


POLICIES = st.builds(
    Policy,
    types=st.frozensets(st.sampled_from(MemoryType)),
    denied=st.frozensets(st.sampled_from(Denied)),
    denied_keys=st.lists(st.sampled_from(["deploy:*", "test:*"]), max_size=2).map(tuple),
    minimum_confidence=st.floats(0, 1),
    longest_body=st.integers(1, 100),
    retention=st.dictionaries(st.sampled_from(MemoryType), st.integers(1, 9).map(timedelta), max_size=3),
)
DRAFTS = {
    "key": ["deploy:a", "test:b", "fact:c"],
    "type": list(MemoryType),
    "confidence": [0.1, 0.9],
    "body": ["x", "y" * 50],
}


@given(POLICIES, POLICIES, st.fixed_dictionaries({name: st.sampled_from(values) for name, values in DRAFTS.items()}))
def test_narrowing_never_widens(first, second, values):
    """What either policy refuses, both together refuse; nothing is kept longer than either allows."""
    draft = Draft(scope="global", evidence=(), **values)
    both = first.narrowed(second)
    if first.refusal(draft) or second.refusal(draft):
        assert both.refusal(draft)
    for kind in MemoryType:
        limits = [one.retention[kind] for one in (first, second) if kind in one.retention]
        assert both.retention.get(kind) == min(limits, default=None)


def test_a_repository_narrows_what_it_mentions_and_nothing_else():
    """Its file cannot allow what the machine denies, and is silent on what it does not mention."""
    mine = read_policy(
        "deny: {types: [fact], classes: []}\nevidence: {minimum_confidence: 0.1}\nretention: {lesson: 9d}"
    )
    theirs = narrowed_by(mine, "allow: {types: [fact, rule]}\nretention: {lesson: permanent, rule: 5d}")
    assert theirs.types == {MemoryType.RULE}
    assert (theirs.denied, theirs.minimum_confidence) == (frozenset(), 0.1)
    assert theirs.retention == {MemoryType.LESSON: timedelta(days=9), MemoryType.RULE: timedelta(days=5)}


def test_a_repository_may_keep_files_away_and_not_bring_them_back():
    """`publish: false` narrows; a repository's `true` does not undo a person's `false`."""
    person = read_policy("publish: false")
    assert not person.publish
    assert not narrowed_by(person, "publish: true").publish
    assert not narrowed_by(read_policy(""), "publish: false").publish
    assert narrowed_by(read_policy(""), "").publish
