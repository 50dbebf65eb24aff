import json
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from classifiers.formats.registry import FORMATS, sniff
from classifiers.rulebook.packaged import packaged
from classifiers.vocabulary import SeorapError
from daemon import reader as reading
from daemon.reader import Judges, Reader
from daemon.sources.follow import Follower, Source
from daemon.sources.places import Places
from storage.engine import open_store
from storage.intake import checkpoints
from storage.policy import DEFAULT
from storage.queue import candidates
from storage.status import counts
from storage.values import LOCAL

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
SPOOLED = '{"v":1,"sh":"zsh","sid":"1-1","pid":1,"t0":%d.0,"t1":%d.5,"exit":0,"ps":"0","dup":false,"trunc":false,"cwd":"/","cmd":"ssh %s uptime"}\n'


def named(head: bytes, name: str) -> str | None:
    form = sniff(head, name)
    return form.name if form else None


class Bench:
    """A store, a folder that is followed, and a reader over both."""

    def __init__(self, tmp_path: Path) -> None:
        self.folder = tmp_path / "logs"
        self.folder.mkdir()
        self.store = open_store(tmp_path / "seorap.sqlite")
        self.start()

    def start(self) -> None:
        formats = {each.name: each for each in FORMATS}
        source = Source("logs", self.folder, ("**/*",), settle=0)
        self.follower = Follower([source], formats, named, checkpoints(self.store))
        place = Places(home=Path("/nowhere"), clock=time.monotonic)
        judges = Judges(book=packaged(), place=place, owner=LOCAL, policy=DEFAULT)
        self.reader = Reader(self.store, self.follower, formats, judges, clock=time.monotonic, today=lambda: NOW)

    def spool(self, *hosts: str, name: str = "zsh.1-1.jsonl") -> None:
        with (self.folder / name).open("a") as stream:
            for number, host in enumerate(hosts):
                stream.write(SPOOLED % (1795860000 + number, 1795860000 + number, host))

    def keys(self) -> set[str]:
        return {each.key for each in candidates(self.store)}


@pytest.fixture
def bench(tmp_path):
    made = Bench(tmp_path)
    yield made
    made.store.close()


def test_a_turn_reads_a_file_however_late_it_is(bench, monkeypatch):
    """On a machine so slow that finding the files takes the whole turn, each turn still gets one of them read."""
    monkeypatch.setattr(reading, "TURN_SECONDS", 0.0)
    for number in range(3):
        bench.spool(f"host-{number}", name=f"zsh.{number}-1.jsonl")
    turns = 0
    while not bench.reader.turn().idle:
        turns += 1
        assert turns <= 3
    assert bench.keys() == {"ssh:host-0", "ssh:host-1", "ssh:host-2"}


def test_files_nobody_can_read_do_not_end_a_catch_up(bench):
    """A turn that met nothing but unknown files is not the end: others still wait."""
    bench.spool("web-1")
    for number in range(150):
        (bench.folder / f"{number:03}.bin").write_bytes(b"\0\1\2")
    while not bench.reader.turn().idle:
        continue
    assert bench.keys() == {"ssh:web-1"}


def test_what_could_not_be_stored_is_read_again(bench, monkeypatch):
    """A store that fails costs nothing but time: the checkpoint stays, and the next try finds the same lines."""

    def full(*_args: object, **_more: object) -> None:
        raise SeorapError("The disk is full.")

    bench.spool("web-1")
    with monkeypatch.context() as broken:
        broken.setattr(reading, "commit", full)
        turn = bench.reader.turn()
        assert turn.trouble is not None
        assert turn.created == ()
    assert bench.keys() == set()
    bench.start()
    bench.reader.turn()
    assert bench.keys() == {"ssh:web-1"}


def test_another_reader_that_was_faster_is_not_doubled(bench):
    """Two readers of one file: the slower one's step is dropped, and it goes on from what is stored."""
    bench.spool("web-1")
    slow = bench.reader
    bench.start()
    bench.reader.turn()
    assert slow.turn().created == ()
    (card,) = candidates(bench.store)
    assert card.seen == 1


def test_a_drifted_format_is_said(bench, capsys):
    """A file in which nothing parses raises an alarm that names it."""
    bench.spool("web-1")
    bench.reader.turn()
    with (bench.folder / "zsh.1-1.jsonl").open("a") as stream:
        stream.write('{"v":9,"something":"else"}\n' * 3)
    bench.follower.hint(str(bench.folder / "zsh.1-1.jsonl"))
    bench.reader.turn()
    assert "format.drifted" in capsys.readouterr().out
    assert counts(bench.store).drifted == {"seorap_spool": [str(bench.folder / "zsh.1-1.jsonl")]}
    bench.spool("web-2")
    bench.follower.hint(str(bench.folder / "zsh.1-1.jsonl"))
    bench.reader.turn()
    assert counts(bench.store).drifted == {}


def call_and_answer() -> tuple[str, str]:
    """The two lines of `ssh web-1 uptime` in an agent's transcript."""
    base = {"sessionId": "s", "cwd": "/", "version": "2.1.200", "isSidechain": False, "timestamp": NOW.isoformat()}
    asked = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "ssh web-1 uptime"}}
    told = {"type": "tool_result", "tool_use_id": "toolu_1", "content": " 10:00 up 3 days"}
    call = {**base, "type": "assistant", "uuid": "a", "message": {"role": "assistant", "content": [asked]}}
    answer = {**base, "type": "user", "uuid": "u", "message": {"role": "user", "content": [told]}}
    return json.dumps(call) + "\n", json.dumps(answer) + "\n"


@pytest.mark.parametrize("restart", [False, True])
def test_what_a_batch_left_open_is_known_to_the_next(bench, restart):
    """A command whose answer comes later, to this process or the next: its carry lies in the store."""
    file = bench.folder / "session.jsonl"
    call, answer = call_and_answer()
    file.write_text(call)
    bench.reader.turn()
    with file.open("a") as stream:
        stream.write(answer)
    if restart:
        bench.start()
    bench.follower.hint(str(file))
    bench.reader.turn()
    assert bench.keys() == {"ssh:web-1"}


def test_a_store_that_cannot_be_asked_costs_nothing_but_time(bench, monkeypatch):
    """What was left open cannot be looked up now: nothing is read without it, and the next turn does."""
    bench.spool("web-1")
    bench.reader.turn()
    bench.spool("web-2")

    def locked(*_args: object, **_more: object) -> None:
        raise SeorapError("The database is locked.")

    bench.follower.hint(None)
    with monkeypatch.context() as broken:
        broken.setattr(reading, "checkpoints", locked)
        turn = bench.reader.turn()
        assert turn.trouble is not None
        assert turn.lines == 0
    bench.reader.turn()
    assert bench.keys() == {"ssh:web-1", "ssh:web-2"}
