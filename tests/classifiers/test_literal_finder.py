"""`LiteralFinder` finds what looking for each text by itself finds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.literal_finder import LiteralFinder

LETTERS = st.text(alphabet="ab가é \n", max_size=40)


@given(st.lists(LETTERS.filter(bool), max_size=20), LETTERS)
def test_the_same_as_one_after_the_other(texts: list[str], text: str) -> None:
    assert LiteralFinder(texts).places(text) == {place for place, each in enumerate(texts) if each in text}


def test_texts_within_and_over_each_other_are_all_found() -> None:
    assert LiteralFinder(["error", "err", "ror: x", "no"]).places("error: x") == {0, 1, 2}


def test_an_empty_text_is_refused() -> None:
    with pytest.raises(ValueError, match=r".+"):
        LiteralFinder(["a", ""])
