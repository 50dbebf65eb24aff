import os
from itertools import pairwise
from pathlib import Path

from structlog.testing import capture_logs

from daemon.sources.tail import read
from daemon.sources.trouble import Trouble, TroubleKind


def append(path, data):
    with path.open("ab") as file:
        file.write(data)


def test_appended_lines_are_read_once(tmp_path, reader, store):
    """Whatever is appended, in halves or in bulk, arrives exactly once and in order."""
    path = tmp_path / "a.log"
    path.write_bytes(b"1\n2")
    here = reader()
    assert here.poll() == [b"1"]
    append(path, b"2\n3\n")
    assert here.poll() == [b"22", b"3"]
    assert here.poll() == []
    assert store.lines == [b"1", b"22", b"3"]


def test_a_restart_reads_nothing_again(tmp_path, reader, store):
    """Files that did not change while nobody looked are not even opened; the others go on where they were."""
    for name in ("a.log", "b.log"):
        (tmp_path / name).write_bytes(b"1\n")
    reader().poll()
    append(tmp_path / "b.log", b"2\n")
    again = reader()
    again.follower.discover(0.0)
    assert [work.path for work in again.follower.dirty(0.0)] == [str(tmp_path / "b.log")]


def test_a_restart_reads_on_where_a_bound_ended_the_batch(tmp_path, reader, store, plain):
    """A file that was only half read looks unchanged, and is still read on."""
    path = tmp_path / "a.log"
    path.write_bytes(b"1\n2\n3\n")
    store.commit(read(str(path), None, plain, max_bytes=2))
    assert reader().poll() == [b"2", b"3"]


def test_a_file_that_vanishes_before_it_is_read_is_forgotten_quietly(tmp_path, reader):
    """Its checkpoint stays, and there is no trouble to report."""
    path = tmp_path / "a.log"
    path.write_bytes(b"1\n")
    here = reader()
    here.follower.discover(0.0)
    path.unlink()
    here.poll(look=False)
    assert (here.follower.files, here.follower.waiting, here.follower.troubles) == (0, 0, {})


def test_nothing_is_handed_out_twice(tmp_path, reader):
    """A file that is being read is not given to a second reader, even if it changes meanwhile; then it is read again."""
    path = tmp_path / "a.log"
    path.write_bytes(b"1\n")
    here = reader()
    here.follower.discover(0.0)
    (work,) = here.follower.dirty(0.0)
    append(path, b"2\n")
    here.follower.discover(1.0)
    assert here.follower.dirty(1.0) == []
    assert work.checkpoint is None
    here._read(work.path, here.formats["plain"], None, final=False)
    assert here.store.lines == [b"1", b"2"]
    append(path, b"3\n")
    assert here.poll() == [b"3"]


def test_a_change_between_read_and_commit_is_not_lost(tmp_path, reader, plain, store):
    """What is appended after the bytes were taken is noticed, though the file is only then called done."""
    path = tmp_path / "a.log"
    path.write_bytes(b"1\n")
    here = reader()
    here.follower.discover(0.0)
    here.follower.dirty(0.0)
    batch = read(str(path), None, plain)
    append(path, b"2\n")
    here.follower.hint(str(path))
    here.follower.tick(1.0)
    store.commit(batch)
    here.follower.done(str(path), batch.next, 1.0)
    assert [work.checkpoint for work in here.follower.dirty(1.0)] == [batch.next]


def test_another_reader_was_faster(tmp_path, reader, store, plain):
    """When the stored checkpoint has moved, the file goes on from there."""
    path = tmp_path / "a.log"
    path.write_bytes(b"1\n")
    here, there = reader(), reader()
    here.follower.discover(0.0)
    there.poll()
    append(path, b"2\n")
    assert here.poll() == [b"2"]
    assert here.reasons == ["late", "grown"]


def test_trouble_backs_off_and_is_said_once(tmp_path, reader):
    """A file that cannot be read is tried less and less often, up to five minutes; the log has a line in half a minute."""
    path = tmp_path / "a.log"
    path.write_bytes(b"1\n")
    follower = reader().follower
    follower.discover(0.0)
    now, tries = 0.0, []
    with capture_logs() as said:
        while now < 2000:
            follower.tick(now, watching=True)
            if follower.dirty(now):
                tries.append(now)
                follower.failed(str(path), Trouble(str(path), TroubleKind.UNREADABLE), now)
                assert 0 < follower.wait(now, watching=True) <= 25
            now += 1
    waits = [after - before for before, after in pairwise(tries)]
    assert waits[:4] == [2, 4, 8, 16]
    assert max(waits) == 300
    assert len(said) < len(tries)
    assert said[0]["kind"] == "unreadable"
    assert sum(line["count"] for line in said) <= len(tries)
    assert "1\\n" not in str(said)
    assert list(follower.troubles) == [str(path)]


def test_lasting_trouble_waits_for_a_change(tmp_path, reader):
    """A pointer or binary file is not tried again until it changes."""
    path = tmp_path / "a.log"
    path.write_bytes(b"version https://git-lfs.github.com/spec/v1\n")
    here = reader()
    here.poll()
    assert here.follower.waiting == 0
    assert here.follower.troubles[str(path)].kind is TroubleKind.LFS_POINTER
    path.write_bytes(b"fetched\n")
    assert here.poll() == [b"fetched"]
    assert here.follower.troubles == {}


def test_an_unknown_format_is_told_when_the_file_grows(tmp_path, reader):
    """A file that tells no format is left alone, and asked again when there is more of it."""
    asked = []

    def sniff(head, name):
        asked.append(head)
        return "plain" if b"known" in head else None

    path = tmp_path / "a.log"
    path.write_bytes(b"hm\n")
    here = reader(form=None, sniff=sniff)
    assert here.poll() == here.poll() == []
    assert asked == [b"hm\n"]
    assert here.follower.troubles[str(path)].kind is TroubleKind.UNKNOWN_FORMAT
    append(path, b"known\n")
    assert here.poll() == [b"hm", b"known"]
    append(path, b"more\n")
    assert here.poll() == [b"more"]
    assert len(asked) == 2


def test_a_format_nobody_knows_is_a_trouble(tmp_path, reader):
    """A source that names a format which does not exist is said, not read."""
    (tmp_path / "a.log").write_bytes(b"1\n")
    here = reader(form="nonsense")
    assert here.poll() == []
    assert [each.kind for each in here.follower.troubles.values()] == [TroubleKind.UNKNOWN_FORMAT]


def test_a_quiet_artefact_is_closed_once(tmp_path, reader):
    """A CI log is read as it grows, and closed when it has been quiet for the settling time."""
    path = tmp_path / "job.log"
    path.write_bytes(b"1\n2")
    here = reader(form="log")
    assert here.poll() == [b"1"]
    here.now = 9.0
    assert here.poll() == []
    assert here.finals == []
    assert here.follower.wait(9.0, watching=True) <= 1.0
    here.now = 10.0
    assert here.poll() == [b"2"]
    assert here.finals == [str(path)]
    here.now = 500.0
    assert here.poll() == []
    assert len(here.finals) == 1
    assert here.follower.waiting == 0


def test_an_artefact_closed_too_early_is_read_anew_and_given_longer(tmp_path, reader):
    """When it goes on after all, it is read from its top, and must then be quiet twice as long."""
    path = tmp_path / "job.log"
    path.write_bytes(b"1\n")
    here = reader(form="log")
    here.poll()
    here.now = 10.0
    here.poll()
    append(path, b"2\n")
    assert here.poll() == [b"1", b"2"]
    assert here.reasons[-1] == "reopened"
    here.now = 29.0
    here.poll()
    assert len(here.finals) == 1
    here.now = 30.0
    here.poll()
    assert len(here.finals) == 2


def test_an_artefact_that_grows_at_the_last_moment_is_not_closed(tmp_path, reader):
    """Growth that nobody has noticed yet is noticed before closing."""
    path = tmp_path / "job.log"
    path.write_bytes(b"1\n")
    here = reader(form="log")
    here.poll()
    append(path, b"2\n")
    here.now = 20.0
    assert here.follower.dirty(20.0) == []
    assert [work.final for work in here.follower.dirty(20.0)] == [False]


def test_a_report_is_read_once_it_is_quiet(tmp_path, reader):
    """A document rewritten whole is not read while it is being written."""
    path = tmp_path / "r.log.xml"
    path.write_bytes(b"<a>")
    here = reader(form="document")
    assert here.poll() == []
    here.now = 10.0
    assert here.poll() == [b"<a>"]
    assert here.finals == [str(path)]
    path.write_bytes(b"<b/>")
    assert here.poll() == []
    here.now = 20.0
    assert here.poll() == [b"<b/>"]


def test_hot_files_are_looked_at_often_and_cold_ones_rarely(tmp_path, reader):
    """What changed lately is noticed in seconds; everything else at the next pass."""
    hot, cold = tmp_path / "hot.log", tmp_path / "cold.log"
    cold.write_bytes(b"1\n")
    reader().poll()
    hot.write_bytes(b"1\n")
    here = reader()
    here.follower.tick(0.0, watching=True)
    here.poll(look=False)
    append(hot, b"2\n")
    append(cold, b"2\n")
    here.follower.tick(5.0, watching=True)
    assert [work.path for work in here.follower.dirty(5.0)] == [str(hot)]
    here.follower.tick(25.0, watching=True)
    assert str(cold) in [work.path for work in here.follower.dirty(25.0)]


def test_a_hint_shortens_the_wait(tmp_path, reader):
    """A hint at a file, a new file, a new folder or a folder's parent is followed at once; others do no harm."""
    here = reader("sessions/*/*/r-*.log")
    here.poll()
    deep = tmp_path / "sessions" / "2026" / "01"
    deep.mkdir(parents=True)
    path = deep / "r-1.log"
    path.write_bytes(b"1\n")
    (deep / "other.log").write_bytes(b"no\n")
    for number, place in enumerate((tmp_path / "sessions", deep.parent, path, path)):
        append(path, b"%d\n" % number)
        here.follower.hint(str(place))
        assert here.follower.wait(here.now) == 0.0
        assert here.poll(look=False)
    for place in ("/nowhere", str(tmp_path), str(deep / "other.log"), "nul\0", "/dev/null", str(tmp_path.parent)):
        here.follower.hint(place)
    assert here.poll(look=False) == []
    path.unlink()
    here.follower.hint(str(path))
    here.poll(look=False)
    assert here.follower.files == 0


def test_modification_times_may_go_backwards(tmp_path, reader):
    """Any other time is a change, earlier ones too."""
    path = tmp_path / "a.log"
    path.write_bytes(b"1\n")
    here = reader()
    here.poll()
    path.write_bytes(b"2\n")
    os.utime(path, (1, 1))
    assert here.poll() == [b"2"]


def test_a_file_nobody_got_round_to_comes_before_what_is_written_without_end(tmp_path, reader):
    """The latest go first, and with more of them than a turn has room for an older one would wait for ever."""
    for number, name in enumerate(("old.log", "busy.log", "busier.log")):
        (tmp_path / name).write_bytes(b"one\n")
        os.utime(tmp_path / name, ns=(number, number))
    reading = reader()
    follower = reading.follower
    follower.tick(0.0)
    first = [work.path for work in follower.dirty(0.0)]
    assert [Path(path).name for path in first] == ["busier.log", "busy.log", "old.log"]
    for path in first[1:]:
        follower.hand_back(path)
    reading._read(first[0], reading.formats["plain"], None, final=False)
    with (tmp_path / "busier.log").open("ab") as stream:
        stream.write(b"two\n")
    follower.hint(str(tmp_path / "busier.log"))
    follower.tick(0.0)
    assert [Path(work.path).name for work in follower.dirty(0.0)] == ["busy.log", "old.log", "busier.log"]
