"""What is loaded, and how much is kept: verbs start fast, the daemon stays small."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from daemon import settings
from daemon.service.machine import Machine

HEAVY = (
    "alembic",
    "sqlalchemy.dialects.postgresql",
    "classifiers.secrets",
    "classifiers.formats.registry",
    "structlog",
)

WINDOW = 5  # seconds for which it is watched doing nothing
UNASKED = (
    "ssl",
    "rich",
    "greenlet",
    "uvicorn",
    "starlette",
    "mcp",
    "jinja2",
    "jeepney",
    "notifypy",
    "psycopg",
    "httpx",
    "tomlkit",
)
"""What serves somebody who asks, and what nobody needs."""


def loaded(tmp_path: Path, before: str, *words: str) -> list[str]:
    """Modules of a process that ran `seorap` with these words, `before` first."""
    code = f"import sys\n{before}\nsys.argv[1:] = {list(words)!r}\nfrom daemon.cli.main import main\n"
    code += "try:\n    main()\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    environ = {"HOME": str(tmp_path), "SEORAP_HOME": str(tmp_path / "s"), "PYTHONPATH": str(Path.cwd())}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, text=True, timeout=60, check=True, cwd=tmp_path
    )
    return done.stderr.splitlines()[-1].split()


@pytest.mark.slow
@pytest.mark.parametrize("words", [("status",), ("inbox",), ("memory", "list")])
def test_a_reading_verb_loads_nothing_that_only_others_need(tmp_path, words):
    """Each of these would cost more than the verb itself does."""
    loaded(tmp_path, "", *words)  # makes the database
    found = loaded(tmp_path, "", *words)
    assert "sqlmodel" in found
    assert [name for name in HEAVY if name in found] == []


@pytest.mark.slow
def test_help_loads_next_to_nothing(tmp_path):
    """Neither the words of the rooms nor what they are made of."""
    found = loaded(tmp_path, "", "--help")
    assert "click" in found
    assert [name for name in ("msgspec", "classifiers.vocabulary", "dataclasses", *HEAVY) if name in found] == []


@pytest.mark.slow
def test_what_runs_long_leaves_out_what_it_never_uses(tmp_path):
    """TLS, rich and greenlets stay out of the daemon, and whoever imports one of them later gets it all the same."""
    found = loaded(tmp_path, "", "run", "--once")
    assert [name for name in UNASKED if name in found] == []
    later = "import daemon.footprint\ndaemon.footprint.lean()\nimport ssl, asyncio\nassert ssl.SSLContext"
    assert "ssl" in loaded(tmp_path, later, "status")


@pytest.mark.slow
def test_a_daemon_that_nobody_asks_is_small(tmp_path):
    """While it watches: neither a server nor an SDK is loaded, and as a service starts it, it takes what it took so far.

    The limits are for an empty home; `python -m bench idle` measures 10,000 files and 1,000 memories.
    """
    environ = {"HOME": str(tmp_path), "SEORAP_HOME": str(tmp_path / "s"), "PYTHONPATH": str(Path.cwd())}
    command = Machine(settings.resolve(environ, tmp_path, "sam"), sys.platform, sys.executable).command
    flags, words = command[1 : command.index("-m")], command[command.index("daemon.cli") + 1 :]
    code = f"import sys\nsys.argv[1:] = {list(words)!r}\nfrom daemon.cli.main import main\n"
    code += "try:\n    main()\nfinally:\n    print(*sys.modules)"
    with (tmp_path / "log").open("wb") as log:
        daemon = subprocess.Popen(
            [sys.executable, *flags, "-c", code], env=environ, cwd=tmp_path, stdout=subprocess.PIPE, stderr=log
        )
    try:
        deadline = time.monotonic() + 90
        while b"daemon.started" not in (tmp_path / "log").read_bytes():
            assert daemon.poll() is None
            assert time.monotonic() < deadline, (tmp_path / "log").read_text()
            time.sleep(0.05)
        resident = seen(daemon.pid)[0]
        while not asleep(daemon.pid):
            assert time.monotonic() < deadline, "it is woken more than once a second"
        later = seen(daemon.pid)[0]
        daemon.send_signal(signal.SIGTERM)
        said, _ = daemon.communicate(timeout=30)
    finally:
        daemon.kill()
    found = said.decode().split()
    assert "watchdog" in found
    assert [name for name in UNASKED if name in found] == []
    assert max(resident, later) < 76_000, "kilobytes"


def asleep(pid: int) -> bool:
    """Was it woken less than once a second in the next few?"""
    slept = seen(pid)[1]
    time.sleep(WINDOW)
    return seen(pid)[1] - slept < WINDOW


def seen(pid: int) -> tuple[int, int]:
    """Kilobytes that a process holds, and how often its threads went to sleep; on Linux, elsewhere nothing."""
    told = [file.read_text() for file in Path(f"/proc/{pid}/task").glob("*/status")]
    slept = sum(int(text.partition("\nvoluntary_ctxt_switches:")[2].split()[0]) for text in told)
    return (int(told[0].partition("VmRSS:")[2].split()[0]) if told else 0), slept
