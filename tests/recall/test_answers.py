from __future__ import annotations

import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.vocabulary import Workspace
from recall.answers import claims, contradicted
from recall.intents import lexicon
from recall.situation import Situation

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)
HERE = Workspace("git:git.example.com/acme/blyck", "blyck", "/home/ann/blyck")

CLAIMS = (
    "I don't have credentials to deploy this.",
    "I don’t have access to your AWS account, so I can't deploy.",
    "Unfortunately I do not have the necessary permissions to publish the package.",
    "I currently don't have a way to reach the database.",
    "I cannot deploy from here.",
    "I'm unable to connect to the production database.",
    "I can't log in to the registry on your behalf.",
    "This environment doesn't have network access to the server.",
    "This sandbox has no credentials for npm.",
    "You'll need to deploy this manually.",
    "You will have to run the deployment script yourself.",
    "Please run the migration yourself.",
    "배포 권한이 없습니다.",
    "AWS 자격 증명이 없어서 배포를 진행하지 못했습니다.",
    "저는 이 환경에서 데이터베이스에 접속할 수 없습니다.",
    "직접 배포하셔야 합니다.",
    "여기서는 배포가 불가능합니다.",
    "認証情報がないため、デプロイできません。",
    "我没有部署所需的凭证。",
    "У меня нет доступа к серверу.",
    "Je n'ai pas les identifiants pour déployer.",
)

NO_CLAIMS = (
    "I deployed it; the site answers.",
    "The deploy failed: the build has a type error in cart.ts.",
    "I can't deploy until the tests pass.",
    "I couldn't deploy because two tests fail; shall I fix them?",
    "I won't push to main without your word.",
    "You can deploy it with ./ship.sh when you like.",
    "The user does not have permission to see this page, so the API answers 403.",
    "Users without credentials can't log in, which is what the ticket asks for.",
    "The function cannot access the private field.",
    "`I don't have credentials` is what the tool printed.",
    "```\nI don't have access to the database.\n```",
    "> You'll need to deploy this manually.",
    "I can't see any other caller of this function.",
    "I can't deploy from here, because this sandbox is read-only.",
    "현재 환경이 읽기 전용이라 여기서는 배포할 수 없습니다.",
    "この環境は読み取り専用なので、書き込み権限がありません。",
    "배포했습니다.",
    "테스트가 실패해서 배포를 멈췄습니다.",
    "로그인할 수 없는 사용자를 위한 안내 문구를 추가했습니다.",
    "권한이 없는 사용자는 403을 받습니다.",
    "",
)


@pytest.mark.parametrize("said", CLAIMS)
def test_a_claim_of_impossibility_is_heard(said):
    assert list(claims(f"I looked at it. {said}")), said


@pytest.mark.parametrize("said", NO_CLAIMS)
def test_what_failed_or_is_only_told_is_no_claim(said):
    assert list(claims(said)) == [], said


LAST_WORDS = tomllib.loads((Path(__file__).parent / "last_words.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("said", LAST_WORDS["claims"])
def test_the_last_words_of_an_agent_that_gives_up_are_a_claim(said):
    assert list(claims(said)), said


@pytest.mark.parametrize("said", [*LAST_WORDS["others"], *LAST_WORDS["aside"]["others"]])
def test_the_last_words_of_any_other_agent_are_none(said):
    assert list(claims(said)) == [], said


def test_claims_kept_aside_are_mostly_heard():
    heard = [said for said in LAST_WORDS["aside"]["claims"] if list(claims(said))]
    assert len(heard) >= 0.85 * len(LAST_WORDS["aside"]["claims"])


@pytest.fixture
def guard(drawer):
    def ask(message: str, query: str = "") -> list[str]:
        situation = Situation(workspace=HERE, query=query)
        found = contradicted(drawer.finder, situation, message, lexicon=lexicon(), now=NOW)
        return [each.memory.key for each in found]

    drawer.keep("deploy:blyck", "This machine can deploy blyck: ./ship.sh", "capability")
    drawer.keep("db:postgres/db.internal/shop", "psql -h db.internal shop", "capability")
    drawer.keep("rule:friday", "never deploy on Fridays", "rule")
    return ask


def test_the_drawer_contradicts(guard):
    """By what the claim says, or by what was asked when it says only that something is missing."""
    assert guard("I don't have credentials to deploy.") == ["deploy:blyck"]
    assert guard("저는 디비에 접속할 수 없습니다.") == ["db:postgres/db.internal/shop"]
    assert guard("I have no access, sorry.", query="배포해줘") == ["deploy:blyck"]
    assert guard("자격 증명이 없습니다.", query="deploy please") == ["deploy:blyck"]


def test_the_guard_is_silent_otherwise(guard):
    """About what nothing proves, what only a rule speaks of, and what was done."""
    assert guard("I can't publish the package from here.") == []
    assert guard("I don't have access to the design files.", query="make the banner blue") == []
    assert guard("I deployed it.", query="배포해줘") == []
    assert guard("") == []


@pytest.mark.parametrize(
    "said",
    [
        "I can't create an account for you directly, but I can show you how.",
        "The icon set is not installed, so I cannot use its icons directly.",
        "I'm not able to draw the logo myself.",
    ],
)
def test_another_deed_is_not_what_was_asked_for(guard, said):
    """It names what it is about, and that is nothing the drawer proves; what names nothing is about what was asked."""
    assert list(claims(said))
    assert guard(said, query="deploy please") == []
    for open_claim in ("I can't do that from here.", "I'm unable to reach it from this environment."):
        assert guard(open_claim, query="deploy please") == ["deploy:blyck"]


@given(st.text())
def test_any_message_is_read(message):
    assert isinstance(list(claims(message)), list)


def test_long_messages_take_no_time():
    """Only the end is read, and no pattern runs away with it."""
    for text in (
        "I can't " * 100_000,
        "you'll need to a b " * 50_000,
        "권한이 " * 100_000,
        "`" * 200_000,
        "> " * 200_000,
    ):
        assert isinstance(list(claims(text)), list)
