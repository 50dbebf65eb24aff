import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.inert import bare, inert, one_line


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
        ("left\rright\r\nnext", "left\nright\nnext"),
        ("tok\u200den\ufe0f", "token"),
        ("1\ufe0f\u20e3 🏳\ufe0f\u200d🌈 می\u200cخواهم", "1\ufe0f\u20e3 🏳\ufe0f\u200d🌈 می\u200cخواهم"),
        ("🙂" + "\ufe01\u200d\ufe02\u200c" * 9, "🙂\ufe01\u200d"),
        ("字\U000e0100", "字"),
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


@given(st.text())
def test_bare_text_is_what_an_eye_reads(text):
    """Whatever is bare is inert too, for good, and holds no joiner."""
    left = bare(text)
    assert bare(left) == left
    assert not set(left) & {"\u200c", "\u200d", "\ufe0f"}
    assert inert(left).replace("\r", "\n") == left.replace("\r\n", "\n").replace("\r", "\n")


@given(st.text(), st.integers(min_value=2, max_value=50))
def test_one_line_is_one_line_and_bounded(text, limit):
    """No newline, never longer than asked."""
    line = one_line(text, limit)
    assert "\n" not in line
    assert len(line) <= limit
