import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from daemon import opening, settings
from daemon.config import ConfiguredSource
from daemon.duties import Daemon
from daemon.lag import lags
from daemon.progress import Progress

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Nowhere:
    def isatty(self) -> bool:
        return False


class Bench:
    """Sources in a made-up home, and what lags of them."""

    def __init__(self, root: Path) -> None:
        found = settings.resolve({"SEORAP_HOME": str(root / "seorap")}, root, "sam")
        source = ConfiguredSource(path=str(root / "customer"))
        self.settings = replace(found, config=msgspec.structs.replace(found.config, sources=(source,)))
        self.root = root

    def put(self, name: str, text: str, *, age: float = 0.0) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a") as stream:
            stream.write(text)
        os.utime(path, (NOW.timestamp() - age,) * 2)
        return path

    def read(self) -> None:
        with opening.store(self.settings) as store:
            Daemon(self.settings, store, settle=0).catch_up(Progress(Nowhere(), lambda: 0.0))

    def lags(self) -> dict[str, tuple]:
        with opening.store(self.settings) as store:
            found = lags(self.settings, store, opening.owner(self.settings), now=NOW)
            return {each.label: (each.files, each.behind, each.unread, round(each.seconds)) for each in found}


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path)


def test_what_changed_is_behind_until_it_is_read(bench):
    """By the bytes that are new, and the time of the change that waits longest."""
    bench.put(".bash_history", "#1795860000\nls\n", age=60)
    assert bench.lags() == {"bash": (1, 1, 15, 60)}
    bench.read()
    assert bench.lags() == {"bash": (1, 0, 0, 0)}
    bench.put(".bash_history", "#1795860001\npwd\n", age=5)
    assert bench.lags() == {"bash": (1, 1, 16, 5)}


def test_a_last_line_without_its_end_is_not_behind_for_ever(bench):
    """It was looked at; what it lacks is its writer's to add."""
    bench.put(".bash_history", "#1795860000\nls\nunfini")
    bench.read()
    assert bench.lags() == {"bash": (1, 0, 0, 0)}
    bench.put(".bash_history", "shed", age=-5)  # still not
    assert bench.lags() == {"bash": (1, 0, 0, 0)}
    bench.put(".bash_history", "\n", age=5)
    assert bench.lags() == {"bash": (1, 1, 11, 5)}


def test_a_file_that_was_only_touched_is_not_behind(bench):
    """A backup program changes times; no line waits."""
    file = bench.put(".bash_history", "#1795860000\nls\n", age=60)
    bench.read()
    os.utime(file, (1, 1))
    assert bench.lags() == {"bash": (1, 0, 0, 0)}


def test_a_file_of_no_known_format_is_not_behind(bench):
    """A folder with anything in it; a name that a person gave is in no label."""
    bench.put("customer/notes.bin", "\0\1\2")
    bench.read()
    assert bench.lags() == {"configured-1": (1, 0, 0, 0)}


def test_a_database_is_behind_until_it_was_read(bench):
    """Rows are no bytes to count, and whether there are new ones only reading them tells."""
    file = bench.root / ".local" / "share" / "atuin" / "history.db"
    file.parent.mkdir(parents=True)
    with closing(sqlite3.connect(file, isolation_level=None)) as atuin:
        atuin.execute("PRAGMA journal_mode=WAL")
        atuin.execute("CREATE TABLE history (id TEXT, timestamp INT, duration INT, exit INT, command TEXT, cwd TEXT)")
        assert bench.lags()["atuin"][:3] == (1, 1, 0)
        bench.read()
        assert bench.lags()["atuin"][:3] == (1, 0, 0)
