"""When a person is asked, and of what: a table of cases, and laws on any course of events."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.surfaces.desktop.pacing import (
    AGAIN,
    DIGEST,
    HOUR,
    PATIENCE,
    Kind,
    Move,
    Offer,
    Open,
    Pace,
    Past,
    closed,
    decide,
    lost,
    quiet_until,
    rested,
    reworded,
    showed,
)
from daemon.surfaces.desktop.past import read_past, write_past
from storage.browsing import Pending

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


def one(name: str, confidence: float = 0.9, *, asleep: datetime | None = None) -> Pending:
    return Pending(name, confidence, 1, NOON, asleep)


def many(number: int) -> list[Pending]:
    return [one(f"c{each}") for each in range(number)]


def offered(*names: str, ago: timedelta = DAY / 2, times: int = 1) -> dict[str, Offer]:
    return {name: Offer(NOON - ago, times) for name in names}


def shown(*minutes: int) -> tuple[datetime, ...]:
    return tuple(NOON - each * MINUTE for each in minutes)


SHOW, KEEP, CLOSE, NOTHING = Kind.SHOW, Kind.KEEP, Kind.CLOSE, Kind.NOTHING
NIGHT = Pace(quiet=(time(22), time(8)))
LUNCH = Pace(quiet=(time(11, 30), time(13)))
TABLE = [
    ("nothing waits", [], Past(), Pace(), Move(NOTHING)),
    ("one is new", many(1), Past(), Pace(), Move(SHOW, "c0")),
    ("the surest of a few", [one("a"), one("b", 0.99)], Past(), Pace(), Move(SHOW, "b")),
    ("as many as an hour holds", many(4), Past(), Pace(), Move(SHOW, "c3")),
    ("more than an hour holds", many(5), Past(), Pace(), Move(SHOW, DIGEST)),
    ("more than the rest of it holds", many(3), Past(shown=shown(5, 10)), Pace(), Move(SHOW, DIGEST)),
    ("the hour is full", many(1), Past(shown=shown(50, 3, 2, 1)), Pace(), Move(NOTHING, until=NOON + 10 * MINUTE)),
    ("what is older than an hour is no matter", many(1), Past(shown=shown(60, 61, 99, 120)), Pace(), Move(SHOW, "c0")),
    ("the clock was set back", many(1), Past(shown=shown(-5, -9, -50, -99)), Pace(), Move(SHOW, "c0")),
    (
        "it was offered",
        many(1),
        Past(offered=offered("c0")),
        Pace(),
        Move(NOTHING, until=NOON + DAY / 2),
    ),
    ("unanswered for a day", many(2), Past(offered=offered("c0", "c1", ago=DAY)), Pace(), Move(SHOW, DIGEST)),
    ("the only one, unanswered", many(1), Past(offered=offered("c0", ago=DAY)), Pace(), Move(SHOW, "c0")),
    ("not the second day", many(2), Past(offered=offered("c0", "c1", ago=2 * DAY, times=2)), Pace(), Move(NOTHING, until=NOON + DAY)),
    ("never after the last", many(2), Past(offered=offered("c0", "c1", ago=99 * DAY, times=4)), Pace(), Move(NOTHING)),
    ("a new one beside unanswered ones", many(3), Past(offered=offered("c0", "c1", ago=DAY)), Pace(), Move(SHOW, DIGEST)),
    ("a new one beside what was offered today", many(3), Past(offered=offered("c0", "c1")), Pace(), Move(SHOW, "c2")),
    ("snoozed", [one("a", asleep=NOON + DAY)], Past(), Pace(), Move(NOTHING, until=NOON + DAY)),
    ("not any more", [one("a", asleep=NOON)], Past(), Pace(), Move(SHOW, "a")),
    ("a card is open", many(2), Past(open=Open("c0", NOON - MINUTE)), Pace(), Move(KEEP, until=NOON + MINUTE)),
    ("the open one was decided", many(1), Past(open=Open("x", NOON - MINUTE)), Pace(), Move(CLOSE)),
    ("the open one was snoozed", [one("a", asleep=NOON + DAY)], Past(open=Open("a", NOON)), Pace(), Move(CLOSE)),
    ("an ignored card gives way", many(2), Past(open=Open("c0", NOON - PATIENCE), offered=offered("c0")), Pace(), Move(SHOW, "c1")),
    ("an ignored card stays when nothing comes", many(1), Past(open=Open("c0", NOON - HOUR), offered=offered("c0")), Pace(), Move(KEEP, until=NOON + DAY / 2)),
    ("a digest is open and all were decided", [], Past(open=Open(DIGEST, NOON)), Pace(), Move(CLOSE)),
    ("a digest is open and more come", many(9), Past(open=Open(DIGEST, NOON)), Pace(), Move(KEEP, until=NOON + PATIENCE)),
    ("quiet hours", many(1), Past(), LUNCH, Move(NOTHING, until=NOON + HOUR)),
    ("not in them", many(1), Past(), NIGHT, Move(SHOW, "c0")),
    ("not today", many(1), Past(rest_until=NOON + DAY / 2), Pace(), Move(NOTHING, until=NOON + DAY / 2)),
    ("the day is over", many(1), Past(rest_until=NOON), Pace(), Move(SHOW, "c0")),
    ("one an hour", many(2), Past(), Pace(per_hour=1), Move(SHOW, DIGEST)),
]  # fmt: skip


@pytest.mark.parametrize(("waiting", "past", "pace", "move"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])
def test_the_next_move(waiting, past, pace, move):
    """Each row is one rule."""
    assert decide(waiting, past, pace, NOON) == move


@pytest.mark.parametrize(
    ("clock", "span", "until"),
    [
        ("21:59", "22:00-08:00", None),
        ("22:00", "22:00-08:00", "2026-12-01 08:00"),
        ("07:59", "22:00-08:00", "2026-11-30 08:00"),
        ("08:00", "22:00-08:00", None),
        ("12:30", "12:00-13:00", "2026-11-30 13:00"),
        ("13:00", "12:00-13:00", None),
    ],
)
def test_quiet_hours_may_pass_midnight(clock, span, until):
    """The end is the next one of a person's own clock."""
    begin, end = (time.fromisoformat(each) for each in span.split("-"))
    now = datetime.fromisoformat(f"2026-11-30 {clock}+09:00")
    expected = None if until is None else datetime.fromisoformat(f"{until}+09:00")
    assert quiet_until(now, (begin, end)) == expected


def test_what_vanished_at_once_is_shown_again_and_what_was_ignored_is_not():
    """A crash right after a card appeared is no answer; a card that stood there was seen."""
    opened = showed(Past(), many(1), Open("c0", NOON), NOON)
    assert decide(many(1), lost(opened, NOON + MINUTE), Pace(), NOON + MINUTE).kind is SHOW
    assert decide(many(1), lost(opened, NOON + PATIENCE), Pace(), NOON + PATIENCE).kind is NOTHING


def test_a_digest_offers_what_joins_it():
    """What is counted on an open digest gets no card of its own afterwards."""
    opened = showed(Past(), many(5), Open(DIGEST, NOON), NOON)
    grown = closed(reworded(opened, many(6), NOON + MINUTE))
    assert decide(many(6), grown, Pace(), NOON + 2 * MINUTE).kind is NOTHING


def test_no_more_today_is_until_midnight():
    """Not a minute longer."""
    assert rested(Past(), NOON).rest_until == datetime(2026, 12, 1, tzinfo=UTC)


STEPS = st.lists(
    st.tuples(st.integers(0, 90), st.sampled_from(["new", "decide", "close", "press", "vanish", "snooze"])), max_size=60
)


@given(STEPS, st.integers(1, 5))
@settings(max_examples=60, deadline=None)
def test_never_more_than_the_hour_holds_and_every_candidate_but_a_few_times(steps, per_hour):
    """Whatever happens in whatever order: the rate holds, and nobody is asked of the same thing more than four times by us."""
    waiting: list[Pending] = []
    past, now, appeared, pace = Past(), NOON, [], Pace(per_hour)
    for number, (minutes, what) in enumerate(steps):
        now += minutes * MINUTE
        if what == "new":
            waiting.append(one(f"n{number}"))
        elif what == "decide" and waiting:
            waiting.pop(0)
        elif what == "snooze" and waiting:
            waiting[0] = one(waiting[0].id, asleep=now + HOUR)
        elif what in {"close", "press"}:
            past = closed(past)
        elif what == "vanish":
            past = lost(past, now)
        move = decide(waiting, past, pace, now)
        if move.kind is CLOSE:
            past = closed(past)
            move = decide(waiting, past, pace, now)
            assert move.kind is not CLOSE
        if move.kind is SHOW:
            past = showed(past, waiting, Open(move.id, now), now)
            appeared.append(now)
        assert sum(now - each < HOUR for each in appeared) <= per_hour
        assert move.until is None or move.until > now
    assert all(offer.times <= len(AGAIN) + 1 for offer in past.offered.values())


def test_the_past_is_kept_in_a_file(tmp_path):
    """Written whole, for this user alone; what cannot be read is nothing."""
    file = tmp_path / "notices.json"
    past = showed(Past(), many(2), Open("c0", NOON, 7, "bus :1.2"), NOON)
    write_past(file, past)
    assert read_past(file) == past
    assert file.stat().st_mode & 0o777 == 0o600
    for broken in (b"", b"[]", b'{"shown": 3}', msgspec.json.encode(past)[:-9]):
        file.write_bytes(broken)
        assert read_past(file) == Past()
