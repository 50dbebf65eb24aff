"""The coding agents that are used here ask, and were answered."""

from __future__ import annotations

from collections.abc import Iterator

from daemon import opening
from daemon.agent_pages import untold
from daemon.doctor.finding import Finding, Patient, State
from daemon.service.machine import this_machine
from daemon.service.parts.agents import deaf, used
from storage.receipts import receipts


def agents(patient: Patient) -> Iterator[Finding]:
    """Whether they were set up, and when one was last given something; `setup` says whether it stands as installed."""
    machine = this_machine(patient.settings)
    names = ", ".join(host.name for host in used(machine))
    if not names:
        return
    if untold(patient.settings):
        yield Finding("agents", State.NOTE, f"{names}: used here, and told nothing.", "seorap setup --agents")
        return
    for host, why in deaf(machine):
        yield Finding(
            "agents", State.NOTE, f"{host.name} runs no hooks, for {why}.", "Only MCP and its own files tell it."
        )
    with opening.store(patient.settings) as store:
        last = next(iter(receipts(store, limit=1, owner=opening.owner(patient.settings))), None)
    if last is None:
        yield Finding("agents", State.FINE, f"{names}: ask; nothing was given to one yet.")
    else:
        when = f"{last.at.astimezone():%Y-%m-%d %H:%M}"
        yield Finding("agents", State.FINE, f"{names}: ask; {last.host} was given {last.key} at {when}.")
