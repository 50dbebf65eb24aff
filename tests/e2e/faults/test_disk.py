"""A disk that is full, and one that may not be written."""

from __future__ import annotations

import subprocess
from contextlib import suppress

import pytest

pytestmark = pytest.mark.slow


def fill(folder):
    """All of the disk, to the last page."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    return filler


def test_a_full_disk(home, small_disk, written, watching, until, outcome):
    """It is said, nothing is taken for stored, and once there is room everything is."""
    watching()
    written.write()
    until(written.all_stored)
    filler = fill(small_disk)
    written.write(300)
    until(lambda: "store.failed" in home.log())
    assert "full" in home.log()
    filler.unlink()
    until(written.all_stored)
    outcome("The disk is full (a real one of 4 MB)", "said; retried until there was room")


def test_a_disk_that_is_full_at_the_start(home, small_disk, written, watching, until, outcome):
    """Whether it starts or says why not, nothing is lost."""
    home.seorap("run", "--once")
    filler = fill(small_disk)
    written.write()
    assert "full" in home.refused("run", "--once", code=1)
    filler.unlink()
    watching()
    until(written.all_stored)
    outcome("The disk is full at the start", "refused with the reason; read at the next start")


def test_a_folder_that_may_not_be_written(home, small_disk, written, watching, until, outcome):
    """Mounted read-only: every start says so, and the next one with leave to write reads all."""
    home.seorap("run", "--once")
    written.write()
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    for words in (("run",), ("run", "--once")):
        assert str(small_disk) in home.refused(*words, code=1)
    subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)
    watching()
    until(written.all_stored)
    outcome("The data folder is read-only", "refused, naming the folder; read once it can be written")
