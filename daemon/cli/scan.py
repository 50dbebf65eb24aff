"""`seorap scan`: what would these logs prove?"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from daemon.numbers import number_of

UNITS = {"h": 1 / 24, "d": 1, "w": 7}


class Since(click.ParamType[timedelta]):
    """An age such as 12h, 30d or 4w."""

    name = "age"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> timedelta:
        """The age as a duration; wrong usage when it is none."""
        found = re.fullmatch(r"(\d{1,5})([hdw])", str(value))
        if not found:
            self.fail(f"{value!r} is no age; write it like 12h, 30d or 4w.", param, ctx)
        return timedelta(days=int(found[1]) * UNITS[found[2]])


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--since", type=Since(), help="Only what happened in this time, such as 30d; undated proof is left out.")
@click.option("--format", "name", metavar="NAME", help="Read the paths as this format instead of telling it from them.")
@click.option("--json", "as_json", is_flag=True, help="One draft a line.")
def scan(paths: tuple[Path, ...], since: timedelta | None, name: str | None, *, as_json: bool) -> int:
    """Mine without storing: print the drafts that PATHS (or the configured sources) would give.

    Files and folders are read whole. What cannot be read is named and gives exit 1; the rest is still mined.
    """
    from classifiers.formats.registry import FORMATS, format_named
    from daemon import app, footprint, settings
    from daemon.cli.printing import draft_object, json_line, say
    from daemon.scanning import Scan, files_of

    form = format_named(name) if name else None
    if name and form is None:
        known = ", ".join(each.name for each in FORMATS)
        raise click.BadParameter(f"{name!r} is no format; known are {known}.", param_hint="--format")
    footprint.steady()
    now = datetime.now(UTC)  # noqa: TID251  the verb is the edge where time comes in
    current = settings.load()
    mined = Scan(
        book=app.rulebook(current),
        place=app.places(current),
        since=now - since if since else None,
        max_line=current.config.follow.max_line_bytes,
    )
    for path in files_of(paths) if paths else app.source_files(current):
        mined.file(path.absolute(), form)
    for draft in mined.drafts():
        if as_json:
            json_line(draft_object(draft))
        else:
            say(f"{draft.key}  {draft.body}")
            for proof in draft.evidence[:1]:
                say(f"    {proof.path}:{proof.line}  {proof.why}")
    for trouble in mined.troubles:
        say(f"seorap: {trouble}", err=True)
    if not as_json:
        say(
            f"{number_of(mined.lines, 'line')} of {number_of(mined.files, 'file')}: "
            f"{number_of(len(mined.drafts()), 'draft')}. Nothing was stored.",
            err=True,
        )
    return 1 if mined.troubles else 0
