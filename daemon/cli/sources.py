"""`sources` and `shell-hook`: what is followed."""

from __future__ import annotations

from pathlib import Path

import click


@click.group()
def sources() -> None:
    """What is followed: transcripts, histories, the command recorder, and the folders you add."""


@sources.command("list")
@click.option("--json", "as_json", is_flag=True, help="One source a line.")
def list_(*, as_json: bool) -> None:
    """List the sources by name and path, and how many files each has now."""
    from daemon import app, settings
    from daemon.cli.printing import json_line, say

    current = settings.load()
    before = None
    for source, files in app.source_overview(current):
        if as_json:
            json_line(
                {
                    "name": source.name,
                    "path": str(source.root),
                    "patterns": source.patterns,
                    "format": source.format,
                    "files": files,
                }
            )
        else:
            place = (source.name, source.root)
            noun = "file " if files == 1 else "files"
            line = f"{source.name:<14} {files:>6} {noun}  {source.root}"
            if place == before:  # the same place, read as another format
                line += f"  {', '.join(source.patterns)}"
            say(line if files else f"{line}  (nothing there yet)")
            before = place


@sources.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--pattern", "patterns", multiple=True, help="Files below PATH, such as '**/*.xml'; may be repeated.")
@click.option("--format", "name", default="", help="Read them as this format instead of telling it from the content.")
def add(path: Path, patterns: tuple[str, ...], name: str) -> None:
    """Follow the folder or file PATH too: CI logs, JUnit reports, another home's transcripts."""
    from classifiers.formats.registry import FORMATS, format_named
    from daemon import settings
    from daemon.cli.printing import say
    from daemon.config_file import add_source

    if name and format_named(name) is None:
        known = ", ".join(each.name for each in FORMATS)
        raise click.BadParameter(f"{name!r} is no format; known are {known}.", param_hint="--format")
    current = settings.load()
    added = add_source(current.config_file, path.expanduser().absolute(), patterns, name)
    say(f"Following {path}." if added else f"{path} is followed already.")
    if not path.exists():
        say("It is not there yet; it will be read when it appears.", err=True)
    if added:
        _tell_who_runs(current.lock)


@sources.command()
@click.argument("path", type=click.Path(path_type=Path))
def remove(path: Path) -> int:
    """Stop following PATH. What it proved stays in the drawer."""
    from daemon import settings
    from daemon.cli.printing import say
    from daemon.config_file import remove_source

    current = settings.load()
    removed = remove_source(current.config_file, path.expanduser().absolute())
    if removed:
        say(f"{path} is followed no longer.")
        _tell_who_runs(current.lock)
    else:
        say(
            f"seorap: {path} is not among the sources you added. Well-known ones: [follow] well_known = false", err=True
        )
    return 0 if removed else 1


def _tell_who_runs(lock: Path) -> None:
    from daemon.cli.printing import say
    from daemon.service.lock import holder

    if holder(lock):
        say(
            "The daemon that runs learns of it by: systemctl --user reload seorap (in a terminal: start it anew).",
            err=True,
        )


@click.command("shell-hook")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def shell_hook(shell: str) -> None:
    """Print the command recorder for SHELL.

    Put it into your shell's start-up file: `eval "$(seorap shell-hook zsh)"`, in fish `seorap shell-hook fish | source`.
    It records each finished command with its folder and exit status, on this machine only. A command typed with a
    leading space is never recorded.
    """
    from daemon import settings
    from daemon.service.recorder import script

    click.echo(script(shell, settings.load().spool), nl=False)
