from hypothesis import given
from hypothesis import strategies as st

from classifiers.lines import spans
from classifiers.vocabulary import Line
from daemon.sources.lines import split

texts = st.lists(st.sampled_from([b"a", b"\n", b"\r", b"\0", b"\xff", "\u2028".encode(), b"\x0c"])).map(b"".join)


@given(texts, st.integers(0, 9), st.integers(1, 9))
def test_lines_and_rest_are_the_input(data, offset, number):
    """Joining the lines and what is left gives the bytes back, and every offset and number points at its line."""
    lines, used = split(data, offset, number)
    assert b"".join(line.data + b"\n" for line in lines) == data[:used]
    assert b"\n" not in data[used:]
    for i, line in enumerate(lines):
        start = line.offset - offset
        assert data[start : start + len(line.data) + 1] == line.data + b"\n"
        assert line.number == number + i
        assert not line.cut


@given(texts, st.integers(-9, 9))
def test_lines_are_there_as_often_as_one_looks(data, index):
    """They can be counted, walked through again and taken by their index, like a list of them."""
    lines, used = split(data, 5, 3, final=True)
    assert used == len(data)
    assert [*lines] == [*lines] == [lines[i] for i in range(len(lines))]
    assert b"".join(line.data + b"\n" for line in lines).removesuffix(b"\n") == data.removesuffix(b"\n")
    assert lines[index:] == [*lines][index:]


@given(texts, st.integers(0, 3))
def test_spans_are_the_same_lines(data, max_line):
    """Where a line stands, in the buffer of all or in its own bytes, there are its bytes; a cut one is told as cut."""
    lines, _ = split(data, 5, 3, max_line=max_line, final=True)
    for each in (lines, [*lines]):
        seen = [(data[start:end], *rest) for data, start, end, *rest in spans(each)]
        assert [(number, offset, cut) for _, number, offset, cut in seen] == [
            (line.number, line.offset, line.cut) for line in lines
        ]
        assert all(line.data == data for line, (data, *_) in zip(lines, seen, strict=True) if not line.cut)


@given(texts, st.integers(0, 30))
def test_splitting_anywhere_gives_the_same_lines(data, place):
    """Reading on from where the first part ended gives the lines that one read gives."""
    first, used = split(data[:place])
    second, _ = split(data[used:], used, len(first) + 1)
    assert [*first, *second] == [*split(data)[0]]


def test_only_the_newline_byte_ends_a_line():
    """Carriage returns, form feeds and U+2028 stay inside the line."""
    data = "10%\r20%\r\nfoo\u2028bar\x0cbaz\n".encode()
    assert [line.data for line in split(data)[0]] == [b"10%\r20%\r", "foo\u2028bar\x0cbaz".encode()]


def test_the_number_of_lines_is_bounded():
    """A buffer of nothing but newlines gives no more lines than asked for, and says where it stopped."""
    lines, used = split(b"\n" * 100, limit=7)
    assert (len(lines), used) == (7, 7)


@given(texts, st.integers(0, 5))
def test_a_bound_leaves_nothing_out(data, limit):
    """Bounded steps give what one gives, the last line without a newline included."""
    whole, used = split(data, final=True, limit=-1)
    steps, at = [], 0
    while at < len(data):
        lines, taken = split(data[at:], at, len(steps) + 1, limit=limit + 1, final=True)
        steps += lines
        at += taken
    assert (steps, at) == ([*whole], used)


def test_a_long_line_keeps_its_head_and_is_marked():
    """A line over the bound keeps its first bytes; its neighbours are whole."""
    lines, used = split(b"ab\nabcdef\nabcd\n", max_line=4)
    assert [*lines] == [Line(b"ab", 0, 1), Line(b"abcd", 3, 2, cut=True), Line(b"abcd", 10, 3)]
    assert used == 15
    assert all(type(line) is Line for line in lines)
