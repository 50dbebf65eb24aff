"""Changes to a home: made in one step, taken back exactly, and a person's own left alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.service import changes
from daemon.service.changes import Block, Folder, Link, Written, take_back
from daemon.service.marked import BEGIN, END, Kept

TEXT = "if [ -r /x ]; then . /x; fi\n"


def made(change, before=None):
    entry = change.entry("part", before)
    change.make()
    assert change.stands()
    return entry


OTHERS = st.binary(max_size=80).filter(lambda data: b"seorap" not in data)


@settings(deadline=None)  # it waits for a disk
@given(before=OTHERS, after=OTHERS)
def test_a_block_goes_in_and_out_and_the_rest_stays_byte_for_byte(tmp_path_factory, before, after):
    """Whatever a person has around it, and whatever they append later."""
    file = tmp_path_factory.mktemp("home") / ".bashrc"
    file.write_bytes(before)
    entry = made(Block(file, TEXT))
    assert file.read_bytes().startswith(before)
    with file.open("ab") as stream:
        stream.write(after)
    assert take_back(entry)
    glued = b"\n" if after and before and not before.endswith(b"\n") else b""
    assert file.read_bytes() == before + glued + after


def test_a_newer_block_takes_the_place_of_ours(tmp_path):
    """After an upgrade the text differs; there is one block, and it is still known as ours."""
    file = tmp_path / ".zshrc"
    file.write_bytes(b"a\n")
    first = made(Block(file, TEXT))
    second = made(Block(file, "newer\n"), first)
    assert file.read_bytes() == b"a\n" + BEGIN + b"newer\n" + END
    assert take_back(second)
    assert file.read_bytes() == b"a\n"


@pytest.mark.parametrize(
    "content",
    [
        BEGIN + b"theirs\n" + END,
        BEGIN + b"no end\n",
        END + BEGIN,
        BEGIN + END + BEGIN + END,
        b"x # >>> seorap >>>\n" + END,
    ],
)
def test_an_edited_or_damaged_block_is_kept(tmp_path, content):
    """It is neither overwritten nor cut out, and the person is told."""
    file = tmp_path / ".bashrc"
    entry = made(Block(file, TEXT))
    file.write_bytes(content)
    with pytest.raises(Kept):
        Block(file, TEXT).entry("part", entry)
    with pytest.raises(Kept):
        take_back(entry)
    assert file.read_bytes() == content


def test_a_file_that_only_held_our_block_goes_again_unless_it_was_there_empty(tmp_path):
    """A start-up file setup had to make is removed; an empty one of the person stays."""
    new, empty = tmp_path / "new", tmp_path / "empty"
    empty.touch()
    for file in (new, empty):
        take_back(made(Block(file, TEXT)))
    assert not new.exists()
    assert empty.read_bytes() == b""


def test_a_start_up_file_that_is_a_link_stays_one(tmp_path):
    """Dot files kept in a repository are changed there, with their permissions."""
    real, link = tmp_path / "dotfiles", tmp_path / ".bashrc"
    real.write_text("a\n")
    real.chmod(0o640)
    link.symlink_to(real)
    entry = made(Block(link, TEXT))
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    take_back(entry)
    assert real.read_text() == "a\n"


def test_a_file_of_somebody_else_keeps_its_place(tmp_path):
    """A unit a person wrote is not replaced; the same bytes are taken for ours."""
    file = tmp_path / "seorap.service"
    file.write_text("mine")
    with pytest.raises(Kept, match=r"seorap\.service"):
        Written(file, b"ours").entry("part", None)
    file.write_text("ours")
    assert take_back(made(Written(file, b"ours")))
    assert not file.exists()


def test_a_file_of_ours_is_renewed_and_an_edited_one_kept(tmp_path):
    """Every content that was ever ours may be replaced and removed; one more byte may not."""
    file = tmp_path / "unit"
    first = made(Written(file, b"one", mode=0o600))
    assert file.stat().st_mode & 0o777 == 0o600
    second = made(Written(file, b"two"), first)
    file.write_bytes(b"two and mine")
    with pytest.raises(Kept):
        Written(file, b"three").entry("part", second)
    with pytest.raises(Kept):
        take_back(second)
    file.write_bytes(b"one")
    assert take_back(second)
    assert not take_back(second), "what is gone is gone"


def test_a_link_is_removed_only_while_it_is_ours(tmp_path):
    """A person's own file or link of that name stays."""
    link = tmp_path / "wants"
    entry = made(Link(link, "/unit"))
    assert take_back(entry)
    assert not take_back(entry)
    link.symlink_to("/elsewhere")
    for attempt in (lambda: Link(link, "/unit").entry("part", None), lambda: take_back(entry)):
        with pytest.raises(Kept):
            attempt()
    assert os.readlink(link) == "/elsewhere"  # noqa: PTH115  the text of it


def test_a_folder_gets_its_permissions_back(tmp_path):
    """Closed by setup, opened again by uninstall, unless a person chose others meanwhile."""
    folder = tmp_path / "seorap"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    entry = made(Folder(folder))
    assert folder.stat().st_mode & 0o777 == 0o700
    take_back(entry)
    assert folder.stat().st_mode & 0o777 == 0o755
    made(Folder(folder), entry)
    folder.chmod(0o750)
    assert not take_back(entry)
    assert folder.stat().st_mode & 0o777 == 0o750


def test_a_read_only_file_is_left_alone_and_undone_when_it_is_writable_again(tmp_path):
    file = tmp_path / ".bashrc"
    file.write_text("mine\n")
    file.chmod(0o444)
    with pytest.raises(Kept, match="read-only"):
        Block(file, TEXT).entry("part", None)
    file.chmod(0o644)
    entry = made(Block(file, TEXT))
    file.chmod(0o444)
    with pytest.raises(PermissionError, match="read-only"):
        take_back(entry)
    assert TEXT in file.read_text()
    file.chmod(0o644)
    assert take_back(entry)
    assert file.read_text() == "mine\n"


@pytest.mark.parametrize("content", [b'model = "o', b"\xff = 1", b"[a\n", b"a = 1\na = 2\n"])
def test_a_half_written_toml_file_is_left_alone(tmp_path, content):
    file = tmp_path / "config.toml"
    file.write_bytes(content)
    with pytest.raises(Kept, match="not TOML"):
        Block(file, "[x]\n", toml=True).entry("part", None)
    assert file.read_bytes() == content


def test_a_change_that_meets_a_full_disk_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    """No half-written start-up file, and no draft left."""

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / ".bashrc"
    file.write_bytes(b"mine\n")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        Block(file, TEXT).make()
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"mine\n"]


def test_missing_folders_are_named_from_the_outside_in(tmp_path):
    """So that they can be removed in the opposite order."""
    assert list(changes.missing_folders(tmp_path / "a" / "b" / "file")) == [tmp_path / "a", tmp_path / "a" / "b"]
    assert list(changes.missing_folders(Path("/file"))) == []
