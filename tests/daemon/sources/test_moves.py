"""Files that are renamed, replaced, moved and come back keep their places."""

import pytest

from daemon.sources.tail import read
from daemon.sources.trouble import Trouble, TroubleKind


def append(path, data):
    with path.open("ab") as file:
        file.write(data)


@pytest.mark.parametrize("restart", [False, True])
def test_a_rotated_file_takes_its_place_along(tmp_path, reader, store, restart):
    """After a chain of renames each file goes on under its new name, and only new lines are read."""
    names = [tmp_path / name for name in ("a.log", "a.log.1", "a.log.2")]
    names[0].write_bytes(b"old\n")
    here = reader()
    here.poll()
    names[0].rename(names[1])
    names[0].write_bytes(b"mid\n")
    here.poll()
    append(names[0], b"last words\n")
    names[1].rename(names[2])
    names[0].rename(names[1])
    names[0].write_bytes(b"new\n")
    here = reader() if restart else here
    assert sorted(here.poll()) == [b"last words", b"new"]
    assert sorted(store.lines) == [b"last words", b"mid", b"new", b"old"]
    assert "late" not in here.reasons
    assert {path: point.offset for path, point in store.checkpoints.items()} == {
        str(names[0]): 4,
        str(names[1]): 15,
        str(names[2]): 4,
    }


def test_files_that_swap_names_keep_their_places(tmp_path, reader, store):
    """A circle of renames ends with every line read; at worst some are read again."""
    first, second, other = (tmp_path / name for name in ("a.log", "b.log", "other"))
    first.write_bytes(b"1\n")
    second.write_bytes(b"22\n")
    here = reader()
    here.poll()
    first.rename(other)
    second.rename(first)
    other.rename(second)
    append(second, b"333\n")
    here.poll()
    assert set(store.lines) == {b"1", b"22", b"333"}
    assert here.poll() == []
    assert here.follower.waiting == 0


def test_a_file_moved_to_another_disk_is_found_by_its_head(tmp_path, reader, store):
    """A new inode under a new name that begins like one that is gone, and holds its anchor, goes on."""
    path, there = tmp_path / "a.log", tmp_path / "sub" / "b.log"
    path.write_bytes(b"1\n2\n")
    here = reader()
    here.poll()
    there.parent.mkdir()
    there.write_bytes(path.read_bytes() + b"3\n")
    path.unlink()
    assert here.poll() == [b"3"]
    assert list(store.checkpoints) == [str(there)]


def test_a_used_inode_is_another_file(tmp_path, reader, store):
    """A checkpoint whose inode was given to other content does not make that content read."""
    path = tmp_path / "a.log"
    path.write_bytes(b"aaaa\n")
    here = reader()
    here.poll()
    path.rename(tmp_path / "b.log")
    (tmp_path / "b.log").write_bytes(b"bbbb\ncccc\n")  # the same inode, under another name, with other bytes
    assert here.poll() == [b"bbbb", b"cccc"]
    path.write_bytes(b"aaaa\nmore\n")
    assert here.poll() == [b"more"]


def test_a_file_that_comes_back_goes_on(tmp_path, reader, store):
    """Deleted and restored, a file is read on from its checkpoint; deleted and written anew, from its top."""
    path = tmp_path / "a.log"
    path.write_bytes(b"1\n")
    here = reader()
    here.poll()
    path.unlink()
    here.poll()
    assert here.follower.files == 0
    path.write_bytes(b"1\n2\n")
    assert here.poll() == [b"2"]
    path.unlink()
    here.poll()
    path.write_bytes(b"other\n")
    assert here.poll() == [b"other"]
    assert here.reasons[-1] == "replaced"


def test_a_hint_about_a_rename_moves_the_checkpoint(tmp_path, reader, store):
    """Told only of the new name, the follower finds out what became of the old one."""
    path, rotated = tmp_path / "a.log", tmp_path / "a.log.1"
    path.write_bytes(b"1\n")
    here = reader()
    here.poll()
    path.rename(rotated)
    path.write_bytes(b"2\n")
    here.follower.hint(str(rotated))
    assert here.poll(look=False) == [b"2"]
    assert here.reasons == ["first_sight", "moved", "first_sight"]


def test_another_device_number_alone_is_no_change(tmp_path, reader, store):
    """After a restart that renumbers disks ten thousand files are not opened."""
    from dataclasses import replace  # noqa: PLC0415

    (tmp_path / "a.log").write_bytes(b"1\n")
    reader().poll()
    store.checkpoints = {path: replace(point, device=point.device + 1) for path, point in store.checkpoints.items()}
    here = reader()
    here.follower.discover(0.0)
    assert here.follower.dirty(0.0) == []


def test_a_mover_in_trouble_gives_its_checkpoint_back(tmp_path, reader, store):
    """If the file under its new name cannot be read, the old path is not held up for ever."""
    path, rotated = tmp_path / "a.log", tmp_path / "a.log.1"
    path.write_bytes(b"1\n")
    here = reader()
    here.poll()
    path.rename(rotated)
    path.write_bytes(b"2\n")
    here.follower.discover(1.0)
    assert [work.path for work in here.follower.dirty(1.0)] == [str(rotated)]
    here.follower.failed(str(rotated), Trouble(str(rotated), TroubleKind.UNREADABLE), 1.0)
    assert here.poll(look=False) == [b"2"]
    assert here.reasons == ["first_sight", "replaced"]


def test_a_file_renamed_while_it_is_read_keeps_its_place(tmp_path, reader, store):
    """The checkpoint moves to the new name only once the reading that moves it forward is over."""
    path, rotated = tmp_path / "a.log", tmp_path / "a.log.1"
    path.write_bytes(b"1\n")
    here = reader()
    here.poll()
    append(path, b"2\n")
    here.follower.discover(1.0)
    (work,) = here.follower.dirty(1.0)
    batch = read(str(path), work.checkpoint, here.formats["plain"])
    path.rename(rotated)
    path.write_bytes(b"3\n")
    here.follower.discover(2.0)
    assert here.follower.dirty(2.0) == []
    store.commit(batch)
    here.follower.done(str(path), batch.next, 2.0)
    assert here.poll(look=False) == [b"3"]
    assert here.reasons == ["first_sight", "moved", "first_sight"]
    assert list(store.checkpoints) == [str(rotated), str(path)]
    assert here.follower.waiting == 0
