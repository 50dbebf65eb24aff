"""kill -9 at random moments, over files that grow and rotate meanwhile: nothing lost, nothing doubled."""

import os
import random
import signal
import time
from pathlib import Path

import pytest

from daemon import serve, settings
from storage import queue
from storage.engine import open_store
from storage.values import Owner

KILLS = 200
PASSED = "Tests:       42 passed, 42 total\n"


def read_for_ever(found: settings.Settings) -> None:
    while True:
        serve.once(found, lambda _text: None)


class Writer:
    """Appends commands to a few transcripts; now and then one is renamed away and begun anew, or a line is torn."""

    def __init__(self, home, seed: int) -> None:
        self.home = home
        self.rng = random.Random(seed)
        self.folder = home.transcript.parent
        self.folder.mkdir(parents=True)
        self.torn: dict[Path, bytes] = {}
        self.rotations = 0

    def burst(self) -> None:
        for _ in range(self.rng.randint(1, 25)):
            path = self.folder / f"s{self.rng.randint(0, 4)}.jsonl"
            data = self.torn.pop(path, b"") + self.home.ran("npm test", PASSED)
            cut = len(data) if self.rng.random() < 0.8 else self.rng.randint(1, len(data) - 1)
            with path.open("ab") as stream:
                stream.write(data[:cut])
            if cut < len(data):
                self.torn[path] = data[cut:]
            elif self.rng.random() < 0.1:
                self.rotations += 1
                path.rename(self.folder / f"{path.stem}.{self.rotations}.jsonl")

    def finish(self) -> None:
        for path, rest in self.torn.items():
            with path.open("ab") as stream:
                stream.write(rest)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_two_hundred_kills_lose_and_double_nothing(home, monkeypatch):
    """Each command that was written is one piece of evidence, whenever the reader died."""
    for name, value in home.environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(serve.log, "info", lambda *_args, **_more: None, raising=False)
    found = settings.load()
    writer = Writer(home, seed=20261130)
    rng = random.Random(7)
    for _ in range(KILLS):
        child = os.fork()
        if child == 0:
            try:
                os.close(2)
                os.open(os.devnull, os.O_WRONLY)
                read_for_ever(found)
            finally:
                os._exit(3)
        deadline = time.monotonic() + rng.uniform(0.0, 0.25)
        while time.monotonic() < deadline:
            writer.burst()
            os.sched_yield()
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), "the reader ended by itself"
    writer.finish()
    serve.once(found, lambda _text: None)
    with open_store(found.database) as store:
        (card,) = queue.candidates(store, owner=Owner(user=found.user))
        assert card.seen == home.number
        proofs = queue.evidence(store, card.scope, card.key, owner=Owner(user=found.user), limit=10**6)
        assert len({row.record for row in proofs}) == home.number
