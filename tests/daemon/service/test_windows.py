"""What other systems have and Windows has not, as far as it can be taken away from this one."""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import socket
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from daemon.api.doors import NoDoor, unix_door
from daemon.mcp.bridge import to_socket
from daemon.service import lock
from daemon.stopping import when_stopped

LACKING = ("fcntl", "termios", "tty", "pwd", "grp", "resource", "syslog")


def locking(descriptor: int, how: int, length: int) -> None:
    """Windows' own locks one part of a file, from where it stands, and fails at once; so does this one, by POSIX means."""
    assert how == 1
    fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, length, os.lseek(descriptor, 0, os.SEEK_CUR))


@pytest.fixture
def windows_lock(monkeypatch) -> ModuleType:
    """The module as Windows would load it."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=1))
    spec = spec_from_file_location("windows_lock", lock.__file__)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.undo()
    return module


def test_one_daemon_at_a_time_also_there(tmp_path, windows_lock):
    """Who asks from another process is told the number of the one that runs, and after its end that none does."""
    path = tmp_path / "lock"
    asked = (
        f"import fcntl, os; d = os.open({str(path)!r}, os.O_RDWR); os.lseek(d, {windows_lock.FAR}, 0)\n"
        "try:\n    fcntl.lockf(d, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, os.lseek(d, 0, 1)); print('free')\n"
        "except OSError:\n    print('held', os.pread(d, 20, 0).decode())"
    )

    def seen() -> list[str]:
        return subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split()

    with windows_lock.held(path):
        assert seen() == ["held", str(os.getpid())]
    assert seen() == ["free"]
    assert windows_lock.holder(path) is None


def test_a_loop_that_knows_no_signals_is_stopped_all_the_same(monkeypatch):
    """As on Windows, where Python itself hears them."""

    def refuses(*_: object) -> None:
        raise NotImplementedError  # what asyncio itself raises there

    async def run() -> None:
        over = asyncio.Event()
        monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", refuses, raising=False)
        when_stopped(over.set)
        signal.raise_signal(signal.SIGTERM)
        await asyncio.wait_for(over.wait(), 5)

    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        asyncio.run(run())
    finally:
        for number, handler in zip((signal.SIGINT, signal.SIGTERM), before, strict=True):
            signal.signal(number, handler)


def test_without_unix_sockets_only_that_door_stays_shut(tmp_path, monkeypatch):
    """It is said, and the MCP bridge takes it as a daemon that does not run."""
    monkeypatch.delattr(socket, "AF_UNIX")
    with pytest.raises(NoDoor):
        unix_door(tmp_path / "s")
    with pytest.raises(OSError, match="on this system"):
        to_socket(tmp_path / "s", b"{}", {})


@pytest.mark.slow
def test_nothing_that_setup_and_run_load_is_of_posix_alone():
    """`fcntl` and its like are asked for only where the system has them."""
    ours = "import daemon.cli.setup, daemon.cli.running, daemon.service.installing, daemon.serve\n"
    asked = f"import sys\n{ours}"  # with it all that is not ours
    asked += "for name in [each for each in sys.modules if each.split('.')[0] in {'daemon', 'recall', 'storage', 'classifiers'}]:\n"
    asked += "    if name != 'storage.tables': del sys.modules[name]\n"
    asked += f"sys.modules.update(dict.fromkeys({LACKING}), msvcrt=object())\nsys.platform = 'win32'\n{ours}"
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, cwd=Path(__file__).parents[3], check=False
    )
    assert done.returncode == 0, done.stderr
