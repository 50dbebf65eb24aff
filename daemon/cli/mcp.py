"""`seorap mcp`, for whoever asks for its help: hosts go the short way through `start`."""

from __future__ import annotations

import click


@click.command()
def mcp() -> int:
    """Serve a coding agent over the Model Context Protocol on stdin and stdout.

    Agents start it themselves, by an entry in their configuration: command `seorap`, arguments `mcp`. It asks the daemon,
    or the drawer itself while no daemon runs, and ends with the agent.
    """
    from daemon.cli.start import mcp as serve

    return serve()
