"""`seorap explain`: which record a line stands for, and that no secret is in what is said of it."""

import time
from pathlib import Path

import pytest

from classifiers.formats.registry import format_named
from classifiers.rulebook.packaged import packaged
from classifiers.secrets import mask
from daemon.explaining import Account, account
from daemon.scanning import Scan, Unreadable
from daemon.sources.places import Places
from daemon.sources.tail import MAX_LINE

TOKEN = "ghp_q7Xr2LmZ9vKtB4wNcH8sJfY3pEgD6uA1xRoT"


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A plain history of three commands."""
    path = tmp_path / ".bash_history"
    path.write_text(f"#1700000000\nls\n#1700000001\ncurl -H 'Authorization: Bearer {TOKEN}' https://x.example\n")
    return path


def about(path: Path, line: int, form: str | None = None) -> Account:
    places = Places(home=Path("/nowhere"), clock=time.monotonic)
    chosen = format_named(form) if form else None
    return account(path, line, chosen, packaged(), places, max_line=MAX_LINE)


def test_the_record_of_the_line(history: Path) -> None:
    """A line that holds a record is that record, and its secret is masked."""
    found = about(history, 4, "bash")
    (told,) = found.told
    assert told.masked
    assert TOKEN not in repr(found)
    assert mask(told.explanation.seen) == told.explanation.seen


@pytest.mark.parametrize(("line", "nearest"), [(3, 2), (900, 4)])
def test_a_line_without_a_record_is_the_nearest_before(history: Path, line: int, nearest: int) -> None:
    """And it is said so."""
    found = about(history, line, "bash")
    assert [told.record.where.line for told in found.told] == [nearest]
    assert f"no record was read from line {line}" in found.note


@pytest.mark.parametrize(
    ("number", "stands_at", "note"),
    [(8, 8, ""), (5, 8, "record 5 of 8"), (99, 14, "no record was read from line 99")],
)
def test_a_number_in_one_document(number: int, stands_at: int, note: str) -> None:
    """It is the element a record bears; else it counts the records in the order they were read; else the nearest is meant."""
    found = about(Path(__file__).parents[1] / "corpus" / "cline" / "ui.in", number, "cline")
    assert {told.record.where.line for told in found.told} == {stands_at}
    assert (note in found.note) if note else found.note == ""


def test_what_is_told_is_what_a_scan_proposes(tmp_path: Path) -> None:
    """The drafts of all lines together are the drafts of the file."""
    path = tmp_path / "1_deploy.txt"
    rows = [
        "##[group]Run npm test",
        "npm test",
        "shell: /usr/bin/bash -e {0}",
        "##[endgroup]",
        "Tests:  3 passed, 3 total",
    ]
    path.write_text("".join(f"2026-01-01T00:00:01.0000000Z {row}\n" for row in rows))
    scan = Scan(packaged(), Places(home=Path("/nowhere"), clock=time.monotonic))
    scan.file(path)
    told = {draft.key for line in range(1, 6) for each in about(path, line).told for draft in each.drafts}
    assert told == {draft.key for draft in scan.drafts()}


def test_a_file_that_gives_nothing_says_so(tmp_path: Path) -> None:
    """Missing, empty and unknown files are named, not explained."""
    for name, text in (("empty", ""), ("notes.txt", "just a thought\n" * 3)):
        path = tmp_path / name
        path.write_text(text)
        with pytest.raises(Unreadable):
            about(path, 1)
    with pytest.raises(Unreadable, match=r"\Ais not there\Z"):  # nothing of it is kept: it is not followed
        about(tmp_path / "gone", 1)
