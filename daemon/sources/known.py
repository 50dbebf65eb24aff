"""Where shells and agents keep their records: the sources that are followed without being named.

Each place is one the program itself uses by default, or the one its own variable names. What is not there is watched
for, and read when it appears.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from daemon.settings import Config, Environment
from daemon.sources.walk import Source


def well_known(environment: Environment, spool: Path) -> Iterator[Source]:
    """The sources every machine may have. The recorder's spool comes first: it alone knows how a person's commands ended."""
    home = environment.home
    yield Source("recorder", spool, ("*.jsonl",), "seorap_spool")
    yield Source("claude-code", environment.claude / "projects", ("**/*.jsonl",), "claude_code")
    yield Source(
        "codex", environment.codex, ("sessions/**/rollout-*.jsonl", "archived_sessions/**/rollout-*.jsonl"), "codex"
    )
    yield Source("bash", home / ".bash_history", format="bash")
    yield Source("zsh", environment.zdotdir, (".zsh_history", ".zhistory", ".histfile"), "zsh")
    yield Source("fish", environment.data / "fish", ("*_history",), "fish")


def configured(config: Config) -> Iterator[Source]:
    """The `[[sources]]` of config.toml."""
    for each in config.sources:
        root = Path(each.path).expanduser()
        yield Source(root.name or str(root), root, each.patterns, each.format or None, config.follow.settle_seconds)


def sources_of(config: Config, environment: Environment, spool: Path) -> tuple[Source, ...]:
    """All sources, those a person named last."""
    found = well_known(environment, spool) if config.follow.well_known else iter(())
    return (*found, *configured(config))
