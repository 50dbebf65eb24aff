"""A disk that is full, and one that may not be written."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress

import pytest

from storage.drawer import memories
from storage.engine import open_store
from storage.values import Owner

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


READING = (
    ("status",),
    ("status", "--json"),
    ("status", "--prometheus"),
    ("inbox",),
    ("inbox", "--json"),
    ("memory", "list"),
    ("memory", "list", "--json"),
    ("memory", "show", "fact:port"),
    ("memory", "history", "fact:port"),
    ("recall", "which port"),
    ("explain", "{transcript}:1"),
    ("export", "-"),
)
WRITING = (
    ("memory", "write", "fact:port", "9090.", "--type", "fact"),
    ("memory", "read", "fact:port"),
    ("memory", "retire", "fact:port"),
    ("approve", "{id}"),
    ("undo",),
    ("decay",),
)


@pytest.fixture(params=["full", "full, with a log half begun", "read-only"])
def unwritable(request, home, small_disk, written):
    """Makes the disk so, once there is something to read; no daemon runs."""
    home.seorap("run", "--once")
    written.write(3)
    home.seorap("run", "--once")
    home.seorap("memory", "write", "fact:port", "The API listens on 8080.", "--type", "fact")

    def spoil() -> str:
        if request.param == "read-only":
            subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
            return "cannot be opened for writing"
        fill(small_disk)
        if "log" in request.param:
            (small_disk / "seorap.sqlite-wal").touch()
            (small_disk / "seorap.sqlite-shm").touch()
        return "is full"

    return spoil


def test_what_is_kept_can_be_read_where_nothing_can_be_stored(home, unwritable):
    """Every reading verb prints what it prints on a good day, says so, and ends well; the others refuse with the reason."""
    (card,) = home.rows("inbox")

    def told(words):
        return tuple(word.format(transcript=home.transcript, id=card["id"]) for word in words)

    before = {words: home.seorap(*told(words)) for words in READING}
    why = unwritable()
    for words in READING:
        done = home.seorap(*told(words))
        if words == ("status", "--json"):
            assert why in json.loads(done.stdout)["unwritable"]
        elif words[0] not in ("status", "export"):
            assert done.stdout == before[words].stdout, words
        assert why in done.stderr
        assert "nothing can be stored" in done.stderr
    for words in WRITING:
        assert why in home.refused(*told(words), code=1)
    copy = home.root / "elsewhere.sqlite"
    home.seorap("backup", str(copy))
    with open_store(copy) as store:
        assert [each.body for each in memories(store, owner=Owner(user="sam"))] == ["The API listens on 8080."]


def test_a_log_that_a_crash_left_is_read_on_a_full_disk(home, small_disk):
    """What was committed last stands in it alone."""
    home.seorap("memory", "write", "fact:port", "The API listens on 8080.", "--type", "fact")
    crash = (
        "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "c.execute(\"UPDATE memory SET body = 'The API listens on 9090.'\"); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", crash, small_disk / "seorap.sqlite"], check=True)
    assert (small_disk / "seorap.sqlite-wal").stat().st_size
    fill(small_disk)
    assert "9090" in home.seorap("memory", "list").stdout
    assert "9090" in home.seorap("recall", "which port").stdout


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
