"""The daemon as a service of this login: a systemd user unit on Linux, a launchd agent on macOS, a task on Windows."""

from __future__ import annotations

from importlib.util import cache_from_source, find_spec
from pathlib import Path

from daemon.service import launchd, systemd_user, windows_task
from daemon.service.changes import Change
from daemon.service.lock import holder
from daemon.service.machine import Machine, ask

_COMPILED = "import daemon.serve, daemon.api.http, daemon.mcp.server"


class Service:
    """See the module."""

    name = "service"
    says = "run Seorap in the background, now and at each login"

    def changes(self, machine: Machine) -> tuple[Change, ...]:
        """The files its manager reads."""
        match machine.system:
            case "darwin":
                return launchd.changes(machine)
            case "win32":
                return windows_task.changes(machine)
            case _:
                return systemd_user.changes(machine) if machine.system.startswith("linux") else ()

    def begin(self, machine: Machine, *, changed: bool) -> list[str]:
        """Start it, or start it anew where its files changed; it says ready before this ends."""
        _compile(machine)
        match machine.system:
            case "darwin":
                return launchd.begin(machine, changed=changed)
            case "win32":
                return windows_task.begin(machine, changed=changed)
            case system if system.startswith("linux"):
                return _begin_unit(machine, changed=changed)
            case _:
                return ["This system has no service manager that Seorap knows; run it by hand: seorap run"]

    def end(self, machine: Machine) -> list[str]:
        """Stop it; what it has read is committed."""
        match machine.system:
            case "darwin":
                return launchd.end(machine)
            case "win32":
                return windows_task.end()
            case _:
                return systemd_user.end()

    def ended(self, machine: Machine) -> None:
        """Let the manager forget it."""
        if machine.system == "win32":
            windows_task.ended()
        elif machine.system.startswith("linux"):
            systemd_user.ended()


def _begin_unit(machine: Machine, *, changed: bool) -> list[str]:
    if (runs := holder(machine.settings.lock)) and not systemd_user.runs():
        return [
            f"Seorap runs in a terminal (process {runs}); the service takes over when that one ends.",
            "Stop it, then: systemctl --user start seorap",
        ]
    return systemd_user.begin(changed=changed)


def _compile(machine: Machine) -> None:
    """Have compiled what the daemon loads, by a process that ends: one that compiles keeps 10 MB for as long as it runs."""
    found = find_spec("daemon.serve")
    source = Path(found.origin) if found and found.origin else None
    compiled = Path(cache_from_source(source, optimization=2)) if source else None
    if source and compiled and (not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime):
        ask(*machine.command[: machine.command.index("-m")], "-c", _COMPILED)


PART = Service()
