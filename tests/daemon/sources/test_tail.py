import os
import tracemalloc
from dataclasses import replace

import pytest

from classifiers.vocabulary import Line
from daemon.sources.tail import Batch, Reason, anchored, peek, read


def lines(batch):
    return [line.data for line in batch.lines]


def test_a_growing_file_is_read_on_from_the_last_newline(tmp_path, plain):
    """Each batch holds what came since, with offsets and numbers of the file; half a line waits for its newline."""
    path = tmp_path / "a.log"
    path.write_bytes(b"one\ntwo\nthr")
    first = read(str(path), None, plain)
    assert (lines(first), first.reason, first.more) == ([b"one", b"two"], Reason.FIRST_SIGHT, False)
    assert (first.next.offset, first.next.lines, first.next.size) == (8, 2, 11)
    with path.open("ab") as file:
        file.write(b"ee\r\nfour\n")
    second = read(str(path), first.next, plain)
    assert [*second.lines] == [Line(b"three\r", 8, 3), Line(b"four", 15, 4)]
    assert (second.reason, second.previous) == (Reason.GROWN, first.next)


def test_nothing_new_is_an_idle_batch(tmp_path, plain):
    """A file that did not change gives no lines and needs no commit."""
    path = tmp_path / "a.log"
    path.write_bytes(b"one\n")
    first = read(str(path), None, plain)
    again = read(str(path), first.next, plain)
    assert (lines(again), again.reason, again.idle) == ([], Reason.UNCHANGED, True)
    assert again.next == first.next
    assert not first.idle


@pytest.mark.parametrize(
    ("then", "reason"),
    [(b"1\n", Reason.TRUNCATED), (b"banner\nother\nlonger than before\n", Reason.REPLACED), (b"", Reason.TRUNCATED)],
)
def test_truncated_and_regrown_files_start_over(tmp_path, plain, then, reason):
    """A file cut short, or cut and grown past its old size under the same banner, is read from the top and said so."""
    path = tmp_path / "a.log"
    path.write_bytes(b"banner\nrun 1\n")
    first = replace(read(str(path), None, plain).next, carry=b'{"open":1}')
    with path.open("r+b") as file:  # the inode stays, as with copytruncate
        file.truncate(0)
        file.write(then)
    second = read(str(path), first, plain)
    assert (second.reason, second.next.carry) == (reason, b"")
    assert lines(second) == then.split(b"\n")[:-1]
    assert not second.idle


def test_the_carry_goes_on_with_the_file(tmp_path, plain):
    """The next checkpoint holds the carry to hand to the format."""
    path = tmp_path / "a.log"
    path.write_bytes(b"1\n")
    known = replace(read(str(path), None, plain).next, carry=b'{"open":1}')
    path.write_bytes(b"1\n2\n")
    assert read(str(path), known, plain).next.carry == b'{"open":1}'


def test_a_rewritten_history_starts_over(tmp_path, plain):
    """A shell that drops its oldest lines and renames a new file into place is read again from the top."""
    path = tmp_path / "history"
    path.write_bytes(b"a\nb\nc\n")
    known = read(str(path), None, plain).next
    (tmp_path / "history.new").write_bytes(b"b\nc\nd\n")
    (tmp_path / "history.new").rename(path)
    batch = read(str(path), known, plain)
    assert (lines(batch), batch.reason) == ([b"b", b"c", b"d"], Reason.REPLACED)


def test_a_replaced_file_with_the_same_bytes_goes_on(tmp_path, plain):
    """A history saved through a new inode, only longer, is not read again: the bytes decide, not the inode."""
    path = tmp_path / "history"
    path.write_bytes(b"a\nb\n")
    known = read(str(path), None, plain).next
    (tmp_path / "new").write_bytes(b"a\nb\nc\n")
    (tmp_path / "new").rename(path)
    batch = read(str(path), known, plain)
    assert (lines(batch), batch.reason) == ([b"c"], Reason.GROWN)
    assert batch.next.inode != known.inode


def test_a_moved_file_keeps_its_place(tmp_path, plain):
    """Read under its new name, a rotated file goes on; a stranger under that name starts at its top."""
    path = tmp_path / "a.log"
    path.write_bytes(b"a\n")
    known = read(str(path), None, plain).next
    moved = path.rename(tmp_path / "a.log.1")
    with moved.open("ab") as file:
        file.write(b"b\n")
    batch = read(str(moved), known, plain)
    assert (lines(batch), batch.reason, batch.next.path) == ([b"b"], Reason.MOVED, str(moved))
    assert anchored(str(moved), known)
    moved.write_bytes(b"z\nb\n")
    assert not anchored(str(moved), known)
    assert read(str(moved), known, plain).reason is Reason.FIRST_SIGHT


def test_a_batch_is_bounded_and_says_there_is_more(tmp_path, plain):
    """A batch takes at most its bytes, yet always a whole line; together the batches are the file."""
    path = tmp_path / "a.log"
    content = [b"x" * n for n in (3, 50, 0, 7, 200, 1)]
    path.write_bytes(b"\n".join(content) + b"\n")
    known, seen, batches = None, [], 0
    while True:
        batch = read(str(path), known, plain, max_bytes=16)
        assert batch.lines
        seen += lines(batch)
        batches += 1
        known = batch.next
        if not batch.more:
            break
    assert seen == content
    assert batches > 3
    assert known.lines == len(content)


def test_a_line_over_the_bound_is_cut_and_passed(tmp_path, plain):
    """Its head is kept and marked, the lines behind it are read, and the offset proves itself."""
    path = tmp_path / "a.log"
    path.write_bytes(b"ab\n" + b"y" * 3_000_000 + b"\nend\n")
    first = read(str(path), None, plain, max_bytes=1000, max_line=5000)
    second = read(str(path), first.next, plain, max_bytes=1000, max_line=5000)
    assert [*second.lines] == [Line(b"y" * 5000, 3, 2, cut=True)]
    third = read(str(path), second.next, plain, max_bytes=1000, max_line=5000)
    assert (lines(third), third.reason, third.more) == ([b"end"], Reason.GROWN, False)
    assert anchored(str(path), third.next)


def test_an_endless_line_is_not_consumed(tmp_path, plain):
    """A line over the bound that has no newline yet stays where it is, until it has one."""
    path = tmp_path / "a.log"
    path.write_bytes(b"ab\n" + b"y" * 20_000)
    first = read(str(path), None, plain, max_bytes=100, max_line=500)
    second = read(str(path), first.next, plain, max_bytes=100, max_line=500)
    assert (lines(second), second.next.offset, second.more) == ([], 3, False)
    assert second.next.anchor == first.next.anchor
    with path.open("ab") as file:
        file.write(b"\n")
    assert read(str(path), second.next, plain, max_bytes=100, max_line=500).lines[0].cut


def test_a_complete_artefact_gives_its_last_line(tmp_path, log):
    """With `final` the last line needs no newline, once; if the file goes on, it is read anew."""
    path = tmp_path / "job.log"
    path.write_bytes(b"a\nlast")
    first = read(str(path), None, log)
    done = read(str(path), first.next, log, final=True)
    assert (lines(done), done.final, done.next.final, done.next.offset) == ([b"last"], True, True, 6)
    again = read(str(path), done.next, log, final=True)
    assert (lines(again), again.final, again.next.final, again.idle) == ([], False, True, True)
    path.write_bytes(b"a\nlast words\n")
    reopened = read(str(path), done.next, log)
    assert (lines(reopened), reopened.reason, reopened.next.final) == ([b"a", b"last words"], Reason.REOPENED, False)


def test_only_the_last_batch_of_an_artefact_is_final(tmp_path, log):
    """While there is more to read nothing is closed."""
    path = tmp_path / "job.log"
    path.write_bytes(b"aaaa\nbbbb\ncc")
    first = read(str(path), None, log, max_bytes=6, final=True)
    assert (first.final, first.next.final, first.more) == (False, False, True)
    second = read(str(path), first.next, log, max_bytes=60, final=True)
    assert (second.final, lines(second)) == (True, [b"bbbb", b"cc"])


def test_an_artefact_that_is_quiet_is_closed_without_lines(tmp_path, log):
    """A final read of a file read to its end gives an empty, final batch, which is not idle."""
    path = tmp_path / "job.log"
    path.write_bytes(b"a\n")
    first = read(str(path), None, log)
    done = read(str(path), first.next, log, final=True)
    assert (lines(done), done.final, done.idle) == ([], True, False)


def test_a_document_is_read_whole_whenever_it_changed(tmp_path, document):
    """A report of one document is read from its first byte, last line included, even if only its middle changed."""
    path = tmp_path / "report.xml"
    path.write_bytes(b"<t failures='1'>\n" + b"x" * 400 + b"\n</t>")
    first = read(str(path), None, document)
    assert (len(first.lines), first.next.offset) == (3, path.stat().st_size)
    assert read(str(path), first.next, document).idle
    path.write_bytes(b"<t failures='0'>\n" + b"x" * 400 + b"\n</t>")
    second = read(str(path), replace(first.next, carry=b"{}"), document)
    assert (second.lines[0].data, second.reason, second.next.carry) == (b"<t failures='0'>", Reason.REPLACED, b"")
    done = read(str(path), second.next, document, final=True)
    assert (len(done.lines), done.final) == (3, True)
    assert not read(str(path), done.next, document, final=True).final


def test_a_file_that_grows_while_it_is_read_is_read_up_to_what_was_seen(tmp_path, plain, monkeypatch):
    """What is appended after the size was taken belongs to the next batch, whose size then differs."""
    path = tmp_path / "a.log"
    path.write_bytes(b"one\n")
    real = os.fstat

    def growing(descriptor):
        found = real(descriptor)
        with path.open("ab") as file:
            file.write(b"two\n")
        return found

    monkeypatch.setattr("daemon.sources.tail.os.fstat", growing)
    first = read(str(path), None, plain)
    monkeypatch.undo()
    assert (lines(first), first.next.size) == ([b"one"], 4)
    assert lines(read(str(path), first.next, plain)) == [b"two"]


def test_a_file_that_shrinks_while_it_is_read_gives_what_was_there(tmp_path, log, monkeypatch):
    """A size that was true a moment ago invents no line, not even in a final read."""
    path = tmp_path / "a.log"
    path.write_bytes(b"one\ntwo\n")
    real = os.fstat

    def shrinking(descriptor):
        found = real(descriptor)
        os.truncate(path, 0)
        return found

    monkeypatch.setattr("daemon.sources.tail.os.fstat", shrinking)
    batch = read(str(path), None, log, final=True)
    assert isinstance(batch, Batch)
    assert (lines(batch), batch.next.offset) == ([], 0)


def test_any_bytes_are_read(tmp_path, plain):
    """NULs in the middle and broken UTF-8 pass through untouched."""
    path = tmp_path / "a.log"
    path.write_bytes(b"#known\na\0b\n\xff\xfe\n")
    assert lines(read(str(path), None, plain)) == [b"#known", b"a\0b", b"\xff\xfe"]


def test_peek_shows_the_head(tmp_path):
    """Enough of a file to tell its format by, and no more."""
    path = tmp_path / "a.log"
    path.write_bytes(b"h" * 100_000)
    assert peek(str(path)) == b"h" * 65_536


def test_memory_stays_flat_whatever_the_size(tmp_path, plain):
    """A line of 64 MiB costs its bounded head and a batch, not itself, and what stands behind it is read."""
    path = tmp_path / "a.log"
    with path.open("wb") as file:
        file.truncate(64 * 1024 * 1024)
        file.seek(0)
        file.write(b"#known\n")
        file.seek(0, os.SEEK_END)
        file.write(b"\nend\n")
    tracemalloc.start()
    try:
        known, seen = None, []
        while known is None or known.offset < path.stat().st_size:
            batch = read(str(path), known, plain, max_bytes=1024 * 1024, max_line=1024 * 1024)
            seen += [(len(line.data), line.cut) for line in batch.lines]
            known = batch.next
        assert tracemalloc.get_traced_memory()[1] < 8 * 1024 * 1024
    finally:
        tracemalloc.stop()
    assert seen == [(6, False), (1024 * 1024, True), (3, False)]
