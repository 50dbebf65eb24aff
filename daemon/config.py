"""config.toml as a value: every setting, its type, its bounds and its default."""

from __future__ import annotations

import re
import stat
import tomllib
from collections.abc import Iterator
from datetime import time
from pathlib import Path, PurePath
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec

from classifiers.vocabulary import ACTIONS, SeorapError


class ConfigError(SeorapError):
    """config.toml cannot be used as it stands; nothing was changed."""


class ConfiguredSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[sources]]` entry: a folder or file to follow besides the well-known ones."""

    path: str
    patterns: tuple[str, ...] = ("**/*",)
    format: str = ""  # empty: told from the content

    def __post_init__(self) -> None:
        """Refuse what would mean another place for a service than for a shell."""
        try:
            whole = Path(self.path).expanduser().is_absolute()
        except RuntimeError:  # no such user
            whole = False
        if not whole:
            raise ValueError("`path` is a whole path, from / or ~/")


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

    def __post_init__(self) -> None:
        """Refuse what lies outside of a workspace."""
        place = PurePath(self.file)
        if not place.name or place.is_absolute() or ".." in place.parts:
            raise ValueError("`file` is a file within each workspace, such as .seorap/MEMORY.md")

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
    meaning: bool = True  # what no word finds is found by its meaning, where `seorap[semantic]` is installed

    def __post_init__(self) -> None:
        """Refuse what nobody would ever ask for: a misspelt action."""
        for action in self.words:
            if action not in ACTIONS:
                raise ValueError(f"`words` speaks of {action!a}, which is no action; actions are {', '.join(ACTIONS)}")


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


def read_config(path: Path) -> Config:
    """config.toml as a value; the defaults when there is none."""
    text = text_of(path, absent="")
    try:
        said = tomllib.loads(text)
        odd = next(_odd(said), None)
        if odd is not None:
            raise ConfigError(
                f"{path}: {odd!a} holds a control character.", "No setting can use one; nothing was changed."
            )
        read = msgspec.convert(said, Config)
    except (tomllib.TOMLDecodeError, RecursionError) as trouble:
        raise ConfigError(f"{path} is not valid TOML: {trouble}", "Mend that line; nothing was changed.") from None
    except msgspec.ValidationError as trouble:
        raise ConfigError(f"{path}: {_plain(str(trouble))}", "docs/settings.md lists every setting.") from None
    _check_formats(path, read)
    return read


def text_of(path: Path, *, absent: str | None = None) -> str:
    """The text of config.toml or of a file beside it; `absent` when there is none. Raises ConfigError.

    A pipe or a device in its place would hold every verb for ever.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise ConfigError(f"{path} is no file.", "Put a file of text in its place, or remove it.")
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as trouble:
        if absent is not None and isinstance(trouble, FileNotFoundError):
            return absent
        raise ConfigError(f"{path} could not be read: {trouble}", "Mend or remove it; nothing was changed.") from None


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
