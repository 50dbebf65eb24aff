"""What waits between two batches of an agent's session stays small, and whole documents give their messages a place."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.agent_session import COMMAND, PENDING, TOLD, Ending, Session, absolute, stamp
from classifiers.json_documents import document, joined, numbered
from classifiers.vocabulary import Line, RunState, Where

RAWS = msgspec.json.Decoder(list[msgspec.Raw])
HERE = Where(3, 30)


def test_pending_calls_are_bounded_and_the_oldest_goes_first():
    """However many calls never get a result, the carry keeps the newest, and each of them short."""
    session = Session("x", {})
    for number in range(PENDING + 20):
        session.wait(str(number), session.call(str(number), "y" * 20_000, HERE))
    calls = session.state.calls
    assert len(calls) == PENDING
    assert "19" not in calls
    assert "20" in calls
    assert all(len(call.text) == COMMAND for call in calls.values())


def test_too_many_background_commands_are_told_as_running():
    """A command pushed out of the background list is told, not lost."""
    session = Session("x", {})
    for number in range(PENDING + 1):
        session.background(str(number), session.call(str(number), "serve", HERE))
    assert [(each.key, each.state) for each in session.records] == [("x:0", RunState.RUNNING)]


def test_told_ids_are_bounded():
    """An id is told once as long as it is remembered, and the memory of ids does not grow."""
    session = Session("x", {})
    assert session.once("a")
    assert not session.once("a")
    assert all(session.once(str(number)) for number in range(TOLD * 2))
    assert len(session.state.told) == TOLD


def test_the_carry_comes_back_as_it_went():
    """A session goes on from its carry put through JSON as if it had never stopped."""
    first = Session("x", {})
    first.state.session, first.state.cwd = "s", "/home/ada"
    first.wait("c", first.call("c", "make", HERE, at="2026-03-02T11:00:00Z"))
    again = Session("x", json.loads(json.dumps(first.reading().carry)))
    again.ran(again.state.calls.pop("c"), Ending(exit=0), Where(9, 90))
    (run,) = again.records
    assert (run.command, run.exit, run.session, run.cwd, run.where, run.result) == (
        "make", 0, "s", "/home/ada", HERE, Where(9, 90),
    )  # fmt: skip


def test_nobody_speaks_in_a_subagents_session():
    """Where another agent gives the orders, no words and no start of a session are told."""
    session = Session("x", {})
    session.state.person = False
    session.start(HERE)
    session.heard(session.call("k", "", HERE), "never do that")
    assert session.records == []


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (None, ""),
        (0, ""),
        (-5, ""),
        (float("inf"), ""),
        (1772449200, "2026-03-02T11:00:00+00:00"),
        (1772449200000, "2026-03-02T11:00:00+00:00"),
    ],
)
def test_seconds_and_milliseconds_are_told_apart(number, shown):
    """A time in either unit is the same time, and what is none is left out."""
    assert stamp(number) == shown


@given(st.floats(allow_nan=True, allow_infinity=True) | st.integers(-(2**70), 2**70))
def test_no_number_is_too_odd_for_a_time(number):
    """Any number is a time or none, without an error."""
    assert stamp(number) == "" or "T" in stamp(number)


def test_absolute_folders_of_both_systems():
    """A root of either system is one; a relative folder is not."""
    assert all(map(absolute, ("/srv", "C:\\x", "d:/x", "\\\\host\\x", "~/x")))
    assert not any(map(absolute, ("x/y", "", ".", "..", "(root)")))


def test_messages_know_their_index_and_offset():
    """Every message stands where its offset says, with its index as its line."""
    data = b'[\n {"a": 1},\n {"a": 1},\n {"b": 2}\n]'
    found = list(numbered(document(RAWS, data), data))
    assert [where.line for where, _ in found] == [0, 1, 2]
    assert all(data[where.offset :].startswith(bytes(raw)) for where, raw in found)
    assert len({where.offset for where, _ in found}) == 3


def test_a_broken_escape_is_read_as_a_backslash():
    """A document in which someone blanked half an escape is still read; other damage is not guessed at."""
    assert document(RAWS, rb'["a\xxx b\n\u00e4"]') is not None
    assert document(RAWS, rb'["\\x", "a\q"]') is not None
    assert document(RAWS, b'["a') is None
    assert document(RAWS, b"") is None


def test_half_a_document_is_none():
    """A document with a line cut for its length is not read at all."""
    assert joined([Line(b"[1,", 0, 1), Line(b"2]", 3, 2)]) == b"[1,\n2]"
    assert joined([Line(b"[1,", 0, 1, cut=True), Line(b"2]", 3, 2)]) == b""
