"""A PostgreSQL for the tests of every room: the one of SEORAP_TEST_DATABASE_URL, or a private one for the session."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError

REQUIRE_ALL = os.environ.get("SEORAP_TEST_REQUIRE_ALL") == "1"
DATABASE_URL = os.environ.get("SEORAP_TEST_DATABASE_URL", "")


@dataclass
class Server:
    """A PostgreSQL server of our own, on a socket in a folder of its own."""

    bin: Path
    folder: Path

    @property
    def url(self) -> str:
        return f"postgresql://seorap@/postgres?host={self.folder}"

    @property
    def who(self) -> dict:
        """A server does not run as root."""
        return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}

    def make(self) -> None:
        if self.who:
            shutil.chown(self.folder, "postgres", "postgres")
        data = self.folder / "data"
        make = [self.bin / "initdb", "-D", data, "-U", "seorap", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"]
        subprocess.run(make, check=True, capture_output=True, cwd=self.folder, timeout=60, **self.who)

    def start(self) -> subprocess.Popen:
        data = self.folder / "data"
        fast = ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "listen_addresses="]
        run = [self.bin / "postgres", "-D", data, "-k", self.folder, *fast]
        return subprocess.Popen(run, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self.who)


def unavailable(reason: str) -> None:
    if REQUIRE_ALL:
        pytest.fail(reason)
    pytest.skip(reason)


@contextmanager
def own_server() -> Iterator[Server]:
    """A PostgreSQL in a folder of its own, not started yet."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    beside = shutil.which("postgres")
    if not found and beside is None:
        unavailable("no PostgreSQL: set SEORAP_TEST_DATABASE_URL, or install its server")
    folder = Path(tempfile.mkdtemp(prefix="seorap-pg-"))
    server = Server(found[-1].parent if found else Path(beside).parent, folder)
    try:
        server.make()
        yield server
    except (OSError, LookupError, subprocess.SubprocessError) as error:
        unavailable(f"PostgreSQL does not start: {error}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(server: Server) -> Iterator[None]:
    """It answers while the block runs."""
    process = server.start()
    try:
        wait_for(server.url, process)
        yield
    finally:
        process.send_signal(signal.SIGINT)  # "fast": whoever is connected is turned away
        process.wait(timeout=20)


@pytest.fixture(scope="session")
def needed():
    """Say which programs a test needs, and get their paths: without them it is skipped, or fails where all is required.

    `a|b` is whichever there is; `path` is where to look, if not where this process does.
    """

    def check(*programs: str, path: str | None = None) -> list[str]:
        found = {
            each: next(filter(None, (shutil.which(name, path=path) for name in each.split("|"))), "")
            for each in programs
        }
        missing = [program for program, place in found.items() if not place]
        if missing:
            unavailable(f"not installed: {', '.join(missing)}")
        return list(found.values())

    return check


@pytest.fixture(scope="session")
def lacking():
    """Say that something else than a program is not there: the same happens."""
    return unavailable


@pytest.fixture(scope="session")
def postgres():
    """The address of a PostgreSQL database that tests may empty."""
    if DATABASE_URL:
        yield DATABASE_URL
        return
    with own_server() as server, running(server):
        yield server.url


@pytest.fixture
def postgres_of_its_own():
    """A server and the way to run it, for a test that stops it."""
    with own_server() as server:
        yield server, running


def wait_for(url: str, process: subprocess.Popen) -> None:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    deadline = time.monotonic() + 20
    while True:
        try:
            with engine.connect():
                break
        except DBAPIError:
            if process.poll() is not None or time.monotonic() > deadline:
                unavailable("PostgreSQL does not answer")
            time.sleep(0.02)
    engine.dispose()
