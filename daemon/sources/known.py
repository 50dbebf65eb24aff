"""Where shells and agents keep their records: the sources that are followed without being named.

Each place is one the program itself uses by default, or the one its own variable names. What is not there is watched
for, and read when it appears.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from daemon.config import Config
from daemon.settings import Environment
from daemon.sources.walk import Source

EDITORS = ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf")  # each has a globalStorage of its own
CLINE = ("saoudrizwan.claude-dev", "rooveterinaryinc.roo-cline", "kilocode.kilo-code")


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
    yield Source("powershell", environment.data / "powershell" / "PSReadLine", ("*_history.txt",), "psreadline")
    yield Source("atuin", environment.data / "atuin", ("history.db",), "atuin")
    yield Source("nushell", environment.config / "nushell", ("history.sqlite3",), "nushell")
    yield Source("xonsh", environment.data / "xonsh", ("history_json/xonsh-*.json", "xonsh-*.json"), "xonsh")
    yield Source("xonsh", environment.data / "xonsh", ("xonsh-history.sqlite",), "xonsh_database")
    yield Source("goose", environment.data / "goose" / "sessions", ("sessions.db",), "goose")
    yield Source("opencode", environment.data / "opencode", ("opencode*.db",), "opencode_database")
    yield Source("kiro", environment.data / "kiro-cli", ("data.sqlite3",), "kiro_database")
    yield Source("amp", environment.data / "amp" / "threads", ("T-*.json",), "amp")
    yield from _other_agents(home)


def _other_agents(home: Path) -> Iterator[Source]:
    """Agents whose formats have older and newer forms: which one a file has is told from its content."""
    yield Source("gemini", home / ".gemini" / "tmp", ("*/chats/**/*.json", "*/chats/**/*.jsonl"))
    yield Source("copilot", home / ".copilot" / "session-state", ("*/events.jsonl", "*.jsonl"))
    yield Source("cursor", home / ".cursor" / "projects", ("*/agent-transcripts/**/*.jsonl",))
    yield Source("kiro", home / ".kiro" / "sessions" / "cli", ("*.jsonl",))
    yield Source("pi", home / ".pi" / "agent" / "sessions", ("**/*.jsonl",))
    yield Source("droid", home / ".factory" / "sessions", ("**/*.jsonl",))
    for editor in EDITORS:
        tasks = tuple(f"{extension}/tasks/*/api_conversation_history.json" for extension in CLINE)
        yield Source("cline", home / ".config" / editor / "User" / "globalStorage", tasks)


def configured(config: Config, own: Iterable[Path]) -> Iterator[Source]:
    """The `[[sources]]` of config.toml. `own` are Seorap's folders, which are no logs, unless a person names one."""
    for each in config.sources:
        root = Path(each.path).expanduser()
        closed = tuple(folder for folder in map(_resolved, own) if not _resolved(root).is_relative_to(folder))
        settle = config.follow.settle_seconds
        yield Source(root.name or str(root), root, each.patterns, each.format or None, settle, closed)


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):  # a loop of links, or a path no system can hold
        return path.absolute()


def sources_of(
    config: Config, environment: Environment, spool: Path, pulled: Path, own: Iterable[Path] = ()
) -> tuple[Source, ...]:
    """All sources, those a person named last. `pulled` is where `ci pull` puts what it fetched, `own` as `configured`."""
    found = well_known(environment, spool) if config.follow.well_known else iter(())
    fetched = Source("github-runs", pulled, ("*/*.log",), "github_actions", 0.0)
    return (*found, fetched, *configured(config, tuple(own)))
