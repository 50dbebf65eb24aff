"""What holds when several processes use one store, and when one of them is killed."""

from __future__ import annotations

import random
import subprocess
import sys
import time

import pytest

from storage import drawer, queue
from storage.drawer import Entry
from storage.engine import open_store
from storage.intake import checkpoints, commit
from storage.queue import candidates, evidence
from storage.values import LOCAL

pytestmark = pytest.mark.slow

FEED = """
import sys
from datetime import UTC, datetime
from classifiers.vocabulary import Draft, Evidence, MemoryType
from storage.checkpoints import Checkpoint, Step
from storage.engine import open_store
from storage.intake import checkpoints, commit
from storage.values import LOCAL

where, path, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
now = datetime(2025, 6, 1, tzinfo=UTC)

def draft(key, offset):
    rows = tuple(Evidence(record=f"{path}:{offset}:{n}", at=now, excerpt="x" * 200) for n in range(20))
    return Draft(type=MemoryType.CAPABILITY, scope="s", key=key, body="It works", confidence=0.9, evidence=rows)

with open_store(where) as store:
    previous = next(checkpoints(store, paths=[path]), None)
    print("ready", flush=True)
    for _ in range(rounds):
        offset = 0 if previous is None else previous.offset
        point = Checkpoint(path=path, format="f", offset=offset + 1, anchor=str(offset + 1))
        done = commit(store, LOCAL, [Step(previous, point, (draft("test:a", offset), draft("test:b", offset)))], now=now)
        assert done.stale == (), done
        previous = point
        print(point.offset, flush=True)
"""

COUNT = """
import sys
from datetime import UTC, datetime
from classifiers.vocabulary import Actor
from storage import drawer
from storage.drawer import Entry, Terms
from storage.engine import open_store
from storage.errors import VersionConflict
from storage.values import Author

now, me = datetime(2025, 6, 1, tzinfo=UTC), Author(Actor.PERSON, sys.argv[2])
with open_store(sys.argv[1]) as store:
    done = 0
    while done < 25:
        memory = drawer.show(store, "fact:count")
        entry = Entry(key="fact:count", body=str(int(memory.body) + 1))
        try:
            drawer.write(store, entry, author=me, now=now, terms=Terms(expected=memory.version))
        except VersionConflict:
            continue
        done += 1
"""


def start(program, *arguments):
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(running):
    deadline = time.monotonic() + 90
    told = [one.communicate(timeout=max(1.0, deadline - time.monotonic()))[1] for one in running]
    assert [one.returncode for one in running] == [0] * len(running), told


def test_four_processes_lose_no_update(where, make):
    """Each reads, adds one and writes on the version it read; the sum is what all of them added."""
    with open_store(where) as store:
        drawer.write(store, Entry(key="fact:count", body="0"), author=make.person, now=make.now)
    finish([start(COUNT, where, number) for number in range(4)])
    with open_store(where) as store:
        memory = drawer.show(store, "fact:count")
        assert (memory.body, memory.version) == ("100", 101)
        assert len(drawer.history(store, "fact:count")) == 101


def test_four_processes_raise_one_candidate_together(where):
    """Evidence from four sources for the same two keys, all at once: every record counts once."""
    finish([start(FEED, where, f"/source-{number}", 15) for number in range(4)])
    with open_store(where) as store:
        assert {one.path: one.offset for one in checkpoints(store)} == {f"/source-{n}": 15 for n in range(4)}
        assert {one.key: one.seen for one in candidates(store)} == {"test:a": 1200, "test:b": 1200}


def test_a_kill_at_any_moment_loses_and_doubles_nothing(where, make):
    """After each kill -9, exactly the records up to the stored checkpoint are there, and the next start goes on."""
    chance = random.Random(5)
    for _ in range(6):
        running = start(FEED, where, "/source", 10_000)
        assert running.stdout.readline() == "ready\n"
        for _ in range(chance.randrange(1, 12)):
            running.stdout.readline()
        time.sleep(chance.random() * 0.01)  # into the middle of a commit
        running.kill()
        running.communicate()
        with open_store(where) as store:
            offset = next(checkpoints(store, paths=["/source"])).offset
            for key in ("test:a", "test:b"):
                records = {row.record for row in evidence(store, "s", key, limit=100_000)}
                assert records == {f"/source:{at}:{n}" for at in range(offset) for n in range(20)}
            assert {one.key: one.seen for one in candidates(store)} == dict.fromkeys(("test:a", "test:b"), offset * 20)
            assert store.check() == []


def test_two_verdicts_at_once_give_one_memory(where, make):
    """Approve and dismiss from two processes: one of them wins, the other is told."""
    program = (
        "import sys; from datetime import UTC, datetime; from classifiers.vocabulary import Actor;"
        "from storage import queue; from storage.engine import open_store; from storage.errors import AlreadyDecided;"
        "from storage.values import Author; store = open_store(sys.argv[1]); judge = getattr(queue, sys.argv[3])\n"
        "try: judge(store, sys.argv[2], author=Author(Actor.PERSON), now=datetime(2025, 6, 1, tzinfo=UTC)); print('won')\n"
        "except AlreadyDecided: print('told')\n"
        "store.close()"
    )
    with open_store(where) as store:
        name = commit(store, LOCAL, [make.step(make.draft("r1"))], now=make.now).created[0]
        running = [start(program, where, name, verb) for verb in ("approve", "dismiss")]
        said = [one.communicate(timeout=60) for one in running]
        assert sorted(out for out, _ in said) == ["told\n", "won\n"], said
        assert len(drawer.memories(store)) == (said[0][0] == "won\n")
        assert queue.undo(store, author=make.person, now=make.now).status.value == "pending"
