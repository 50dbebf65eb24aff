"""kill -9 at random moments, over files that grow and rotate meanwhile: nothing lost, nothing doubled."""

import os
import random
import signal
import time

import pytest

from daemon import serve, settings

KILLS = 1000
LONGEST = 0.15  # seconds a reader may live: opening, reading, committing and closing all fit many times


def read_for_ever(found: settings.Settings) -> None:
    while True:
        serve.once(found, lambda _text: None)


def watch(found: settings.Settings) -> None:
    serve.serve(lambda: found, lambda _text: None)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_thousand_kills_lose_and_double_nothing(home, writer, outcome, monkeypatch):
    """Each command that was written is one piece of evidence, whenever the reader died; every fourth one is a daemon."""
    for name, value in home.environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(serve.log, "info", lambda *_args, **_more: None, raising=False)
    found = settings.load()
    rng = random.Random(7)
    for number in range(KILLS):
        child = os.fork()
        if child == 0:
            try:
                os.close(2)
                os.open(os.devnull, os.O_WRONLY)
                (watch if number % 4 == 0 else read_for_ever)(found)
            finally:
                os._exit(3)
        deadline = time.monotonic() + rng.uniform(0.0, LONGEST)
        writer.burst(most=8)
        while time.monotonic() < deadline:
            os.sched_yield()
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), "the reader ended by itself"
    writer.finish()
    serve.once(found, lambda _text: None)
    outcome(f"kill -9 at {KILLS:,} random moments", "each start went on at the last commit")
