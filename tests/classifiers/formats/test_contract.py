"""What every format promises, whatever it reads; run over the samples of all of them."""

import json
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classifiers.formats.registry import FORMATS, format_named, sniff
from classifiers.vocabulary import Line, Reading
from tests.corpus.samples import CORPUS, lines_of, samples, shown

SAMPLES = samples()
IDS = [f"{each.format.name}-{each.case}" for each in SAMPLES]
STREAMS = [each for each in SAMPLES if not each.format.whole]
STREAM_IDS = [f"{each.format.name}-{each.case}" for each in STREAMS]
QUICK = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
HARD = [
    b"", b"\x00", b"\xff\xfe\x00", b"{", b"[]", b"null", b"3", b'"x"', b"{}", b'{"type":null}', b'{"type":"user","message":null}',
    b'{"type":"user","message":[],"cwd":7}', b'{"type":"response_item","payload":[1]}', b'{"type":"event_msg","payload":null}',
    b'{"type":"assistant","message":{"content":[null,3,"x"]}}', b'{"a":"\\ud800"}', b'{"a":NaN}', b'\xef\xbb\xbf{"type":"user"}',
    b"[" * 5_000, b'{"type":"response_item","payload":{"type":"function_call","arguments":7,"call_id":"x","name":"shell"}}',
    "서랍 \u2028 \u0000".encode(), b": 1700000000:0;ls", b"##[group]Run x", b"\x1b[31m\r\x1b[0K", b'<testsuites tests="-1">', b"ok 1 -",
]  # fmt: skip


def read(sample, parts, *, through_json=False):
    """Read a sample in parts, its carry put through JSON where asked."""
    whole, carry, parsed = [], {}, 0
    for number, part in enumerate(parts, 1):
        got = sample.format.read(part, carry, final=number == len(parts), path=sample.path)
        whole += got.records
        parsed += got.parsed
        carry = json.loads(json.dumps(got.carry)) if through_json else got.carry
    return Reading(tuple(whole), carry, parsed)


def test_every_format_has_samples_and_its_own_name():
    """Each format of the registry has a name of its own, is found by it, and has a folder of cases."""
    names = [each.name for each in FORMATS]
    assert len(set(names)) == len(names)
    assert all(format_named(each.name) is each for each in FORMATS)
    assert {each.format.name for each in SAMPLES} == set(names)
    assert format_named("no-such-format") is None


def test_every_case_says_what_it_expects():
    """No case stands in the corpus without its expected records, and no expectation without its case."""
    stems = {(each.parent.name, each.name.removesuffix(".in")) for each in CORPUS.glob("*/*.in")}
    told = {(each.parent.name, each.name.removesuffix(".expected.json")) for each in CORPUS.glob("*/*.expected.json")}
    assert stems == told


@pytest.mark.parametrize("sample", SAMPLES, ids=IDS)
def test_sample_gives_its_expected_records(sample):
    """A complete file gives exactly the records, skips and unknown types that its case expects."""
    got = shown(sample.format.read(lines_of(sample.data), {}, final=True, path=sample.path))
    assert json.loads(json.dumps(got)) == {key: value for key, value in sample.expected.items() if key != "path"}


@pytest.mark.parametrize("sample", SAMPLES, ids=IDS)
def test_keys_are_unique_and_stable(sample):
    """A file gives no key twice, and the same keys when it is read again."""
    lines = lines_of(sample.data)
    first, again = (sample.format.read(lines, {}, final=True, path=sample.path) for _ in range(2))
    keys = [each.key for each in first.records]
    assert len(set(keys)) == len(keys)
    assert all(keys)
    assert keys == [each.key for each in again.records]


@pytest.mark.parametrize("sample", SAMPLES, ids=IDS)
def test_sniff_knows_its_own(sample):
    """Every sample is claimed by its own format above all others."""
    assert sniff(sample.data[:65_536], sample.path) is sample.format


@pytest.mark.parametrize("sample", STREAMS, ids=STREAM_IDS)
def test_one_line_at_a_time_gives_the_same(sample):
    """The finest split, with the carry through JSON, gives the records of the whole."""
    lines = lines_of(sample.data)
    whole = sample.format.read(lines, {}, final=True, path=sample.path)
    assert read(sample, [[each] for each in lines] or [[]], through_json=True).records == whole.records


@pytest.mark.parametrize("sample", STREAMS, ids=STREAM_IDS)
@QUICK
@given(data=st.data())
def test_any_split_gives_the_same(sample, data):
    """Wherever the lines are split into batches, the records, their order and the parsed count are the same."""
    lines = lines_of(sample.data)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(lines)), max_size=6)))
    parts = [lines[start:end] for start, end in pairwise([0, *cuts, len(lines)])]
    whole = sample.format.read(lines, {}, final=True, path=sample.path)
    got = read(sample, parts, through_json=True)
    assert (got.records, got.parsed) == (whole.records, whole.parsed)


@pytest.mark.parametrize("sample", STREAMS, ids=STREAM_IDS)
def test_reading_leaves_the_carry_it_was_given(sample):
    """A batch can be read again from the same carry: the one it was given is never changed."""
    lines = lines_of(sample.data)
    middle = sample.format.read(lines[: len(lines) // 2], {}, final=False, path=sample.path).carry
    before = json.dumps(middle)
    sample.format.read(lines[len(lines) // 2 :], middle, final=True, path=sample.path)
    assert json.dumps(middle) == before


@pytest.mark.parametrize("sample", SAMPLES, ids=IDS)
@QUICK
@given(data=st.data())
def test_damaged_lines_never_raise(sample, data):
    """Cut, flipped, doubled and foreign lines are counted or understood, and whatever comes out can be opened."""
    lines = list(lines_of(sample.data))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(0, len(lines) - 1)))
        raw = lines[at].data if lines else b""
        start, size = data.draw(st.integers(0, len(raw))), data.draw(st.integers(0, 12))
        junk = data.draw(st.one_of(st.sampled_from(HARD), st.binary(max_size=8), st.just(raw)))
        damaged = raw[:start] + junk + raw[start + size :]
        lines[at:at] = [Line(damaged, 0, at + 1, cut=data.draw(st.booleans()))]
    got = sample.format.read(lines, {}, final=True, path=sample.path)
    json.dumps(got.carry)
    json.dumps(shown(got))


@pytest.mark.parametrize("form", FORMATS, ids=[each.name for each in FORMATS])
def test_hard_lines_never_raise(form):
    """NULs, half JSON, wrong types and deep nesting are read without an error, and no line is counted twice."""
    lines = [Line(each, number * 100, number + 1) for number, each in enumerate(HARD)]
    got = form.read(lines, {}, final=True, path="/x/y")
    json.dumps(got.carry)
    assert got.parsed + got.skipped <= len(lines)


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.sampled_from(HARD)), st.text(max_size=20))
def test_sniff_never_raises(head, name):
    """Any first bytes and any name are answered, with a score from 0 to 100."""
    assert all(0 <= each.sniff(head, name) <= 100 for each in FORMATS)
    sniff(head, name)
