"""The daemon runs, hears of changes, keeps up, and understands what it reads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from daemon import app, opening
from daemon.doctor.finding import Finding, Patient, State
from daemon.lag import lags
from daemon.numbers import number_of
from daemon.service.lock import holder
from daemon.sources.wake import over_limit
from storage.status import counts

LATE = 120.0
"""Seconds a change may wait while the daemon runs: the periodic look and a settling CI log take less."""


def daemon(patient: Patient) -> Iterator[Finding]:
    """It holds its lock."""
    process = holder(patient.settings.lock)
    if process is None:
        hint = "Nothing is lost meanwhile: it reads on from where it was. Start it: seorap run"
        yield Finding("daemon", State.NOTE, "The daemon does not run.", hint)
    else:
        yield Finding("daemon", State.FINE, f"It runs (process {process}).")


def watching(patient: Patient) -> Iterator[Finding]:
    """The system lets as many folders be watched as there are."""
    if not patient.settings.config.follow.watch:
        yield Finding(
            "watching", State.NOTE, "File events are turned off ([follow] watch); the periodic look finds changes."
        )
        return
    roots = {root for source in app.sources(patient.settings) for root in source.watch_roots()}
    refused = over_limit(root for root in roots if root.recursive and Path(root.path).is_dir())
    if refused:
        hint = "Changes are noticed later. Raise it: sudo sysctl fs.inotify.max_user_watches=524288"
        yield Finding("watching", State.NOTE, f"Not every folder can be watched: {refused}.", hint)
    else:
        yield Finding("watching", State.FINE, "Every folder of the sources can be watched.")


def lag(patient: Patient) -> Iterator[Finding]:
    """What changed was read."""
    current = patient.settings
    running = holder(current.lock) is not None
    with opening.store(current) as store:
        behind = [each for each in lags(current, store, opening.owner(current), now=patient.now) if each.behind]
    late = [each for each in behind if each.seconds > LATE or not running]
    for each in late:
        says = f"{each.source}: {number_of(each.behind, 'file')} with {each.unread:,} bytes left, the first since {each.seconds:,.0f} s."
        if running:
            yield Finding(
                "lag", State.TROUBLE, says, "Its log tells why: journalctl --user -u seorap, or its terminal."
            )
        else:
            yield Finding("lag", State.NOTE, says, "They are read when the daemon runs: seorap run")
    if not late:
        yield Finding("lag", State.FINE, "Everything that changed was read.")


def formats(patient: Patient) -> Iterator[Finding]:
    """No file has become unreadable to its format."""
    with opening.store(patient.settings) as store:
        drifted = counts(store, owner=opening.owner(patient.settings)).drifted
    there = {form: [path for path in paths if Path(path).exists()] for form, paths in drifted.items()}
    for form, paths in there.items():
        if paths:
            says = f"{form}: {number_of(len(paths), 'file')} not understood any more, such as {paths[0]}"
            hint = "Its program may have changed its format: update Seorap. Nothing of them is lost; seorap explain tells more."
            yield Finding("formats", State.TROUBLE, says, hint)
    if not any(there.values()):
        yield Finding("formats", State.FINE, "Every file is understood.")
