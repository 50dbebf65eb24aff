import io

import pytest

from daemon import progress
from daemon.progress import Progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_lines_speed_and_time_left(clock):
    """What a person wants to know: how much, how fast, how long still."""
    drawn = Progress(Terminal(), clock)
    clock.now += 2
    drawn.add(1_234, 20_000_000, 60_000_000)
    assert drawn.text(60_000_000) == "reading: 1,234 lines, 20 MB of 80 MB, 10 MB/s, 6 s left"
    drawn.add(0, 0, 0)
    assert drawn.text(0).endswith("10 MB/s")
    assert "5 min left" in drawn.text(3_000_000_000)


def test_it_draws_over_itself_and_takes_itself_away(clock):
    """One line, not oftener than five times a second, gone at the end."""
    stream = Terminal()
    with Progress(stream, clock) as drawn:
        for _ in range(10):
            clock.now += 0.05
            drawn.add(1, 1000, 1000)
        assert 1 <= stream.getvalue().count("reading") <= 4
        assert "\n" not in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_it_takes_itself_away_when_the_reading_fails(clock):
    """The error is not written behind half a line."""
    stream = Terminal()

    def broken() -> None:
        with Progress(stream, clock) as drawn:
            drawn.add(1, 1000, 1000)
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        broken()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_it_stays_on_one_line_of_a_narrow_terminal(clock, monkeypatch):
    """A longer text would wrap, and could not be drawn over."""
    stream = Terminal()
    monkeypatch.setattr(stream, "fileno", lambda: 2, raising=False)
    monkeypatch.setattr(progress.os, "get_terminal_size", lambda _number: progress.os.terminal_size((30, 10)))
    clock.now += 1
    Progress(stream, clock).add(1_000_000, 10**9, 10**10)
    assert len(stream.getvalue().removeprefix("\r\x1b[K")) == 29


def test_nothing_is_drawn_where_there_is_no_terminal(clock):
    """A log file or a pipe gets no control sequences, and nothing to take away."""
    stream = io.StringIO()
    with Progress(stream, clock) as drawn:
        drawn.add(1, 1, 1)
    assert stream.getvalue() == ""


def test_the_first_moment_divides_by_nothing(clock):
    """No time has passed and nothing was read: it still has a text."""
    assert Progress(Terminal(), clock).text(0) == "reading: 0 lines, 0 B of 0 B, 0 MB/s"
