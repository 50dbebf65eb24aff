"""The command recorder in the shells of this home.

The recorder's text is put beside the spool and read from there, so that a shell starts no program for it.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from daemon.service.changes import Block, Change, Written
from daemon.service.machine import Machine
from daemon.service.recorder import script


class ShellHook:
    """See the module."""

    name = "shell-hook"
    says = "record finished commands in bash, zsh and fish, as far as they are used here"

    def changes(self, machine: Machine) -> tuple[Change, ...]:
        """For every shell that has a start-up file here, or is the login shell."""
        return tuple(self._changes(machine))

    def _changes(self, machine: Machine) -> Iterator[Change]:
        places = machine.settings.environment
        files = {"bash": places.home / ".bashrc", "zsh": places.zdotdir / ".zshrc", "fish": places.config / "fish"}
        for shell, file in files.items():
            if places.shell != shell and not file.exists():
                continue
            text = script(shell, machine.settings.spool)
            if shell == "fish":
                yield Written(file / "conf.d" / "seorap.fish", text.encode())
                continue
            recorder = machine.state / f"recorder.{shell}"
            yield Written(recorder, text.encode(), mode=0o600)
            yield Block(file, _line(recorder))

    def begin(self, machine: Machine, *, changed: bool) -> list[str]:
        """Shells that run already know nothing of it."""
        if not self.changes(machine):
            return ["No bash, zsh or fish is used here; nothing to record."]
        return ["New shells record from now on; shells that are open do not."] if changed else []

    def end(self, machine: Machine) -> list[str]:  # noqa: ARG002  nothing runs
        """Nothing to do: a shell that still records writes into its own file until it is closed."""
        return []

    def ended(self, machine: Machine) -> None:
        """Nothing to do."""


def _line(recorder: Path) -> str:
    """A missing file is no error, and leaves `$?` at 0."""
    name = shlex.quote(str(recorder))
    return f"if [ -r {name} ]; then . {name}; fi\n"


PART = ShellHook()
