"""Settings that can be read, and files that only their owner can."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from daemon import app, opening
from daemon.doctor.finding import Finding, Patient, State

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def settings(patient: Patient) -> Iterator[Finding]:
    """The policy, the rules and the sources that a person wrote; config.toml itself was read before."""
    current = patient.settings
    opening.policy(current)
    app.rulebook(current)
    for source in current.config.sources:
        root = Path(source.path).expanduser()
        if not root.exists():
            hint = "It is read when it appears; if it never will: seorap sources remove"
            yield Finding("settings", State.NOTE, f"The source {root} is not there.", hint)
    yield Finding("settings", State.FINE, f"{current.config_file}, the policy and the rules can be used.")


def permissions(patient: Patient) -> Iterator[Finding]:
    """Folders 0700, files 0600, all of them this person's."""
    if os.name != "posix":
        return
    wrong = False
    for path in _private(patient):
        found = path.lstat()
        if found.st_uid != os.getuid():
            wrong = True
            hint = f"Give it to yourself: sudo chown {os.getuid()} {path}"
            yield Finding("permissions", State.TROUBLE, f"{path} belongs to another user.", hint)
        elif stat.S_IMODE(found.st_mode) & OTHERS:
            wrong = True
            yield Finding(
                "permissions",
                State.TROUBLE,
                f"{path} can be opened by others (mode {stat.S_IMODE(found.st_mode):03o}).",
                f"chmod go= {path}",
                _closes(path),
            )
        elif not os.access(path, os.R_OK | os.W_OK):
            wrong = True
            yield Finding(
                "permissions", State.TROUBLE, f"{path} cannot be written.", f"chmod u+rw {path}", _opens(path)
            )
    if not wrong:
        yield Finding("permissions", State.FINE, "Only you can open what Seorap keeps.")


def _private(patient: Patient) -> Iterator[Path]:
    """All that is there and holds what was learned, or a way to it."""
    current = patient.settings
    folders = {current.database.parent, current.lock.parent, current.spool, current.backups, current.logs}
    files = [current.database.with_name(current.database.name + end) for end in ("", "-wal", "-shm")]
    files += [current.token, current.socket]
    files += [path for folder in (current.spool, current.backups, current.logs) for path in sorted(folder.glob("*"))]
    yield from (path for path in [*sorted(folders), *files] if path.exists() and not path.is_symlink())


def _closes(path: Path) -> Callable[[], object]:
    return lambda: path.chmod(stat.S_IMODE(path.lstat().st_mode) & ~OTHERS)


def _opens(path: Path) -> Callable[[], object]:
    more = stat.S_IRUSR | stat.S_IWUSR | (stat.S_IXUSR if path.is_dir() else 0)
    return lambda: path.chmod(stat.S_IMODE(path.lstat().st_mode) | more)
