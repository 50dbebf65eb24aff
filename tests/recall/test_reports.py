"""What a person only tells: it is done already, somebody else will do it, or it is a name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.reports import asked


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("배포는 끝났고 이제 README 오타만 고쳐줘", "이제 README 오타만 고쳐줘"),
        ("배포 다 했으니까 변수만 바꿔줘", "변수만 바꿔줘"),
        ("테스트는 다 통과했어. 이제 import만 정리해줘", "이제 import만 정리해줘"),
        ("빌드는 됐으니 오타만 봐줘", "오타만 봐줘"),
        ("배포는 내가 할게 넌 문구만 다듬어", "넌 문구만 다듬어"),
        ("deployed already, now rename the flag", ", now rename the flag"),
        ("the tests pass now, tidy up the imports", ", tidy up the imports"),
        ("I've already run the migration; sort these keys", "; sort these keys"),
        ("the deploy is done, now fix the typo", ", now fix the typo"),
        ("I'll deploy it myself, you just shorten this", ", you just shorten this"),
        ("마이그레이션은 어제 돌렸고 정렬만 고쳐줘", "정렬만 고쳐줘"),
        ("배포 완료. 이제 이름만 다듬자", "이제 이름만 다듬자"),
        ("we deployed an hour ago, so add a semicolon", ", so add a semicolon"),
        ("rename doseUnit to unit", "rename "),
        ("commitCount 변수 이름을 total로 바꿔줘", " 변수 이름을 total로 바꿔줘"),
    ],
)
def test_what_is_only_told_is_not_asked(said, left):
    assert asked(said) == left


@pytest.mark.parametrize(
    "said",
    [
        "배포 끝났어?",
        "배포했는데 에러나",
        "배포 완료했어",
        "방금 배포한 거 되돌려줘",
        "npm을 pnpm으로 바꿔줘",
        "if the tests pass, deploy",
        "once the build is done, deploy it",
        "make sure the tests pass, then deploy",
        "is the deploy done, or still running?",
        "we already have a deploy script, run it",
        "the build fails and the deploy is stuck",
    ],
)
def test_what_only_sounds_like_a_report_stays(said):
    assert asked(said) == said


@given(st.text())
def test_no_text_is_added_to(said):
    assert not set(asked(said)) - set(said)


def test_a_long_text_takes_no_time():
    for said in ("이미 " * 5_000, "I already " * 3_000, "the the " * 5_000, "내가 " * 5_000, "rename a " * 4_000):
        assert len(asked(said)) <= len(said)
