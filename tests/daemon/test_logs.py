import os
from contextlib import suppress
from pathlib import Path

import pytest
import structlog

from daemon import logs


@pytest.fixture
def journal(tmp_path):
    """A stream that leads to the journal, and what JOURNAL_STREAM says of it."""
    with (tmp_path / "journal").open("w+") as stream:
        found = os.fstat(stream.fileno())
        yield stream, f"{found.st_dev}:{found.st_ino}"
    structlog.reset_defaults()


def end() -> None:
    """As at the end of a process."""
    with suppress(OSError):  # logging swallows it there too
        structlog.get_config()["logger_factory"]._handler.close()
    structlog.reset_defaults()


def lines(stream) -> list[str]:
    stream.seek(0)
    return stream.read().splitlines()


def test_the_journal_gets_priorities_and_keeps_the_time_itself(journal):
    """Plain lines, each with its priority before it; no second time stamp."""
    stream, name = journal
    logs.configure(stream=stream, journal=name)
    structlog.get_logger().info("batch.committed", files=2)
    structlog.get_logger().error("store.failed", why="The disk is full.")
    assert lines(stream) == [
        "<6>level=info event=batch.committed files=2",
        '<3>level=error event=store.failed why="The disk is full."',
    ]


def test_another_stream_of_a_journalled_service_is_plain(journal):
    """JOURNAL_STREAM names one stream; a daemon whose stderr goes elsewhere writes no priorities."""
    stream, _ = journal
    logs.configure(stream=stream, journal="1:2")
    structlog.get_logger().info("batch.committed")
    (line,) = lines(stream)
    assert line.startswith("timestamp=")
    assert line.endswith("level=info event=batch.committed")


def test_a_line_break_in_a_value_makes_no_second_line(journal):
    """What a file name holds cannot forge a line."""
    stream, name = journal
    logs.configure(stream=stream, journal=name)
    structlog.get_logger().info("tail.resumed", path="/home/sam/a\n<0>level=critical event=forged")
    assert len(lines(stream)) == 1


def test_a_log_file_is_private_and_never_grows_for_ever(tmp_path, monkeypatch):
    """It is rotated at its size, a few older ones stay, and all are 0600."""
    monkeypatch.setattr(logs, "SIZE", 2_000)
    file = tmp_path / "logs" / "seorap.log"
    logs.configure(file=file)
    for number in range(200):
        structlog.get_logger().info("batch.committed", files=number)
    end()
    found = sorted(file.parent.iterdir())
    assert [each.name for each in found] == ["seorap.log", *(f"seorap.log.{number}" for number in range(1, 6))]
    assert all(each.stat().st_size <= 2_000 and each.stat().st_mode & 0o777 == 0o600 for each in found)
    assert "files=199" in file.read_text().splitlines()[-1]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_log_that_cannot_be_written_ends_nothing(tmp_path, capfd):
    """A full disk silences the log file, and nothing else."""
    file = tmp_path / "seorap.log"
    file.symlink_to("/dev/full")
    logs.configure(file=file)
    structlog.get_logger().info("batch.committed")
    end()
    assert capfd.readouterr() == ("", "")
