"""What the tests of sources share: formats that only name themselves."""

from dataclasses import dataclass

import pytest

from classifiers.vocabulary import Reading, SourceKind
from daemon.sources.follow import Follower, Source
from daemon.sources.tail import Trouble, read


@dataclass(frozen=True)
class Plain:
    """A format that reads nothing; it knows every file that begins with `sure`."""

    name: str = "plain"
    kind: SourceKind = SourceKind.TRANSCRIPT
    whole: bool = False
    sure: bytes = b"#known"

    def sniff(self, head, name):
        return 90 if head.startswith(self.sure) else 0

    def read(self, lines, carry, *, final, path):
        return Reading()


@pytest.fixture
def plain():
    """A format of lines."""
    return Plain()


@pytest.fixture
def document():
    """A format of one document."""
    return Plain(name="document", kind=SourceKind.REPORT, whole=True)


@pytest.fixture
def log():
    """A CI format, complete once quiet."""
    return Plain(name="log", kind=SourceKind.CI)


class Store:
    """Checkpoints and lines at rest, moved by compare-and-swap as the real one does it."""

    def __init__(self):
        self.checkpoints = {}
        self.lines = []  # every line ever committed, doubles included

    def commit(self, batch):
        """Store a batch; False when another reader was faster."""
        before = self.checkpoints.get(batch.previous.path if batch.previous else batch.path)
        expected = batch.previous and (batch.previous.offset, batch.previous.anchor)
        if (before and (before.offset, before.anchor)) != expected:
            return False
        if batch.previous:
            del self.checkpoints[batch.previous.path]
        self.checkpoints[batch.path] = batch.next
        self.lines += [line.data for line in batch.lines]
        return True


class Reader:
    """A follower and what reads for it, as the daemon does, on a clock that the test moves."""

    def __init__(self, sources, formats, store, sniff=lambda head, name: None):
        self.store = store
        self.formats = {form.name: form for form in formats}
        self.follower = Follower(sources, self.formats, sniff, store.checkpoints.values())
        self.now = 0.0
        self.reasons = []
        self.finals = []

    def poll(self, *, look=True, crash=False):
        """Look everywhere (or only where it is due), then read until nothing is ready. Returns the new lines."""
        before = len(self.store.lines)
        if look:
            self.follower.hint(None)
        self.follower.tick(self.now)
        while work := self.follower.dirty(self.now):
            for path, form, checkpoint, final, _ in work:
                self._read(path, self.formats[form], checkpoint, final=final, crash=crash)
                if crash:
                    return []
        return self.store.lines[before:]

    def _read(self, path, form, checkpoint, *, final, crash=False):
        batch = read(path, checkpoint, form, final=final)
        if isinstance(batch, Trouble):
            self.follower.failed(path, batch, self.now)
        elif not crash and self.store.commit(batch):
            self.reasons.append(str(batch.reason))
            self.finals += [path] if batch.final else []
            self.follower.done(path, batch.next, self.now, more=batch.more)
        elif not crash:
            self.reasons.append("late")
            self.follower.reload(path, self.store.checkpoints.get(path), self.now)
            self.now += 1


@pytest.fixture
def store():
    """An empty store."""
    return Store()


@pytest.fixture
def reader(tmp_path, plain, document, log, store):
    """Makes a reader of the files in the test's folder."""

    def make(*patterns, form="plain", **options):
        source = Source("here", tmp_path, patterns or ("**/*.log*",), form)
        return Reader([source], [plain, document, log], options.pop("store", store), **options)

    return make
