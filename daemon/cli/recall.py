"""`seorap recall`: what an agent would be given, and why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from daemon.cli.opened import Opened
    from recall.finding import Finder
    from storage.tables import Memory


@click.command()
@click.argument("query", nargs=-1)
@click.option("--cwd", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Where the agent works.")
@click.option("--file", "files", multiple=True, metavar="PATH", help="A file it is at; may be repeated.")
@click.option(
    "--command", default="", metavar="LINE", help="A command it is about to run: what forbids it comes first."
)
@click.option(
    "--answer", metavar="TEXT", help="What an agent answered: only what proves it wrong about what it cannot do."
)
@click.option("--budget", type=click.IntRange(min=1), help="The most tokens it may cost.")
@click.option("--top", type=click.IntRange(min=1), help="The most memories.")
@click.option("--why", "receipts", is_flag=True, help="What agents were given lately instead, when and why.")
@click.option("--session", default="", metavar="ID", help="With --why: of one session.")
@click.option("--context", "as_context", is_flag=True, help="Print just the text that an agent is given.")
@click.option("--json", "as_json", is_flag=True, help="One object a line.")
def recall(  # noqa: PLR0913  one option each
    query: tuple[str, ...],
    cwd: Path | None,
    files: tuple[str, ...],
    command: str,
    answer: str | None,
    budget: int | None,
    top: int | None,
    *,
    receipts: bool,
    session: str,
    as_context: bool,
    as_json: bool,
) -> int:
    """What an agent would be given for QUERY here, the best first, and why. It changes nothing."""
    from daemon.cli.opened import opened
    from daemon.cli.printing import json_line, say, served
    from recall.answers import contradicted
    from recall.context import context
    from recall.intents import lexicon
    from recall.select import Limits, select
    from recall.situation import Situation, inside

    if receipts:
        if query or files or as_context:
            raise click.UsageError("--why tells what was given; it takes no question.")
        return _receipts(session, as_json=as_json)

    def gone(memory: Memory, missing: tuple[str, ...]) -> None:
        say(f"Left out: {memory.key} names {', '.join(missing)}, which is not there any more.", err=True)

    with opened() as at:
        here, asked = at.here(cwd), at.settings.config.recall
        folder = cwd or Path.cwd()
        situation = Situation(
            workspace=here,
            query=" ".join(query),
            command=command,
            files=tuple(inside(here.root, folder / file) for file in files),
        )
        limits = Limits(top or asked.top, budget or asked.budget)
        finder = _finder(at)
        words = lexicon(asked.words)
        if answer is not None:
            found = contradicted(finder, situation, answer, lexicon=words, now=at.now)
        else:
            found = select(finder, situation, lexicon=words, now=at.now, limits=limits, left_out=gone)
        if as_context:
            text = context([each.memory for each in found])
            if text:
                say(text)
            return 0
        for each in found:
            memory, score = each.memory, round(each.score, 3)
            if as_json:
                row = {"key": memory.key, "type": memory.type, "body": served(memory.body)}
                json_line({**row, "score": score, "why": list(each.why)})
            else:
                say(f"{score:.2f}  {memory.key}  ({'; '.join(each.why)})\n      {served(memory.body)}")
        if not found and not as_json:
            say("Nothing: no memory is named, asked for or clearly spoken of.", err=True)
        return 0


def _finder(at: Opened) -> Finder:
    """What finds memories as the daemon does, by meaning too where a model is installed."""
    from daemon.cli.printing import say
    from recall.finding import Finder
    from recall.meaning import Meaning, installed

    if not at.settings.config.recall.meaning or not installed():
        return Finder(at.store, at.owner)
    meaning = Meaning(at.store, at.owner)
    try:
        meaning.learn()
    except ImportError as trouble:
        say(f"The embedding model cannot be loaded, so words alone are looked for: {trouble}", err=True)
    return Finder(at.store, at.owner, meaning)


def _receipts(session: str, *, as_json: bool) -> int:
    from daemon.cli.opened import opened
    from daemon.cli.printing import json_line, say
    from storage.receipts import receipts

    with opened() as at:
        found = receipts(at.store, session=session, owner=at.owner)
    for each in found:
        if as_json:
            json_line(
                {
                    "at": each.at,
                    "host": each.host,
                    "host_version": each.host_version,
                    "session": each.session,
                    "moment": each.moment,
                    "scope": each.scope,
                    "key": each.key,
                    "version": each.version,
                    "why": each.why,
                    "tokens": each.tokens,
                }
            )
        else:
            where = f"{each.host} {each.session[:8]}"
            say(
                f"{each.at.astimezone():%Y-%m-%d %H:%M}  {where:<22} {each.moment:<7} {each.key}  {each.tokens} tokens  ({each.why})"
            )
    if not found and not as_json:
        say("Nothing was given to an agent" + (" in that session." if session else " yet."), err=True)
    return 0
