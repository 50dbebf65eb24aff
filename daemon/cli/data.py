"""`backup`, `restore`, `export`, `import`: the data, in and out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from classifiers.vocabulary import SeorapError
from daemon.numbers import number_of

if TYPE_CHECKING:
    from daemon.cli.opened import Opened
    from storage.reunion import Imported

OUT = click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
IN = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))


@click.command()
@OUT
def backup(file: Path | None) -> None:
    """Copy everything into FILE, or into a new file of the backups folder, also while the daemon runs.

    Of a SQLite database it is a whole database, checked. Of PostgreSQL it is what `seorap export` writes; for copies of
    the whole server use its own tools. The daemon makes a backup each night and keeps seven ([backup] in config.toml).
    """
    from daemon import keeping
    from daemon.cli.opened import opened
    from daemon.cli.printing import say

    with opened() as at:
        target = (file or at.settings.backups / keeping.name(at.store, at.now)).absolute()
        keeping.back_up(at.store, target, now=at.now, owner=at.owner)
        say(str(target))
        if at.store.path is None:
            say("The database is PostgreSQL: this is an export of what is yours, as JSON lines.", err=True)


@click.command()
@IN
def restore(file: Path) -> int:
    """Put the backup FILE in the place of the database. What was there is kept beside it.

    The daemon must not run meanwhile. Sources are read again from where the backup stood, so nothing that was proved
    since is lost; verdicts since then are.
    """
    from daemon import settings
    from daemon.service.lock import AlreadyRunning, held
    from storage.backups import is_database

    current = settings.load()
    if current.agent:
        raise SeorapError("Only a person restores a backup.", "Nothing was changed. Use a terminal of your own.")
    try:
        with held(current.lock):
            if not is_database(file):
                return _restore_export(file)
            if current.database_url:
                raise SeorapError(
                    f"{file} is a SQLite database, and Seorap keeps its memory on a server.",
                    "Nothing was changed. A server is restored from a .jsonl backup.",
                )
            return _restore_database(file)
    except AlreadyRunning as running:
        raise AlreadyRunning(
            running.title,
            "Nothing was changed. Stop it (Ctrl-C, or systemctl --user stop seorap), restore, and start it again.",
        ) from None


@click.command()
@OUT
def export(file: Path | None) -> None:
    """Write everything as JSON lines to FILE or stdout: memories with their versions, verdicts, tombstones, evidence.

    `seorap import` reads it into SQLite and PostgreSQL alike.
    """
    from daemon.cli.opened import opened
    from daemon.cli.printing import say
    from storage.export import export as write
    from storage.export import export_to

    with opened() as at:
        if file is None:
            rows = write(at.store, sys.stdout.buffer, now=at.now, owner=at.owner)
        else:
            rows = export_to(at.store, file.absolute(), now=at.now, owner=at.owner)
        say(f"{number_of(rows, 'row')} exported.", err=True)


@click.command("import")
@IN
@click.option("--propose", "propose_only", is_flag=True, help="Make everything a candidate, also from your own file.")
def import_(file: Path, *, propose_only: bool) -> None:
    """Take in FILE, which `seorap export` wrote. The same file again changes nothing.

    A file of your own is united with what is here: whichever side heard you last is right, and what you deleted on
    either side stays away. What is in anybody else's file waits in the inbox for your verdict.
    """
    from daemon.cli.opened import opened
    from daemon.cli.printing import say
    from storage.import_file import read_import
    from storage.imports import bring_in, is_own

    found = read_import(file)
    with opened() as at:
        done = bring_in(
            at.store,
            found,
            author=at.person(),
            now=at.now,
            owner=at.owner,
            policy=at.policy,
            propose_only=propose_only,
        )
        say(_told(done))
        if not propose_only and not is_own(found, at.owner):
            whose = f"The file is of {found.header.user!r}, and you are {at.owner.user!r}"
            say(f"{whose}: its memories wait in your inbox. seorap review", err=True)
        _publish(at, done)


def _restore_database(file: Path) -> int:
    from datetime import UTC, datetime

    from daemon import opening, settings
    from daemon.cli.printing import say
    from storage.backups import restore as put_back

    current = settings.load()
    aside = put_back(current.database, file.absolute(), now=datetime.now(UTC))  # noqa: TID251  the verb is the edge where time comes in
    opening.store(current).close()  # an older backup is brought up to date now
    say(f"Restored {file}. Start the daemon again: sources are read on from where the backup stood.")
    if aside is not None:
        say(f"What was there before is kept: {aside}")
    return 0


def _restore_export(file: Path) -> int:
    from daemon import keeping
    from daemon.cli.opened import opened
    from daemon.cli.printing import say
    from storage.export import export_to
    from storage.import_file import read_import
    from storage.imports import put_back

    found = read_import(file)
    with opened() as at:
        at.settings.backups.mkdir(mode=0o700, parents=True, exist_ok=True)
        aside = at.settings.backups / f"replaced-{Path(keeping.name(at.store, at.now)).stem}.jsonl"
        export_to(at.store, aside, now=at.now, owner=at.owner)
        done = put_back(at.store, found, author=at.person(), owner=at.owner)
        say(f"Restored {file}. Start the daemon again: it reads all sources once more, and counts nothing twice.")
        say(f"What was there before is kept: {aside}")
        _publish(at, done)
    return 0


def _told(done: Imported) -> str:
    """What an import did, in one line."""
    parts = [
        (done.memories, "memory", ""),
        (done.ended, "memory", " deleted as there"),
        (done.candidates, "candidate", ""),
        (done.evidence, "proof", ""),
        (done.tombstones, "tombstone", ""),
        (done.verdicts, "verdict", ""),
        (done.kept, "memory", " kept as here"),
        (done.quiet, "key", " kept away here"),
        (done.denied, "key", " not allowed by the policy"),
    ]
    told = [number_of(number, noun) + more for number, noun, more in parts if number]
    return "Imported: " + (", ".join(told) or "nothing that was not here already") + "."


def _publish(at: Opened, done: Imported) -> None:
    if done.workspaces:
        at.publish(*done.workspaces)
