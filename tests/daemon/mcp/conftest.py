"""A desk of tools in a made-up repository, asked as an agent asks: over the real socket, through the real bridge."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from classifiers.vocabulary import Actor, MemoryType
from daemon.mcp.bridge import Post, Session
from storage.drawer import Entry, write
from storage.values import Author, Owner

OWNER = Owner(user="sam")
IDENTITY = "git:git.example.com/acme/blyck"
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "codex", "version": "1"}}


def nobody() -> Post:
    raise AssertionError("the daemon runs, so it is asked")


@dataclass
class Host:
    """A coding agent's host, in front of a bridge in this process."""

    doors: Any
    folder: Path
    session: Session = field(init=False)
    frames: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.begin()

    def begin(self, alone: Callable[[], Post] = nobody) -> None:
        self.session = Session(self.doors.settings.socket, alone, lambda frame: self.frames.append(json.loads(frame)))

    def say(self, method: str, params: dict[str, Any] | None = None, name: Any = 1) -> None:
        message = {"jsonrpc": "2.0", "method": method} | ({"params": params} if params is not None else {})
        self.session.hear(json.dumps(message | ({"id": name} if name is not None else {})).encode())

    def ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        self.say(method, params)
        return self.frames.pop()

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The result of a tool, called from inside the repository."""
        given = {"cwd": str(self.folder)} | arguments
        return self.ask("tools/call", {"name": tool, "arguments": given})["result"]

    def data(self, tool: str, **arguments: Any) -> dict[str, Any]:
        found = self.call(tool, **arguments)
        assert found["isError"] is False, found
        return found["structuredContent"]

    def error(self, tool: str, **arguments: Any) -> str:
        found = self.call(tool, **arguments)
        assert found["isError"] is True
        assert found["content"][0]["text"].startswith(found["structuredContent"]["error"]["title"])
        return found["structuredContent"]["error"]["code"]

    def keep(self, key: str, body: str = "", kind: str = "fact", **more: Any) -> None:
        entry = Entry(key=key, body=body or key, type=MemoryType(kind), **{"scope": IDENTITY, **more})
        write(self.doors.store, entry, author=Author(Actor.PERSON, "sam"), now=datetime.now(UTC), owner=OWNER)


def repository(root: Path) -> Path:
    git = root / "blyck" / ".git"
    git.mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "config").write_text('[remote "origin"]\n\turl = git@git.example.com:acme/blyck.git\n')
    return root / "blyck"


@pytest.fixture
def host(opening, tmp_path) -> Iterator[Host]:
    folder = repository(tmp_path)
    with opening(enabled=False) as doors:
        yield Host(doors, folder)


@pytest.fixture
def host_of(opening, tmp_path) -> Iterator[Callable[[str], Host]]:
    """A host on a machine with this memory-policy.yaml."""
    with ExitStack() as stack:

        def begin(policy: str) -> Host:
            home = tmp_path / "seorap"
            home.mkdir(exist_ok=True)
            (home / "memory-policy.yaml").write_text(policy)
            return Host(stack.enter_context(opening(enabled=False)), repository(tmp_path))

        yield begin
