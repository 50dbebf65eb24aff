"""Shell histories and the spool beyond their samples: any bytes, rewritten files, long entries, and what is left out."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classifiers.formats import bash, fish, psreadline, seorap_spool, xonsh, zsh
from classifiers.histories import CAP
from classifiers.vocabulary import CommandRun, Line, Reading, RunState
from tests.corpus.samples import lines_of

STREAMS = [each.FORMAT for each in (bash, zsh, fish, psreadline, seorap_spool)]
HISTORIES = [each.FORMAT for each in (bash, zsh, fish, psreadline)]

PIECES = st.sampled_from(
    [b"make deploy", b"#1760000000", b": 1760000000:3;ls", b"- cmd: a\\nb", b"  when: 1760000000", b"x\\", b"x`", b"\\", b" secret",
     b"", b"`", b"\x83\xb7\xff", b"\0", b"{", b'{"v":1,"sid":"1-2","cmd":"ls","seq":1}', b"\r", b"- cmd:", b"x" * 20_000]
)  # fmt: skip
FILES = st.lists(PIECES | st.binary(max_size=12).map(lambda raw: raw.replace(b"\n", b"")), max_size=30)


def read(shape, data: bytes) -> Reading:
    return shape.read(lines_of(data), {}, final=True, path="")


def commands(shape, data: bytes) -> list[str]:
    return [each.command for each in read(shape, data).records if isinstance(each, CommandRun)]


@pytest.mark.parametrize("shape", STREAMS, ids=lambda each: each.name)
@settings(max_examples=40, deadline=None)
@given(parts=FILES, cuts=st.lists(st.integers(0, 30), max_size=4))
def test_any_split_of_any_bytes_gives_the_same_records(shape, parts, cuts):
    """Whatever the bytes and wherever the batches end, the records are the same, nothing raises, and the carry is JSON."""
    lines = lines_of(b"\n".join(parts))
    whole = shape.read(lines, {}, final=True, path="")
    carry, records, counted = {}, [], 0
    ends = sorted({min(each, len(lines)) for each in cuts} | {len(lines)})
    for start, end in zip([0, *ends], ends, strict=False):
        part = shape.read(lines[start:end], carry, final=end == len(lines), path="")
        carry = json.loads(json.dumps(part.carry))
        assert len(json.dumps(carry)) < 6 * CAP + 200
        records += part.records
        counted += part.parsed + part.skipped
    assert tuple(records) == whole.records
    assert counted == whole.parsed + whole.skipped == len(lines)


@pytest.mark.parametrize("shape", HISTORIES, ids=lambda each: each.name)
def test_a_plain_history_never_tells_a_status(shape):
    """What a history holds is what was typed: no exit status, and done by the person."""
    data = b": 1760000000:9;make deploy\n" if shape.name == "zsh" else b"- cmd: make deploy\nmake deploy\n"
    (first, *_) = read(shape, data).records
    assert (first.exit, first.pipe, first.actor, first.failed) == (None, (), "person", False)


def test_a_rewritten_history_keeps_its_keys():
    """An entry that moves in the file when the shell trims and rewrites it is still the same record."""
    long = b"".join(b"#%d\nmake step%d\n" % (1760000000 + i, i) for i in range(9))
    before = [each.key for each in read(bash.FORMAT, long).records]
    after = [each.key for each in read(bash.FORMAT, long.split(b"\n", 8)[8]).records]
    assert before[4:] == after
    assert len(set(before)) == 9


def test_keys_hold_no_typed_text():
    """A key tells a time and a few bits of a hash, never a word that was typed."""
    for shape in HISTORIES:
        for record in read(shape, b"- cmd: mysql -phunter2\n").records:
            assert "hunter2" not in record.key
            assert "mysql" not in record.key


def test_a_leading_space_keeps_a_line_out():
    """Lines typed with a leading space give no record in any format, also where a tool let them into the history."""
    assert commands(bash.FORMAT, b" export TOKEN=abc\n#1760000000\n export TOKEN=abc\n") == []
    assert commands(zsh.FORMAT, b" export TOKEN=abc\n: 1760000000:0; export TOKEN=abc\n") == []
    assert commands(fish.FORMAT, b"- cmd:   export TOKEN=abc\n") == []
    assert commands(seorap_spool.FORMAT, b'{"sid":"1-2","seq":1,"cmd":" export TOKEN=abc"}\n') == []


def test_an_untimed_tail_ends_the_last_timed_entry():
    """A history whose time lines stop does not grow one entry for ever: it ends, and lines are entries again."""
    found = commands(bash.FORMAT, b"#1760000000\n" + b"make a\n" * 1000)
    assert found[-1] == "make a"
    assert 2 < len(found) < 1000


def test_a_binary_or_cut_line_is_skipped():
    """A line over the bound, or with a NUL, is counted as skipped, and what follows is not taken for a part of it."""
    cut = [Line(b"- cmd: x", 0, 1, cut=True), Line(b"  when: 1760000000", 8, 2), Line(b"- cmd: ls", 30, 3)]
    for shape in HISTORIES:
        reading = shape.read(cut, {}, final=True, path="")
        assert reading.skipped == 1
    assert [each.at for each in fish.FORMAT.read(cut, {}, final=True, path="").records] == [None]


@pytest.mark.parametrize(
    ("status", "state", "exit_"), [(148, "running", None), (130, "interrupted", 130), (3, "finished", 3)]
)
def test_a_stopped_or_cancelled_command_is_no_failure(status, state, exit_):
    """Ctrl-Z leaves a command running and Ctrl-C interrupts it: neither is how the command itself ended."""
    row = {"sid": "1-2", "seq": 4, "cmd": "npm run dev", "exit": status, "t0": 1760000000.5, "t1": 1760000002.0}
    (run,) = read(seorap_spool.FORMAT, json.dumps(row).encode()).records
    assert (run.state, run.exit, run.duration) == (RunState(state), exit_, 1.5)


def test_a_capped_command_is_weak():
    """Only the head of a very long line is known, so its status may belong to what was cut off."""
    (run,) = read(seorap_spool.FORMAT, b'{"sid":"1-2","seq":1,"cmd":"make","cut":true,"exit":0}').records
    assert run.weak


def test_invalid_utf8_in_the_spool_is_replaced():
    """A command typed with bytes that are no UTF-8 is still a record."""
    assert commands(seorap_spool.FORMAT, b'{"sid":"1-2","seq":1,"cmd":"echo \xff\xfe"}') == ["echo \ufffd\ufffd"]


def test_xonsh_documents_that_are_none_are_skipped():
    """A xonsh file that is broken, cut or of another shape gives nothing and raises nothing."""
    for data in (
        b"",
        b"{",
        b'{"locs": [1]}',
        b'{"locs": [], "data": {"cmds": 3}}',
        b'{"data": {"cmds": [{"inp": 3}, null]}}',
    ):
        assert read(xonsh.FORMAT, data).records == ()
