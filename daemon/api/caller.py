"""Who asks behind the agents' door, and from where: always an agent, whatever it says of itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import unquote

from classifiers.inert import one_line
from classifiers.vocabulary import GLOBAL, Actor, Workspace
from daemon.api.served import Served
from storage.values import Author

AGENT = "x-seorap-agent"
"""A header with the agent's name."""
CWD = "x-seorap-cwd"
"""A header with the folder the agent works in, percent-encoded UTF-8."""
REQUEST = "idempotency-key"
SESSION = "x-seorap-session"
"""A header with any name of the agent's session."""

LONGEST = 60  # characters of an agent's name
LONGEST_NAME = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """An agent, the folder it works in ("" when it does not say), and the names of its request and session."""

    author: Author
    cwd: str = ""
    request: str = ""
    session: str = ""

    def named(self, name: str) -> Caller:
        """The same, called so."""
        return replace(self, author=Author(Actor.AGENT, one_line(name, LONGEST)))

    def session_on(self, now: datetime) -> str:
        """The name of its session; of one that names none, the day."""
        return self.session or now.date().isoformat()

    def workspace(self, at: Served, cwd: str = "") -> Workspace:
        """The workspace of `cwd`, else of the folder it works in; one without identity when neither is known."""
        return at.place(cwd or self.cwd)


def caller(headers: Mapping[str, str]) -> Caller:
    """From the headers of a request."""
    who = Caller(
        author=Author(Actor.AGENT),
        cwd=unquote(headers.get(CWD, "")),
        request=headers.get(REQUEST, "")[:LONGEST_NAME],
        session=one_line(headers.get(SESSION, ""), LONGEST_NAME),
    )
    return who.named(headers.get(AGENT, ""))


def scopes(workspace: Workspace) -> list[str]:
    """Where what is known in a workspace stands: there first, then everywhere."""
    return [workspace.identity, GLOBAL] if workspace.identity else [GLOBAL]
