import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classifiers.formats.registry import FORMATS
from classifiers.terminal_text import cleaned
from classifiers.vocabulary import CiStep, SourceKind
from tests.corpus.samples import lines_of, samples

OURS = [
    each for each in FORMATS if each.kind in (SourceKind.CI, SourceKind.REPORT) or each.name == "terminal_transcript"
]
SAMPLES = [sample for sample in samples() if sample.format in OURS]
MARKS = [
    b"##[group]Run make", b"##[endgroup]", b"shell: bash -e {0}", b"##[error]Process completed with exit code 1.",
    b"2026-03-04T05:00:07.1000007Z x", b"job\tstep\t2026-03-04T05:00:07.1000007Z ##[group]Run a/b@v1", b"with:",
    b"Post job cleanup.", b"\x1b[32;1m$ make\x1b[0;m", b"section_start:1780000000:step_script\r\x1b[0K", b"Job succeeded",
    b"[ws] $ /bin/sh -xe /tmp/jenkins1.sh", b"+ make", b"+ true", b"[Pipeline] sh", b"Finished: SUCCESS",
    b"[INFO] Scanning for projects...", b"[INFO] BUILD SUCCESS", b"[INFO] Finished at: now", b"$ make",
    b"travis_time:start:a\r\x1b[0K$ make", b"travis_time:end:a:start=1,finish=2,duration=1", b"~~~ Running commands",
    b'The command "make" exited with 0.', "[w/j] ⭐ Run Main make".encode(), "[w/j]   ✅  Success - Main make".encode(),
    b"##[section]Starting: T", b"Task         : Bash", b"Script contents:", b"##[section]Finishing: T", b"====>> x",
    b"#!/bin/bash -e", b"Success!", b"TAP version 13", b"ok 1", b"not ok 2 # TODO", b"1..2", b"ada@box:~$ make \\", b"",
    b'{"Action":"pass","Package":"p","Test":"T"}', b'{"Action":"pass","Package":"p"}', b'{"Action":1}', b"{" * 5000,
    b'{"type":"testDone","result":"success"}', b'{"type":"done","success":true}', b"<testsuite><testcase/>", b"\xff\xfe\x00",
]  # fmt: skip


def read_in(batches, each, path="log.txt"):
    """Everything a format gives for the batches, its carry going through JSON as the store would keep it."""
    carry, records = {}, []
    for number, batch in enumerate(batches):
        reading = each.read(batch, carry, final=number == len(batches) - 1, path=path)
        carry = json.loads(json.dumps(reading.carry))
        records += reading.records
    return records


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda each: f"{each.format.name}-{each.case}")
def test_every_split_gives_the_same_steps(sample):
    """Wherever a log is cut into batches, even line by line, the same records come out."""
    lines = lines_of(sample.data)
    whole = read_in([lines], sample.format, sample.path)
    if sample.format.whole:
        return
    assert read_in([[line] for line in lines] + [[]], sample.format, sample.path) == whole
    for cut in range(1, len(lines)):
        assert read_in([lines[:cut], lines[cut:]], sample.format, sample.path) == whole


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda each: f"{each.format.name}-{each.case}")
def test_every_step_tells_the_lines_it_was_read_from(sample):
    """Line n of a step's output is in line `first_output_line + n` of the log."""
    lines = [cleaned(data) for data in sample.data.split(b"\n")]
    for record in sample.format.read(lines_of(sample.data), {}, final=True, path=sample.path).records:
        if isinstance(record, CiStep) and record.first_output_line:
            for number, text in enumerate(record.output.text.split("\n"), record.first_output_line):
                assert text.strip() in lines[number - 1]
            assert record.where.line < record.first_output_line <= record.end.line


@pytest.mark.parametrize("each", OURS, ids=lambda each: each.name)
@given(parts=st.lists(st.one_of(st.sampled_from(MARKS), st.binary(max_size=40)), max_size=40), data=st.data())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_input_raises_and_splits_agree(each, parts, data):
    """Marks in any order and random bytes never raise, and give the same records in two batches as in one."""
    lines = lines_of(b"\n".join(parts))
    assert each.sniff(b"\n".join(parts), "x.log") in range(101)
    whole = read_in([lines], each)
    if not each.whole:
        cut = data.draw(st.integers(0, len(lines)))
        assert read_in([lines[:cut], lines[cut:]], each) == whole
