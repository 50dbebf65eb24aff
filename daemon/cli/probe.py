"""`seorap probe KEY`: does a capability still hold? Asks once before its commands may be run."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING

import click

from classifiers.vocabulary import GLOBAL, SeorapError

if TYPE_CHECKING:
    from daemon.cli.opened import Opened
    from storage.tables import Memory


@click.command()
@click.argument("key")
@click.option("--scope", default=None, metavar="global|workspace|IDENTITY", help="Where the memory holds.")
@click.option("--yes", is_flag=True, help="Let its commands be run, now and later, without the question.")
@click.option("--json", "as_json", is_flag=True, help="One object.")
def probe(key: str, scope: str | None, *, yes: bool, as_json: bool) -> int:
    """Ask whether what KEY proves still works, by a call that changes nothing.

    Which commands that takes is shown and asked once; afterwards agents may ask for the same probe. What passes is sure
    again, what fails is shown by `seorap doctor`. Ends with 1 when it did not pass.
    """
    from classifiers.probes import probe as derived
    from daemon.cli.opened import opened
    from daemon.cli.printing import json_line, say
    from daemon.probing import run
    from storage.probes import approve_probe, approved_probe, note_probe

    with opened() as at:
        memory = _memory(at, key, scope)
        commands = derived(memory.key, memory.body)
        if not commands:
            raise SeorapError(f"{memory.key} has no probe.", "There are probes of sign-ins, databases and ssh hosts.")
        place = (memory.scope, memory.key)
        if not approved_probe(at.store, *place, commands, owner=at.owner):
            author = at.person()
            if not (yes or _asked(commands)):
                return 1
            approve_probe(at.store, *place, commands, author=author, now=at.later().now, owner=at.owner)
        ran = run(commands, home=at.settings.environment.home)
        if ran.passed is not None:
            note_probe(at.store, *place, passed=ran.passed, said=ran.said, now=at.later().now, owner=at.owner)
        if as_json:
            row = {"key": memory.key, "scope": memory.scope, "passed": ran.passed, "said": ran.said}
            json_line(row | {"commands": [list(command) for command in commands]})
        else:
            word = "Passed" if ran.passed else "Not run" if ran.passed is None else "FAILED"
            say(f"{word}: {memory.key}: {ran.said}")
        return 0 if ran.passed else 1


def _asked(commands: tuple[tuple[str, ...], ...]) -> bool:
    from daemon.cli.printing import say

    say("This runs, now and whenever you or an agent asks for the probe:", err=True)
    for command in commands:
        say(f"  {shlex.join(command)}", err=True)
    if not sys.stdin.isatty():
        raise SeorapError("Nobody is there to say yes.", "Nothing was run. In a terminal, or with --yes.")
    return click.confirm("Go on?", err=True)


def _memory(at: Opened, key: str, scope: str | None) -> Memory:
    from storage.drawer import show
    from storage.errors import NotFound
    from storage.values import MemoryStatus

    for where in [at.scope(scope)] if scope else [at.here().identity, GLOBAL]:
        try:
            found = show(at.store, key, scope=where, owner=at.owner)
        except NotFound:
            continue
        if found.status is not MemoryStatus.RETIRED:
            return found
    raise NotFound(f"There is no memory {key} in use here.", "`seorap memory list` shows all of them.")
