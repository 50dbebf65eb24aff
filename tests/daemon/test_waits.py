"""Percentiles of what agents wait for, against the durations themselves."""

from __future__ import annotations

import math
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon import waits as measured
from daemon.waits import Stopwatch, waits


@given(st.lists(st.floats(0.0005, 2.0), min_size=1, max_size=60))
def test_a_percentile_is_never_too_low_and_at_most_a_fifth_too_high(tmp_path_factory, durations):
    """Whatever was measured."""
    file = tmp_path_factory.mktemp("waits") / "recall-waits"
    watch = Stopwatch(file)
    for each in durations:
        watch.note(each)
    found = waits(file)
    assert found.answered == len(durations)
    assert found.total == pytest.approx(sum(durations), abs=1e-4)
    for share, told in found.shares.items():
        true = sorted(durations)[math.ceil(share * len(durations)) - 1]
        assert true - 1e-6 <= told <= true * 1.21 + 1e-5


def test_it_goes_on_after_a_restart_and_its_file_never_grows(tmp_path):
    file = tmp_path / "recall-waits"
    Stopwatch(file).note(0.003)
    size = file.stat().st_size
    again = Stopwatch(file)
    for _ in range(200):
        again.note(9999)
    assert (waits(file).answered, file.stat().st_size) == (201, size)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_was_slow_long_ago_is_forgotten_and_still_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(measured, "FADES", 100)
    file = tmp_path / "recall-waits"
    watch = Stopwatch(file)
    for _ in range(90):
        watch.note(1.0)
    for _ in range(400):
        watch.note(0.001)
    assert waits(file).answered == 490
    assert waits(file).shares[0.5] < 0.002


@pytest.mark.parametrize("data", [b"", b"\xff" * 7, b"\xff" * 4096, b"\xff" * 8 * 54, bytes(8 * 54)])
def test_a_file_that_holds_no_measurement_is_none(tmp_path, data):
    """And is written over by the next one."""
    file = tmp_path / "recall-waits"
    file.write_bytes(data)
    assert waits(file) is None
    assert waits(tmp_path) is None  # a folder
    Stopwatch(file).note(0.001)
    assert waits(file).answered == 1


def test_a_block_is_measured_however_it_ends_and_a_file_that_cannot_be_written_stops_nothing(tmp_path):
    watch = Stopwatch(tmp_path / "nowhere" / "recall-waits")
    with pytest.raises(ZeroDivisionError), watch.timed():
        raise ZeroDivisionError
    file = tmp_path / "recall-waits"
    kept = Stopwatch(file)
    with pytest.raises(ZeroDivisionError), kept.timed():
        raise ZeroDivisionError
    assert waits(file).answered == 1


def test_threads_count_each_answer_once(tmp_path):
    file = tmp_path / "recall-waits"
    watch = Stopwatch(file)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(watch.note, [0.001] * 400))
    assert waits(file).answered == 400
