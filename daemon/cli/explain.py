"""`seorap explain`: why a line was or was not proposed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from classifiers.vocabulary import SeorapError
from daemon.numbers import number_of

if TYPE_CHECKING:
    from classifiers.explanation import Command, Verdict
    from classifiers.vocabulary import Draft
    from daemon.cli.opened import Opened
    from daemon.explaining import Account, Told


class Place(click.ParamType[tuple[Path, int]]):
    """A file and a line of it, such as session.jsonl:12."""

    name = "path:line"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Path, int]:
        """The path and the 1-based line; wrong usage when it is none."""
        found = re.fullmatch(r"(.+):(\d{1,9})", str(value), re.DOTALL)
        if not found:
            self.fail(f"{value!r} is no PATH:LINE; write it like session.jsonl:12.", param, ctx)
        return Path(found[1]), int(found[2])


@click.command()
@click.argument("place", type=Place(), metavar="PATH:LINE")
@click.option("--format", "name", metavar="NAME", help="Read the file as this format instead of telling it from it.")
@click.option("--json", "as_json", is_flag=True, help="One record a line.")
def explain(place: tuple[Path, int], name: str | None, *, as_json: bool) -> int:
    """Say what was seen at LINE of PATH, how it was judged, and why it was or was not proposed.

    A line that holds no record stands for the nearest one before it, one beyond the end for none; in a file that is one
    document, a number counts its records. Of several records the one that proposes something is told first. Nothing is
    stored.
    """
    from classifiers.formats.registry import FORMATS, format_named
    from daemon import app
    from daemon.cli.opened import opened
    from daemon.cli.printing import json_line, say
    from daemon.explaining import account
    from daemon.scanning import Unreadable

    form = format_named(name) if name else None
    if name and form is None:
        known = ", ".join(each.name for each in FORMATS)
        raise click.BadParameter(f"{name!r} is no format; known are {known}.", param_hint="--format")
    path, line = place[0].absolute(), place[1]
    with opened() as at:
        book, places = app.rulebook(at.settings), app.places(at.settings)
        bound = at.settings.config.follow.max_line_bytes
        try:
            found = account(path, line, form, book, places, max_line=bound)
        except Unreadable as trouble:
            raise SeorapError(f"{path}: {str(trouble).rstrip('.')}.", "Nothing was changed.") from None
        for told in found.told:
            fates = _fates(at, told.drafts)
            if as_json:
                json_line(_object(found, told, fates))
            else:
                say("\n".join(_words(found, told, fates)) + "\n")
    if found.lost:
        say(f"seorap: {found.lost} records could not be masked, so they were dropped unjudged.", err=True)
    return 1 if found.lost and not found.told else 0


def _fates(at: Opened, drafts: tuple[Draft, ...]) -> list[str]:
    """What would become of each draft now, in a sentence."""
    import time

    from daemon.workspace_policy import Narrowing
    from storage.proposals import prospects

    own = Narrowing(at.policy, time.monotonic)
    fates = []
    for draft, each in zip(drafts, prospects(at.store, at.owner, drafts, now=at.now, policy=at.policy), strict=True):
        narrowed = own.refusal(draft)
        if narrowed:
            fates.append(f"kept away by its repository's memory policy: {narrowed}")
        elif each.refused is not None:
            fates.append(f"kept away: {each.refused.why}")
        elif each.memory is not None:
            fates.append(f"a memory says so already ({each.memory}); this only confirms it")
        elif each.low is not None:
            bar = each.low.bar
            fates.append(
                f"quiet: {bar.rule} was dismissed {bar.dismissed} and approved {bar.approved} times here, so it must be"
                f" {bar.height:.2f} sure; this is {each.low.strength:.2f}, seen in {number_of(each.low.sessions, 'session')}"
            )
        elif each.candidate == "pending":
            fates.append(f"it waits for a verdict as {each.id}")
        elif each.candidate is not None:
            fates.append(f"its candidate {each.id} is {each.candidate}; new evidence opens it again")
        else:
            fates.append("nothing keeps it away: it is proposed when the file is followed")
    return fates


# --- for a person -----------------------------------------------------------------------------------------------------


def _words(found: Account, told: Told, fates: list[str]) -> Iterator[str]:
    from classifiers.inert import one_line

    said = told.explanation
    yield f"{found.path}:{told.record.where.line}  {found.format}" + (f"  ({found.note})" if found.note else "")
    yield f"  {said.kind} of {said.who}: {said.seen}"
    yield f"  trust    {said.trust}"
    if said.facts:
        yield f"  facts    {one_line(', '.join(said.facts), 600)}"
    if told.masked:
        yield "  masked   a secret was in it, and was masked before it was judged"
    for number, command in enumerate(said.commands, 1):
        yield from _command(number, command)
    for sentence, why in said.sentences:
        yield f"  said     {sentence}"
        yield f"           {why}"
    for draft, fate in zip(told.drafts, fates, strict=True):
        yield f"  draft    {draft.key}  {draft.type}, confidence {draft.confidence:g}, by {draft.rule}, in {draft.scope}"
        yield f"           {one_line(draft.body, 600)}"
        yield f"           {fate}"
    if said.lacking:
        yield f"  no procedure: {said.lacking}"
    if said.why:
        yield f"  proposes nothing: {one_line(said.why, 600)}"


_STATUS = {
    "own": "the line's exit status is its own",
    "implied": "exit status 0 of the line proves it",
    "hidden": "its exit status is hidden",
}


def _command(number: int, command: Command) -> Iterator[str]:
    via = f" (behind {', '.join(command.via)})" if command.via else ""
    yield f"  {number:<7}  {command.program}{via}: {command.text}"
    yield "           " + "; ".join((_STATUS[command.visibility], *command.notes))
    for rule in command.rules:
        yield from _rule(rule)


def _rule(rule: Verdict) -> Iterator[str]:
    from classifiers.inert import one_line

    if not rule.result:
        yield f"           passed over: {rule.rule}, because {rule.why}"
        return
    yield f"           {rule.rule} ({rule.action}): {rule.result}, {one_line(rule.why, 300)}  {rule.key}".rstrip()
    for shown in rule.excerpt.splitlines()[:4]:
        yield f"             │ {one_line(shown, 200)}"


# --- for a program ----------------------------------------------------------------------------------------------------


def _object(found: Account, told: Told, fates: list[str]) -> dict[str, Any]:
    """One record as `--json` prints it; `line` is 1-based, `drafts` as in `scan --json` with `rule` and `fate`."""
    from dataclasses import asdict

    from daemon.cli.printing import draft_object, served

    record, said = told.record, told.explanation
    return {
        "path": found.path,
        "line": record.where.line,
        "format": found.format,
        "note": found.note,
        "kind": said.kind,
        "who": said.who,
        "trust": said.trust,
        "at": record.at,
        "session": record.session,
        "cwd": record.cwd,
        "seen": said.seen,
        "facts": said.facts,
        "masked": told.masked,
        "commands": [served(asdict(each)) for each in said.commands],
        "sentences": [{"text": text, "why": why} for text, why in said.sentences],
        "drafts": [
            draft_object(draft) | {"rule": draft.rule, "fate": fate}
            for draft, fate in zip(told.drafts, fates, strict=True)
        ],
        "lacking": said.lacking,
        "why": said.why,
    }
