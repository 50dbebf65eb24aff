from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from classifiers.vocabulary import ACTIONS
from recall.hearing import Vocabulary
from recall.intents import lexicon
from recall.select import UNDO

LEXICON = lexicon()


def test_gaps_are_filled_by_a_few_words():
    assert LEXICON.actions_of("push the new build to production") >= {"deploy"}
    assert "deploy" not in LEXICON.actions_of(
        "push the branch, wait until the others are done, and then write to production"
    )


def test_gaps_and_alternatives_are_in_korean_too():
    assert LEXICON.actions_of("테스트 전부 다시 한번 돌려") == {"test"}
    assert LEXICON.actions_of("디비에 좀 접속해봐") == {"db"}
    assert "test" not in LEXICON.actions_of("테스트가 뭐야? 세탁기 돌려")


def test_a_particle_behind_a_latin_word_hides_no_word():
    assert LEXICON.actions_of("terraform으로 올려") == LEXICON.actions_of("terraform 으로 올려") >= {"infra"}


def test_a_phrase_begins_a_word_or_stands_within_one():
    assert LEXICON.actions_of("재배포") == {"deploy"}
    assert LEXICON.actions_of("분배 포함") == frozenset()


def test_what_is_part_of_a_longer_word_is_not_spoken_of():
    """로그 of 로그인 is no log."""
    assert not any(("log",) in {term for term, _ in concept.terms} for concept in LEXICON.concepts("로그인"))
    assert any(("log",) in {term for term, _ in concept.terms} for concept in LEXICON.concepts("로그"))


def test_a_slip_of_the_hand_is_understood():
    for slip in ("depoly", "deplooy", "dploy", "delpoy"):
        assert LEXICON.actions_of(f"{slip} it now") == {"deploy"}
    assert LEXICON.actions_of("employ it now") == frozenset()


def test_what_is_asked_of_a_service_is_only_hinted_at():
    assert "db" in LEXICON.hints_of("query snowflake")
    assert "db" not in LEXICON.actions_of("query snowflake")


def test_several_actions_are_several():
    assert LEXICON.actions_of("테스트 돌려보고 배포해줘") == {"test", "deploy"}
    assert LEXICON.actions_of("run the tests, then deploy") == {"test", "deploy"}


def test_a_word_speaks_of_what_other_words_say():
    """Korean and English terms of one group are one concept."""
    (concept,) = LEXICON.concepts("디비")
    assert {term for term, _ in concept.terms} >= {("디비",), ("databas",), ("db",)}


def test_vague_words_count_little():
    vague, telling = LEXICON.concepts("write zebra")
    assert (vague.vague, telling.vague) == (True, False)


def test_an_own_phrase_without_words_asks_for_nothing():
    assert lexicon({"deploy": ("", "!!!", "…")}).actions_of("make it blue, please") == frozenset()


@given(st.text())
def test_any_text_is_understood_somehow(text):
    assert isinstance(LEXICON.actions_of(text), frozenset)
    assert all(concept.terms for concept in LEXICON.concepts(text))


def test_every_action_has_its_words():
    """What a key may begin with, the rulebook proves and config.toml may name: one list; and what undoes one, which procedures tell."""
    assert set(lexicon().actions) == {*ACTIONS, UNDO}


def test_two_words_that_are_known_as_one_are_one():
    assert LEXICON.spelt("are you logged in, or was it rolled back?") == "are you login, or was it rollback?"
    assert LEXICON.spelt("who is on call", {"oncall"}) == "who is oncall"
    assert LEXICON.spelt("who is on call") == "who is on call"


def test_an_action_is_heard_however_it_is_written_in_hangul():
    assert LEXICON.actions_of("퍼블리쉬해줘") == LEXICON.actions_of("퍼블리시해줘") == {"publish"}
    assert LEXICON.actions_of("퍼블릭으로 바꿔줘") == frozenset()


def test_letters_that_are_named_are_a_word():
    concepts = LEXICON.concepts("이씨알 주소", Vocabulary(["ecr"]))
    assert any((("ecr",), 0.8) in concept.terms for concept in concepts)
