"""The command recorder stands in the start-up files of the shells that are there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from daemon.doctor.finding import Finding, Patient, State
from daemon.service.recorder import SHELLS

HOOK = "seorap shell-hook"


def recorder(patient: Patient) -> Iterator[Finding]:
    """Each installed shell: its start-up file evaluates the hook, or the spool holds what it recorded."""
    where = patient.settings.environment
    config = where.home / ".config" / "fish" / "config.fish"
    starts = {"bash": where.home / ".bashrc", "zsh": where.zdotdir / ".zshrc", "fish": config}
    recorded = [shell for shell in SHELLS if _mentions(starts[shell]) or any(patient.settings.spool.glob(f"{shell}.*"))]
    missing = [shell for shell in SHELLS if shell not in recorded and starts[shell].exists() and shutil.which(shell)]
    if recorded:
        yield Finding("recorder", State.FINE, f"Recorded: {', '.join(recorded)}.")
    for shell in missing:
        line = f'eval "$(seorap shell-hook {shell})"' if shell != "fish" else "seorap shell-hook fish | source"
        hint = f"A history tells what was typed, never whether it worked. Put into {starts[shell]}: {line}"
        yield Finding("recorder", State.NOTE, f"Commands of {shell} are not recorded.", hint)


def _mentions(file: Path) -> bool:
    try:
        return any(HOOK in line for line in file.read_text(errors="replace").splitlines() if not line.startswith("#"))
    except OSError:
        return False
