"""What happened when, what is kept, what is followed, and whether all is well."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any

from starlette.responses import Response

from classifiers.inert import one_line
from daemon.lag import lags
from daemon.service.lock import holder
from daemon.surfaces.page.answering import Ask
from daemon.surfaces.page.charts import bars, rounded_up
from storage.activity import Stretch, activity
from storage.browsing import waiting
from storage.jobs import last_run
from storage.metrics import Metrics, metrics
from storage.status import Counts, counts
from storage.values import Judgement, MemoryStatus

DAYS = 30
RULES = 15  # listed
STEP, HEIGHT = 20.0, 120.0  # units of the drawing
BAR = 440  # of the longest bar of the other


async def overview(ask: Ask) -> Response:
    """`/activity`: charts, sources and health."""
    at = ask.page.at

    def read() -> Response:
        found = counts(at.store, owner=at.owner)
        return ask.html(
            "overview.html",
            counts=found,
            waiting=waiting(at.store, now=ask.now, owner=at.owner),
            days=_days(activity(at.store, _midnights(ask.now), owner=at.owner)),
            kinds=_kinds(found),
            running=holder(at.settings.lock),
            lags=list(lags(at.settings, at.store, at.owner, now=ask.now)),
            rules=_rules(metrics(at.store, now=ask.now, owner=at.owner)),
            nightly=last_run(at.store, "nightly", owner=at.owner),
            place=at.store.place,
            drifted={name: _there(paths) for name, paths in found.drifted.items() if _there(paths)},
        )

    return await at.work(read)


def _midnights(now: datetime) -> list[datetime]:
    """The local midnights that bound the last days, today's end being the last."""
    today = now.astimezone().date()
    days = (today - timedelta(days=DAYS - 1 - each) for each in range(DAYS + 1))
    return [datetime.combine(day, time()).astimezone() for day in days]


def _days(stretches: list[Stretch]) -> dict[str, Any]:
    top = rounded_up(max(each.proofs for each in stretches))
    return {
        "all": stretches,
        "top": top,
        "proofs": bars([each.proofs for each in stretches], step=STEP, height=HEIGHT, top=top),
        "approved": bars([each.approved for each in stretches], step=STEP, height=HEIGHT, top=top),
        "width": STEP * DAYS,
        "height": HEIGHT,
    }


def _kinds(found: Counts) -> list[dict[str, Any]]:
    """Memories by type, the most first, with their share of the longest bar."""
    sums = {kind: sum(by.values()) for kind, by in found.memories.items()}
    most = max(sums.values(), default=1)
    return [
        {
            "type": kind.value,
            "number": number,
            "active": found.memories[kind].get(MemoryStatus.ACTIVE, 0),
            "width": round(BAR * number / most, 1),
            "active_width": round(BAR * found.memories[kind].get(MemoryStatus.ACTIVE, 0) / most, 1),
        }
        for kind, number in sorted(sums.items(), key=lambda one: -one[1])
    ]


def _rules(found: Metrics) -> list[tuple[str, int, int]]:
    """Rules with what became of their candidates: approved, turned down. Those a person judged most come first."""
    turned = (Judgement.DISMISS, Judgement.NEVER)
    rows = [
        (one_line(rule, 60), by.get(Judgement.APPROVE, 0), sum(by.get(each, 0) for each in turned))
        for rule, by in found.rules.items()
        if rule
    ]
    return sorted(rows, key=lambda row: -row[1] - row[2])[:RULES]


def _there(paths: list[str]) -> list[str]:
    return [path.encode("utf-8", "replace").decode() for path in paths if Path(path).exists()]
