"""Errors of one kind share a signature, those of different kinds never do."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from classifiers.signatures.languages import LANGUAGES
from classifiers.signatures.normal import normal
from classifiers.signatures.packages import PACKAGES
from classifiers.signatures.reading import known, signature
from classifiers.signatures.services import SERVICES
from classifiers.signatures.systems import SYSTEMS
from classifiers.vocabulary import Category
from tests.classifiers.error_samples import TUNED
from tests.classifiers.error_samples_later import HELD_OUT

SAMPLES = [
    (kind, ecosystem, text)
    for samples in (TUNED, HELD_OUT)
    for kind, (ecosystem, texts) in samples.items()
    for text in texts
]


def test_the_samples_are_many() -> None:
    """The figures below mean something only over many samples of many kinds and ecosystems."""
    assert len(SAMPLES) >= 300
    assert len({kind for kind, _, _ in SAMPLES}) >= 60
    assert len({ecosystem for _, ecosystem, _ in SAMPLES}) >= 14


def test_signatures_collapse_what_is_one_and_part_what_is_not() -> None:
    """At least 4 samples a signature, 90 % of a kind under one signature, and never two kinds under one."""
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for number, (kind, _, text) in enumerate(SAMPLES):
        found = signature(text)
        kinds[kind][found.name if found else f"none {number}"] += 1
    names = [name for counts in kinds.values() for name in counts]
    within = sum(max(counts.values()) for counts in kinds.values()) / len(SAMPLES)
    assert [name for name, times in Counter(names).items() if times > 1] == []
    assert len(SAMPLES) / len(names) >= 4
    assert within >= 0.98


@pytest.mark.parametrize(
    ("output", "name", "category", "subject"),
    [
        (
            "> build\n> tsc\nERROR: missing\nsh: vite: command not found",
            "shell: command not found",
            Category.COMMAND,
            "vite",
        ),
        (
            "npm warn old lockfile\nError: listen EADDRINUSE: address already in use :::3000",
            "network: address already in use",
            Category.PORT,
            "3000",
        ),
        (
            "dial tcp: connect: connection refused\nThe connection to the server localhost:8080 was refused - right host?",
            "kubernetes: cluster cannot be reached",
            Category.CONNECTION,
            "localhost:8080",
        ),
    ],
)
def test_the_tool_that_names_its_trouble_is_believed(output: str, name: str, category: Category, subject: str) -> None:
    """Warnings are passed over, the more telling error wins, and what it is about is told apart from its kind."""
    found = signature(output)
    assert found is not None
    assert (found.name, found.category, found.subject) == (name, category, subject)


@pytest.mark.parametrize(
    "output",
    ["", "ok", "42 passed in 1.2s", "npm warn deprecated x@1: not supported", "✓ 3 modules transformed", "hint: try again"],
)  # fmt: skip
def test_what_is_no_error_has_no_signature(output: str) -> None:
    """Success, warnings and hints."""
    assert signature(output) is None


def test_an_unknown_error_keeps_its_words_and_loses_what_varies() -> None:
    """Paths, numbers, names, hosts, hashes and times are masked; the same error elsewhere is the same."""
    one = signature("error: cannot frobnicate '/srv/a/b.yml' at 2024-03-01T10:11:12Z after 30 tries (0x7ffe12)")
    two = signature("error: cannot frobnicate '/home/c.yml' at 2025-01-31T00:01:02Z after 4 tries (0xdeadbeef)")
    assert one is not None
    assert two is not None
    assert one.name == two.name == "unknown: cannot frobnicate <name> at <time> after <n> tries (<address>)"
    assert one.hash == two.hash


def test_the_hash_knows_the_subject_and_the_name_does_not() -> None:
    """Two missing modules are one kind of error and two lessons."""
    one, two = (signature(f"ModuleNotFoundError: No module named '{name}'") for name in ("PIL", "yaml"))
    assert one is not None
    assert two is not None
    assert one.name == two.name
    assert one.hash != two.hash


@given(st.text(max_size=400) | st.lists(st.sampled_from([text for _, _, text in SAMPLES]), max_size=3).map("\n".join))
def test_no_output_raises_and_the_answer_is_stable(output: str) -> None:
    """Any text at all, and any samples joined; the same text has the same signature."""
    assert signature(output) == signature(output)


@given(st.text(max_size=200) | st.sampled_from([line for _, _, text in SAMPLES for line in text.split("\n")]))
@example("''0''")
@example("set '' to ''")
def test_masking_an_error_line_twice_changes_nothing(line: str) -> None:
    """So that a stored signature is the signature of itself."""
    assert normal(normal(line)) == normal(line)


@pytest.mark.parametrize("before", ["", "x", "error: "])
def test_every_hint_is_found_wherever_it_stands(before: str) -> None:
    """A kind is looked for in a text that holds one of its hints, however many letters stand before it."""
    for kind in LANGUAGES + PACKAGES + SERVICES + SYSTEMS:
        for hint in kind.hints:
            names: list[str] = []
            known(f"{before}{hint}.", lambda _, name, names=names: bool(names.append(name)))
            assert f"{kind.stack}: {kind.text}" in names, hint


@pytest.mark.parametrize("text", [text for _, _, text in SAMPLES])
def test_a_known_error_that_is_wanted_is_the_signature(text: str) -> None:
    """Errors of no known kind are none of these, nor are those of another category."""
    found = signature(text)
    assert found is not None
    told = known(text, lambda category, _: category is found.category)
    assert told == (found if found.stack not in {"exception", "unknown"} else None)
    assert known(text, lambda category, _: category is not found.category) is None
