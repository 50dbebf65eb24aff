"""`inbox`, `approve`, `dismiss`, `snooze`, `never`, `undo`: the queue in plain verbs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import click

from classifiers.vocabulary import MemoryType, SeorapError

if TYPE_CHECKING:
    from daemon.cli.opened import Opened
    from storage.browsing import Part
    from storage.tables import Candidate

IDS = click.argument("ids", nargs=-1, required=True, metavar="ID…")


def FILTER(verb: Callable[..., Any]) -> Callable[..., Any]:  # noqa: N802  stands with the decorators
    """The words and types that choose a part of the queue."""
    kinds = click.Choice([each.value for each in MemoryType])
    verb = click.option("--type", "types", multiple=True, type=kinds, help="Only of this type; may be repeated.")(verb)
    return click.argument("words", nargs=-1, metavar="[WORDS…]")(verb)


def part_of(words: tuple[str, ...], types: tuple[str, ...]) -> Part | None:
    """What a person asked for; None for all."""
    from storage.browsing import Part

    return Part(types=tuple(map(MemoryType, types)), words=" ".join(words)) if words or types else None


@click.command()
@click.option("--all", "everything", is_flag=True, help="Also what was snoozed, decided or has expired.")
@click.option("--strongest", is_flag=True, help="Best proved first instead of newest.")
@click.option("--json", "as_json", is_flag=True, help="One candidate a line.")
@click.option("--open", "in_browser", is_flag=True, help="In your browser instead of here.")
@FILTER
def inbox(
    words: tuple[str, ...],
    types: tuple[str, ...],
    *,
    everything: bool,
    strongest: bool,
    as_json: bool,
    in_browser: bool,
) -> None:
    """List what waits for your verdict, with its proof.

    With WORDS only what holds all of them, in its key, text or place.
    """
    from daemon.cli.opened import opened
    from daemon.cli.printing import say
    from storage import queue
    from storage.probes import failed_probes
    from storage.values import CandidateStatus

    with opened() as at:
        if in_browser:
            from daemon.cli.page import open_page

            open_page(at)
            return
        statuses = tuple(CandidateStatus) if everything else (CandidateStatus.PENDING,)
        found = queue.candidates(
            at.store,
            owner=at.owner,
            statuses=statuses,
            awake_at=None if everything else at.now,
            strongest=strongest,
            part=part_of(words, types),
        )
        if not found and not as_json:
            say(f"Nothing that waits holds {' '.join(words)}." if words else "Nothing waits.", err=True)
        waiting = sum(_show(at, each, as_json=as_json) for each in found)
        if found and not as_json:
            invitation = f"{waiting} wait{'s' if waiting == 1 else ''}. Go through them: seorap review"
            say(invitation if waiting else "Nothing waits.", err=True)
        failed = [] if as_json else failed_probes(at.store, owner=at.owner)
        if failed:
            say(f"Probes failed: {', '.join(each.key for each in failed)}. What to do: seorap doctor", err=True)


def _show(at: Opened, candidate: Candidate, *, as_json: bool) -> bool:
    """Print one candidate with its proof. True if it waits for a verdict now."""
    from daemon.cli.printing import candidate_object, json_line, say
    from daemon.surfaces.terminal import entry, snoozed
    from storage import queue

    proof = queue.evidence(at.store, candidate.scope, candidate.key, owner=at.owner)
    if as_json:
        json_line(candidate_object(candidate, proof))
    else:
        say("\n".join(entry(candidate, proof, at.now)))
    return candidate.status == "pending" and not snoozed(candidate, at.now)


def _each(ids: tuple[str, ...], verdict: Callable[[Opened, str], str], roots: list[str] | None = None) -> int:
    """Give a verdict on each id; those that cannot be judged are named, the others still are.

    `roots` are the workspaces that a verdict changed; their MEMORY.md is brought in step once, at the end.
    """
    from daemon.cli.opened import opened
    from daemon.cli.printing import say

    failed = 0
    with opened() as at:
        try:
            for name in ids:
                try:
                    say(verdict(at, name))
                except SeorapError as trouble:
                    failed = 1
                    say(f"seorap: {trouble.title} {trouble.hint}", err=True)
        finally:
            if roots:
                at.publish(*roots)
                at.name_untold()
    return failed


@click.command()
@IDS
@click.option("--body", help="Keep it with these words instead of the proposed ones.")
def approve(ids: tuple[str, ...], body: str | None) -> int:
    """Keep candidates as memories. An ID may be shortened as long as it is clear."""
    from daemon.cli.printing import served
    from storage import queue

    if body is not None and len(ids) > 1:
        raise click.UsageError("--body goes with one ID.")
    roots: list[str] = []

    def keep(at: Opened, name: str) -> str:
        memory = queue.approve(
            at.store, name, author=at.person(), now=at.now, body=body, owner=at.owner, policy=at.policy
        )
        roots.append(memory.workspace)
        return f"Kept {memory.key}: {served(memory.body)}"

    return _each(ids, keep, roots)


@click.command()
@IDS
def dismiss(ids: tuple[str, ...]) -> int:
    """Turn candidates down. Their keys stay away until you lift them (`seorap memory lift KEY`)."""
    from storage import queue

    def turn_down(at: Opened, name: str) -> str:
        return f"Dismissed {queue.dismiss(at.store, name, author=at.person(), now=at.now, owner=at.owner).key}"

    return _each(ids, turn_down)


@click.command()
@IDS
@click.option("--days", type=click.IntRange(1, 365), default=7, show_default=True, help="For how long.")
def snooze(ids: tuple[str, ...], days: int) -> int:
    """Put candidates off for some days."""
    from storage import queue

    def put_off(at: Opened, name: str) -> str:
        until = at.now + timedelta(days=days)
        found = queue.snooze(at.store, name, until, author=at.person(), now=at.now, owner=at.owner)
        return f"Snoozed {found.key} for {days} days"

    return _each(ids, put_off)


@click.command()
@IDS
@click.option(
    "--what",
    type=click.Choice(["key", "rule", "workspace", "action"]),
    default="key",
    show_default=True,
    help="Only this key, everything its rule proposes, this workspace, or this action.",
)
def never(ids: tuple[str, ...], what: str) -> int:
    """Never propose this again; what waits of it goes too."""
    from storage import queue
    from storage.values import Quiet

    def silence(at: Opened, name: str) -> str:
        found = queue.never(at.store, name, Quiet(what), author=at.person(), now=at.now, owner=at.owner)
        return f"Never again: {found.key}" if what == "key" else f"Never again the {what} of {found.key}"

    return _each(ids, silence)


@click.command()
@click.argument("candidate", required=False, metavar="[ID]")
def undo(candidate: str | None) -> None:
    """Take back the last verdict, or the last one on ID. Everything is as it was before it.

    Verdicts only: what you did since to a memory itself (write, guard, retire, delete, purge) is named, and nothing is
    done, unless you name the ID.
    """
    from daemon.cli.opened import opened
    from daemon.cli.printing import say
    from storage import queue

    with opened() as at:
        found = queue.undo(at.store, candidate, author=at.person(), now=at.now, owner=at.owner)
        at.publish(found.workspace)
        say(f"Taken back; {found.key} waits again." if found.status == "pending" else f"Taken back: {found.key}")
