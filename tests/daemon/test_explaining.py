"""`seorap explain`: which record a line stands for, and that no secret is in what is said of it."""

import json
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


def test_a_line_without_a_record_is_the_nearest_before(history: Path) -> None:
    """And it is said so."""
    found = about(history, 3, "bash")
    assert [told.record.where.line for told in found.told] == [2]
    assert "no record was read from line 3" in found.note


@pytest.mark.parametrize("ended", [True, False])
def test_a_line_beyond_the_end_is_none(history: Path, *, ended: bool) -> None:
    """Nothing is told of another line in its place; the last one, with or without its line break, is still one."""
    if not ended:
        history.write_text(history.read_text().rstrip("\n"))
    assert about(history, 4, "bash").told
    for line in (5, 900):
        with pytest.raises(Unreadable, match=r"\Ahas only 4 lines\Z"):
            about(history, line, "bash")


def test_what_proposes_something_is_told_first(tmp_path: Path) -> None:
    """The first line of a transcript opens its session too, and that is told last."""
    path = tmp_path / "session.jsonl"
    text = "Never push to main without asking me."
    row = {"type": "user", "uuid": "u1", "sessionId": "s1", "cwd": "/w", "timestamp": "2026-01-01T00:00:00Z"}
    path.write_text(json.dumps(row | {"version": "2.0", "message": {"role": "user", "content": text}}) + "\n")
    told = about(path, 1, "claude_code").told
    assert [type(each.record).__name__ for each in told] == ["HumanMessage", "SessionMark"]
    assert told[0].drafts


@pytest.mark.parametrize(
    ("number", "stands_at", "note"),
    [(8, 8, ""), (5, 8, "record 5 of 8"), (13, 12, "no record was read from line 13")],
)
def test_a_number_in_one_document(number: int, stands_at: int, note: str) -> None:
    """It is the element a record bears; else it counts the records in the order they were read; else the nearest is meant."""
    found = about(Path(__file__).parents[1] / "corpus" / "cline" / "ui.in", number, "cline")
    assert {told.record.where.line for told in found.told} == {stands_at}
    assert (note in found.note) if note else found.note == ""


def test_a_number_beyond_one_document() -> None:
    """It names no element and counts no record, so nothing is told."""
    with pytest.raises(Unreadable, match="is one document of 8 records, and none of them is 99"):
        about(Path(__file__).parents[1] / "corpus" / "cline" / "ui.in", 99, "cline")


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
