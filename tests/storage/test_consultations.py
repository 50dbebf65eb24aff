"""A model is asked so often a day and no more, and each session is shown once."""

from datetime import timedelta

from storage.consultations import Consulted, claim, consulted, finish, forget_calls, shown
from storage.values import Owner


def test_a_day_has_so_many_calls(store, make):
    """Whoever asks; the next day has new ones, and another owner their own."""
    calls = [claim(store, "/a", 10, limit=2, now=make.now) for _ in range(3)]
    assert [call and call.number for call in calls] == [1, 2, None]
    assert claim(store, "/a", 10, limit=2, now=make.days(1)) is not None
    assert claim(store, "/a", 10, limit=2, now=make.now, owner=Owner(user="bob")) is not None


def test_a_session_counts_as_shown_once_it_was_answered(store, make):
    """A call that failed, or was never finished, leaves it to be asked about again."""
    first = claim(store, "/a", 10, limit=9, now=make.now)
    claim(store, "/a", 20, limit=9, now=make.now)
    assert shown(store, "/a") == 0
    finish(store, first, proposed=2, refused=1)
    failed = claim(store, "/a", 30, limit=9, now=make.now + timedelta(minutes=1))
    finish(store, failed, trouble="it cannot be reached")
    assert (shown(store, "/a"), shown(store, "/b")) == (10, 0)
    assert consulted(store, now=make.now) == Consulted(
        today=3, at=make.now + timedelta(minutes=1), trouble="it cannot be reached", failed=1, proposed=2, refused=1
    )


def test_old_calls_are_forgotten(store, make):
    """After three months."""
    call = claim(store, "/a", 10, limit=9, now=make.now)
    finish(store, call)
    forget_calls(store, now=make.days(60))
    assert shown(store, "/a") == 10
    forget_calls(store, now=make.days(100))
    assert shown(store, "/a") == 0
