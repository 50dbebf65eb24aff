import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.inert import inert, one_line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07after", "after"),
        ("\x1b]8;;https://x\x1b\\link", "link"),
        ("\x1b[2J\x1b[Hgone", "gone"),
        ("a\u202egnp.exe", "agnp.exe"),
        ("ze\u200bro", "zero"),
        ("tag\U000e0041\U000e0042", "tag"),
        ("bell\x07 and \x9b31mC1", "bell and 31mC1"),
        ("배포 ok\tkept\n", "배포 ok\tkept\n"),
        ("👩\u200d🔬", "👩\u200d🔬"),
        ("\x1b", ""),
    ],
)
def test_nothing_that_fools_a_terminal_or_a_reader_is_left(text, shown):
    """Sequences, direction marks and invisible letters go; what people write stays."""
    assert inert(text) == shown


@given(st.text())
def test_inert_text_is_inert_for_good(text):
    """Twice equals once, and no control or direction mark survives."""
    once = inert(text)
    assert inert(once) == once
    assert not [letter for letter in once if unicodedata.category(letter) == "Cc" and letter not in "\t\n"]
    assert not [letter for letter in once if unicodedata.bidirectional(letter) in {"RLO", "LRO", "RLI", "LRI", "PDF"}]


@given(st.text(), st.integers(min_value=2, max_value=50))
def test_one_line_is_one_line_and_bounded(text, limit):
    """No newline, never longer than asked."""
    line = one_line(text, limit)
    assert "\n" not in line
    assert len(line) <= limit
