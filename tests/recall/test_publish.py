import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.publish import BEGIN, END, PublishError, alone, exclude, holds, include, publish, withdraw


def test_a_missing_file_is_made_with_its_folders(tmp_path):
    """The first publish needs nothing prepared."""
    file = tmp_path / ".seorap" / "MEMORY.md"
    assert publish(file, "hello", within=tmp_path)
    assert file.read_bytes() == BEGIN + b"\nhello\n" + END + b"\n"


def test_publishing_the_same_twice_writes_once(tmp_path):
    """Bytes that do not differ are not written: the inode stays."""
    file = tmp_path / "MEMORY.md"
    publish(file, "hello", within=tmp_path)
    inode = file.stat().st_ino
    assert not publish(file, "hello", within=tmp_path)
    assert file.stat().st_ino == inode


outside = st.binary(max_size=80).filter(lambda text: b"seorap:" not in text)


@settings(max_examples=60, deadline=None)
@given(outside, outside, st.text(max_size=60).filter(lambda text: "seorap:" not in text))
def test_text_outside_the_markers_stays_byte_identical(tmp_path_factory, before, after, block):
    """Whatever stands before and after our block, in any encoding, is never touched."""
    root = tmp_path_factory.mktemp("w")
    file = root / "CLAUDE.md"
    file.write_bytes(before + BEGIN + b"old" + END + after)
    publish(file, block, within=root)
    data = file.read_bytes()
    assert data.startswith(before + BEGIN)
    assert data.endswith(END + after)


@settings(max_examples=40, deadline=None)
@given(outside.filter(bytes.strip), st.text(max_size=60).filter(lambda text: "seorap:" not in text))
def test_a_block_put_into_a_file_can_be_taken_out_again(tmp_path_factory, before, block):
    """Withdrawing leaves what a person wrote, and only white space of ours."""
    root = tmp_path_factory.mktemp("w")
    file = root / "AGENTS.md"
    file.write_bytes(before)
    publish(file, block, within=root)
    withdraw(file, within=root)
    assert file.read_bytes().startswith(before)
    assert file.read_bytes()[len(before) :].strip(b"\n") == b""


def test_a_file_that_was_ours_alone_is_removed(tmp_path):
    """Withdrawing leaves no empty shell behind."""
    file = tmp_path / "MEMORY.md"
    publish(file, "hello", within=tmp_path)
    assert withdraw(file, within=tmp_path)
    assert not file.exists()
    assert not withdraw(file, within=tmp_path)


@pytest.mark.parametrize("data", [BEGIN, END, END + BEGIN, BEGIN + END + BEGIN + END, BEGIN + BEGIN + END])
def test_damaged_markers_are_left_to_a_person(tmp_path, data):
    """Half a block or two of them is never guessed at."""
    file = tmp_path / "MEMORY.md"
    file.write_bytes(data)
    with pytest.raises(PublishError, match="damaged"):
        publish(file, "hello", within=tmp_path)
    assert file.read_bytes() == data


def test_a_link_out_of_the_workspace_is_refused(tmp_path):
    """A repository cannot make us write elsewhere in the home."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    (workspace / ".seorap").symlink_to(elsewhere)
    with pytest.raises(PublishError, match="leads out"):
        publish(workspace / ".seorap" / "MEMORY.md", "x", within=workspace)
    target = elsewhere / "profile"
    target.write_text("mine")
    (workspace / "MEMORY.md").symlink_to(target)
    with pytest.raises(PublishError, match="leads out"):
        publish(workspace / "MEMORY.md", "x", within=workspace)
    assert target.read_text() == "mine"


@pytest.mark.parametrize("kind", ["device", "pipe"])
def test_what_never_ends_is_not_read(tmp_path, kind):
    """A repository may carry a link to a device under any name: nothing waits for it, and it stays as it is."""
    file = tmp_path / "AGENTS.md"
    file.symlink_to("/dev/zero") if kind == "device" else os.mkfifo(file)
    for use in (holds, alone, lambda file: exclude(file, ("x",)), lambda file: include(file, ("x",))):
        with pytest.raises(PublishError, match="is no regular file"):
            use(file)
    assert not file.is_file()


def test_a_link_inside_the_workspace_stays_a_link(tmp_path):
    """AGENTS.md linked to CLAUDE.md keeps being one file."""
    (tmp_path / "CLAUDE.md").write_text("mine\n")
    (tmp_path / "AGENTS.md").symlink_to("CLAUDE.md")
    publish(tmp_path / "AGENTS.md", "x", within=tmp_path)
    assert (tmp_path / "AGENTS.md").is_symlink()
    assert "mine" in (tmp_path / "CLAUDE.md").read_text()


def test_a_place_that_cannot_be_written_is_said_and_left(tmp_path):
    """A file where the folder should be gives a clear error."""
    (tmp_path / ".seorap").write_text("a file")
    with pytest.raises(PublishError) as caught:
        publish(tmp_path / ".seorap" / "MEMORY.md", "x", within=tmp_path)
    assert "still there" in caught.value.hint or "Nothing" in caught.value.hint
    assert (tmp_path / ".seorap").read_text() == "a file"


def test_no_draft_is_left_when_the_swap_fails(tmp_path, monkeypatch):
    """A full disk leaves the old file and no rubbish."""
    file = tmp_path / "MEMORY.md"
    publish(file, "old", within=tmp_path)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(PublishError, match="No space left"):
        publish(file, "new", within=tmp_path)
    assert b"old" in file.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["MEMORY.md"]


def test_an_edit_made_at_the_same_moment_is_not_lost(tmp_path, monkeypatch):
    """Somebody's change between our reading and our writing is read again."""
    file = tmp_path / "CLAUDE.md"
    file.write_text("first\n")
    real = os.fsync
    edits = iter(["second\n"])

    def meanwhile(descriptor: int) -> None:
        real(descriptor)
        for text in edits:
            file.write_text(text)

    monkeypatch.setattr(os, "fsync", meanwhile)
    assert publish(file, "block", within=tmp_path)
    assert file.read_text().startswith("second\n")


def test_the_mode_of_an_existing_file_is_kept(tmp_path):
    """A private file stays private."""
    file = tmp_path / "MEMORY.md"
    file.write_text("x")
    file.chmod(0o600)
    publish(file, "block", within=tmp_path)
    assert file.stat().st_mode & 0o777 == 0o600


def test_ignore_patterns_are_added_once_and_others_kept(tmp_path: Path):
    """The repository's own ignore file gains our lines and loses none."""
    file = tmp_path / "info" / "exclude"
    assert exclude(file, ("/.seorap/*", "!/.seorap/memory-policy.yaml"))
    assert not exclude(file, ("/.seorap/*", "!/.seorap/memory-policy.yaml"))
    file.write_bytes(b"*.log")
    assert exclude(file, ("/.seorap/*",))
    assert file.read_bytes() == b"*.log\n/.seorap/*\n"
