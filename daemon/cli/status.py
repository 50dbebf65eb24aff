"""`seorap status`: is it running, how far has it read, what waits, what is kept."""

from __future__ import annotations

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One object.")
def status(*, as_json: bool) -> None:
    """What is watched, what waits, what is kept."""
    from daemon.cli.opened import opened
    from daemon.cli.printing import json_line, say
    from daemon.service.lock import holder
    from storage.standing import standing

    with opened() as at:
        found = standing(at.store, owner=at.owner, now=at.now)
        running = holder(at.settings.lock)
        if as_json:
            json_line({"running": running, "database": at.store.place, **found.to_object()})
            return
        say(f"daemon      {f'runs (process {running})' if running else 'does not run; start it with: seorap run'}")
        say(f"database    {at.store.place}")
        if found.last_commit:
            say(f"last read   {found.last_commit.astimezone():%Y-%m-%d %H:%M:%S}")
        for name, tally in found.formats.items():
            drift = "  FORMAT DRIFT: nothing was understood" if tally.drifted else ""
            unknown = f", {tally.unknown:,} of unknown kinds" if tally.unknown else ""
            say(f"  {name:<20} {tally.parsed:>10,} lines, {tally.skipped:,} skipped{unknown}{drift}")
        say("memories    " + (", ".join(f"{number} {name}" for name, number in found.memories.items()) or "none yet"))
        say(f"waiting     {found.waiting}" + ("  →  seorap review" if found.waiting else ""))
