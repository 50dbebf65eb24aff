"""The jobs, and their alarm clock.

APScheduler only rings. Whether a nightly job is due stands in the database, so a machine that slept through the night,
or two daemons on one database, run it once and not never; the minute tick notices after a suspend.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from datetime import time as wall_time

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from storage import queue
from storage.consultations import forget_calls
from storage.decay import decay
from storage.engine import Store
from storage.idempotency import forget_requests
from storage.jobs import job_claim, job_due, job_release, slot_of
from storage.policy import Policy
from storage.receipts import forget_receipts
from storage.values import Owner

log = structlog.get_logger()

NIGHT = wall_time(3, 30)  # local; after the hour that clocks skip or repeat
TICK = 60  # seconds within which a missed job is noticed after a suspend


def daily(
    store: Store, owner: Owner, job: str, work: Callable[[], None], *, now: datetime, zone: tzinfo | None
) -> bool:
    """Do the work of a job that is due once a day. True if this call did it.

    `now` is aware; the day is the one of `zone`. A run that fails gives its slot back, and its error is raised.
    """
    slot = slot_of(now, NIGHT, zone or now.astimezone().tzinfo or UTC)
    if not job_due(store, job, slot, owner=owner) or not job_claim(store, job, slot, now=now, owner=owner):
        return False
    try:
        work()
    except Exception:  # whatever failed, tonight was not done: the slot goes back, and the caller is told
        job_release(store, job, slot, owner=owner)
        raise
    return True


def nightly(
    store: Store,
    owner: Owner,
    policy: Policy,
    *,
    now: datetime,
    zone: tzinfo | None,
    keep_days: int,
    publish: Callable[[], None],
) -> bool:
    """Run what is due once a day: decay, expiry of candidates, snapshots. True if this call ran it; else as `daily`.

    `keep_days` is how long it is kept what agents were given.
    """

    def work() -> None:
        aged = decay(store, owner=owner, now=now, policy=policy)
        expired = queue.expire(store, now=now, owner=owner, policy=policy)
        forget_requests(store, now=now, owner=owner)
        forget_calls(store, now=now, owner=owner)
        forget_receipts(store, now=now, kept=timedelta(days=keep_days), owner=owner)
        publish()
        log.info("decay.applied", changed=len(aged), expired=expired)

    return daily(store, owner, "nightly", work, now=now, zone=zone)


def scheduler(tick: Callable[[], None], look: Callable[[], None], *, every: float) -> AsyncIOScheduler:
    """An alarm clock for the running loop: `tick` each minute and at night, `look` for the periodic pass.

    Both must only hand work over; they run on the loop.
    """
    clock = AsyncIOScheduler(timezone=UTC, job_defaults={"misfire_grace_time": None, "coalesce": True})
    soon = datetime.now(UTC) + timedelta(seconds=1)  # noqa: TID251  APScheduler's own clock
    clock.add_job(_rung, "interval", args=(tick,), seconds=TICK, id="tick", next_run_time=soon)
    clock.add_job(_rung, "interval", args=(look,), seconds=every, id="look")
    return clock


async def _rung(what: Callable[[], None]) -> None:
    """In the loop itself: what is no coroutine would be given to a thread of its own."""
    what()
