"""A session that just stops is reflected on after a while, once, whoever slept in between."""

import json
import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from classifiers.formats.registry import FORMATS, sniff
from classifiers.rulebook.packaged import packaged
from classifiers.vocabulary import SeorapError
from daemon import pauses
from daemon.pauses import Pauses
from daemon.reader import Judges, Reader
from daemon.sources.follow import Follower, Source
from daemon.sources.places import Places
from storage.engine import open_store
from storage.intake import checkpoints
from storage.policy import DEFAULT
from storage.queue import candidates, evidence
from storage.values import LOCAL

OTHERS = (("pnpm", "npm"), ("uv", "pip"), ("vitest", "jest"))
NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
IDLE = timedelta(minutes=10)
TWICE = ("no, I said pnpm", "no! pnpm please, not npm")


def named(head: bytes, name: str) -> str | None:
    form = sniff(head, name)
    return form.name if form else None


class Sessions:
    """A folder of transcripts that is read into a store, and the watch over what has gone quiet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "logs"
        self.folder.mkdir()
        self.store = open_store(folder / "seorap.sqlite")
        self.judges = Judges(
            book=packaged(),
            place=Places(home=Path("/nowhere"), clock=time.monotonic),
            owner=LOCAL,
            policy=DEFAULT,
        )
        self.start()

    def start(self) -> None:
        """As after a restart: nothing is known but what is stored."""
        formats = {each.name: each for each in FORMATS}
        source = Source("logs", self.folder, ("**/*",), settle=0)
        self.follower = Follower([source], formats, named, checkpoints(self.store))
        self.reader = Reader(self.store, self.follower, formats, self.judges, clock=time.monotonic, today=lambda: NOW)
        self.pauses = Pauses(self.store, self.judges, idle=IDLE)

    def say(self, *texts: str, ago: timedelta, name: str = "session.jsonl") -> None:
        """Write a person's messages, the file last written so long ago, and read them."""
        path = self.folder / name
        rows = [
            {
                "type": "user",
                "uuid": f"{name}-{len(text)}-{text[:6]}",
                "parentUuid": None,
                "sessionId": name,
                "version": "2.1.200",
                "cwd": "/src/blyck",
                "isSidechain": False,
                "timestamp": "2026-11-30T08:00:00.000Z",
                "message": {"role": "user", "content": text},
            }
            for text in texts
        ]
        with path.open("a") as stream:
            stream.writelines(json.dumps(row) + "\n" for row in rows)
        written = (NOW - ago).timestamp()
        os.utime(path, (written, written))
        self.follower.hint(str(path))
        while not (turn := self.reader.turn()).idle:
            self.pauses.note(turn.sessions, NOW)

    def keys(self) -> set[str]:
        return {each.key for each in candidates(self.store)}


@pytest.fixture
def sessions(tmp_path):
    made = Sessions(tmp_path)
    yield made
    made.store.close()


def test_a_session_that_went_quiet_is_reflected_on_once(sessions):
    """Not before its time, then once; its proof is the person's messages, where they stand."""
    sessions.say(*TWICE, ago=timedelta(minutes=9))
    assert sessions.pauses.reflect(NOW) == ()
    assert sessions.keys() == set()
    (name,) = sessions.pauses.reflect(NOW + timedelta(minutes=2))
    (found,) = candidates(sessions.store)
    assert (found.id, found.key, found.body) == (name, "rule:pnpm", "Use pnpm here, not npm.")
    assert {row.line for row in evidence(sessions.store, found.scope, found.key)} == {1, 2}
    assert sessions.pauses.reflect(NOW + timedelta(minutes=30)) == ()


def test_a_restart_forgets_nothing(sessions):
    """What was said before it and what is said after it come together; a session that stopped meanwhile is found."""
    sessions.say(TWICE[0], ago=timedelta(minutes=5))
    sessions.start()
    sessions.say(TWICE[1], ago=timedelta(minutes=4))
    sessions.start()
    assert sessions.pauses.reflect(NOW + timedelta(hours=3))
    assert sessions.keys() == {"rule:pnpm"}
    sessions.start()
    assert sessions.pauses.reflect(NOW + timedelta(hours=4)) == ()


def test_many_sessions_that_paused_together_are_reflected_on_in_parts(sessions, monkeypatch):
    """After the first catch-up there may be thousands; a part that fails leaves what was done before it done."""
    monkeypatch.setattr(pauses, "AT_ONCE", 2)
    texts = [(f"no, I said {tool}", f"no, {tool} please, not {other}") for tool, other in OTHERS]
    for number, pair in enumerate(texts):
        sessions.say(*pair, ago=timedelta(minutes=20), name=f"s{number}.jsonl")
    held: list[int] = []
    real = pauses.checkpoints

    def counted(store: object, owner: object, paths: list[str] | None = None) -> object:
        held.append(len(paths or ()))
        return real(store, owner, paths)

    monkeypatch.setattr(pauses, "checkpoints", counted)
    sessions.pauses.reflect(NOW)
    assert sessions.keys() == {f"rule:{tool}" for tool, _ in OTHERS}
    assert max(held) == 2
    assert sessions.pauses.reflect(NOW) == ()


def test_a_session_that_goes_on_after_a_pause(sessions):
    """It is reflected on again, and only what is new is proposed."""
    sessions.say(*TWICE, ago=timedelta(minutes=20))
    assert len(sessions.pauses.reflect(NOW)) == 1
    sessions.say("no, I said uv", "no, uv please, not pip", ago=timedelta(minutes=15))
    assert len(sessions.pauses.reflect(NOW)) == 1
    assert sessions.keys() == {"rule:pnpm", "rule:uv"}


def test_a_store_that_fails_is_tried_again(sessions, monkeypatch):
    """Nothing is lost: the session waits for the next look."""

    def full(*_args: object, **_more: object) -> None:
        raise SeorapError("The disk is full.")

    sessions.say(*TWICE, ago=timedelta(minutes=20))
    with monkeypatch.context() as patch:
        patch.setattr(pauses, "commit", full)
        with pytest.raises(SeorapError):
            sessions.pauses.reflect(NOW)
    assert len(sessions.pauses.reflect(NOW)) == 1


def test_nothing_a_person_said_is_kept_unmasked(sessions):
    """The checkpoint holds the sentences that may become evidence, without their secrets."""
    token = "ghp_q7Xr2LmZ9vKtB4wNcH8sJfY3pEgD6uA1xRoT"
    sessions.say(f"no, I said pnpm. token {token}", ago=timedelta(minutes=1))
    (stored,) = checkpoints(sessions.store)
    assert b"pnpm" in stored.carry
    assert token.encode() not in stored.carry
