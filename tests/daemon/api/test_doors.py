"""The sockets: for this user alone, found again after a crash, and no reason to stop when they cannot be made."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys

import pytest
from structlog.testing import capture_logs

from daemon.api.address import Address, read_address, remove_address, write_address
from daemon.api.doors import NoDoor, loopback_door, unix_door

NOBODY = 65534
AS_NOBODY = pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_socket_is_for_this_user_alone_and_replaces_one_that_a_crash_left(tmp_path):
    path = tmp_path / "private" / "s.sock"
    for _ in range(2):  # the first is closed without being taken away, as a crash does
        with unix_door(path):
            assert stat.S_ISSOCK(path.stat().st_mode)
            assert mode(path) == 0o600
            assert mode(path.parent) == 0o700
            assert [each.name for each in path.parent.iterdir()] == ["s.sock"]


def test_a_path_too_long_for_a_socket_is_told_and_leaves_nothing(tmp_path):
    path = tmp_path / ("x" * 200) / "s.sock"
    with pytest.raises(NoDoor, match="cannot be made"):
        unix_door(path)
    assert list(path.parent.iterdir()) == []


def test_a_taken_port_is_left_to_whoever_has_it():
    with loopback_door(0) as first:
        port = first.getsockname()[1]
        with loopback_door(port) as second:
            assert second.getsockname()[0] == "127.0.0.1"
            assert second.getsockname()[1] not in {0, port}


def test_an_address_is_private_and_taken_away_by_its_own_process_alone(tmp_path):
    file = tmp_path / "page.json"
    mine, other = Address(port=1, pid=1), Address(port=2, pid=2)
    write_address(file, mine)
    assert mode(file) == 0o600
    write_address(file, other)
    remove_address(file, mine)
    assert read_address(file) == other
    file.write_text("half")
    assert read_address(file) is None


@AS_NOBODY
def test_another_user_gets_neither_the_socket_nor_the_secret(opening, tmp_path):
    """Even where the folders above are open to all."""
    with opening() as found, found.agent() as client:
        assert client.get("/alive").status_code == 200
        for folder in (tmp_path, tmp_path.parent, tmp_path.parent.parent):
            folder.chmod(0o755)
        found.settings.token.parent.chmod(0o755)
        tries = (
            f"import socket; socket.socket(socket.AF_UNIX).connect({str(found.settings.socket)!r})",
            f"open({str(found.settings.token)!r}).read()",
            f"open({str(found.settings.address)!r}).read()",
            f"open({str(found.settings.database)!r}).read()",
        )
        for code in tries:
            command = ["/usr/bin/env", "python3", "-c", code]
            done = subprocess.run(command, user=NOBODY, cwd="/", capture_output=True, text=True, check=False)
            assert "PermissionError" in done.stderr


def test_the_daemon_goes_on_without_a_door(opening, tmp_path):
    """A socket that cannot be made, and a page that nobody wants, stop nothing."""
    (tmp_path / "seorap").mkdir()
    (tmp_path / "seorap" / "seorap.sock").mkdir()
    with capture_logs() as logs, opening(enabled=False) as found:
        assert not found.settings.address.exists()
    assert [each["event"] for each in logs] == ["door.failed"]


def test_doors_are_closed_and_taken_away_at_the_end_whoever_still_talks(tmp_path, opening):
    with opening() as found, found.browser() as client, socket.socket(socket.AF_UNIX) as waiting:
        waiting.connect(str(found.settings.socket))
        assert client.get("/alive").json()["pid"] == os.getpid()
        settings = found.settings
    assert not settings.socket.exists()
    assert not settings.address.exists()


def test_nobody_pays_for_a_server_that_nobody_asks(tmp_path):
    """Until somebody knocks, the server and its libraries are not imported."""
    code = f"""
import asyncio, sys
from datetime import UTC, datetime
from pathlib import Path
from daemon.api.listening import listening
from daemon.settings import resolve
from storage.engine import open_store
settings = resolve({{"SEORAP_HOME": {str(tmp_path)!r}}}, Path({str(tmp_path)!r}), "sam")
async def main():
    async with listening(settings, None, clock=lambda: datetime.now(UTC)):
        await asyncio.sleep(0)
asyncio.run(main())
print([name for name in ("starlette", "uvicorn", "jinja2", "anyio") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
