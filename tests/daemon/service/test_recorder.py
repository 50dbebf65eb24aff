"""The recorder's text, and which spool files may be removed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from classifiers.vocabulary import SeorapError
from daemon.service.recorder import QUIET, SHELLS, drained, script

NOW = 1_760_000_000.0
GONE = 999_999_999


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("name", ["plain", "a b", "it's", '"$(touch bad)"', "`x`\\", "$HOME;*", "새\n줄", "@SPOOL@"])
def test_the_folder_is_baked_in_safely(shell, name, tmp_path, needed):
    """Whatever the spool folder is called, its name reaches the shell as it is, and nothing in it is run."""
    needed(shell)
    (quoted,) = [
        line.strip()
        for line in script(shell, tmp_path / name).replace("\n줄", "<newline>줄").splitlines()
        if "_seorap_dir=/" in line or "_seorap_dir='/" in line or "_seorap_dir '" in line or "_seorap_dir=$" in line
    ]
    code = quoted.replace("<newline>", "\n") + '\nprintf %s "$_seorap_dir"\n'
    done = subprocess.run([shell, "-c", code], cwd=tmp_path, capture_output=True, timeout=20, check=True)
    assert done.stdout.decode() == str(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_shell_is_told_with_a_hint():
    """A shell without a recorder is an error that says which have one."""
    with pytest.raises(SeorapError) as caught:
        script("tcsh", Path("/spool"))
    assert "tcsh" in caught.value.title
    assert "bash" in caught.value.hint


def spool_file(spool: Path, name: str, size: int, age: float) -> Path:
    path = spool / name
    path.write_bytes(b"x" * size)
    os.utime(path, (NOW - age, NOW - age))
    return path


@pytest.mark.parametrize(
    ("pid", "size", "read", "age", "goes"),
    [
        (GONE, 10, 10, QUIET + 1, True),
        (GONE, 10, 9, QUIET + 1, False),  # not all of it was read
        (GONE, 10, 10, QUIET - 1, False),  # written just now
        (os.getpid(), 10, 10, QUIET + 1, False),  # its shell lives
        (GONE, 0, 0, QUIET + 1, True),
    ],
)
def test_a_file_goes_when_it_was_read_and_its_shell_is_gone(tmp_path, pid, size, read, age, goes):
    """A spool file may be removed only when it was read to its end, its shell is gone, and it was quiet for a while."""
    path = spool_file(tmp_path, f"bash.{pid}-1760000000000001.jsonl", size, age)
    assert drained(tmp_path, {path: read}.__getitem__, NOW) == ([path] if goes else [])


def test_only_our_files_go(tmp_path):
    """A private file of a gone shell goes with it; what the recorder did not make is never named."""
    private = spool_file(tmp_path, f"zsh.{GONE}-1.tmp", 3, QUIET + 1)
    for name in ("notes.jsonl", f"tcsh.{GONE}-1.jsonl", f"bash.{GONE}-1.jsonl.bak", "bash.x-1.jsonl"):
        spool_file(tmp_path, name, 0, QUIET + 1)
    assert drained(tmp_path, lambda _: 10**9, NOW) == [private]


def test_no_spool_is_no_trouble(tmp_path):
    """A folder that is not there holds no files."""
    assert drained(tmp_path / "none", lambda _: 0, NOW) == []
