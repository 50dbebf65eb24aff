from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.search_words import counted
from recall.ranking import ENOUGH, Concept, Ranking, word

WORDS = st.sampled_from(["tea", "milk", "shelf", "ship", "shop"])
COUNTS = st.dictionaries(WORDS, st.integers(1, 3))
PLACES = st.tuples(st.sampled_from(["here", "there"]), st.sampled_from(["a", "b", "c"]))


def ranking(**texts: str) -> Ranking:
    made = Ranking()
    for key, text in texts.items():
        made.put(("here", key), counted(text))
    return made


def keys(made: Ranking, question: str, *scopes: str, limit: int = 10) -> list[str]:
    return [hit.key for hit in made.find(list(map(word, counted(question))), scopes or ("here",), limit)]


def test_rare_words_count_for_more():
    made = ranking(a="shop tea", b="shop milk", c="shop cream", d="milk bread")
    assert keys(made, "shop tea") == ["a", "b", "c"]
    assert keys(made, "tea milk") == ["a", "b", "d"]
    assert keys(made, "zebra") == []
    assert keys(made, "") == []


def test_scopes_are_apart():
    made = ranking(a="tea")
    made.put(("there", "b"), {"tea": 1})
    assert keys(made, "tea") == ["a"]
    assert keys(made, "tea", "there") == ["b"]
    assert sorted(keys(made, "tea", "here", "there", "here")) == ["a", "b"]
    assert keys(made, "tea", "nowhere") == []


def test_a_share_tells_how_much_of_the_question_is_held():
    made = ranking(a="tea shelf", b="milk")
    whole, half = (
        made.find(list(map(word, words)), ["here"], 1)[0].share for words in (["tea", "shelf"], ["tea", "zebra"])
    )
    assert whole == pytest.approx(1)
    assert 0 < half < 0.5


def test_a_concept_is_held_by_whoever_says_one_of_its_terms():
    """Another word for it counts less, a term of several words must stand there whole, and no memory counts twice."""
    made = ranking(a="tea", b="chai", c="green leaf", d="green", e="tea chai")
    tea = Concept(((("tea",), 1.0), (("chai",), 0.5), (("green", "leaf"), 0.5)))
    scores = {hit.key: hit.score for hit in made.find([tea], ["here"], 10)}
    assert set(scores) == {"a", "b", "c", "e"}
    assert scores["a"] > scores["b"]
    assert scores["e"] < scores["a"] + scores["b"]
    assert all(hit.concepts == {0} and hit.share == 1 for hit in made.find([tea], ["here"], 10))


def test_very_common_words_only_add():
    """When nearly all hold a word, the rarer ones decide; alone it still finds some."""
    made = Ranking()
    for number in range(ENOUGH + 50):
        rare = {"rare": 1} if number < ENOUGH else {}
        made.put(("here", f"{number:05}"), {"river": 2, **rare} if number == 7 else {"river": 1, "bed": 1, **rare})
    found = keys(made, "river rare", limit=ENOUGH + 50)
    assert found[0] == "00007"
    assert len(found) == ENOUGH
    assert len(keys(made, "river", limit=ENOUGH + 50)) == ENOUGH + 50


def crowd(seed: int) -> tuple[Ranking, list[Concept]]:
    """Many memories of common and rare words, some of them taken out again, and a question."""
    chance = random.Random(seed)
    words = [f"word{number}" for number in range(300)]
    often = [1 / (place + 1) for place in range(len(words))]
    made = Ranking()
    for number in range(1500):
        text = Counter(chance.choices(words, often, k=chance.randint(3, 20)))
        made.put((chance.choice(["here", "there"]), f"k{number % 1100:04}"), text)
    asked = [word(each) for each in dict.fromkeys(chance.choices(words, often, k=chance.randint(1, 8)))]
    one, *others = dict.fromkeys(chance.choices(words, often, k=4))
    return made, [*asked, Concept((((one,), 1.0), *(((each,), 0.8) for each in others)))]


@pytest.mark.parametrize("seed", range(12))
def test_looking_for_few_passes_over_none_of_the_best(seed):
    """What is not looked at because it cannot come among the few, does not: the few are the first of the many."""
    made, question = crowd(seed)
    many = made.find(question, ["here", "there"], 10_000)
    assert len(many) > ENOUGH
    for limit in (1, 5, 50):
        few = made.find(question, ["here", "there"], limit)
        assert [hit._replace(score=pytest.approx(hit.score)) for hit in few] == many[:limit]


@pytest.mark.parametrize("seed", range(3))
def test_words_that_must_stand_together(seed):
    """However common they are, what holds both is what is among those of each."""
    made, _ = crowd(seed)
    for _ in range(2):  # asked again, and again after a change
        for one, other in (("word0", "word1"), ("word0", "word250"), ("word299", "word298"), ("word0", "nowhere")):
            both = set(made.holding(one, ["here", "there"])) & set(made.holding(other, ["here", "there"]))
            assert set(made.holding(one, ["here", "there"], other)) == both
        made.put(("here", "k0001"), {"word0": 1, "word1": 2})
        made.put(("here", "k0002"), {})


@given(st.lists(st.tuples(PLACES, COUNTS)))
def test_only_what_a_memory_last_held_counts(changes):
    """However it was changed before, the ranking finds what one filled with the last state finds."""
    changed, fresh = Ranking(), Ranking()
    for place, words in changes:
        changed.put(place, words)
    for place, words in dict(changes).items():
        fresh.put(place, words)
    question = [word(each) for each in ("tea", "milk", "shelf")]
    assert changed.find(question, ["here", "there"], 10) == fresh.find(question, ["here", "there"], 10)
