"""Where everything lies and how Seorap is set: with `whereabouts` the only reader of the environment.

`SEORAP_HOME` moves every file under one directory, for trials and tests; without it each system's own places are used.
What a person sets is in config.toml; what the program finds out never is.
"""

from __future__ import annotations

import getpass
import os
import platform
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from daemon.config import Config, ConfigError, read_config
from daemon.whereabouts import folders

# Variables that coding agents set in the shells they run commands in, as seen in their current releases.
AGENT_MARKS = {
    "CLAUDECODE": "claude-code",
    "CODEX_SANDBOX": "codex",
    "CODEX_SANDBOX_NETWORK_DISABLED": "codex",
    "CODEX_THREAD_ID": "codex",
    "GEMINI_CLI": "gemini",
    "OPENCODE": "opencode",
    "CURSOR_AGENT": "cursor",
    "COPILOT_AGENT_SESSION_ID": "copilot",
    "GOOSE_TERMINAL": "goose",
    "AI_AGENT": "an agent",
}


# Variables that decide where files lie. None of them holds a secret: SEORAP_DATABASE_URL does, and is not among them.
PLACE_NAMES = (
    "SEORAP_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "ZDOTDIR",
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
)


OWN = "SEORAP_OWN"
"""A variable in the environment of agents that Seorap starts to read a session: their hooks are told nothing."""


@dataclass(frozen=True, slots=True)
class Environment:
    """The places other programs' settings name; part of finding the well-known sources."""

    home: Path
    claude: Path
    codex: Path
    config: Path  # $XDG_CONFIG_HOME
    data: Path  # $XDG_DATA_HOME
    zdotdir: Path
    account: str  # this login as the system's own programs name it: on Windows with its domain
    shell: str  # the login shell's name: bash, zsh, fish, …
    named: Mapping[str, str]  # the variables set here that decide where things lie; a service has to be told


@dataclass(frozen=True, slots=True)
class Settings:
    """All that `app` and the verbs need to know."""

    config: Config
    environment: Environment
    config_file: Path
    policy_file: Path
    database: Path
    database_url: str  # "" for the SQLite file
    backups: Path  # folder
    spool: Path
    pulled: Path  # folder: what `ci pull` fetched
    lock: Path
    logs: Path
    socket: Path  # where local programs talk to the daemon
    token: Path  # the secret of this install
    shown: Path  # what the desktop was shown
    address: Path  # says where the inbox page is served
    waits: Path  # how long agents waited for answers
    user: str
    machine: str  # whose files the checkpoints in a shared database speak of; "" in a database of its own
    journal: str  # the stream that leads to systemd's journal, as `device:inode`; "" for none
    notify_socket: str  # where a service manager listens; "" for nobody
    watchdog: float  # seconds within which it wants a sign of life; 0 for never
    notices: bool  # there is a desktop to show them on, and they are wanted
    graphical: bool  # a browser can be shown
    agent: str  # the coding agent whose shell this is, "" for a person's
    own: bool  # this process descends from an agent that Seorap started
    headless: bool  # … or from one that another program started
    model_key: str = field(repr=False)  # of the model's URL; "" for none
    colour: bool  # NO_COLOR is not set, and the terminal knows how


def load() -> Settings:
    """Read the environment of this process and config.toml. Raises ConfigError with the field at fault."""
    environ = os.environ  # noqa: TID251  settings is the one place that may
    return resolve(environ, Path.home(), getpass.getuser())


def resolve(environ: Mapping[str, str], home: Path, login: str) -> Settings:
    """Settings from an environment given as a value."""
    try:
        own = folders(environ)
    except RuntimeError:  # ~ of nobody
        raise ConfigError("SEORAP_HOME names the home of nobody here.", "Give the whole path.") from None
    config, data, state = own
    if environ.get("SEORAP_HOME") and config.exists() and not config.is_dir():
        raise ConfigError(f"SEORAP_HOME is {config}, which is no folder.", "Name a folder; a missing one is made.")
    read = read_config(config / "config.toml")
    database_url = environ.get("SEORAP_DATABASE_URL") or read.database_url
    if database_url and not database_url.startswith(("postgresql://", "postgres://", "postgresql+")):
        raise ConfigError(
            "The database's address (SEORAP_DATABASE_URL or `database_url`) does not begin with postgresql://.",
            "Mend it, or leave it out for the SQLite file; nothing was opened.",
        )
    return Settings(
        config=read,
        environment=Environment(
            home=home,
            claude=Path(environ.get("CLAUDE_CONFIG_DIR") or home / ".claude"),
            codex=Path(environ.get("CODEX_HOME") or home / ".codex"),
            config=Path(environ.get("XDG_CONFIG_HOME") or home / ".config"),
            data=Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share"),
            zdotdir=Path(environ.get("ZDOTDIR") or home),
            account="\\".join(filter(None, (environ.get("USERDOMAIN"), login))),
            shell=Path(environ.get("SHELL", "")).name,
            named={name: environ[name] for name in PLACE_NAMES if environ.get(name)},
        ),
        config_file=config / "config.toml",
        policy_file=config / "memory-policy.yaml",
        database=data / "seorap.sqlite",
        database_url=database_url,
        backups=data / "backups",
        spool=state / "shell",
        pulled=state / "ci",
        lock=state / "seorap.lock",
        logs=state / "logs",
        socket=own.socket,
        token=state / "token",
        shown=state / "notices.json",
        address=state / "page.json",
        waits=state / "recall-waits",
        user=read.user or login,
        model_key=environ.get(read.reflection.key_variable, ""),
        machine=platform.node() if database_url else "",
        journal=environ.get("JOURNAL_STREAM", ""),
        notify_socket=environ.get("NOTIFY_SOCKET", ""),
        watchdog=_watchdog(environ),
        notices=read.notices.enabled and desktop(environ, sys.platform),
        graphical=not sys.platform.startswith("linux")
        or any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")),
        agent=next((name for mark, name in AGENT_MARKS.items() if environ.get(mark)), ""),
        own=bool(environ.get(OWN)),
        headless=environ.get("CLAUDE_CODE_ENTRYPOINT", "").startswith("sdk-"),
        colour=not environ.get("NO_COLOR") and environ.get("TERM") != "dumb",
    )


def _watchdog(environ: Mapping[str, str]) -> float:
    """Seconds, from what sd_watchdog_enabled(3) names: microseconds, and for which process they are meant."""
    micros, process = environ.get("WATCHDOG_USEC", ""), environ.get("WATCHDOG_PID", "")
    return int(micros) / 1e6 if micros.isdecimal() and process in ("", str(os.getpid())) else 0.0


def desktop(environ: Mapping[str, str], system: str) -> bool:
    """Is there a desktop to show a notice on? On Linux that is a session bus of this login, not one behind ssh."""
    if not system.startswith("linux"):
        return True
    return bool(environ.get("DBUS_SESSION_BUS_ADDRESS")) and not environ.get("SSH_CONNECTION")
