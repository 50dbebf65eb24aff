from __future__ import annotations

from storage import drawer, queue
from storage.drawer import Entry
from storage.intake import commit
from storage.jobs import job_claim
from storage.metrics import metrics
from storage.search import refresh
from storage.values import LOCAL, Judgement, Owner, Quiet


def test_an_empty_store_has_no_metrics(store, make):
    """Nothing waits, nothing ran, and nothing raises."""
    found = metrics(store, now=make.now)
    assert (set(found.ages.values()), found.rules, found.progress, found.jobs) == ({0}, {}, {}, {})


def test_waiting_candidates_are_counted_by_age(store, make):
    """By when they were first put up; what was decided does not wait."""
    for number, days in enumerate((0, 1, 6, 8, 29, 31)):
        commit(
            store, LOCAL, [make.step(make.draft("r", key=f"test:{number}"), path=f"/{number}")], now=make.days(-days)
        )
    decided = commit(store, LOCAL, [make.step(make.draft("r", key="test:x"), path="/x")], now=make.now).created[0]
    queue.dismiss(store, decided, author=make.person, now=make.now)
    assert metrics(store, now=make.now).ages == {"day": 1, "week": 2, "month": 2, "older": 1}
    assert set(metrics(store, now=make.now, owner=Owner("acme")).ages.values()) == {0}


def test_verdicts_are_counted_by_rule_as_they_stand(store, make):
    """What was taken back does not count, nor the taking back."""
    drafts = [make.draft("r", key=f"test:{name}", rule=rule) for name, rule in zip("abcd", "xxyy", strict=True)]
    ids = commit(store, LOCAL, [make.step(*drafts)], now=make.now).created
    queue.approve(store, ids[0], author=make.person, now=make.now)
    queue.dismiss(store, ids[1], author=make.person, now=make.now)
    queue.never(store, ids[2], Quiet.KEY, author=make.person, now=make.now)
    queue.dismiss(store, ids[3], author=make.person, now=make.now)
    queue.undo(store, author=make.person, now=make.now)
    assert metrics(store, now=make.now).rules == {
        "x": {Judgement.APPROVE: 1, Judgement.DISMISS: 1},
        "y": {Judgement.NEVER: 1},
    }


def test_the_outbox_of_the_index_tells_its_lag(store, make):
    """How many changed memories the search does not know yet."""
    for day in (0, 2):
        drawer.write(store, Entry(key=f"fact:{day}", body="x"), author=make.person, now=make.days(day))
    assert metrics(store, now=make.now).outbox == 2
    refresh(store)
    assert metrics(store, now=make.now).outbox == 0


def test_progress_and_jobs_tell_their_last_time(store, make):
    """By format and by job."""
    for day in (0, 2):
        commit(store, LOCAL, [make.step(path=f"/{day}", parsed=1)], now=make.days(day))
        job_claim(store, "nightly", f"2025-06-0{day + 1}", now=make.days(day))
    found = metrics(store, now=make.now)
    assert (found.progress, found.jobs) == ({"bash": make.days(2)}, {"nightly": make.days(2)})
