"""`seorap memory …`: the drawer by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from classifiers.vocabulary import GLOBAL, MemoryType, SeorapError

if TYPE_CHECKING:
    from daemon.cli.opened import Opened

SCOPE = click.option(
    "--scope",
    default=None,
    metavar="global|workspace|IDENTITY",
    help="Where it holds: everywhere, in the workspace here, or in one named as lists print it.",
)
KEY = click.argument("key")
JSON = click.option("--json", "as_json", is_flag=True, help="One object a line.")


@click.group()
def memory() -> None:
    """The drawer: what was approved. A key has the form action:target, such as deploy:blyck."""


@memory.command()
@KEY
@click.argument("body")
@click.option("--type", "kind", type=click.Choice([each.value for each in MemoryType]), required=True)
@SCOPE
@click.option("--path", "paths", multiple=True, metavar="GLOB", help="It applies to these files; may be repeated.")
@click.option("--temporary", is_flag=True, help="A workaround: it expires when the policy says (14 days).")
@click.option("--expect", type=int, help="Only if the memory is at this version; 0: only if there is none yet.")
@click.option("--request", default="", metavar="KEY", help="Idempotency key: the same request again changes nothing.")
def write(  # noqa: PLR0913  one option each
    key: str,
    body: str,
    kind: str,
    scope: str | None,
    paths: tuple[str, ...],
    expect: int | None,
    request: str,
    *,
    temporary: bool,
) -> int:
    """Remember BODY under KEY. Your own word is stored at once; an agent's becomes a candidate."""
    from daemon.cli.opened import opened
    from daemon.cli.printing import say
    from storage.drawer import Entry, Terms
    from storage.drawer import write as put

    with opened() as at:
        here = at.here()
        where = at.scope(scope or "workspace")
        entry = Entry(
            key=key,
            body=body,
            type=MemoryType(kind),
            scope=where,
            paths=paths,
            workspace="" if where == GLOBAL else here.root if where == here.identity else "",
            temporary=temporary,
        )
        terms = Terms(expected=expect, request=request)
        done = put(at.store, entry, author=at.author, now=at.now, owner=at.owner, policy=at.policy, terms=terms)
        if done.memory is not None:
            say(f"Kept {done.memory.key}, version {done.memory.version}.")
            at.publish(here.root)
        elif done.candidate is not None:
            say(f"Proposed {done.candidate.key} as {done.candidate.id}; it waits for a person.")
        else:
            say(
                f"{key} was dismissed before and stays away. A person may lift that: seorap memory lift {key}", err=True
            )
        return 1 if done.memory is None and done.candidate is None else 0


@memory.command()
@KEY
@SCOPE
@JSON
def read(key: str, scope: str | None, *, as_json: bool) -> int:
    """Print what KEY says, in the workspace here or everywhere. Reading keeps a memory alive."""
    from daemon.cli.opened import opened
    from daemon.cli.printing import json_line, memory_object, say, served
    from storage.drawer import read as look_up

    with opened() as at:
        scopes = [at.scope(scope)] if scope else [at.here().identity, GLOBAL]
        found = look_up(at.store, key, now=at.now, scopes=scopes, owner=at.owner)
        if found is None:
            say(f"seorap: there is no active memory {key} here. `seorap memory list` shows all.", err=True)
            return 1
        if as_json:
            json_line(memory_object(found))
        else:
            say(served(found.body))
        return 0


@memory.command("list")
@click.option("--type", "kinds", multiple=True, type=click.Choice([each.value for each in MemoryType]))
@click.option("--all", "everything", is_flag=True, help="Also stale and retired ones.")
@SCOPE
@JSON
def list_(kinds: tuple[str, ...], scope: str | None, *, everything: bool, as_json: bool) -> None:
    """List memories by scope and key."""
    from daemon.cli.opened import opened
    from daemon.cli.printing import day, json_line, memory_object, say, served
    from storage.drawer import memories
    from storage.values import MemoryStatus

    with opened() as at:
        found = memories(
            at.store,
            owner=at.owner,
            scopes=[at.scope(scope)] if scope else None,
            types=[MemoryType(kind) for kind in kinds] or None,
            statuses=None if everything else (MemoryStatus.ACTIVE,),
        )
        last, gone = None, at.gone(found)
        for each in found:
            missing = gone.get((each.scope, each.key), ())
            if as_json:
                json_line(memory_object(each) | ({"missing": missing} if missing else {}))
                continue
            if each.scope != last:
                say(each.scope)
                last = each.scope
            status = "" if each.status == "active" else f" [{each.status}]"
            say(f"  {each.key}{status}  {day(each.last_seen)}\n      {served(each.body)}")
            if missing:
                say(f"      not given to agents: {', '.join(missing)} is not there any more")
        if not as_json and not found:
            say("The drawer is empty. What waits for your verdict: seorap inbox", err=True)


@memory.command()
@KEY
@SCOPE
@JSON
def show(key: str, scope: str | None, *, as_json: bool) -> None:
    """Everything about KEY, whatever its status. Looking changes nothing."""
    from daemon.cli.opened import opened
    from daemon.cli.printing import json_line, memory_object, say
    from storage.drawer import show as look_at

    with opened() as at:
        found = memory_object(look_at(at.store, key, scope=_scope_of(at, key, scope), owner=at.owner))
        if as_json:
            json_line(found)
            return
        for name, value in found.items():
            if name == "proof":
                for proof in value:
                    say(
                        "proof: "
                        + ", ".join(f"{part}: {proof[part]}" for part in proof if proof[part] not in ("", None))
                    )
            elif name == "lesson":
                for part, text in value.items():
                    if part != "paths":
                        say(f"{part}: {text}")
            else:
                say(f"{name}: {value}")


@memory.command()
@KEY
@SCOPE
@JSON
def history(key: str, scope: str | None, *, as_json: bool) -> int:
    """Every version of KEY, the oldest first; also of a deleted memory."""
    from daemon.cli.opened import opened
    from daemon.cli.printing import json_line, say, served
    from storage.drawer import history as versions

    with opened() as at:
        found = versions(at.store, key, scope=_scope_of(at, key, scope), owner=at.owner)
        for each in found:
            if as_json:
                names = ("version", "supersedes", "change", "by", "type", "body", "status", "valid_from", "expires_at")
                row = {name: getattr(each, name) for name in names} | {"body": served(each.body)}
                json_line({"key": each.key, "scope": each.scope, **row})
            else:
                say(
                    f"{each.version}  {each.valid_from.astimezone():%Y-%m-%d %H:%M}  {each.change} by {each.by}\n      {served(each.body)}"
                )
        if not found:
            say(f"seorap: nothing was ever kept under {key} here.", err=True)
        return 0 if found else 1


@memory.command()
@KEY
@click.option("--command", "commands", multiple=True, metavar="PATTERN", help="Such commands, as in 'psql*prod*'.")
@click.option("--path", "paths", multiple=True, metavar="GLOB", help="Edits of these files.")
@click.option("--off", is_flag=True, help="It forbids nothing any more.")
@SCOPE
def guard(key: str, scope: str | None, commands: tuple[str, ...], paths: tuple[str, ...], *, off: bool) -> None:
    """Make the rule or lesson KEY a constraint: agents are kept from these commands and files before anything runs.

    It forbids exactly what is named here; what it forbade before is replaced. A pattern stands for one whole command, with
    `*` for anything; wrappers (sudo, ssh, bash -c) are looked through.
    """
    if off == bool(commands or paths):
        raise click.UsageError("Name what is forbidden with --command or --path, or --off alone.")
    from daemon.cli.opened import opened
    from daemon.cli.printing import say
    from storage.guards import Guard
    from storage.guards import guard as enforce

    with opened() as at:
        wanted = Guard(commands=commands, paths=paths)
        where = _scope_of(at, key, scope)
        found = enforce(at.store, key, wanted, author=at.author, now=at.now, scope=where, owner=at.owner)
        forbids = ", ".join(pattern for patterns in found.guard.values() for pattern in patterns)
        say(f"{found.key} forbids now: {forbids}" if forbids else f"{found.key} forbids nothing any more.")
        at.publish(found.workspace)


def _ended(past: str, key: str, scope: str | None, verb: Callable[[Opened, str], None]) -> None:
    """Let `verb` end the memory in its scope, and bring MEMORY.md in step."""
    from daemon.cli.opened import opened
    from daemon.cli.printing import say
    from storage import drawer
    from storage.errors import NotFound

    with opened() as at:
        at.person()
        where = _scope_of(at, key, scope)
        try:
            root = drawer.show(at.store, key, scope=where, owner=at.owner).workspace
        except NotFound:
            root = ""
        verb(at, where)
        say(f"{past} {key}.")
        at.publish(root)


@memory.command()
@KEY
@SCOPE
def retire(key: str, scope: str | None) -> None:
    """Take KEY out of use; it can be read again with `show`."""
    from storage.removal import retire as end

    def work(at: Opened, where: str) -> None:
        end(at.store, key, scope=where, author=at.author, now=at.now, owner=at.owner)

    _ended("Retired", key, scope, work)


@memory.command()
@KEY
@SCOPE
def delete(key: str, scope: str | None) -> None:
    """Delete KEY. Its history can be read, and it is not proposed again until you lift it."""
    from storage.removal import delete_memory

    def work(at: Opened, where: str) -> None:
        delete_memory(at.store, key, scope=where, author=at.author, now=at.now, owner=at.owner)

    _ended("Deleted", key, scope, work)


@memory.command()
@KEY
@SCOPE
@click.confirmation_option(prompt="Every word of it is removed, history and proof too. Go on?")
def purge(key: str, scope: str | None) -> None:
    """Remove KEY with its history and proof, for personal data that should never have been here."""
    from daemon.cli.printing import say
    from storage.removal import purge as end

    def work(at: Opened, where: str) -> None:
        copies = end(at.store, key, scope=where, author=at.author, now=at.now, owner=at.owner)
        for copy in sorted({*copies, *at.settings.backups.glob("*")}):
            say(f"A copy made before may still hold it: {copy}", err=True)

    _ended("Purged", key, scope, work)


@memory.command("quiet")
@JSON
def quiet_(*, as_json: bool) -> None:
    """List what is kept away: dismissed and deleted keys, and what `never` silenced."""
    from daemon.cli.opened import opened
    from daemon.cli.printing import day, json_line, say
    from storage.tombstones import tombstones

    with opened() as at:
        found = tombstones(at.store, at.owner)
        for each in found:
            if as_json:
                names = ("kind", "name", "scope", "reason", "by", "at")
                json_line({name: getattr(each, name) for name in names})
            else:
                say(f"{each.kind:<10} {each.name}  {each.scope}  {each.reason} {day(each.at)}".rstrip())
        if not found and not as_json:
            say("Nothing is kept away.", err=True)


@memory.command()
@click.argument("name")
@click.option(
    "--what",
    type=click.Choice(["key", "rule", "workspace", "action"]),
    default="key",
    show_default=True,
    help="What NAME is, as `memory quiet` lists it.",
)
@SCOPE
def lift(name: str, what: str, scope: str | None) -> int:
    """Let NAME be proposed again: a dismissed or deleted key, or what `never` silenced."""
    from daemon.cli.opened import opened
    from daemon.cli.printing import say
    from storage.keys import normal_key
    from storage.tombstones import Stone
    from storage.tombstones import lift as raise_again
    from storage.values import Quiet

    with opened() as at:
        at.person()
        if what == "key":
            scopes = [at.scope(scope)] if scope else [at.here().identity, GLOBAL]
            stones = [Stone(Quiet.KEY, normal_key(name), each) for each in scopes]
        else:
            stones = [Stone(Quiet(what), at.scope(name) if what == "workspace" else name)]
        lifted = [stone for stone in stones if raise_again(at.store, stone, at.owner)]
        say(f"{name} may be proposed again." if lifted else f"seorap: {name} was not kept away.", err=not lifted)
        return 0 if lifted else 1


def _scope_of(at: Opened, key: str, scope: str | None) -> str:
    """The scope a person named, or the one place that has KEY: here first, then everywhere, then anywhere alone.

    What was deleted is looked for here and everywhere.
    """
    from storage.drawer import history as versions
    from storage.drawer import memories
    from storage.keys import normal_key

    if scope:
        return at.scope(scope)
    name = normal_key(key)
    held = [each.scope for each in memories(at.store, owner=at.owner, statuses=None) if each.key == name]
    here = at.here().identity
    for likely in (here, GLOBAL):
        if likely in held:
            return likely
    if len(held) > 1:
        raise SeorapError(f"{key} stands in {len(held)} workspaces.", "Name one with --scope: " + ", ".join(held))
    if held:
        return held[0]
    return next((each for each in (here, GLOBAL) if versions(at.store, name, scope=each, owner=at.owner)), here)
