"""`seorap hook`: what a coding agent's hook may run where the program of `setup --agents` is not wanted."""

from __future__ import annotations

import sys

import click


@click.command()
@click.argument("host")
@click.argument("event")
def hook(host: str, event: str) -> int:
    """Answer EVENT of the coding agent HOST (claude-code, codex, …), whose JSON stands on stdin.

    Prints what the agent is to be told, in its own grammar, or nothing. Always ends with 0 and soon, whatever is wrong.
    """
    from contextlib import suppress

    from classifiers.vocabulary import SeorapError
    from daemon import settings
    from daemon.service.hooks.ask import ask

    said = sys.stdin.buffer.read()
    with suppress(SeorapError, OSError):  # a broken config.toml is said by every other verb
        here = settings.load()
        if not here.own:
            sys.stdout.buffer.write(ask(str(here.socket), host, event, said, headless=here.headless))
    return 0
