"""A command line, taken apart: its simple commands, and what the line's exit status says of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from classifiers.vocabulary import Dialect


class Visibility(StrEnum):
    """What the exit status of the whole line says about one command in it."""

    OWN = "own"  # the line's status is this command's status
    IMPLIED = "implied"  # status 0 of the line proves that this command ended with 0 (`a && b`: a)
    HIDDEN = "hidden"  # the line's status says nothing about it (`a | tail`, `a || true`, `a; b`, `a &`)


@dataclass(frozen=True, slots=True, kw_only=True)
class Simple:
    """One simple command of a line: what really runs, wrappers taken off.

    `sudo`, `env`, `timeout 5`, `nohup`, `time`, `npx`, `uv run`, `bash -c '…'` and the like stand in `via`, outermost
    first, and `argv[0]` is the program behind them, as a base name without `.exe`. Quotes are resolved; what only the
    shell knows (`$X`, `$(…)`) stays as written.
    """

    argv: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)  # assignments in front of it, and exports before it in the line
    cwd: str = ""  # where it runs: the line's folder after the `cd`s before it; "" when that cannot be told
    visibility: Visibility = Visibility.HIDDEN
    background: bool = False  # `&`, `nohup … &`: it has not ended when the line has
    negated: bool = False  # `! cmd`: 0 means it failed
    guarded: bool = False  # runs only if something before it did or did not work (`||` branch, `if`, loop body)
    piped: bool = False  # its output goes into another command, so what is shown may be cut
    fed: bool = False  # it reads another command's output
    silenced: bool = False  # its standard output goes to a file or /dev/null, so what is shown is not its own
    host: str = ""  # inside `ssh host '…'`: the host as written, user and all
    container: str = ""  # inside `docker exec name …` / `kubectl exec`: the container or pod
    via: tuple[str, ...] = ()
    text: str = ""  # its source text with wrappers, as a person would type it
    broken: bool = False  # the line did not parse cleanly around it


def split(line: str, *, cwd: str = "", dialect: Dialect = Dialect.POSIX) -> tuple[Simple, ...]:
    """Take `line` apart, in the order its commands would run."""
    raise NotImplementedError(line, cwd, dialect)
