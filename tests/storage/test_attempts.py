"""What transcripts show of lessons that agents were given."""

from __future__ import annotations

from datetime import timedelta
from itertools import count as numbers
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classifiers.attempts import Attempt, Awaited
from classifiers.vocabulary import Category, Lesson, MemoryType
from storage.attempts import WITHIN, awaited
from storage.drawer import show
from storage.feedback import Trial, report
from storage.feedback import awaited as awaited_by_hooks
from storage.intake import commit
from storage.queue import approve, candidates
from storage.receipts import PUBLISHED, READ, receipts, write_receipts
from storage.removal import retire
from storage.values import Effect

KEY = "lesson:4f2a9c1d"
COMMAND = "npm run migrate"
SCOPE = "git:host/ann/acme"
LESSON = Lesson(signature="postgres: no answer", category=Category.CONNECTION, stack="postgres", fix="after `up -d db`")
ELSEWHERE = "git:host/ann/other"


class Past:
    """A store with a lesson that session `taught` taught, and the minutes after it was approved."""

    def __init__(self, store, make) -> None:
        self.store, self.make = store, make
        self.numbers = numbers(1)
        proof = make.evidence("r0", session="taught", command=COMMAND)
        commit(
            store, steps=[make.step(make.draft(proof, key=KEY, type=MemoryType.LESSON, lesson=LESSON))], now=make.now
        )
        self.lesson = approve(store, candidates(store)[0].id, author=make.person, now=make.now)

    def at(self, minutes: float):
        return self.make.now + timedelta(minutes=minutes)

    def attempt(self, minutes: float, *, worked: bool, session="s1", record="", **more) -> Attempt:
        said = {} if worked else {"error": KEY, "failing": COMMAND, "published": True}
        values = {"workspace": SCOPE, "commands": frozenset({COMMAND}), "host": "codex"} | said | more
        return Attempt(record=record or f"{session}:{minutes}", session=session, at=self.at(minutes), **values)

    def see(self, *attempts: Attempt) -> None:
        step = self.make.step(path=f"/log/{next(self.numbers)}", attempts=attempts)
        commit(self.store, steps=[step], now=self.at(600))

    def give(self, minutes: float, moment="failed", session="s1", host="codex", **more) -> None:
        row = {"host": host, "session": session, "scope": SCOPE, "key": KEY, "at": self.at(minutes), "moment": moment}
        write_receipts(self.store, [row | {"version": 1, "why": "w", "command": COMMAND} | more])

    def read(self, minutes: float, session="mcp-1") -> None:
        self.give(minutes, READ, session, "agent:codex", workspace=SCOPE)

    def tried(self) -> tuple[int, int]:
        memory = show(self.store, KEY, scope=SCOPE)
        return memory.prevented, memory.still_failed


@pytest.fixture
def past(store, make):
    return Past(store, make)


def test_what_is_awaited(past, make):
    """Nothing without a lesson; else its error, and what was to be tried."""
    assert awaited(past.store) == Awaited(frozenset({KEY}), frozenset(), make.now)
    past.read(1)
    assert awaited(past.store).commands == {COMMAND}
    retire(past.store, KEY, scope=SCOPE, author=make.person, now=past.at(2))
    assert awaited(past.store) == Awaited()


@pytest.mark.parametrize(("worked", "came"), [(True, (1, 0)), (False, (0, 1))])
def test_a_lesson_that_was_read_is_tried_once(past, worked, came):
    """By the first thing that is seen after it, in the hours after it, in its workspace."""
    past.read(10)
    past.see(past.attempt(9, worked=worked))
    past.see(past.attempt(11, worked=worked, workspace=ELSEWHERE))
    past.see(past.attempt(10 + WITHIN.total_seconds() / 60 + 1, worked=worked, session="s9", published=False))
    past.see(past.attempt(12, worked=worked, commands=frozenset({"npm run build"}), error="", failing=""))
    assert past.tried() == (0, 0)
    past.see(past.attempt(13, worked=worked))
    assert past.tried() == came
    past.see(past.attempt(14, worked=not worked), past.attempt(15, worked=worked))
    assert past.tried() == came
    assert show(past.store, KEY, scope=SCOPE).prevented_in == ([SCOPE] if worked else [])


def test_an_agents_own_word_of_a_lesson_it_read_is_not_counted_beside_it(past):
    past.read(1)
    said = Trial(key=KEY, scope=SCOPE, effect=Effect.STILL_FAILED, host="agent:codex", session="mcp-1")
    report(past.store, said, now=past.at(2))
    past.see(past.attempt(3, worked=True))
    report(past.store, said, now=past.at(4))
    assert past.tried() == (1, 0)


def test_what_a_hook_gave_is_seen_where_the_hook_cannot_see_it(past):
    """And never doubled with what it saw, whoever is first; what it gave in a session counts before what was read."""
    past.give(1)
    past.read(1)
    past.see(past.attempt(2, worked=True))
    assert past.tried() == (1, 0)
    assert awaited_by_hooks(past.store, "codex", "s1") == {}
    past.give(1, session="s2")
    seen = {"key": KEY, "scope": SCOPE, "effect": Effect.PREVENTED, "host": "codex", "observed": True}
    report(past.store, Trial(**seen, session="s2"), now=past.at(3))
    past.see(past.attempt(2, worked=True, session="s2"), past.attempt(4, worked=False, session="s2"))
    assert past.tried() == (2, 0)


def test_a_lesson_that_stands_there_to_be_read_is_tried_from_its_error_on(past):
    """Its error came all the same, so it is as if it was given then; again, it still failed, and if not, it prevented."""
    past.see(past.attempt(1, worked=False))
    assert past.tried() == (0, 0)
    (noted,) = receipts(past.store)
    assert (noted.host, noted.session, noted.moment, noted.command) == ("codex", "s1", PUBLISHED, COMMAND)
    past.see(past.attempt(2, worked=False))
    past.see(past.attempt(3, worked=False, session="s2"), past.attempt(4, worked=True, session="s2"))
    assert past.tried() == (1, 1)


@pytest.mark.parametrize(
    "more", [{"published": False}, {"session": "taught"}, {"session": ""}, {"workspace": ELSEWHERE}]
)
def test_a_lesson_that_was_not_given_is_not_tried(past, more):
    """Not where it does not stand, not in the session that taught it, not where no session is named."""
    past.see(past.attempt(1, worked=False, **more), past.attempt(2, worked=True, **more))
    past.see(past.attempt(-5, worked=False), past.attempt(-4, worked=True))
    assert (past.tried(), receipts(past.store)) == ((0, 0), [])


def test_what_was_read_and_tried_does_not_stand_for_later_sessions(past):
    past.read(1)
    past.see(past.attempt(2, worked=True))
    past.see(past.attempt(3, worked=False, session="s2"), past.attempt(4, worked=True, session="s2"))
    assert past.tried() == (2, 0)


def test_a_session_that_repeats_another_counts_nothing_again(past):
    """A fork holds the records of its beginning under its own name, what it does then is its own."""
    shared = [("a", False), ("b", True)]
    for session in ("s1", "s2"):
        past.see(*(past.attempt(n, worked=w, session=session, record=r) for n, (r, w) in enumerate(shared, start=1)))
    assert past.tried() == (1, 0)
    past.see(past.attempt(5, worked=False, session="s2"), past.attempt(6, worked=True, session="s2"))
    assert past.tried() == (2, 0)


def test_nor_does_one_that_repeats_what_was_read_and_tried(past):
    past.read(1)
    for session in ("s1", "s2"):
        past.see(
            past.attempt(2, worked=True, session=session, record="a"),
            past.attempt(3, worked=False, session=session, record="b"),
            past.attempt(4, worked=True, session=session, record="c"),
        )
        assert past.tried() == (1, 0)


MOVES = st.lists(st.tuples(st.sampled_from(["s1", "s2"]), st.booleans()), min_size=1, max_size=6)


@pytest.mark.slow
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(moves=MOVES, cuts=st.sets(st.integers(1, 5)), again=st.integers(0, 6), reading=st.booleans())
def test_however_it_is_cut_and_repeated_it_counts_the_same(sqlite_store, make, moves, cuts, again, reading):
    """Law: batches may end anywhere, and be committed again from any point, without a count more or less."""

    def counted(parts) -> tuple[int, int]:
        make.empty(sqlite_store)
        past = Past(sqlite_store, make)
        if reading:
            past.read(0.5)
        attempts = [past.attempt(n, worked=worked, session=who) for n, (who, worked) in enumerate(moves, start=1)]
        for start, end in parts:
            past.see(*attempts[start:end])
        return past.tried()

    ends = [0, *sorted(cut for cut in cuts if cut < len(moves)), len(moves)]
    cut = list(pairwise(ends))
    whole = counted([(0, len(moves))])
    assert counted([*cut, (min(again, len(moves)), len(moves)), (0, len(moves))]) == whole
    assert sum(whole) <= 2 + reading
