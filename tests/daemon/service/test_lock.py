import os
import signal
import subprocess
import sys

import pytest

from daemon.service.lock import AlreadyRunning, held, holder

HOLD = """
import sys
from pathlib import Path
from daemon.service.lock import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def hold(path) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.getcwd()},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    return process


def test_a_second_daemon_is_told_who_runs(tmp_path):
    """The lock names the process that holds it, also when that one is killed without a word."""
    path = tmp_path / "state" / "seorap.lock"
    with hold(path) as process:
        assert holder(path) == process.pid
        with pytest.raises(AlreadyRunning, match=str(process.pid)), held(path):
            pass
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert holder(path) is None
    with held(path):
        assert holder(path) == os.getpid()


def test_nobody_holds_a_lock_that_was_never_taken(tmp_path):
    """Asking makes no file."""
    assert holder(tmp_path / "seorap.lock") is None
    assert list(tmp_path.iterdir()) == []
