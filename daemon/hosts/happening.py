"""What happens in an agent's session, and what we answer: the same words for every host."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from daemon.settings import Environment

Command = Callable[[str], str]
"""A host's event to the command line, for a POSIX shell, that its hook runs."""


class Moment(StrEnum):
    """When an agent can be told something."""

    BEGIN = "begin"  # a session starts, or its context was emptied
    PROMPT = "prompt"  # a person asked for something
    BEFORE = "before"  # a tool is about to be used
    AFTER = "after"  # a tool was used, and it worked as far as the host knows
    FAILED = "failed"  # a tool was used and failed
    STOP = "stop"  # the agent has said its last word for now


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """One event of a host. What the host does not say is empty."""

    moment: Moment
    session: str = ""
    cwd: str = ""
    prompt: str = ""
    tool: str = ""  # the host's name of it
    command: str = ""  # of a shell tool
    files: tuple[str, ...] = ()  # that the tool changes: absolute, or relative to `cwd`
    result: str = ""  # what the tool printed, or its error
    worked: bool | None = None  # did the command end with 0? None: the host does not say
    message: str = ""  # the agent's last word
    emptied: bool = False  # what the session was told before is gone from its context
    transcript: str = ""  # path of the session's own record, where the host does not say the last word itself
    stopped: bool = False  # the agent goes on only because it was not let stop
    inner: bool = False  # a sub-agent's
    headless: bool = False  # a program asked, not a person
    version: str = ""  # of the host


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A memory that an answer holds, and why."""

    scope: str
    key: str
    version: int
    why: str
    tokens: int  # about what it costs
    command: str = ""  # that failed, and for whose error it is given


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What is said to the agent and to the person; nothing, mostly."""

    context: str = ""  # for the agent to know
    notice: str = ""  # a line for the person
    refusal: str = ""  # why the agent may not use the tool, or not stop yet
    ask: bool = False  # the person may let a refused tool pass
    given: tuple[Given, ...] = ()


NOTHING = Answer()


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """An event of a host that is answered: when it is, and which parts of an answer the host takes there."""

    moment: Moment
    context: bool = False
    notice: bool = False
    refusal: bool = False
    ask: bool = False  # the host can ask the person about a refused tool
    tools: str = ""  # which tools, as the host's settings match them; "" where it is not about tools


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting of the host's with which a person stops all its hooks, ours too."""

    file: str  # in the host's folder: JSON, or TOML by its name
    names: tuple[str, ...]  # that lead to it
    stops: bool  # the value that stops them


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooked:
    """Where a host's settings name its hooks: values for arrays in a JSON file, by the names that lead there."""

    file: Path
    items: tuple[tuple[tuple[str, ...], Any], ...]
    new: str = "{}\n"  # what the file is made of when there is none


@dataclass(frozen=True, slots=True, kw_only=True)
class Plugin:
    """A file of our own that a host loads."""

    file: Path
    template: str  # its name in `daemon/service/hooks`


class Host(Protocol):
    """One coding agent."""

    name: str  # as in `POST /hooks/{name}/{event}`
    events: Mapping[str, Event]  # by the host's own word
    page: str  # the file in a workspace that it reads of its own accord
    imports: bool  # a line `@path` there stands for that file
    first: str  # what a person does there before it runs our hooks; "" for nothing
    switches: tuple[Switch, ...]

    def folder(self, places: Environment) -> Path:
        """Where its settings lie; it is used here when that is there."""

    def installs(self, places: Environment, command: Command) -> Hooked | Plugin:
        """What makes it ask: for each of `events`, the command line that `command` gives for the event's name."""

    def read(self, event: str, said: Mapping[str, Any]) -> Happening:
        """What the host says of an event of `events`; anything may be missing or of another type."""

    def write(self, event: str, answer: Answer) -> dict[str, Any]:
        """An answer that has only parts which the event takes, and at least one, in the host's grammar."""
