"""`seorap status`: is it running, how far has it read, what waits, what is kept."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One object.")
def status(*, as_json: bool) -> None:
    """What is watched, what waits, what is kept."""
    from daemon.cli.opened import opened
    from daemon.cli.printing import json_line, say
    from daemon.service.lock import holder
    from storage.status import counts
    from storage.values import CandidateStatus

    with opened() as at:
        found = counts(at.store, owner=at.owner)
        running = holder(at.settings.lock)
        waiting = found.candidates.get(CandidateStatus.PENDING, 0)
        if as_json:
            numbers = {each.name: getattr(found, each.name) for each in fields(found)}
            json_line({"running": running, "database": at.store.place, "waiting": waiting, **numbers})
            return
        say(f"daemon      {f'runs (process {running})' if running else 'does not run; start it with: seorap run'}")
        say(f"database    {at.store.place}")
        say(f"sources     {found.sources:,} files" + _when(found.last_commit))
        for name, lines in found.formats.items():
            drift = "  FORMAT DRIFT: nothing was understood" if lines.skipped and not lines.parsed else ""
            unknown = f", {lines.unknown:,} of unknown kinds" if lines.unknown else ""
            say(f"  {name:<20} {lines.parsed:>10,} lines, {lines.skipped:,} skipped{unknown}{drift}")
        kept = [f"{number} {kind} ({status})" for kind, by in found.memories.items() for status, number in by.items()]
        say("memories    " + (", ".join(kept) or "none yet"))
        say(f"waiting     {waiting}" + ("  →  seorap review" if waiting else ""))


def _when(moment: datetime | None) -> str:
    return f", last read {moment.astimezone():%Y-%m-%d %H:%M:%S}" if moment else ""
