"""Records of one session that lessons are learnt from, and the learning as the daemon does it."""

from __future__ import annotations

import json

from msgspec.structs import replace

from classifiers.mining import SourceRef, Troubles, mine, regarded
from classifiers.rulebook.packaged import packaged
from classifiers.secrets import mask_record
from classifiers.vocabulary import (
    GLOBAL,
    Actor,
    AgentMessage,
    CommandRun,
    Draft,
    FileEdit,
    MemoryType,
    Output,
    Record,
    Where,
    Workspace,
)

SOURCE = SourceRef("claude_code", "/logs/blyck/session.jsonl")
BASE = {"key": "k", "where": Where(1, 0), "cwd": "/src/blyck", "session": "s1"}


def place(cwd: str, _remote: str) -> Workspace:
    return Workspace(identity=f"path:{cwd}", name=cwd.rsplit("/", 1)[-1], root=cwd)


def ran(command: str, output: str = "", status: int | None = 0, **facts) -> CommandRun:
    values = BASE | {"actor": Actor.AGENT, "failed": bool(status)} | facts
    return CommandRun(command=command, output=Output(output), exit=status, **values)


def edit(path: str, change: str = "") -> FileEdit:
    return FileEdit(path=path, change=Output(change), **BASE)


def said(text: str) -> AgentMessage:
    return AgentMessage(text=text, **BASE)


def placed(records: list[Record]) -> list[Record]:
    """The same records, each with a line and a key of its own."""
    return [replace(each, key=f"k{line}", where=Where(line, line * 100)) for line, each in enumerate(records, 1)]


def mined(batches: list[list[Record]]) -> list[Draft]:
    """All drafts of these batches, masked, and with the carry as the store would give it back."""
    carry, found = {}, []
    for batch in batches:
        wanted = regarded(batch, carry, book=packaged(), place=place, troubles=Troubles())
        masked = [each for record in wanted if (each := mask_record(record)) is not None]
        part = mine(masked, carry, book=packaged(), place=place, source=SOURCE)
        carry = json.loads(json.dumps(part.carry))
        found += part.drafts
    return found


def learnt(*records: Record) -> list[Draft]:
    """The lessons of these records."""
    return [each for each in mined([placed(list(records))]) if each.type is MemoryType.LESSON]


NOT_FOUND = "bash: line 1: {}: command not found"
SUBSTITUTES = {
    "a wrapper under another name": ("timeout 60 npm test", "timeout", "gtimeout 60 npm test", GLOBAL),
    "no wrapper at all": ("timeout 60 npm test", "timeout", "npm test", GLOBAL),
    "no sudo": ("sudo apt-get install -y jq", "sudo", "apt-get install -y jq", GLOBAL),
    "no sudo, in a chain": ("sudo systemctl reload nginx && npm test", "sudo", "systemctl reload nginx", GLOBAL),
    "another program of the same kind": ("docker build -t acme/api .", "docker", "podman build -t acme/api .", GLOBAL),
    "another program's sub-command": ("docker-compose up -d", "docker-compose", "docker compose up -d", GLOBAL),
    "a fork of it": ("terraform apply -auto-approve", "terraform", "tofu apply -auto-approve", GLOBAL),
    "through its interpreter": ("pip install left-pad", "pip", "python3 -m pip install left-pad", GLOBAL),
    "the project's own": ("gradle build", "gradle", "./gradlew build", "path:/src/blyck"),
    "the environment's own": ("pytest -q", "pytest", "uv run pytest -q", "path:/src/blyck"),
    "in a container": ("psql -U shop -c 'select 1'", "psql", "docker exec -i db psql -U shop -c 'select 1'", "path:/src/blyck"),
}  # fmt: skip
WORKED = {"npm test": "Tests: 3 passed, 3 total", "pytest": "3 passed in 0.1s", "build": "BUILD SUCCESSFUL in 3s", "apply": "Apply complete! Resources: 1 added"}  # fmt: skip


def substituted(tried: str, missing: str, works: str) -> list[Record]:
    shown = next((text for word, text in WORKED.items() if word in works), "done")
    return [ran(tried, NOT_FOUND.format(missing), 127), ran(works, shown)]
