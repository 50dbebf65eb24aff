"""The task of the Windows Task Scheduler: its definition for this machine, and what `schtasks` is asked to do with it.

A task of one's own login needs no administrator, starts Python without a window, and starts it anew when it fails; an
entry in the Startup folder does neither of the last two.
"""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path, PureWindowsPath
from subprocess import list2cmdline
from xml.sax.saxutils import escape

from daemon.service.changes import Change, Written
from daemon.service.machine import Answer, Machine, ask

TASK = "Seorap"
RUNS = f"The service runs: schtasks /Query /TN {TASK}"


def definition(machine: Machine) -> bytes:
    """The task as XML, in UTF-16 with its mark, which is what `schtasks` takes."""
    template = resources.files("daemon.service").joinpath("systemd", "seorap.task.xml").read_text("utf-8")
    program, *words = machine.command
    slots = {
        "@USER@": machine.settings.environment.account,
        "@COMMAND@": str(PureWindowsPath(program).with_name("pythonw.exe")),  # the same Python without a console
        "@ARGUMENTS@": list2cmdline([*words, "--log-file"]),
    }
    return re.sub("|".join(slots), lambda slot: escape(slots[slot[0]]), template).encode("utf-16")


def changes(machine: Machine) -> tuple[Change, ...]:
    """The file that the task is made of."""
    return (Written(_file(machine), definition(machine)),)


def begin(machine: Machine, *, changed: bool) -> list[str]:
    """Register it, where it is not there as it should be, and start it."""
    if changed or not _schtasks("/Query").ok:
        _schtasks("/End")
        made = _schtasks("/Create", "/XML", str(_file(machine)), "/F")
        if not made.ok:
            return [f"The Task Scheduler did not take it ({made.text}). Run it by hand: seorap run"]
    started = _schtasks("/Run")
    said = [RUNS] if started.ok else [f"The task did not start ({started.text}). It does at the next login."]
    if names := ", ".join(machine.settings.environment.named):
        said.append(f"A task knows the variables of your account alone. Set them with setx: {names}")
    return said


def end() -> list[str]:
    """Stop it; what it has read is committed."""
    _schtasks("/End")
    return []


def ended() -> None:
    """Its file is gone."""
    _schtasks("/Delete", "/F")


def _schtasks(verb: str, *words: str) -> Answer:
    return ask("schtasks", verb, "/TN", TASK, *words)


def _file(machine: Machine) -> Path:
    return machine.state / "seorap.task.xml"
