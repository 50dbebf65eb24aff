"""`setup` and `uninstall`: what Seorap changes in a home, asked once, and all of it taken back."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from daemon.service.parts.registry import PARTS

if TYPE_CHECKING:
    from daemon.service.installing import Told
    from daemon.service.machine import Machine
    from daemon.service.parts import Part
    from daemon.settings import Settings

TOLD = "Nothing was changed. To go on without being asked: --yes"


def _each_part(command: Callable[..., Any]) -> Callable[..., Any]:
    """A pair of flags for every part."""
    for part in reversed(PARTS):
        name = part.name
        command = click.option(f"--{name}/--no-{name}", name.replace("-", "_"), default=None, help=part.says)(command)
    return command


def _chosen(flags: dict[str, bool | None]) -> list[Part]:
    """The parts that were named, or all when none was; without those that were ruled out."""
    asked = {part.name: flags[part.name.replace("-", "_")] for part in PARTS}
    only = any(asked.values())
    return [part for part in PARTS if (asked[part.name] if only else asked[part.name] is not False)]


@click.command()
@_each_part
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@click.option("-n", "--dry-run", is_flag=True, help="Only say what would be changed.")
def setup(*, yes: bool, dry_run: bool, **flags: bool | None) -> int:
    """Install Seorap for this login: the folders, the service, the command recorder, the agents' hooks.

    Says what it will change and asks once. Run it again after an upgrade, or to add a part; what stands already is left
    alone. `seorap uninstall` takes everything back.
    """
    from daemon import settings
    from daemon.cli.printing import say
    from daemon.service.installing import install
    from daemon.service.machine import this_machine

    machine = this_machine(settings.load())
    parts = _chosen(flags)
    changing = _explain(machine, parts)
    if dry_run:
        return 0
    if changing and not yes and not _agreed("Make these changes?"):
        say(TOLD, err=True)
        return 1
    told = install(machine, parts)
    told.kept += _republished(machine.settings, parts)
    return _report(told)


def _explain(machine: Machine, parts: list[Part]) -> bool:
    from daemon.cli.printing import say
    from daemon.service.installing import planned

    changing = False
    for part, changes in planned(machine, parts):
        say(f"{part.name:<12} {part.says}" + ("" if changes else ": stands already"))
        for change in changes:
            say(f"{'':<12}   {change.says()}")
        changing |= bool(changes)
    say("Nothing outside these places is touched; text around a block stays as it is. Undo it with: seorap uninstall")
    return changing


@click.command()
@_each_part
@click.option(
    "--data/--keep-data", default=None, help="Remove memories, queue and settings as well; asked when not said."
)
@click.option("-y", "--yes", is_flag=True, help="Do not ask; the data stays unless --data is said.")
@click.option("-n", "--dry-run", is_flag=True, help="Only say what would be undone.")
def uninstall(*, data: bool | None, yes: bool, dry_run: bool, **flags: bool | None) -> int:
    """Undo what setup changed, and nothing else. What you edited meanwhile is kept, and said.

    The data is asked for separately. Exit 1 when something was kept that setup had made.
    """
    from daemon import settings
    from daemon.cli.printing import say
    from daemon.service.belongings import belongings
    from daemon.service.installing import finish, installed, undo
    from daemon.service.machine import this_machine

    current = settings.load()
    machine = this_machine(current)
    parts = _chosen(flags)
    there = {name: paths for name, paths in installed(machine).items() if name in {part.name for part in parts}}
    for name, paths in there.items():
        for path in paths:
            say(f"{name:<12} {path}")
    if not there:
        say("Nothing of it was installed by setup.")
    whole = not any(value is not None for value in flags.values())
    owned = belongings(current) if whole and (data or (data is None and not yes)) else []
    for path in owned:
        say(f"{'data':<12} {path}" + ("" if data else "   (asked separately)"))
    if dry_run:
        return 0
    if there and not yes and not _agreed("Undo these changes?"):
        say(TOLD, err=True)
        return 1
    gone = bool(owned) and (bool(data) or _agreed("Remove the data too, for good?"))
    told = undo(machine, parts)
    told.kept += _republished(current, parts)
    if gone:
        told.kept += _discard(current)
    finish(machine)
    return _report(told)


def _discard(current: Settings) -> list[str]:
    """Remove the data: first the snapshots in the workspaces it knows, then itself. What could not be removed."""
    from daemon.service.belongings import discard
    from daemon.service.lock import holder

    if runs := holder(current.lock):
        return [f"The data was kept: Seorap still runs (process {runs}). Stop it, then: seorap uninstall --data"]
    kept = _withdrawn(current) if current.database.exists() else []
    if current.database_url:
        kept.append("What stands in the PostgreSQL database was kept: it may be a team's. Drop it there.")
    return [*kept, *discard(current)]


def _withdrawn(current: Settings) -> list[str]:
    from classifiers.vocabulary import SeorapError
    from daemon import opening
    from daemon.publishing import withdraw_all

    try:
        with opening.store(current) as store:
            done = withdraw_all(store, opening.owner(current), current)
    except SeorapError as trouble:
        return [f"The snapshots in your workspaces were kept: {trouble.title} Remove their .seorap folders by hand."]
    return [each.trouble for each in done if each.trouble]


def _republished(current: Settings, parts: list[Part]) -> list[str]:
    """Bring the files that agents read in step with which agents are set up; the troubles of it."""
    if not (
        any(part.name == "agents" for part in parts) and current.database.exists() and current.config.snapshot.enabled
    ):
        return []
    from classifiers.vocabulary import SeorapError
    from daemon import opening
    from daemon.publishing import publish_all

    try:
        with opening.store(current) as store:
            done = publish_all(store, opening.owner(current), current)
    except SeorapError as trouble:
        return [f"The files of the agents in your workspaces are as they were: {trouble.title} {trouble.hint}"]
    return [each.trouble for each in done if each.trouble]


def _agreed(question: str) -> bool:
    """A person's yes. Where nobody can be asked, it is no."""
    return sys.stdin.isatty() and click.confirm(question, default=False, err=True)


def _report(told: Told) -> int:
    from daemon.cli.printing import say

    for line in told.said:
        say(line)
    for line in told.kept:
        say(f"seorap: {line}", err=True)
    return 1 if told.kept else 0
