from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from classifiers.vocabulary import Actor, MemoryType, SeorapError
from daemon.schedule import nightly
from storage.drawer import Entry, memories, write
from storage.engine import open_store
from storage.policy import DEFAULT
from storage.values import LOCAL, Author, MemoryStatus

BERLIN = ZoneInfo("Europe/Berlin")
PERSON = Author(Actor.PERSON, "sam")


@pytest.fixture
def stores(tmp_path):
    """Two processes' stores on one database."""
    with open_store(tmp_path / "seorap.sqlite") as one, open_store(tmp_path / "seorap.sqlite") as two:
        yield one, two


class Publishing:
    """Counts; fails when told to."""

    def __init__(self) -> None:
        self.times = 0
        self.trouble: Exception | None = None

    def __call__(self) -> None:
        self.times += 1
        if self.trouble:
            raise self.trouble


@pytest.fixture
def publish():
    return Publishing()


def ran(store, now: datetime, publish) -> bool:
    return nightly(store, LOCAL, DEFAULT, now=now, zone=BERLIN, keep_days=30, publish=publish)


def berlin(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=BERLIN)


def test_a_night_runs_once_whoever_is_awake(stores, publish):
    """Two daemons that tick all day do the work of one night once; the next night again."""
    one, two = stores
    began = berlin(2026, 5, 4, 4)
    done = [ran(store, began + timedelta(hours=hour), publish) for hour in range(23) for store in (one, two)]
    assert done == [True] + [False] * 45
    assert ran(two, berlin(2026, 5, 5, 3, 29), publish) is False
    assert ran(two, berlin(2026, 5, 5, 3, 31), publish) is True
    assert publish.times == 2


def test_after_a_month_asleep_it_runs_once_and_what_faded_has_faded(stores, publish):
    """A suspended laptop catches up on the first tick: one run, not thirty, and nothing was missed."""
    store, _ = stores
    began = berlin(2026, 1, 1, 4)
    entry = Entry(key="fact:port", body="8080", type=MemoryType.FACT)
    write(store, entry, author=PERSON, now=began)
    assert ran(store, began, publish)
    assert ran(store, began + timedelta(days=91), publish)
    assert not ran(store, began + timedelta(days=91, minutes=1), publish)
    (memory,) = memories(store, statuses=None)
    assert memory.status is MemoryStatus.STALE


@pytest.mark.parametrize(
    "trouble", [SeorapError("The disk is full."), OSError("no such device"), RuntimeError("a bug")]
)
def test_a_night_that_failed_is_tried_again(stores, publish, trouble):
    """The slot is given back whatever went wrong, so the next tick, here or in another process, does it."""
    one, two = stores
    publish.trouble = trouble
    with pytest.raises(type(trouble)):
        ran(one, berlin(2026, 5, 4, 4), publish)
    publish.trouble = None
    assert ran(two, berlin(2026, 5, 4, 4, 1), publish)
    assert not ran(one, berlin(2026, 5, 4, 4, 2), publish)


@pytest.mark.parametrize("day", [(2026, 3, 29), (2026, 10, 25)])
def test_the_nights_the_clocks_change_have_one_run(stores, publish, day):
    """The hour that is skipped in March and the one that comes twice in October change nothing."""
    store, _ = stores
    year, month, number = day
    ran(store, berlin(year, month, number - 1, 12), publish)
    before = publish.times
    start = berlin(year, month, number).astimezone(UTC)
    times = [start + timedelta(minutes=10 * step) for step in range(24 * 6)]
    done = [now for now in times if ran(store, now, publish)]
    assert publish.times == before + 1
    assert [now.astimezone(BERLIN).strftime("%H:%M") for now in done] == ["03:30"]


def test_a_clock_set_back_repeats_no_night(stores, publish):
    """Travelling west, or a clock that was wrong: a day that was done is not done again."""
    store, _ = stores
    assert ran(store, berlin(2026, 5, 4, 4), publish)
    assert not ran(store, berlin(2026, 5, 3, 4), publish)
