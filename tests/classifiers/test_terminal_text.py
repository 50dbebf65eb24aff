import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.terminal_text import cleaned, seen


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain text", "plain text"),
        ("\x1b[32;1mgreen\x1b[0m and \x1b[38;5;173mbrown\x1b[39m", "green and brown"),
        ("10%\r20%\r\x1b[Kdone\r", "done"),
        ("Progress 1 kB\r                   \rDownloaded", "Downloaded"),
        ("layer: Preparing \r\x1b[1B", "layer: Preparing "),
        ("stale\r\x1b[2K", ""),
        ("\x1b]0;title\x07text \x1b]8;;http://x\x1b\\link", "text link"),
        ("\x1b_bk;t=1780000000000\x07$ make", "$ make"),
        ("\x1b[8mha:////4AbC==\x1b[0mStarted by timer", "Started by timer"),
        ("lss\b -la", "ls -la"),
        ("1\u202f207\u00a0passed\u2009now", "1 207 passed now"),
        ("\ufefffirst\x00line", "firstline"),
        ("cut \x1b[3", "cut 3"),
        ("tab\tstays", "tab\tstays"),
    ],
)
def test_line_is_what_stood_on_the_screen(raw, shown):
    """Of a redrawn, coloured or marked line only the last thing seen is left."""
    assert seen(raw) == shown


def test_utf16_of_powershell_is_readable():
    """A line of a UTF-16 file comes out as its text."""
    assert cleaned("\ufeffBuild succeeded.".encode("utf-16-le")) == "Build succeeded."


@given(st.binary(max_size=300))
def test_any_bytes_give_one_line_without_control_characters(data):
    """Whatever the bytes, the result is one line with nothing in it that a terminal would act on."""
    text = cleaned(data)
    assert not [character for character in text if ord(character) < 32 and character != "\t"]


@given(st.text(max_size=200))
def test_cleaning_twice_changes_nothing(text):
    """What was cleaned is clean."""
    assert seen(seen(text)) == seen(text)
