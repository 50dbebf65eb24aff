"""The drawer: what was approved, one memory with its history, and what is kept away."""

from __future__ import annotations

import os
from datetime import datetime
from typing import Any

from starlette.responses import Response

from classifiers.inert import one_line
from classifiers.vocabulary import GLOBAL, MemoryType
from daemon.api.served import Served
from daemon.surfaces.page.answering import Ask
from daemon.surfaces.page.cards import memory_view
from recall.staleness import gone
from storage import drawer
from storage.browsing import Part, Waiting, memory_part, waiting
from storage.decay import next_fall
from storage.errors import NotFound
from storage.policy import Policy
from storage.sureness import grown
from storage.tables import Memory
from storage.tombstones import tombstones
from storage.values import MemoryStatus

SIZE = 50  # memories of one page


async def memories(ask: Ask) -> Response:
    """`/drawer`: memories by key, searched, filtered and a page at a time."""
    at = ask.page.at
    chosen, status = ask.query("type"), ask.query("status")
    types = (MemoryType(chosen),) if chosen in list(MemoryType) else ()
    statuses = (MemoryStatus(status),) if status in list(MemoryStatus) else tuple(MemoryStatus)
    number = max(1, int(ask.query("page", "1"))) if ask.query("page", "1").isdecimal() else 1
    part = Part(types=types, words=ask.query("q"), after=(number - 1) * SIZE, limit=SIZE)

    def read() -> Response:
        rows, total = memory_part(at.store, part, statuses=statuses, owner=at.owner)
        return ask.html(
            "drawer.html",
            counts=_counts(ask),
            memories=[_line(row, at) for row in rows],
            types=list(MemoryType),
            statuses=list(MemoryStatus),
            chosen=chosen if types else "",
            status=status if len(statuses) == 1 else "",
            words=part.words,
            number=number,
            first=part.after + 1,
            last=part.after + len(rows),
            total=total,
        )

    return await at.work(read)


async def memory(ask: Ask) -> Response:
    """`/drawer/memory?scope=…&key=…`: one memory with everything about it; of a deleted one the history."""
    at = ask.page.at
    key, scope = ask.query("key"), ask.query("scope", GLOBAL)

    def read() -> Response:
        versions = drawer.history(at.store, key, scope=scope, owner=at.owner)
        try:
            found: dict[str, Any] | None = _line(drawer.show(at.store, key, scope=scope, owner=at.owner), at)
        except NotFound:
            if not versions:
                raise
            found = None
        history = [
            memory_view(each) | {"change": each.change.value, "by": one_line(each.by, 60), "at": each.valid_from}
            for each in reversed(versions)
        ]
        return ask.html(
            "memory.html", counts=_counts(ask), memory=found, key=one_line(key, 400), scope=scope, history=history
        )

    return await at.work(read)


async def quiet(ask: Ask) -> Response:
    """`/quiet`: what is kept away, and the way to lift it."""
    at = ask.page.at

    def read() -> Response:
        stones = [
            {
                "kind": each.kind.value,
                "name": each.name,
                "scope": each.scope,
                "said": one_line(each.name, 300),
                "holds": one_line(each.scope, 300),
                "reason": each.reason,
                "at": each.at,
            }
            for each in tombstones(at.store, at.owner)
        ]
        return ask.html("quiet.html", counts=_counts(ask), stones=stones)

    return await at.work(read)


def _counts(ask: Ask) -> Waiting:
    return waiting(ask.page.at.store, now=ask.now, owner=ask.page.at.owner)


def _line(memory: Memory, at: Served) -> dict[str, Any]:
    place = "" if memory.scope == GLOBAL else one_line(memory.workspace or memory.scope, 400)
    return memory_view(memory) | {
        "holds": place.rstrip("/").rpartition("/")[2],
        "full_holds": place,
        "seen": memory.seen,
        "first_seen": memory.first_seen,
        "last_seen": memory.last_seen,
        "source": one_line(memory.source, 60),
        "expires_at": memory.expires_at,
        "review_after": memory.review_after,
        "forbids": [one_line(pattern, 200) for patterns in memory.guard.values() for pattern in patterns],
        "tried": None if memory.untried is None else (memory.prevented, memory.still_failed),
        "grown": grown(memory.scope, memory.seen, memory.prevented_in, memory.guard).value
        if memory.type is MemoryType.LESSON
        else "",
        "missing": [
            one_line(name, 200) for names in gone([memory], at.place, os.path.exists).values() for name in names
        ],
        "fall": _fall(memory, at.policy),
    }


def _fall(memory: Memory, policy: Policy) -> tuple[datetime, str] | None:
    """When it fades by itself, and to what."""
    retention = None if memory.guard else policy.retention.get(memory.type)
    found = next_fall(memory.type, memory.status, memory.last_seen, expires_at=memory.expires_at, retention=retention)
    return None if found is None else (found[0], found[1].value)
