import logging
import threading
from pathlib import Path

import pytest

from daemon.sources import wake as waking
from daemon.sources.wake import Wake
from daemon.sources.walk import Source


class Hints:
    """Takes hints in and lets a test wait for one."""

    def __init__(self) -> None:
        self.paths: list[str | None] = []
        self._changed = threading.Condition()

    def __call__(self, path: str | None) -> None:
        with self._changed:
            self.paths.append(path)
            self._changed.notify_all()

    def wait_for(self, path: Path | None) -> None:
        wanted = None if path is None else str(path)
        with self._changed:
            assert self._changed.wait_for(lambda: wanted in self.paths, timeout=10), f"no hint of {wanted}"


def test_an_append_a_new_folder_and_a_rename_are_hinted_at(tmp_path):
    """Whatever happens below a source's root comes as a path."""
    hints = Hints()
    file = tmp_path / "s.jsonl"
    file.write_text("a\n")
    with Wake([Source("x", tmp_path, ("**/*.jsonl",))], hints) as wake:
        assert not wake.degraded
        with file.open("a") as stream:
            stream.write("b\n")
        hints.wait_for(file)
        deep = tmp_path / "2026" / "11"
        deep.mkdir(parents=True)
        hints.wait_for(tmp_path / "2026")
        file.rename(tmp_path / "old.jsonl")
        hints.wait_for(tmp_path / "old.jsonl")


def test_a_root_that_appears_later_is_watched_from_then_on(tmp_path):
    """And one that was removed and made again, too."""
    hints = Hints()
    root = tmp_path / "sessions"
    with Wake([Source("x", root, ("**/*.jsonl",))], hints) as wake:
        for name in ("first.jsonl", "second.jsonl"):
            root.mkdir()
            wake.refresh()
            (root / name).write_text("a\n")
            hints.wait_for(root / name)
            (root / name).unlink()
            root.rmdir()
            wake.refresh()


def test_a_dead_watching_thread_is_started_anew_and_everything_looked_at(tmp_path):
    """The thread's end costs a full look, no more."""
    hints = Hints()
    with Wake([Source("x", tmp_path, ("**/*.jsonl",))], hints) as wake:
        wake._observer.stop()
        wake._observer.join()
        wake.refresh()
        hints.wait_for(None)
        (tmp_path / "s.jsonl").write_text("a\n")
        hints.wait_for(tmp_path / "s.jsonl")


def test_a_hint_that_fails_does_not_end_the_watching(tmp_path):
    """A handler that raises would kill the library's thread."""
    seen = Hints()

    def failing(path: str | None) -> None:
        seen(path)
        raise RuntimeError

    with Wake([Source("x", tmp_path, ("**/*.jsonl",))], failing) as wake:
        for name in ("a.jsonl", "b.jsonl"):
            (tmp_path / name).write_text("a\n")
            seen.wait_for(tmp_path / name)
        assert wake._observer.is_alive()


def test_an_overflow_means_look_everywhere(tmp_path):
    """The library only writes a log line about it."""
    hints = Hints()
    with Wake([Source("x", tmp_path)], hints):
        logging.getLogger("watchdog.observers.inotify_c").warning("Kernel event queue overflow")
        hints.wait_for(None)


@pytest.mark.parametrize("limit", ["1\n", "nonsense"])
def test_the_systems_limit_is_said_when_it_is_reached(tmp_path, monkeypatch, limit):
    """Below a root the library is silent about it, so folders are counted."""
    (tmp_path / "limit").write_text(limit)
    (tmp_path / "root" / "a").mkdir(parents=True)
    monkeypatch.setattr(waking, "LIMITS", (tmp_path / "limit",))
    with Wake([Source("x", tmp_path / "root", ("**/*.jsonl",))], Hints()) as wake:
        assert ("max_user_watches" in wake.degraded) == (limit == "1\n")


def test_a_user_without_an_instance_left_goes_on_and_watches_later(tmp_path, monkeypatch):
    """Other programs hold them all: it is said once, hints come when one is free."""

    def refused() -> None:
        raise OSError(24, "inotify instance limit reached")

    (tmp_path / "root").mkdir()
    monkeypatch.setattr(waking, "Observer", refused)
    hints = Hints()
    with Wake([Source("x", tmp_path / "root", ("*.jsonl",))], hints) as wake:
        wake.refresh()
        assert "instance limit" in wake.degraded
        monkeypatch.undo()
        wake.refresh()
        assert wake.degraded == ""
        (tmp_path / "root" / "a.jsonl").write_text("x")
        hints.wait_for(tmp_path / "root" / "a.jsonl")


def test_a_system_without_watches_is_said(tmp_path, monkeypatch):
    """It goes on without hints."""

    def refused(*_args: object, **_more: object) -> None:
        raise OSError(28, "inotify watch limit reached")

    with Wake([], Hints()) as wake:
        monkeypatch.setattr(wake._observer, "schedule", refused)
        wake._sources = (Source("x", tmp_path),)
        wake.refresh()
        assert "inotify watch limit reached" in wake.degraded
