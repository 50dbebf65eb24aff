"""Shell completion: the script that each shell evaluates."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print completion for SHELL. Use it with `eval "$(seorap completion bash)"`, or in fish `| source`."""
    kind = get_completion_class(shell)
    assert kind is not None, "click knows the three shells"
    click.echo(kind(ctx.find_root().command, {}, "seorap", "_SEORAP_COMPLETE").source())
