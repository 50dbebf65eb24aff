"""A line that holds a remedy is never taken for one that holds none."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.remedies import COMMANDS, remedy
from classifiers.remedy_signs import may_mend

REMEDIES = st.one_of([st.from_regex(re.compile(text), fullmatch=True) for _, text in COMMANDS])


@given(st.sampled_from(["", "cd api && ", "sudo ", "x=1 ", "ssh web '", 'bash -c "', "/usr/bin/"]), REMEDIES)
def test_what_is_a_remedy_may_mend(before: str, command: str) -> None:
    assert remedy(command) is not None
    assert may_mend(f"{before}{command} x")


@pytest.mark.parametrize(
    "line",
    [
        "npm  install",
        "git -C sub config core.autocrlf false",
        "docker compose -f dev.yml up -d",
        'apt-get -y "install" jq',
        "kubectl --kubeconfig k config use-context dev",
        "sudo systemctl --user restart \\\n web",
        "$env:NODE_ENV='x'",
        "manage.py migrate",
    ],
)
def test_options_quotes_and_blanks_between_its_words_hide_none(line: str) -> None:
    assert may_mend(line)


@pytest.mark.parametrize(
    "line",
    ["git status", "npm run build", "sed -n 1,5p f", "docker ps -a", "go test ./...", "ls", "", "cat x.py | grep n"],
)
def test_what_mends_nothing_is_told_by_its_words(line: str) -> None:
    assert not may_mend(line)
