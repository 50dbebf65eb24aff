"""The command recorder stands in the start-up files of the shells that are there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from daemon.doctor.finding import Finding, Patient, State
from daemon.service.marked import BEGIN
from daemon.service.recorder import SHELLS

HOOK = "seorap shell-hook"
BLOCK = BEGIN.decode().strip()


def recorder(patient: Patient) -> Iterator[Finding]:
    """Each installed shell: its start-up file has the hook, setup put it there, or the spool holds what it recorded."""
    where = patient.settings.environment
    config = where.config / "fish" / "config.fish"
    starts = {"bash": where.home / ".bashrc", "zsh": where.zdotdir / ".zshrc", "fish": config}
    own = {"fish": config.parent / "conf.d" / "seorap.fish"}
    recorded = [
        shell
        for shell in SHELLS
        if _mentions(starts[shell])
        or (shell in own and own[shell].exists())
        or any(patient.settings.spool.glob(f"{shell}.*"))
    ]
    missing = [shell for shell in SHELLS if shell not in recorded and starts[shell].exists() and shutil.which(shell)]
    if recorded:
        yield Finding("recorder", State.FINE, f"Recorded: {', '.join(recorded)}.")
    for shell in missing:
        hint = "A history tells what was typed, never whether it worked. Record it: seorap setup --shell-hook"
        yield Finding("recorder", State.NOTE, f"Commands of {shell} are not recorded.", hint)


def _mentions(file: Path) -> bool:
    try:
        lines = file.read_text(errors="replace").splitlines()
        return BLOCK in lines or any(HOOK in line for line in lines if not line.startswith("#"))
    except OSError:
        return False
