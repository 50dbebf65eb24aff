"""One simple command as a value, and what is known of the place it stands in while a line is read.

`Sight` flags are bits of one int because every node of a line carries them down.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple, Protocol, TypeAlias

import msgspec


class Visibility(StrEnum):
    """What the exit status of the whole line says about one command in it."""

    OWN = "own"  # the line's status is this command's status
    IMPLIED = "implied"  # status 0 of the line proves that this command ended with 0 (`a && b`: a)
    HIDDEN = "hidden"  # the line's status says nothing about it (`a | tail`, `a || true`, `a; b`, `a &`)


class Simple(msgspec.Struct, frozen=True, kw_only=True):
    """One simple command of a line: what really runs, wrappers taken off.

    `sudo`, `env`, `timeout 5`, `nohup`, `time`, `npx`, `uv run`, `bash -c '…'` and the like stand in `via`, outermost
    first, and `argv[0]` is the program behind them, as a base name without `.exe`. Quotes are resolved; what only the
    shell knows (`$X`, `$(…)`) stays as written.
    """

    argv: tuple[str, ...]
    env: Mapping[str, str] = msgspec.field(
        default_factory=dict
    )  # assignments in front of it, and exports before it in the line
    cwd: str = ""  # where it runs, after the `cd`s before it: absolute, `~/…` of a home not known, or "" for unknown
    visibility: Visibility = Visibility.HIDDEN
    background: bool = False  # `&`, `nohup … &`: it has not ended when the line has
    negated: bool = False  # `! cmd`: 0 means it failed
    guarded: bool = False  # runs only if something before it did or did not work (`||` branch, `if`, loop body)
    chained: bool = False  # `a && b`, `set -e`: when the line fails, b may not have run at all
    piped: bool = False  # its output goes into another command, so what is shown may be cut
    filter: tuple[str, ...] = ()  # the programs it is piped into, nearest first
    teed: bool = False  # piped, but only through `tee` and `cat`: what is shown is whole
    fed: bool = False  # it reads another command's output
    silenced: bool = False  # its standard output goes to a file or /dev/null, so what is shown is not its own
    host: str = ""  # inside `ssh host '…'`: the host as written, user and all
    part: str = ""  # the sub-project a wrapper was told to run it in, as written
    container: str = ""  # inside `docker exec name …` / `kubectl exec`: the container or pod
    via: tuple[str, ...] = ()
    text: str = ""  # its source text with wrappers, as a person would type it
    looped: bool = False  # in a loop's body: it may have ended more than once, and its status is that of the last time
    broken: bool = False  # the line did not parse cleanly around it


class Sight:
    """What is known about a node from the nodes around it: bits of a plain int, which is ten times as fast as a flag."""

    UNSURE = 1  # a line that ends with 0 need not have come here
    CALM = 2  # `set -e` does not act here (conditions, all but the last of `&&` and `||`, `!`)
    BACKGROUND = 4
    NEGATED = 8
    GUARDED = 16
    CHAINED = 32
    PIPED = 64
    FED = 128
    SILENCED = 256
    BROKEN = 512
    FAILED = 1024  # comes right after a failure, so a bare `exit` ends with that failure
    TESTED = 2048  # comes after a `[ … ] &&`
    LOOPED = 4096


HIDDEN, IMPLIED, OWN = 0, 1, 2
"""`Visibility` as numbers that compare: the more, the more is known."""

VISIBILITY = (Visibility.HIDDEN, Visibility.IMPLIED, Visibility.OWN)


class Call(NamedTuple):
    """A simple command as it stands in its line: words resolved, wrappers still on."""

    words: list[str]
    env: dict[str, str] = {}  # noqa: RUF012 - never changed in place
    text: str = ""
    stdin: str | None = None  # what a heredoc or here-string feeds it


class Process:
    """One shell process while its commands are walked in order: what earlier commands did to later ones.

    `seen` is what the line's status says about the status of this process.
    """

    __slots__ = (
        "container",
        "cwd",
        "doubt",
        "env",
        "errexit",
        "host",
        "last",
        "lost",
        "pipefail",
        "seen",
        "silenced",
        "stages",
        "statuses",
        "stops",
        "text",
        "via",
    )

    def __init__(self, seen: int = OWN, cwd: str = "") -> None:
        self.seen = seen
        self.cwd = cwd
        self.doubt = False  # the last `cd` need not have happened
        self.env: dict[str, str] = {}  # never changed in place: commands keep it
        self.errexit = False
        self.pipefail = HIDDEN  # IMPLIED: perhaps on
        self.lost = False  # it may have ended with 0 before it comes here
        self.stops = False  # it may have ended with a failure before it comes here
        self.silenced = False  # `exec > file`
        self.last: int | None = None  # the command whose status `$?` is
        self.stages: tuple[int | None, ...] = ()  # those of `PIPESTATUS`
        self.statuses: dict[str, int | None] = {}  # variables that hold a `$?`
        self.host = ""
        self.container = ""
        self.via: tuple[str, ...] = ()
        self.text = ""

    def fork(self, seen: int) -> Process:
        """A subshell: starts with what this one has, and gives nothing back."""
        child = Process(seen, self.cwd)
        child.env = self.env
        child.errexit = self.errexit
        child.pipefail = self.pipefail
        child.lost = self.lost
        child.stops = self.stops
        child.silenced = self.silenced
        child.last = self.last
        child.statuses = dict(self.statuses)
        child.host = self.host
        child.container = self.container
        child.via = self.via
        child.text = self.text
        return child


View: TypeAlias = tuple[int, int, tuple[str, ...], Process]
"""Where a node stands: what the line's status says of it (HIDDEN to OWN), its `Sight`, the programs it is piped into."""


def effective(view: View) -> int:
    """What the line's status says of a command in this place, `set -e` and a possible early end taken in."""
    seen, sight, _, process = view
    if process.lost:
        return HIDDEN
    if not seen and process.errexit and process.seen and not sight & (Sight.UNSURE | Sight.CALM | Sight.BACKGROUND):
        return IMPLIED
    return seen


class Sink(Protocol):
    """Takes what a walk over a line finds."""

    def take(self, call: Call, view: View) -> int | None:
        """Keep one command; the index of the command whose status is its status, None when nothing was kept."""

    def says(self, index: int, prefix: str) -> None:
        """The line prints the status of command `index` after the text `prefix`."""

    def exits_with(self, index: int, seen: int) -> None:
        """The line ends with the status of command `index`."""

    def misread(self) -> None:
        """The grammar took the line's structure for words: nothing said about the line can be believed."""
