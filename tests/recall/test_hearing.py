"""The drawer's own words, by what people make of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from recall.hearing import Vocabulary
from recall.spelling import meant


def test_a_name_that_nobody_listed_is_heard():
    words = Vocabulary()
    words.learn(["cypress", "portal", "collector", "backend"])
    assert words.heard("사이프러스") == ("cypress",)
    assert words.heard("콜렉터") == ("collector",)
    assert words.heard("고쳐줘") == ()


def test_what_is_learnt_later_is_heard_too():
    words = Vocabulary()
    assert words.heard("노마드") == ()
    words.learn(["nomad"])
    assert words.heard("노마드") == ("nomad",)


def test_a_word_that_may_be_many_is_none():
    words = Vocabulary()
    words.learn(["pol", "pull", "pool", "pule", "poul"])
    assert words.heard("풀") == ()
    assert words.heard("폴") == ()


def test_a_memory_is_found_by_the_sound_of_its_name(drawer):
    drawer.keep("test:blyck/portal", "`bunx cypress run`", "capability")
    drawer.keep("test:blyck/robot", "`colcon test`", "capability")
    drawer.keep("decision:tesseract", "Tesseract was dropped", "decision")
    assert drawer.keys("사이프러스 테스트 돌려줘") == ["test:blyck/portal"]
    assert drawer.keys("테서랙트 써볼까") == ["decision:tesseract"]


def test_a_misspelt_name_is_understood(drawer):
    drawer.keep("test:blyck/portal", "`bunx cypress run`", "capability")
    drawer.keep("test:blyck/robots", "`colcon test`", "capability")
    for slip in ("potral", "porrtal", "prtal", "poetal"):
        assert drawer.keys(f"run the {slip} tests") == ["test:blyck/portal"], slip


@given(st.sampled_from(["deployment", "backend", "staging", "telemetry"]), st.data())
def test_each_slip_leads_back(word, data):
    place = data.draw(st.integers(1, len(word) - 2))
    slips = (
        word[:place] + word[place + 1 :],
        word[:place] + word[place] + word[place:],
        word[:place] + word[place + 1] + word[place] + word[place + 2 :] if place < len(word) - 2 else word,
    )
    wrong = data.draw(st.sampled_from(slips))
    assert wrong == word or word in meant(wrong)
