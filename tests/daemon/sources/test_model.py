"""The tailer against a model: whatever happens to a file, every whole line that stands is stored, and nothing else."""

import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule


class Life(RuleBasedStateMachine):
    """A log with a banner, its rotated copy, and a reader that may crash."""

    make_reader = None
    make_store = None

    @initialize()
    def start(self):
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "a.log"
        self.store = self.make_store()
        self.reader = self.make_reader(self.folder, self.store)
        self.written = {b"banner"}
        self.count = 0
        self.polled = False

    def lines(self, number):
        self.count += number
        fresh = [b"line %d" % n for n in range(self.count - number, self.count)]
        self.written.update(fresh)
        return b"".join(line + b"\n" for line in fresh)

    def append(self, data):
        with self.path.open("ab") as file:
            file.write(data)
        self.polled = False

    @rule(number=st.integers(1, 40))
    def whole_lines(self, number):
        self.append(self.end() + self.lines(number))

    @rule()
    def half_a_line(self):
        self.append(self.end() + self.lines(1)[:-1])

    def end(self):
        """The newline that is missing at the end of the file."""
        here = self.path.read_bytes() if self.path.exists() else b"\n"
        return b"" if here.endswith(b"\n") or not here else b"\n"

    @rule(number=st.integers(0, 50))
    def restart_under_the_same_banner(self, number):
        with self.path.open("ab") as file:
            file.truncate(0)
            file.write(b"banner\n" + self.lines(number))
        self.polled = False

    @rule(at=st.integers(0, 400))
    def truncate(self, at):
        with self.path.open("ab") as file:
            file.truncate(min(at, file.tell()))
        torn = self.path.read_bytes().rpartition(b"\n")[2]
        self.append(b"~\n" if torn else b"")
        self.written.add(torn + b"~")

    @rule(skip=st.integers(1, 20), number=st.integers(0, 3))
    def trim_the_front_and_rename_into_place(self, skip, number):
        kept = (self.path.read_bytes() if self.path.exists() else b"").split(b"\n")[skip:]
        new = self.folder / "new"
        new.write_bytes(b"\n".join(kept))
        new.rename(self.path)
        self.append(self.end() + self.lines(number))

    @rule()
    def rotate(self):
        if self.path.exists():
            self.path.rename(self.folder / "a.log.1")
            self.polled = False

    @rule()
    def rotate_by_copy(self):
        if self.path.exists():
            shutil.copy(self.path, self.folder / "a.log.1")
            self.path.write_bytes(b"")
            self.polled = False

    @rule()
    def delete(self):
        self.path.unlink(missing_ok=True)

    @rule()
    def crash_before_the_commit(self):
        self.reader.poll(crash=True)
        self.reader = self.make_reader(self.folder, self.store)

    @rule()
    def start_again(self):
        self.reader = self.make_reader(self.folder, self.store)

    @rule()
    def poll(self):
        self.reader.now += 400  # past every back-off
        self.reader.poll()
        self.polled = True

    @invariant()
    def what_is_stored_is_what_stood(self):
        stored = set(self.store.lines)
        assert stored <= self.written | {b""}
        if self.polled:
            standing = [line for path in self.folder.glob("a.log*") for line in path.read_bytes().split(b"\n")[:-1]]
            assert stored >= set(standing)

    def teardown(self):
        shutil.rmtree(self.folder)


def test_any_life_of_a_file(reader, store, plain, request):
    """Append, half lines, truncation, regrowth, rewriting, rotation, deletion, crashes: nothing lost, nothing invented."""
    from daemon.sources.follow import Source  # noqa: PLC0415

    made = reader()

    class Here(Life):
        make_store = staticmethod(type(store))
        make_reader = staticmethod(
            lambda folder, stored: type(made)([Source("here", folder, ("*.log*",), "plain")], [plain], stored)
        )

    state = Here.TestCase.settings
    Here.TestCase.settings = settings(state, max_examples=60, stateful_step_count=30, deadline=None)
    Here.TestCase("runTest").runTest()
