"""`seorap run`: the daemon in the foreground."""

from __future__ import annotations

import click


@click.command()
@click.option("--once", is_flag=True, help="Catch up with every source, run what is due, and end.")
@click.option(
    "--log", "style", type=click.Choice(["auto", "console", "plain", "json"]), default="auto", show_default=True
)
@click.option("-v", "--verbose", is_flag=True, help="Also log what is of interest only to whoever mends Seorap.")
def run(style: str, *, once: bool, verbose: bool) -> int:
    """Watch, and keep what was approved. Stop it with Ctrl-C; it goes on where it was."""
    from daemon import logs, serve, settings
    from daemon.cli.printing import say

    logs.configure(style=style, verbose=verbose)
    if once:
        return serve.once(settings.load(), lambda text: say(text, err=True))
    return serve.serve(settings.load, lambda text: say(text, err=True))
