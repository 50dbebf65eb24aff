import os
import time
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from daemon.config import Config
from daemon.sources.known import configured
from daemon.sources.patterns import Patterns
from daemon.sources.roster import Roster
from daemon.sources.walk import Source, walk


def touch(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x\n")
    return path


def names(root, *patterns):
    return sorted(os.path.relpath(path, root) for path, _ in walk(Source("here", root, patterns)))


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.log", ["a.log"]),
        ("**/*.log", ["a.log", "s/b.log", "s/t/c.log"]),
        ("s/*.log", ["s/b.log"]),
        ("s/**", ["s/b.log", "s/t/.h", "s/t/c.log"]),
        ("**/t/*", ["s/t/.h", "s/t/c.log"]),
        ("*/*/*.log", ["s/t/c.log"]),
        ("./s//[bc].log", ["s/b.log"]),
        ("**/**/c.log", ["s/t/c.log"]),
        ("s", []),
        ("", []),
        ("/", []),
    ],
)
def test_patterns_choose_files(tmp_path, pattern, expected):
    """`*` stays in a folder, `**` goes through any number, and a folder is never a file."""
    for name in ("a.log", "s/b.log", "s/t/c.log", "s/t/.h", ".git/x.log", "node_modules/m/y.log"):
        touch(tmp_path / name)
    (tmp_path / "d.log").mkdir()
    assert names(tmp_path, pattern) == expected


def test_a_folder_no_file_can_match_in_is_not_entered(tmp_path, monkeypatch):
    """A history in a home folder does not cost a walk through the home folder."""
    touch(tmp_path / ".history")
    touch(tmp_path / "deep" / "down" / ".history")
    listed = []
    real = os.scandir
    monkeypatch.setattr("daemon.sources.walk.os.scandir", lambda path: listed.append(path) or real(path))
    assert names(tmp_path, ".history") == [".history"]
    assert listed == [str(tmp_path)]


def test_links_are_followed_and_cycles_end(tmp_path):
    """A linked folder is entered once, by its own way if there is one; links to nowhere and to oneself are passed over."""
    touch(tmp_path / "real" / "a.log")
    touch(tmp_path.parent / "outside" / "b.log")
    (tmp_path / "alias").symlink_to(tmp_path / "real")
    (tmp_path / "real" / "up").symlink_to(tmp_path)
    (tmp_path / "out").symlink_to(tmp_path.parent / "outside")
    (tmp_path / "self.log").symlink_to(tmp_path / "self.log")
    (tmp_path / "gone.log").symlink_to(tmp_path / "nowhere")
    (tmp_path / "file.log").symlink_to(tmp_path / "real" / "a.log")
    assert names(tmp_path, "**/*.log") == ["file.log", "out/b.log", "real/a.log"]


def test_only_regular_files_are_found(tmp_path):
    """Pipes named like logs are not."""
    os.mkfifo(tmp_path / "p.log")
    assert names(tmp_path, "*.log") == []


def test_a_link_beside_its_file_is_not_followed_twice(tmp_path, reader):
    """`latest.log`, pointing at the job's log, adds nothing."""
    touch(tmp_path / "job.log")
    (tmp_path / "latest.log").symlink_to(tmp_path / "job.log")
    (tmp_path / "a.log").symlink_to(tmp_path / "job.log")
    here = reader()
    assert here.poll() == [b"x"]
    assert here.poll() == []


def test_a_source_may_be_one_file(tmp_path):
    """Its root is the file, whatever the patterns say; a missing root has no files."""
    path = touch(tmp_path / "history")
    source = Source("one", path)
    assert [found for found, _ in walk(source)] == [str(path)]
    assert source.owns(str(path))
    assert not source.owns(str(tmp_path / "other"))
    assert list(walk(replace(source, root=tmp_path / "missing"))) == []


def test_what_is_watched(tmp_path):
    """Only the folders where something may appear, and their depths only where a pattern reaches into them."""
    roots = Patterns((".zsh_history", ".local/share/fish/h", "s/*/x", "s/**/*.log")).watch_roots(Path("/home/me"))
    assert sorted(roots) == [
        ("/home/me", False),
        ("/home/me/.local/share/fish", False),
        ("/home/me/s", True),
    ]
    path = touch(tmp_path / "history")
    assert Source("one", path).watch_roots() == {(str(tmp_path), False)}


@pytest.mark.slow
def test_ten_thousand_idle_files_cost_next_to_nothing(tmp_path, reader, store, plain):
    """Ten thousand unchanged files are taken in within a second of a restart, and idle under a 500th of the time."""
    from daemon.sources.tail import read  # noqa: PLC0415

    for number in range(10_000):
        path = tmp_path / f"d{number % 100}" / f"{number}.log"
        touch(path)
        store.checkpoints[str(path)] = read(str(path), None, plain).next
    began = time.perf_counter()
    here = reader()
    here.follower.tick(0.0)
    assert here.follower.dirty(0.0) == []
    assert time.perf_counter() - began < 1.0
    assert (here.follower.files, here.follower.waiting) == (10_000, 0)
    now, began = 0.0, time.process_time()
    while now < 600:
        now += max(0.001, here.follower.wait(now, watching=True))
        here.follower.tick(now, watching=True)
        here.follower.dirty(now)
    assert (time.process_time() - began) / 600 < 0.002


@pytest.mark.parametrize("way", ["seorap", "work/home/seorap"])
def test_what_is_ours_is_never_followed(tmp_path, way):
    """Neither by its own name nor through a link, on a walk or on a hint; what lies beside it is."""
    touch(tmp_path / "beside.log")
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "home").symlink_to(tmp_path)
    closed = tmp_path / "seorap"
    source = Source("here", tmp_path, ("**/*.log",), "plain", closed=(closed,))
    roster = Roster([source], ())
    ours = [touch(closed / "a.log"), touch(closed / "backups" / "b.log")]
    assert [file.path for file in roster.look_at_all(0.0)] == [str(tmp_path / "beside.log")]
    for each in (*ours, closed, closed / "backups"):
        assert roster.look_at(str(tmp_path / way / each.relative_to(closed)), 1.0) == []
    assert list(roster.files) == [str(tmp_path / "beside.log")]


def test_a_folder_of_ours_that_a_person_names_is_followed(tmp_path):
    """They know what they ask for; a folder above ours, or one that cannot be looked at, keeps it closed."""
    ours = tmp_path / "seorap"
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    config = msgspec.convert(
        {"sources": [{"path": str(ours / "ci")}, {"path": str(tmp_path)}, {"path": str(loop)}]}, Config
    )
    assert [each.closed for each in configured(config, [ours])] == [(), (ours,), (ours,)]
