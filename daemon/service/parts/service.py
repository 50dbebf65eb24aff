"""The daemon as a service of this login: a systemd user unit on Linux, a launchd agent on macOS."""

from __future__ import annotations

from daemon.service import launchd, systemd_user
from daemon.service.changes import Change
from daemon.service.lock import holder
from daemon.service.machine import Machine


class Service:
    """See the module."""

    name = "service"
    says = "run Seorap in the background, now and at each login"

    def changes(self, machine: Machine) -> tuple[Change, ...]:
        """The files its manager reads."""
        if machine.system == "darwin":
            return launchd.changes(machine)
        return systemd_user.changes(machine) if machine.system.startswith("linux") else ()

    def begin(self, machine: Machine, *, changed: bool) -> list[str]:
        """Start it, or start it anew where its files changed; it says ready before this ends."""
        if machine.system == "darwin":
            return launchd.begin(machine, changed=changed)
        if not machine.system.startswith("linux"):
            return ["This system has no service manager that Seorap knows; run it by hand: seorap run"]
        if (runs := holder(machine.settings.lock)) and not systemd_user.runs():
            return [
                f"Seorap runs in a terminal (process {runs}); the service takes over when that one ends.",
                "Stop it, then: systemctl --user start seorap",
            ]
        return systemd_user.begin(changed=changed)

    def end(self, machine: Machine) -> list[str]:
        """Stop it; what it has read is committed."""
        return launchd.end(machine) if machine.system == "darwin" else systemd_user.end()

    def ended(self, machine: Machine) -> None:
        """Let the manager forget it."""
        if machine.system.startswith("linux"):
            systemd_user.ended()


PART = Service()
