"""What was proved still works, as far as somebody asked."""

from __future__ import annotations

from collections.abc import Iterator

from daemon import opening
from daemon.doctor.finding import Finding, Patient, State
from storage.probes import failed_probes


def probes(patient: Patient) -> Iterator[Finding]:
    """No probe failed when it was run last. None is run here: the network is left alone."""
    with opening.store(patient.settings) as store:
        failed = failed_probes(store, owner=opening.owner(patient.settings))
    for each in failed:
        says = f"The probe of {each.key} failed at {each.ran_at:%Y-%m-%d %H:%M}: {each.said}"
        yield Finding("probes", State.NOTE, says, f"Sign in again or retire it, then: seorap probe {each.key}")
    if not failed:
        yield Finding("probes", State.FINE, "No probe of a capability failed.")
