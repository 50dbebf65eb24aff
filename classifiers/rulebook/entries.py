"""The rulebook's values: what one rule says, and the book of all rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from classifiers.pattern_finder import PatternFinder
from classifiers.vocabulary import MemoryType


class Proof(StrEnum):
    """What a rule takes as proof."""

    EXIT = "exit"  # only a visible exit status 0: the tool prints nothing that could prove it
    EITHER = "either"  # a visible exit status 0, or unmistakable output
    OUTPUT = "output"  # unmistakable output, even beside exit status 0; exit alone where the source keeps no output
    BOTH = "both"  # a visible exit status 0 and unmistakable output


@dataclass(frozen=True, slots=True)
class Signs:
    """What a tool prints. Patterns are searched line by line (MULTILINE); a named group `n…` must add up to more than 0.

    They stand here as texts, and `classifiers.screen` compiles one when an output may hold what it looks for: of a
    thousand, a machine ever needs some dozens. Other named groups are captured and can stand in key and body templates. The last of `success` and `failure` in the
    output wins, because tools retry; `veto` means failure and `nothing` means "it did nothing" wherever they stand.
    """

    success: tuple[str, ...] = ()
    failure: tuple[str, ...] = ()
    veto: tuple[str, ...] = ()
    nothing: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[str]:
        """All patterns."""
        return chain(self.success, self.failure, self.veto, self.nothing)

    def __add__(self, other: Signs) -> Signs:
        return Signs(
            self.success + other.success,
            self.failure + other.failure,
            self.veto + other.veto,
            self.nothing + other.nothing,
        )


@dataclass(frozen=True, slots=True)
class Example:
    """A command with its end, as a test: what an entry must find in it, or must not."""

    run: str
    exit: int | None = 0
    out: str = ""
    key: str = ""  # with a firing example: the key it gives
    script: str = ""  # what the script of `run` is, as a manifest would say


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One rule: which commands it is about, what proves that they worked, and what is then proposed.

    A command matches when its program is one of `programs` (or it runs a script named like one of `scripts`), its
    sub-commands begin with one of `words` (and end there, if that ends in ` $`), one of `goals` is among its arguments (if any are asked for), every one of
    `needs` is there and none of `forbids`. Words, flags and values are globs; `a|b` is either. A need or ban starting
    with `-` is a flag (`--flag=value` asks for a value too), with `$` an environment variable, else an argument.
    """

    name: str
    action: str
    type: MemoryType
    programs: frozenset[str] = frozenset()
    scripts: tuple[str, ...] = ()
    not_scripts: tuple[str, ...] = ()
    words: tuple[tuple[str, ...], ...] = ()
    goals: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()
    allows: frozenset[str] = frozenset()  # general negatives that mean something else here
    fed: bool = False  # only where it reads another command's output (`curl … | bash`)
    remote: bool = False  # only on another host: inside `ssh host '…'`, or with a remote context
    proof: Proof = Proof.EITHER
    ok_exits: frozenset[int] = frozenset({0})  # statuses other than 0 that may stand beside proving output
    blind: bool = True  # exit 0 is enough where the source keeps no output (the command spool)
    signs: Signs = field(default_factory=Signs)
    scope: str = "workspace"
    keys: tuple[str, ...] = ()  # templates; the first whose fields are all known is taken
    body: str = ""  # template; "" is the action's own
    confidence: float = 0.9
    ci: bool = True  # a CI job can prove it too (a sign-in of a runner says nothing of this machine)
    ladder: bool = False  # a step that procedures are made of
    hints: tuple[str, ...] = ()  # literals of which one is in every line that can match; () reads them from `words`
    fires: tuple[Example, ...] = ()
    silent: tuple[Example, ...] = ()
    file: str = ""


class Need(NamedTuple):
    """What one of must be in a command line, in lower case."""

    words: frozenset[str] = frozenset()  # as a word
    texts: tuple[str, ...] = ()  # anywhere


class Trigger(NamedTuple):
    """What a command line must hold, in lower case, or else no rule is about it."""

    words: frozenset[str] = frozenset()  # all of them, as words
    needs: tuple[Need, ...] = ()  # all of them
    patterns: tuple[re.Pattern[str], ...] = ()  # all of them, anywhere


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """All entries, and what they share. One is itself only, so that what came of it can be remembered by it."""

    entries: tuple[Entry, ...]
    valued: Mapping[str, frozenset[str]]  # program -> its flags that take a value
    negatives: frozenset[str]  # flags that turn any command into a question or a rehearsal
    printers: frozenset[str]  # programs that print what others wrote
    failures: Signs  # what any program prints when it failed, where the status is hidden
    finder: PatternFinder  # tells which of all signs an output may hold
    by_program: Mapping[str, tuple[Entry, ...]]
    by_script: tuple[Entry, ...]
    triggers: Mapping[str, tuple[Trigger, ...]]  # program -> what else a line with it must hold, any of them
