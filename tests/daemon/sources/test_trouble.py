import os
import socket
from pathlib import Path

import pytest

from daemon.sources.tail import TroubleKind, anchored, peek, read
from storage.checkpoints import Checkpoint


def test_a_missing_file_is_said(tmp_path, plain):
    """A file that is gone, a folder where its parent was a file, and what cannot be a path are missing."""
    (tmp_path / "file").write_bytes(b"")
    for path in ("gone", "file/below", "nul\0byte"):
        assert read(str(tmp_path / path), None, plain).kind is TroubleKind.MISSING
    assert peek(str(tmp_path / "gone")).kind is TroubleKind.MISSING
    assert not anchored(str(tmp_path / "gone"), Checkpoint(path="x", format="plain"))


def test_what_is_not_a_regular_file_is_refused_without_waiting(tmp_path, plain, monkeypatch):
    """A directory, a pipe nobody writes to, a socket and a device named like a log hold nobody up."""
    monkeypatch.chdir(tmp_path)  # a socket's path is short
    Path("d.log").mkdir()
    os.mkfifo("p.log")
    server = socket.socket(socket.AF_UNIX)
    server.bind("s.log")
    server.close()
    for path in ("d.log", "p.log", "s.log", "/dev/null"):
        trouble = read(path, None, plain)
        assert (trouble.kind, trouble.lasting) == (TroubleKind.NOT_REGULAR, True)


def test_a_pointer_is_not_content(tmp_path, plain):
    """A file Git LFS has not fetched says so."""
    path = tmp_path / "a.log"
    path.write_bytes(b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n")
    trouble = read(str(path), None, plain)
    assert trouble.kind is TroubleKind.LFS_POINTER
    assert "git lfs pull" in trouble.hint
    assert peek(str(path)).kind is TroubleKind.LFS_POINTER


def test_binary_files_are_refused_unless_their_format_knows_them(tmp_path, plain):
    """NULs in a file its format does not recognise are not text."""
    path = tmp_path / "a.log"
    path.write_bytes(b"\x7fELF\0\0\0\n")
    assert read(str(path), None, plain).kind is TroubleKind.BINARY
    path.write_bytes(b"#known\0\0\n")
    assert len(read(str(path), None, plain).lines) == 1


def test_a_document_over_the_bound_is_refused(tmp_path, document, monkeypatch):
    """What must be read whole has a bound, in bytes and in lines."""
    path = tmp_path / "r.xml"
    path.write_bytes(b"\n" * 100)
    monkeypatch.setattr("daemon.sources.tail.MAX_WHOLE_LINES", 99)
    assert read(str(path), None, document).kind is TroubleKind.TOO_LARGE
    monkeypatch.setattr("daemon.sources.tail.MAX_WHOLE", 99)
    assert read(str(path), None, document).kind is TroubleKind.TOO_LARGE


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="needs users")
def test_an_unreadable_file_is_said(tmp_path, plain, monkeypatch):
    """A file this user may not read is unreadable, whoever runs the test."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.log"
    path.write_bytes(b"secret\n")
    path.chmod(0)
    tmp_path.chmod(0o711)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)  # root reads everything, so nobody looks
    try:
        assert read("a.log", None, plain).kind is TroubleKind.UNREADABLE
    finally:
        os.seteuid(user)


def test_trouble_says_what_and_what_to_do(tmp_path, plain):
    """The title names the file and the kind, and every kind has a hint."""
    trouble = read(str(tmp_path / "gone"), None, plain)
    assert "gone" in trouble.title
    assert "missing" in trouble.title
    assert trouble.hint
    assert not trouble.lasting
