"""`seorap status`: is it running, how far has it read, what waits, what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from storage.status import Counts


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One object.")
def status(*, as_json: bool) -> None:
    """What is watched, what waits, what is kept."""
    from dataclasses import asdict, fields

    from daemon.cli.opened import opened
    from daemon.cli.printing import json_line, say
    from daemon.service.lock import holder
    from storage.bars import raised
    from storage.jobs import last_run
    from storage.status import counts
    from storage.values import CandidateStatus

    with opened() as at:
        found = counts(at.store, owner=at.owner)
        running = holder(at.settings.lock)
        waiting = found.candidates.get(CandidateStatus.PENDING, 0)
        nightly = last_run(at.store, "nightly", owner=at.owner)
        bars = raised(at.store, owner=at.owner)
        if as_json:
            numbers = {each.name: getattr(found, each.name) for each in fields(found)} | {"drifted": _drifted(found)}
            seen = {"running": running, "database": at.store.place, "waiting": waiting, "nightly": nightly}
            json_line(seen | numbers | {"bars": [asdict(bar) for bar in bars]})
            return
        say(f"daemon      {f'runs (process {running})' if running else 'does not run; start it with: seorap run'}")
        say(f"database    {at.store.place}")
        say(f"sources     {found.sources:,} files" + _when(found.last_commit))
        for line in _formats(found):
            say(line)
        kept = [f"{number} {kind} ({status})" for kind, by in found.memories.items() for status, number in by.items()]
        say("memories    " + (", ".join(kept) or "none yet"))
        said = [f"{number} {judgement}" for judgement, number in found.verdicts.items()]
        say("verdicts    " + (", ".join(said) or "none yet"))
        if found.tombstones:
            say(f"kept away   {found.tombstones}; see them with: seorap memory quiet")
        for bar in bars:
            say(
                f"quieter     {bar.rule} in {bar.scope}: from {bar.height:.2f} sure on"
                f" ({bar.dismissed} dismissed, {bar.approved} approved)"
            )
        say(f"nightly     {f'ran {nightly.astimezone():%Y-%m-%d %H:%M}' if nightly else 'did not run yet'}")
        say(f"waiting     {waiting}" + ("  →  seorap review" if waiting else ""))


def _formats(found: Counts) -> Iterator[str]:
    """A line for each format, and one more where files of it are not understood."""
    drifted = _drifted(found)
    for name, lines in found.formats.items():
        unknown = f", {lines.unknown:,} of unknown kinds" if lines.unknown else ""
        yield f"  {name:<20} {lines.parsed:>10,} lines, {lines.skipped:,} skipped{unknown}"
        if files := drifted.get(name):
            number = "1 file is" if len(files) == 1 else f"{len(files):,} files are"
            yield f"    FORMAT DRIFT: {number} not understood any more: {files[0]}" + (" …" if files[1:] else "")


def _drifted(found: Counts) -> dict[str, list[str]]:
    """The files that are still there and not understood, by format; the newest first."""
    there = {name: [path for path in paths if Path(path).exists()] for name, paths in found.drifted.items()}
    return {name: paths for name, paths in there.items() if paths}


def _when(moment: datetime | None) -> str:
    return f", last read {moment.astimezone():%Y-%m-%d %H:%M:%S}" if moment else ""
