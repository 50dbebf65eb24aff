"""A session is read again, masked, asked about once, and only what it quotes is proposed."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from classifiers.rulebook.packaged import packaged
from classifiers.vocabulary import Workspace
from daemon.models import Model, ModelError
from daemon.reader import Judges
from daemon.reflection import Reflection
from storage.consultations import consulted
from storage.engine import open_store
from storage.policy import DEFAULT
from storage.queue import candidates
from storage.values import LOCAL

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
TOKEN = "ghp_q7Xr2LmZ9vKtB4wNcH8sJfY3pEgD6uA1xRoT"
TALK = ("the invoices are kept in the archive bucket", f"my token is {TOKEN}, mind you", "fix the test please")


def place(cwd: str, _remote: str) -> Workspace:
    return Workspace(identity="git:git.example.com/acme/blyck", name="blyck", root=cwd)


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """A transcript of three messages."""
    path = tmp_path / "session.jsonl"
    path.write_text("")
    say(path, *TALK)
    return path


def say(path: Path, *texts: str) -> None:
    base = {"type": "user", "sessionId": "s1", "version": "2.1.200", "cwd": "/src/blyck", "parentUuid": None}
    with path.open("a") as stream:
        for number, text in enumerate(texts):
            row = {**base, "uuid": f"{path.stat().st_size}-{number}", "message": {"role": "user", "content": text}}
            stream.write(json.dumps(row) + "\n")


@pytest.fixture
def store(tmp_path: Path):
    """An empty store."""
    with open_store(tmp_path / "seorap.sqlite") as made:
        yield made


def reflection(store, **more: int) -> Reflection:
    judges = Judges(book=packaged(), place=place, owner=LOCAL, policy=DEFAULT)
    bounds = {"calls_per_day": 3, "characters": 4000} | more
    return Reflection(store, judges, Model(("/nowhere/agent",)), **bounds)


def answer(quote: str, kind: str = "fact") -> str:
    return json.dumps({"memories": [{"type": kind, "body": "Invoices are in the archive bucket.", "quote": quote}]})


def test_what_is_asked_holds_no_secret_and_is_bounded(store, session):
    """The newest words, masked."""
    asked = reflection(store).question(str(session), "claude_code", NOW)
    text = repr(asked)
    assert TOKEN not in text
    assert "archive bucket" in text
    say(session, *(f"word {number} " * 60 for number in range(40)))
    asked = reflection(store, characters=2000).question(str(session), "claude_code", NOW)
    assert sum(len(piece.text) for piece in asked.shown) <= 2000


def test_what_it_quotes_is_proposed_and_the_session_is_not_asked_about_again(store, session):
    """Until enough more is said; what it made up is counted."""
    asks = reflection(store)
    asked = asks.question(str(session), "claude_code", NOW)
    assert len(asks.keep(asked, answer("invoices are kept in the archive"), NOW)) == 1
    (found,) = candidates(store)
    assert (found.rule, found.confidence, found.type) == ("model", 0.5, "fact")
    assert asks.question(str(session), "claude_code", NOW) is None
    say(session, "one more thing")
    assert asks.question(str(session), "claude_code", NOW) is None
    say(session, "and another one")
    again = asks.question(str(session), "claude_code", NOW)
    assert [piece.text for piece in again.shown] == ["one more thing", "and another one"]
    asks.keep(again, answer("invoices are kept in the archive"), NOW)
    assert consulted(store, now=NOW).refused == 1


@pytest.mark.parametrize(
    "failed", [ModelError("no answer within 60 seconds"), "no JSON at all", answer("words nobody ever said")]
)
def test_what_fails_proposes_nothing_and_is_said(store, session, failed):
    """The session may be asked about again where there was no answer."""
    asks = reflection(store)
    asked = asks.question(str(session), "claude_code", NOW)
    assert asks.keep(asked, failed, NOW) == ()
    assert candidates(store) == []
    lately = consulted(store, now=NOW)
    assert (lately.failed, lately.refused) in {(1, 0), (0, 1)}
    assert (asks.question(str(session), "claude_code", NOW) is not None) == bool(lately.failed)


def test_a_day_has_an_end(store, session):
    """Beyond the calls of a day nothing is asked; tomorrow it is."""
    asks = reflection(store, calls_per_day=1)
    assert asks.question(str(session), "claude_code", NOW) is not None
    assert asks.question(str(session), "claude_code", NOW) is None
    assert asks.question(str(session), "claude_code", NOW + timedelta(days=1)) is not None


def test_a_session_that_is_gone_or_silent_is_not_asked_about(store, tmp_path):
    """Nor one that holds only one message, or only what Seorap itself asked."""
    asks = reflection(store)
    assert asks.question(str(tmp_path / "gone.jsonl"), "claude_code", NOW) is None
    path = tmp_path / "own.jsonl"
    path.write_text("")
    say(path, "<seorap-memory>\nPERSON never touch prod\n</seorap-memory>\n", "<seorap-memory>x</seorap-memory>", "hi")
    assert asks.question(str(path), "claude_code", NOW) is None
    assert consulted(store, now=NOW).today == 0
