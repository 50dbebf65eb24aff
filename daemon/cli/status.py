"""`seorap status`: is it running, how far has it read, what waits, what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, fields, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daemon.numbers import number_of
from daemon.waits import waits
from storage.values import CandidateStatus

if TYPE_CHECKING:
    from daemon.cli.opened import Opened
    from daemon.lag import Lag
    from storage.metrics import Metrics
    from storage.status import Counts


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One object.")
@click.option("--prometheus", is_flag=True, help="The numbers in Prometheus' text format; no label holds content.")
def status(*, as_json: bool, prometheus: bool) -> None:
    """What is watched, what waits, what is kept, and how far behind the reading is."""
    from daemon.cli.opened import opened
    from daemon.cli.printing import json_line
    from daemon.service.lock import holder
    from storage.metrics import metrics
    from storage.status import counts

    with opened() as at:
        found, going = counts(at.store, owner=at.owner), metrics(at.store, owner=at.owner, now=at.now)
        running = holder(at.settings.lock)
        if prometheus:
            from daemon.exposition import exposition

            there = replace(found, drifted=_drifted(found))
            text = exposition(there, going, _lags(at), running=running is not None, waits=waits(at.settings.waits))
            click.echo(text, nl=False)
        elif as_json:
            json_line(_object(at, found, going, running))
        else:
            _show(at, found, going, running)


def _object(at: Opened, found: Counts, going: Metrics, running: int | None) -> dict[str, Any]:
    """As `--json` prints it; fields are only ever added."""
    from storage.bars import raised

    numbers = {each.name: getattr(found, each.name) for each in fields(found)} | {"drifted": _drifted(found)}
    seen = {"running": running, "database": at.store.place, "unwritable": _unwritable(at), "waiting": _waiting(going)}
    bars = [asdict(bar) for bar in raised(at.store, owner=at.owner)]
    more = {
        "reflection": _reflection(at),
        "bars": bars,
        "lag": [asdict(each) for each in _lags(at)],
        "nightly": going.jobs.get("nightly"),
        "recall": _recall(at),
    }
    return seen | numbers | more | {each.name: getattr(going, each.name) for each in fields(going)}


def _show(at: Opened, found: Counts, going: Metrics, running: int | None) -> None:
    from daemon.cli.printing import say
    from storage.bars import raised

    say(f"daemon      {f'runs (process {running})' if running else 'does not run; start it with: seorap run'}")
    say(f"database    {at.store.place}")
    say(f"sources     {number_of(found.sources, 'file')}" + _when(found.last_commit))
    for line in _formats(found):
        say(line)
    for each in _lags(at):
        if each.behind:
            say(
                f"behind      {each.source}: {number_of(each.behind, 'file')}, {each.unread:,} bytes, for {each.seconds:,.0f} s"
            )
    kept = [f"{number} {kind} ({status})" for kind, by in found.memories.items() for status, number in by.items()]
    say("memories    " + (", ".join(kept) or "none yet"))
    said = [f"{number} {judgement}" for judgement, number in found.verdicts.items()]
    say("verdicts    " + (", ".join(said) or "none yet"))
    if found.tombstones:
        say(f"kept away   {found.tombstones}; see them with: seorap memory quiet")
    for bar in raised(at.store, owner=at.owner):
        say(
            f"quieter     {bar.rule} in {bar.scope}: from {bar.height:.2f} sure on"
            f" ({bar.dismissed} dismissed, {bar.approved} approved)"
        )
    asked = _reflection(at)
    if asked is not None:
        last = f", last {asked['at'].astimezone():%Y-%m-%d %H:%M}" if asked["at"] else ""
        failed = f"; it failed: {asked['trouble']}" if asked["trouble"] else ""
        say(f"model       {asked['model']}: {asked['today']} of {asked['limit']} calls today{last}{failed}")
    for job in ("nightly", "backup"):
        ran = going.jobs.get(job)
        say(f"{job:<11} {f'ran {ran.astimezone():%Y-%m-%d %H:%M}' if ran else 'did not run yet'}")
    if recall := _recall(at):
        times = ", ".join(f"{share} {recall[share] * 1000:.3g} ms" for share in ("p50", "p95", "p99"))
        say(f"recall      {number_of(recall['answered'], 'answer')} to agents; {times}")
    if going.failed:
        say(f"probes      failed: {', '.join(going.failed)}  →  seorap doctor")
    old = f", {going.ages['older']} of them for more than 30 days" if going.ages["older"] else ""
    later = found.candidates.get(CandidateStatus.PENDING, 0) - _waiting(going)
    snoozed = f", and {later} snoozed" if later > 0 else ""
    say(f"waiting     {_waiting(going)}{old}{snoozed}" + ("  →  seorap review" if _waiting(going) else ""))


def _reflection(at: Opened) -> dict[str, Any] | None:
    """How asking the model goes; None where none is set."""
    wanted = at.settings.config.reflection
    if wanted.model == "off":
        return None
    from daemon.models import Model
    from storage.consultations import consulted

    lately = consulted(at.store, now=at.now, owner=at.owner)
    return {"model": Model(wanted.model, wanted.model_name).label, "limit": wanted.calls_per_day} | asdict(lately)


def _recall(at: Opened) -> dict[str, Any] | None:
    """How long agents wait for what they ask, in seconds by percentile; None when nobody asked yet."""
    found = waits(at.settings.waits)
    shares = {f"p{share * 100:.0f}": took for share, took in found.shares.items()} if found else {}
    return {"answered": found.answered} | shares if found else None


def _unwritable(at: Opened) -> str | None:
    """Why nothing can be stored, where that is so."""
    return None if at.store.unwritable is None else at.store.unwritable.title


def _waiting(going: Metrics) -> int:
    """How many the inbox lists."""
    return sum(going.ages.values())


def _lags(at: Opened) -> list[Lag]:
    from daemon.lag import lags

    return list(lags(at.settings, at.store, at.owner, now=at.now))


def _formats(found: Counts) -> Iterator[str]:
    """A line for each format, and one more where files of it are not understood."""
    drifted = _drifted(found)
    for name, lines in found.formats.items():
        unknown = f", {lines.unknown:,} of unknown kinds" if lines.unknown else ""
        yield f"  {name:<20} {lines.parsed:>10,} line{'s' if lines.parsed != 1 else ' '}, {lines.skipped:,} skipped{unknown}"
        if files := drifted.get(name):
            number = "1 file is" if len(files) == 1 else f"{len(files):,} files are"
            yield f"    FORMAT DRIFT: {number} not understood any more: {files[0]}" + (" …" if files[1:] else "")


def _drifted(found: Counts) -> dict[str, list[str]]:
    """The files that are still there and not understood, by format; the newest first."""
    there = {name: [path for path in paths if Path(path).exists()] for name, paths in found.drifted.items()}
    return {name: paths for name, paths in there.items() if paths}


def _when(moment: datetime | None) -> str:
    return f", last read {moment.astimezone():%Y-%m-%d %H:%M:%S}" if moment else ""
