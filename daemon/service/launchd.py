"""The launchd agent: its property list for this machine, and what `launchctl` is asked to do with it."""

from __future__ import annotations

import os
import plistlib
from importlib import resources
from pathlib import Path

from daemon.service.changes import Change, Folder, Written
from daemon.service.machine import Machine, ask

LABEL = "seorap"


def plist(machine: Machine) -> bytes:
    """The property list. launchd gives an agent no variables of the shell, so those that decide places are named."""
    template = resources.files("daemon.service").joinpath("systemd", "seorap.plist").read_bytes()
    values = plistlib.loads(template)
    values["ProgramArguments"] = [*machine.command, "--log-file"]
    values["StandardErrorPath"] = str(machine.settings.logs / "launchd.err")  # why it did not start; its log is rotated
    if named := dict(machine.settings.environment.named):
        values["EnvironmentVariables"] = named
    return plistlib.dumps(values)


def changes(machine: Machine) -> tuple[Change, ...]:
    """The agent's file, and the folder launchd writes its messages to."""
    return (Folder(machine.settings.logs), Written(_file(machine), plist(machine)))


def begin(machine: Machine, *, changed: bool) -> list[str]:
    """Load it; an agent whose file changed is unloaded first, because launchd keeps what it has read."""
    if changed:
        ask("launchctl", "bootout", f"{_domain()}/{LABEL}")
    elif ask("launchctl", "print", f"{_domain()}/{LABEL}").ok:
        return ["The service runs: launchctl print " + f"{_domain()}/{LABEL}"]
    started = ask("launchctl", "bootstrap", _domain(), str(_file(machine)))
    if started.ok:
        return ["The service runs: launchctl print " + f"{_domain()}/{LABEL}"]
    return [f"launchd did not take it ({started.text}). It starts at the next login; until then: seorap run"]


def end(machine: Machine) -> list[str]:  # noqa: ARG001  the label is enough
    """Stop and unload it."""
    ask("launchctl", "bootout", f"{_domain()}/{LABEL}")
    return []


def _domain() -> str:
    return f"gui/{os.getuid()}"


def _file(machine: Machine) -> Path:
    return machine.settings.environment.home / "Library" / "LaunchAgents" / f"{LABEL}.plist"
