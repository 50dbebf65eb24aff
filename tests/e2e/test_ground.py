"""What every verb says when the ground gives way: configuration, database, folder, disk."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

FACT = ("memory", "write", "fact:port", "The API listens on 8080.", "--type", "fact")


@pytest.mark.slow
@pytest.mark.parametrize("text", ["sources = [", "[follow]\nwatch = 3\n", "[nope]\n", "\udcff"])
def test_a_broken_config_is_named_by_every_verb(home, text):
    """The file, the place and what to do; nothing is changed, and completion and help still work."""
    config = home.root / "seorap" / "config.toml"
    config.parent.mkdir()
    config.write_bytes(os.fsencode(text))
    for words in (("status",), ("inbox", "--json"), ("sources", "add", "/tmp/x"), ("run", "--once"), ("scan",)):
        assert str(config) in home.refused(*words, code=1)
    assert config.read_bytes() == os.fsencode(text)
    home.seorap("--help")
    home.seorap("completion", "bash")


@pytest.mark.slow
def test_a_home_that_cannot_be_one(home):
    """A file where the folder should be is said in words, by reading and by writing verbs."""
    (home.root / "seorap").write_text("")
    for words in (("status",), ("run", "--once"), FACT, ("sources", "add", "/tmp/x")):
        assert str(home.root / "seorap") in home.refused(*words, code=1)


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["strange", "torn"])
def test_a_damaged_database_is_said(home, damage):
    """Not a database, or one whose pages were overwritten: every verb names it, and the file stays for a rescue."""
    home.seorap(*FACT)
    file = home.root / "seorap" / "seorap.sqlite"
    data = bytearray(file.read_bytes())
    data[0 if damage == "strange" else 4096 :] = bytes(number * 7 % 251 for number in range(len(data)))[: len(data)]
    file.write_bytes(data)
    for words in (("status",), ("inbox", "--json"), FACT, ("run", "--once")):
        assert "damaged" in home.refused(*words, code=1)
    assert file.read_bytes()[4096:] == bytes(data[4096:])


@pytest.mark.slow
def test_a_folder_that_is_gone(home, tmp_path):
    """Called from a folder that was removed: words, not a traceback."""
    gone = tmp_path / "gone"
    script = f"mkdir {gone}; cd {gone}; rmdir {gone}; exec {sys.executable} -m daemon.cli "
    for words in ("memory read fact:port", "memory write fact:port x --type fact", "sources add x", "scan x"):
        done = subprocess.run(
            ["sh", "-c", script + words], env=home.environ, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (1, ""), words
        assert done.stderr.startswith("seorap: "), done.stderr


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="mounting needs root on Linux")
def test_a_full_disk_is_said_and_loses_nothing(home, tmp_path):
    """What did not fit is not half there: verbs say the disk is full, and go on where they were once there is room."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], check=False, capture_output=True)
    if mounted.returncode:
        pytest.skip("this container may not mount")
    try:
        where = {"SEORAP_HOME": str(disk)}
        home.seorap(*FACT, **where)
        ballast = disk / "ballast"
        with ballast.open("wb", buffering=0) as stream:
            try:
                while stream.write(b"x" * 4096):
                    pass
            except OSError:
                pass
        home.record("npx vercel deploy --prod", "Production: https://blyck.example.com [21s]\n")
        another = ("memory", "write", "fact:web", "The page listens on 3000.", "--type", "fact")
        assert "is full" in home.refused(*another, code=1, **where)
        assert "No space" in home.refused("sources", "add", "/tmp/x", code=1, **where)
        ballast.unlink()
        assert home.seorap("memory", "read", "fact:port", **where).stdout == "The API listens on 8080.\n"
        home.seorap("run", "--once", **where)
        assert "deploy:blyck" in home.seorap("inbox", **where).stdout
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


@pytest.mark.slow
def test_the_whole_way_on_postgresql(home, postgres):
    """SEORAP_DATABASE_URL alone moves everything; no file of a database is made here, and no password is shown."""
    where = {"SEORAP_DATABASE_URL": postgres}
    home.environ |= {"LOGNAME": f"sam-{os.getpid()}"}
    home.record("npx vercel deploy --prod", "Production: https://blyck.example.com [21s]\n")
    home.seorap("run", "--once", **where)
    home.seorap("run", "--once", **where)
    (card,) = [json.loads(line) for line in home.seorap("inbox", "--json", **where).stdout.splitlines()]
    assert (card["key"], card["seen"]) == ("deploy:blyck", 1)
    home.seorap("approve", card["id"], **where)
    assert "deploy:blyck" in home.memory.read_text()
    home.seorap("undo", **where)
    home.seorap("memory", "purge", "deploy:blyck", "--yes", **where)
    assert not home.memory.exists()
    assert not (home.root / "seorap" / "seorap.sqlite").exists()
    gone = {"SEORAP_DATABASE_URL": "postgresql://sam:hunter2hunter2@127.0.0.1:1/none"}
    told = home.refused("status", code=1, **gone)
    assert "127.0.0.1" in told
    assert "hunter2" not in told
