from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from recall.intents import lexicon

LEXICON = lexicon()


def test_gaps_are_filled_by_a_few_words():
    assert LEXICON.actions_of("push the new build to production") >= {"deploy"}
    assert "deploy" not in LEXICON.actions_of(
        "push the branch, wait until the others are done, and then write to production"
    )


def test_several_actions_are_several():
    assert LEXICON.actions_of("테스트 돌려보고 배포해줘") == {"test", "deploy"}
    assert LEXICON.actions_of("run the tests, then deploy") == {"test", "deploy"}


def test_a_word_speaks_of_what_other_words_say():
    """Korean and English terms of one group are one concept."""
    (concept,) = LEXICON.concepts("디비")
    assert {term for term, _ in concept.terms} >= {("디비",), ("databas",), ("db",)}


def test_vague_words_count_little():
    vague, telling = LEXICON.concepts("write zebra")
    assert vague.weight < telling.weight


def test_an_own_phrase_without_words_asks_for_nothing():
    assert lexicon({"deploy": ("", "!!!", "…")}).actions_of("make it blue, please") == frozenset()


@given(st.text())
def test_any_text_is_understood_somehow(text):
    assert isinstance(LEXICON.actions_of(text), frozenset)
    assert all(concept.terms for concept in LEXICON.concepts(text))
