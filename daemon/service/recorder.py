"""The command recorder: the text a shell evaluates, and which of the spool files it leaves may go.

A spool file is named `<shell>.<pid>-<start>.jsonl`: one session writes it and nobody else, so lines never interleave. The
shell holds it open only while it appends, and makes it anew when it is gone.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path

from classifiers.vocabulary import SeorapError

SHELLS = ("bash", "zsh", "fish")
"""The shells that can be recorded."""

QUIET = 600.0
"""Seconds without a write before a file may go: its shell may live where its pid is not seen (a container, NFS)."""

_FILE = re.compile(r"(?:bash|zsh|fish)\.(\d{1,9})-\d+\.(?:jsonl|tmp)")
_SLOT = "@SPOOL@"


def script(shell: str, spool: Path) -> str:
    """The text that `eval "$(seorap shell-hook bash)"` evaluates, writing its spool files into the folder `spool`.

    It holds no comments: a shell may be set not to know them in what is typed.

    Raises SeorapError for a shell that cannot be recorded.
    """
    if shell not in SHELLS:
        raise SeorapError(
            f"There is no command recorder for {shell!r}.",
            f"Recorders exist for {', '.join(SHELLS)}; the history of other shells can still be followed as a source.",
        )
    text = resources.files("daemon.service").joinpath("hooks", f"recorder.{shell}").read_text("utf-8")
    code = "".join(line for line in text.splitlines(keepends=True) if not line.lstrip().startswith("#"))
    return code.replace(_SLOT, _quoted(shell, str(spool.absolute())))


def _quoted(shell: str, text: str) -> str:
    if shell == "fish":
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return shlex.quote(text)


def drained(
    spool: Path, consumed: Callable[[Path], int], now: float, alive: Callable[[int], bool] | None = None
) -> list[Path]:
    """The spool files that may be removed: read to their end, their shell gone, and quiet for `QUIET` seconds.

    `consumed` tells how many bytes of a file have been committed (0 for an unknown one), `now` is seconds since 1970.
    A shell's private `.tmp` file, empty but for a moment, goes with its shell.
    """
    runs = alive or _runs
    return [path for path, pid in _files(spool) if not runs(pid) and _is_done(path, consumed, now)]


def _files(spool: Path) -> Iterator[tuple[Path, int]]:
    try:
        paths = sorted(spool.iterdir())
    except OSError:
        return
    for path in paths:
        if found := _FILE.fullmatch(path.name):
            yield path, int(found[1])


def _is_done(path: Path, consumed: Callable[[Path], int], now: float) -> bool:
    try:
        found = path.lstat()
    except OSError:
        return False
    if now - found.st_mtime < QUIET:
        return False
    return path.suffix == ".tmp" or consumed(path) >= found.st_size


def _runs(pid: int) -> bool:
    """Whether a process of this user has that pid; another user's is not the shell that wrote our file."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, PermissionError, OverflowError):
        return False
    return True
