"""The folders for settings, data and state: there, and closed to everyone else."""

from __future__ import annotations

from daemon.service.changes import Change, Folder
from daemon.service.machine import Machine


class Folders:
    """See the module."""

    name = "folders"
    says = "make the folders for settings, data and state, closed to other users"

    def changes(self, machine: Machine) -> tuple[Change, ...]:
        """One for each folder; they are the same one under SEORAP_HOME."""
        settings = machine.settings
        places = (settings.config_file.parent, settings.database.parent, machine.state, settings.spool)
        return tuple(Folder(path) for path in dict.fromkeys(places))

    def begin(self, machine: Machine, *, changed: bool) -> list[str]:  # noqa: ARG002  folders do nothing
        """Nothing to do."""
        return []

    def end(self, machine: Machine) -> list[str]:  # noqa: ARG002
        """Nothing to do."""
        return []

    def ended(self, machine: Machine) -> None:
        """Nothing to do."""


PART = Folders()
