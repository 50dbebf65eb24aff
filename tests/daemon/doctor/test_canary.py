"""The made-up success goes the whole way, and nothing is left of it, whatever happens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime

import pytest

from classifiers.vocabulary import SeorapError
from daemon import settings
from daemon.doctor.canary import canary
from daemon.doctor.finding import Patient, State

pytestmark = pytest.mark.slow


@pytest.fixture
def patient(tmp_path, monkeypatch):
    """An install, and a folder of its own for what is temporary."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    return Patient(settings.resolve({"SEORAP_HOME": str(tmp_path / "seorap")}, tmp_path, "sam"), datetime.now(UTC))


def left(tmp_path) -> set[str]:
    return {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")}


def test_it_flies_and_leaves_nothing(patient, tmp_path):
    """Not even a database of the real install is made."""
    (finding,) = canary(patient)
    assert finding.state is State.FINE
    assert left(tmp_path) == {"tmp"}


def test_a_rule_that_was_turned_off_is_told(patient, tmp_path):
    """A person's own rules are the ones that are tried; it still leaves nothing."""
    rules = patient.settings.config_file.parent / "rules"
    rules.mkdir(parents=True)
    (tmp_path / "seorap" / "memory-policy.yaml").write_text("version: 1\ndeny_keys: ['test:*']\n")
    before = left(tmp_path)
    with pytest.raises(SeorapError):
        list(canary(patient))
    assert left(tmp_path) == before


HOLD = """
import signal, sys, tempfile
tempfile.tempdir = sys.argv[1]
from daemon.doctor import canary
with canary._ground() as folder:
    (folder / "made").mkdir()
    print("there", flush=True)
    signal.pause()
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_killed_in_the_middle_it_leaves_nothing(tmp_path, how):
    """The janitor outlives it by a moment, and then both are gone."""
    flying = subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE)
    assert flying.stdout.readline() == b"there\n"
    assert len(list(tmp_path.iterdir())) == 1
    os.kill(flying.pid, how)
    flying.communicate()
    deadline = time.monotonic() + 20
    while any(tmp_path.iterdir()):
        assert time.monotonic() < deadline, "the folder stayed"
        time.sleep(0.01)
