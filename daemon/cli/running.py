"""`seorap run`: the daemon in the foreground."""

from __future__ import annotations

import click


@click.command()
@click.option("--once", is_flag=True, help="Catch up with every source, run what is due, and end.")
@click.option(
    "--log",
    "--log-format",
    "style",
    type=click.Choice(["auto", "console", "plain", "json"]),
    help="How to log; else [log] format of config.toml, else colour on a terminal and plain lines elsewhere.",
)
@click.option("--log-file", is_flag=True, help="Log into logs/seorap.log, rotated; also set by [log] file.")
@click.option("-v", "--verbose", is_flag=True, help="Also log what is of interest only to whoever mends Seorap.")
def run(style: str | None, *, once: bool, log_file: bool, verbose: bool) -> int:
    """Watch, and keep what was approved. Stop it with Ctrl-C; it goes on where it was."""
    from daemon import footprint

    footprint.lean()

    from daemon import logs, serve, settings
    from daemon.cli.printing import say

    current = settings.load()
    file = current.logs / "seorap.log" if log_file or current.config.log.file else None
    logs.configure(style=style or current.config.log.format, verbose=verbose, journal=current.journal, file=file)
    if once:
        return serve.once(current, lambda text: say(text, err=True))
    return serve.serve(settings.load, lambda text: say(text, err=True))
