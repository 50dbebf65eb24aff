"""When a person is asked, and of what: one card at a time, few in an hour, and what piles up as one digest.

- What is new is shown as a card, the surest first. Is more new than the hour has room for, all that waits is one digest.
- A card that nobody answers is not shown again: it is part of a digest after a day, after three and after seven more
  days, and then only waits in the inbox.
- More evidence changes the words of the card that is open; it never makes a second one.

Pure: the queue, the past and the clock are arguments, so a table of cases says all of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from enum import StrEnum

from storage.browsing import Pending

HOUR = timedelta(hours=1)
PATIENCE = timedelta(minutes=2)
"""How long an open card keeps its place before the next may take it. Some desktops never say that a card went out of sight."""

AGAIN = (timedelta(days=1), timedelta(days=3), timedelta(days=7))
"""How long after each time it was offered an unanswered candidate may be part of a digest again."""

DIGEST = ""
"""The id that stands for a digest."""


class Kind(StrEnum):
    """What to do now."""

    SHOW = "show"  # a new card, or a digest
    KEEP = "keep"  # what is open stays; its words may have changed
    CLOSE = "close"  # what is open was decided elsewhere
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Move:
    """The next step. `until` is when to look again even if nothing changes; None for never."""

    kind: Kind
    id: str = DIGEST  # of SHOW: the candidate
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Pace:
    """A person's settings."""

    per_hour: int = 4
    quiet: tuple[time, time] | None = None  # local, from and to


@dataclass(frozen=True, slots=True)
class Offer:
    """A candidate was offered, in a card or in a digest."""

    at: datetime
    times: int = 1


@dataclass(frozen=True, slots=True)
class Open:
    """What is on the screen now."""

    id: str  # of the candidate, or DIGEST
    at: datetime
    handle: int = 0  # as the face that shows it names it
    place: str = ""  # where the handle means something


@dataclass(frozen=True, slots=True)
class Past:
    """What was shown so far."""

    shown: tuple[datetime, ...] = ()  # within the last hour
    offered: Mapping[str, Offer] = field(default_factory=dict)
    open: Open | None = None
    rest_until: datetime | None = None  # a person wants no more today


def decide(waiting: Sequence[Pending], past: Past, pace: Pace, now: datetime) -> Move:
    """What to do now. `now` is aware and local: quiet hours are a person's own."""
    awake = [each for each in waiting if each.snoozed_until is None or each.snoozed_until <= now]
    there = past.open
    if there is not None and not (any(each.id == there.id for each in awake) if there.id else awake):
        return Move(Kind.CLOSE)
    if there is not None and timedelta(0) <= now - there.at < PATIENCE:
        return Move(Kind.KEEP, until=there.at + PATIENCE)
    coming = _next(awake, past, pace, now)
    if coming.kind is Kind.SHOW:
        return coming
    times = [coming.until, *(each.snoozed_until for each in waiting if each.snoozed_until and each.snoozed_until > now)]
    until = min((each for each in times if each is not None), default=None)
    return Move(Kind.KEEP if there is not None else Kind.NOTHING, until=until)


def _next(awake: Sequence[Pending], past: Past, pace: Pace, now: datetime) -> Move:
    fresh = [each for each in awake if each.id not in past.offered]
    due = [at for each in awake if each.id in past.offered and (at := again(past.offered[each.id])) is not None]
    if not fresh and (not due or min(due) > now):
        return Move(Kind.NOTHING, until=min(due, default=None))
    waits = [until for until in (quiet_until(now, pace.quiet), past.rest_until) if until is not None and until > now]
    if waits:
        return Move(Kind.NOTHING, until=max(waits))
    recent = [each for each in past.shown if timedelta(0) <= now - each < HOUR]
    room = pace.per_hour - len(recent)
    if room <= 0:
        return Move(Kind.NOTHING, until=min(recent) + HOUR)
    alone = len(awake) == 1
    if alone or (fresh and len(fresh) <= room and (not due or min(due) > now)):
        surest = max(fresh or awake, key=lambda each: (each.confidence, each.seen, each.raised_at, each.id))
        return Move(Kind.SHOW, surest.id)
    return Move(Kind.SHOW)


def again(offer: Offer) -> datetime | None:
    """When it may be part of a digest again; None for never."""
    return offer.at + AGAIN[offer.times - 1] if offer.times <= len(AGAIN) else None


def quiet_until(now: datetime, span: tuple[time, time] | None) -> datetime | None:
    """The end of the quiet hours that `now` lies in; None outside. A span may pass midnight."""
    if span is None:
        return None
    begin, end = span
    clock = now.time()
    inside = begin <= clock < end if begin <= end else clock >= begin or clock < end
    if not inside:
        return None
    over = now.replace(hour=end.hour, minute=end.minute, second=0, microsecond=0)
    return over if over > now else over + timedelta(days=1)


def showed(past: Past, waiting: Sequence[Pending], opened: Open, now: datetime) -> Past:
    """A card or a digest appeared; a digest offers all that waits now."""
    offered = dict(past.offered)
    for name in _covered(waiting, opened, now):
        offered[name] = Offer(now, offered[name].times + 1 if name in offered else 1)
    recent = tuple(each for each in past.shown if timedelta(0) <= now - each < HOUR)
    return replace(past, shown=(*recent, now), offered=_kept(offered, waiting, now), open=opened)


def reworded(past: Past, waiting: Sequence[Pending], now: datetime) -> Past:
    """The open digest says a new number: what joined it is offered too."""
    if past.open is None:
        return past
    joined = {name: Offer(past.open.at) for name in _covered(waiting, past.open, now) if name not in past.offered}
    return replace(past, offered={**past.offered, **joined})


def closed(past: Past) -> Past:
    """Nothing is on the screen any more: it was answered, ran out or was put away."""
    return replace(past, open=None)


def lost(past: Past, now: datetime) -> Past:
    """What was on the screen vanished with the server, or with us: if it had just appeared it counts as not offered."""
    if past.open is None or now - past.open.at >= PATIENCE:
        return closed(past)
    gone = {name for name, offer in past.offered.items() if offer.at == past.open.at}
    return replace(past, open=None, offered={name: each for name, each in past.offered.items() if name not in gone})


def rested(past: Past, now: datetime) -> Past:
    """A person wants no more today."""
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return replace(past, rest_until=midnight)


def _covered(waiting: Sequence[Pending], there: Open, now: datetime) -> Collection[str]:
    awake = [each.id for each in waiting if each.snoozed_until is None or each.snoozed_until <= now]
    return awake if there.id == DIGEST else [there.id]


def _kept(offered: Mapping[str, Offer], waiting: Sequence[Pending], now: datetime) -> Mapping[str, Offer]:
    """What was decided is forgotten after a while: an undo soon after it makes no new card."""
    names = {each.id for each in waiting}
    return {name: offer for name, offer in offered.items() if name in names or now - offer.at < AGAIN[-1]}
