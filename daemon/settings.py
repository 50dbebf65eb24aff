"""Where everything lies and how Seorap is set: the only reader of config.toml and, with `whereabouts`, of the environment.

`SEORAP_HOME` moves every file under one directory, for trials and tests; without it each system's own places are used.
What a person sets is in config.toml; what the program finds out never is.
"""

from __future__ import annotations

import getpass
import os
import platform
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import time
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec

from classifiers.vocabulary import SeorapError
from daemon.whereabouts import folders


class ConfigError(SeorapError):
    """config.toml cannot be used as it stands; nothing was changed."""


class ConfiguredSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[sources]]` entry: a folder or file to follow besides the well-known ones."""

    path: str
    patterns: tuple[str, ...] = ("**/*",)
    format: str = ""  # empty: told from the content


class Notices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[notices]`: cards on the desktop when new candidates wait."""

    enabled: bool = True
    per_hour: Annotated[int, msgspec.Meta(ge=1, le=60)] = 4  # cards and digests together
    quiet: str = ""  # local hours without any: "22:00-08:00"
    prompt_hint: bool = False  # where there is no desktop, one line before the next prompt of a recorded shell

    def __post_init__(self) -> None:
        """Refuse what is no span of hours."""
        if self.quiet and self.quiet_hours is None:
            raise ValueError('`quiet` is two times of a day such as "22:00-08:00"')

    @property
    def quiet_hours(self) -> tuple[time, time] | None:
        """From when to when; None for never."""
        found = re.fullmatch(r"([01]\d|2[0-3]):([0-5]\d)\s*-\s*([01]\d|2[0-3]):([0-5]\d)", self.quiet)
        if found is None or found.group(1, 2) == found.group(3, 4):
            return None
        begin, end = (time(int(found[number]), int(found[number + 1])) for number in (1, 3))
        return begin, end


class Snapshot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[snapshot]`: the generated MEMORY.md of each workspace."""

    enabled: bool = True
    file: str = ".seorap/MEMORY.md"  # relative to the workspace
    agent_files: Literal["off", "new", "all"] = "new"  # CLAUDE.local.md, AGENTS.md, GEMINI.md: also those that exist?


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[page]`: the inbox in a browser, on this machine alone."""

    enabled: bool = True
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 7763  # another free one when it is taken


class Reflection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[reflection]`: what a session shows as a whole, looked at when it pauses."""

    idle_minutes: Annotated[float, msgspec.Meta(ge=0, le=10_080)] = 10.0  # a session this long quiet has paused
    model: str | tuple[str, ...] = "off"  # or an OpenAI-compatible URL, or a command and its arguments as a list
    model_name: str = ""  # what the URL is to run
    key_variable: str = "SEORAP_MODEL_KEY"  # the environment variable that holds the URL's key
    timeout_seconds: Annotated[float, msgspec.Meta(ge=1, le=600)] = 60.0  # for a whole call
    calls_per_day: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 20
    input_characters: Annotated[int, msgspec.Meta(ge=1000, le=200_000)] = 16_000  # of a session, masked

    def __post_init__(self) -> None:
        """Refuse what is no way to ask a model."""
        if isinstance(self.model, str):
            found = urlsplit(self.model)
            if self.model != "off" and (found.scheme not in {"http", "https"} or not found.hostname):
                raise ValueError('`model` is "off", an http(s) URL, or a command as a list such as ["claude", "-p"]')
        elif not self.model or not self.model[0]:
            raise ValueError("`model` names no command")


class Recall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[recall]`: what agents are given of the drawer."""

    top: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 5  # memories at a time
    budget: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 800  # tokens they may cost
    words: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)  # own words by action: deploy = ["쏘자"]


class Agents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[agents]`: what coding agents are told through their hooks."""

    enabled: bool = True
    hosts: tuple[str, ...] = ("all",)  # which agents setup lets ask: claude-code, codex, …
    digest: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 400  # tokens a session is told at its start; 0 for nothing
    headless: bool = False  # sessions that a program started are answered as well
    gate: Literal["deny", "ask"] = "deny"  # what a constraint does where the host can ask the person
    receipts_days: Annotated[int, msgspec.Meta(ge=1, le=3650)] = 30  # how long it is kept what agents were given


class Follow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[follow]`: how sources are read. The defaults suit a laptop."""

    well_known: bool = True  # transcripts and histories in their usual places
    settle_seconds: Annotated[float, msgspec.Meta(ge=0, le=86_400)] = (
        10.0  # a CI log this long quiet counts as complete
    )
    max_line_bytes: Annotated[int, msgspec.Meta(ge=65_536, le=1024 * 1024 * 1024)] = 32 * 1024 * 1024
    watch: bool = True  # wake on file events; without it the periodic pass does all


class Log(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[log]`: how the daemon tells what it does."""

    format: Literal["auto", "console", "plain", "json"] = "auto"
    file: bool = False  # into `logs/seorap.log`, rotated, instead of stderr


class Backup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[backup]`: the daily copy of the database, beside it in `backups/`."""

    enabled: bool = True
    keep: Annotated[int, msgspec.Meta(ge=1, le=3650)] = 7  # daily copies; those made by hand are not counted


class Ci(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[ci]`: runs of GitHub Actions, fetched through an installed `gh`. Off: it is the only thing that uses the network."""

    pull: bool = False
    repositories: tuple[str, ...] = ()  # owner/name, or host/owner/name
    runs: Annotated[int, msgspec.Meta(ge=1, le=100)] = 20  # of each repository, the latest


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """config.toml as a value."""

    user: str = ""  # whose memories; empty: the login name
    database_url: str = ""
    sources: tuple[ConfiguredSource, ...] = ()
    follow: Follow = Follow()
    notices: Notices = Notices()
    snapshot: Snapshot = Snapshot()
    reflection: Reflection = Reflection()
    recall: Recall = Recall()
    agents: Agents = Agents()
    page: Page = Page()
    backup: Backup = Backup()
    log: Log = Log()
    ci: Ci = Ci()


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
    own = folders(environ)
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


def read_config(path: Path) -> Config:
    """config.toml as a value; the defaults when there is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Config()
    except (OSError, UnicodeDecodeError) as trouble:
        raise ConfigError(
            f"{path} could not be read: {trouble}", "Mend or remove it; the defaults need none."
        ) from None
    try:
        said = tomllib.loads(text)
        read = msgspec.convert(said, Config)
    except (tomllib.TOMLDecodeError, RecursionError) as trouble:
        raise ConfigError(f"{path} is not valid TOML: {trouble}", "Mend that line; nothing was changed.") from None
    except msgspec.ValidationError as trouble:
        raise ConfigError(f"{path}: {_plain(str(trouble))}", "docs/settings.md lists every setting.") from None
    if (odd := next(_odd(said), None)) is not None:
        raise ConfigError(f"{path}: {odd!a} holds a control character.", "No setting can use one; nothing was changed.")
    _check_formats(path, read)
    return read


def _odd(said: object) -> Iterator[str]:
    """The texts that hold what neither a path, a name nor an address may."""
    if isinstance(said, str) and re.search(r"[\x00-\x08\x0a-\x1f\x7f]", said):
        yield said
    elif isinstance(said, dict | list):
        for each in (*said, *said.values()) if isinstance(said, dict) else said:
            yield from _odd(each)


def _check_formats(path: Path, read: Config) -> None:
    for number, source in enumerate(read.sources):
        if not source.format:
            continue
        from classifiers.formats.registry import FORMATS, format_named  # noqa: PLC0415  all formats, for few a person

        if format_named(source.format) is None:
            known = ", ".join(each.name for each in FORMATS)
            raise ConfigError(
                f"{path}: `sources[{number}].format` ({source.path}) is {source.format!r}, which is no format.",
                f"Leave it out to have it told from the content, or take one of: {known}.",
            )


def _plain(trouble: str) -> str:
    """The message of msgspec in the words of the file: `$.follow.watch` is `follow.watch`."""
    return (
        trouble.replace("Object contains unknown field", "unknown setting").replace("`$.", "`").replace(" - at `$`", "")
    )
