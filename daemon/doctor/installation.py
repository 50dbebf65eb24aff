"""What `seorap setup` installed stands as this version would install it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from daemon.doctor.finding import Finding, Patient, State
from daemon.service.installing import install, installed, planned
from daemon.service.machine import Machine, this_machine
from daemon.service.parts import Part
from daemon.service.parts.registry import PARTS


def installation(patient: Patient) -> Iterator[Finding]:
    """Each part that was installed; after an upgrade, or when a file went missing, it is put right by setup itself."""
    machine = this_machine(patient.settings)
    there = installed(machine)
    if "service" not in there:
        yield Finding("setup", State.NOTE, "Seorap does not start by itself.", "Let it: seorap setup")
    parts = [part for part in PARTS if part.name in there]
    for part, changes in planned(machine, parts):
        if changes:
            says = f"{part.name} is not as setup leaves it: {', '.join(str(change.path) for change in changes)}."
            yield Finding("setup", State.TROUBLE, says, f"seorap setup --{part.name}", _again(machine, part))
        else:
            yield Finding("setup", State.FINE, f"{part.name} stands as it was set up.")


def _again(machine: Machine, part: Part) -> Callable[[], object]:
    def mend() -> None:
        if kept := install(machine, [part]).kept:
            raise OSError(kept[0])

    return mend
