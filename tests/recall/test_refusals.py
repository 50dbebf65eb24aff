"""What a person says is not to be done."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.refusals import wanted


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("don't deploy anything yet, just explain the change", ", just explain the change"),
        ("please do not run the tests", "please "),
        ("deploy it and don't run the tests", "deploy it and "),
        ("do not publish but build it", "but build it"),
        ("without publishing anything, show me the changelog", ", show me the changelog"),
        ("no need to build, read the code", ", read the code"),
        ("no deploy today, just explain the change", ", just explain the change"),
        ("배포는 하지 말고 코드 리뷰만", "코드 리뷰만 "),
        ("테스트 돌리고 배포는 하지 마", "테스트 돌리고 "),
        ("쇼핑몰 말고 api만 배포해줘", "api만 배포해줘 "),
        ("테스트는 안 돌려도 돼", ""),
        ("빌드할 필요 없어", ""),
        ("마이그레이션은 나중에 하자. 모델부터", " 모델부터"),
    ],
)
def test_what_is_refused_is_not_wanted(said, left):
    assert wanted(said) == left


@pytest.mark.parametrize(
    "said",
    [
        "the tests don't pass",
        "why don't we deploy on Fridays?",
        "don't forget to run the tests",
        "why does the build not work",
        "do we deploy without downtime",
        "왜 npm 쓰지 말라고 했지",
        "테스트 안 돌려도 돼?",
        "마지막으로 배포한 게 언제야",
        "나중에 배포할 때 알려줘",
    ],
)
def test_what_only_sounds_like_a_refusal_stays(said):
    assert wanted(said) == said


@given(st.text())
def test_no_text_is_added_to(said):
    assert not set(wanted(said)) - {*said, " "}


def test_a_long_text_takes_no_time():
    for said in ("하지" * 10_000, "안 " * 10_000, "don't " * 3_000, "지 말 " * 5_000):
        assert len(wanted(said)) <= len(said) + 1
