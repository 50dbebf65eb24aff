"""`seorap doctor`: is every part well, and what can be mended?"""

from __future__ import annotations

import click


@click.command()
@click.option("--fix", is_flag=True, help="Mend what Seorap can mend itself: file modes, a missing backup.")
@click.option("--canary", "only_canary", is_flag=True, help="Only send a made-up success the whole way.")
@click.option("--json", "as_json", is_flag=True, help="One finding a line.")
def doctor(*, fix: bool, only_canary: bool, as_json: bool) -> int:
    """Look at every part: settings, files, database, backups, daemon, sources, recorder, desktop.

    The last look sends a made-up success from a transcript to MEMORY.md, in a temporary folder that goes again. Exit 1
    when something does not work.
    """
    from datetime import UTC, datetime

    from daemon import logs, settings
    from daemon.cli.printing import json_line, say
    from daemon.doctor.examine import examine
    from daemon.doctor.finding import Patient, State
    from daemon.doctor.registry import CHECKS

    logs.silence()
    patient = Patient(settings.load(), datetime.now(UTC))  # noqa: TID251  the verb is the edge where time comes in
    chosen = [check for check in CHECKS if check.name == "canary" or not only_canary]
    ill = False
    for each in examine(chosen, patient, fix=fix):
        ill |= each.state is State.TROUBLE and not each.mended
        if as_json:
            json_line(
                {
                    "check": each.check,
                    "state": each.state,
                    "says": each.says,
                    "hint": each.hint,
                    "fixable": each.mend is not None,
                    "mended": each.mended,
                }
            )
            continue
        mark = "mended" if each.mended else {"fine": "ok", "note": "note", "trouble": "NOT OK"}[each.state]
        say(f"{mark:<7} {each.check:<12} {each.says}")
        if each.hint and not each.mended:
            more = "  (or: seorap doctor --fix)" if each.mend is not None else ""
            say(f"{'':<21}{each.hint}{more}")
    return 1 if ill else 0
