"""Writing by an agent: what it learned waits for a person, and how a lesson fared is counted."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from classifiers.vocabulary import MemoryType
from daemon.api.caller import Caller
from daemon.api.served import Served
from daemon.api.telling import plain
from daemon.api.writing import put
from daemon.mcp.told import Cwd, Told


class Where(StrEnum):
    """Where a memory holds."""

    WORKSPACE = "workspace"
    GLOBAL = "global"


class Write(Struct, frozen=True, forbid_unknown_fields=True):
    """What `memory_write` takes."""

    key: Annotated[str, Meta(description="action:target, lower case, such as rule:never-touch-prod or test:shop.")]
    body: Annotated[str, Meta(description="One sentence: what is true and how, with the exact command. No secrets.")]
    type: MemoryType
    scope: Annotated[Where, Meta(description="Here, or on this whole machine.")] = Where.WORKSPACE
    paths: Annotated[tuple[str, ...], Meta(description="Globs of the files it is about.")] = ()
    expected_version: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(description="Only if the memory is at this version; 0: only if there is none yet."),
    ] = None
    cwd: Cwd = ""


def write(at: Served, who: Caller, asked: Write) -> Told:
    """Raises what `daemon.api.writing.put` does."""
    done = put(
        at,
        who,
        who.workspace(at, asked.cwd),
        key=asked.key,
        body=asked.body,
        kind=asked.type,
        everywhere=asked.scope is Where.GLOBAL,
        paths=asked.paths,
        expected=asked.expected_version,
    )
    if done.memory is not None:
        key = plain(done.memory.key)
        return Told(
            f"Kept: {key} says so, version {done.memory.version}.",
            {"key": key, "status": "kept", "version": done.memory.version},
        )
    assert done.candidate is not None
    key = plain(done.candidate.key)
    return Told(
        f"Proposed: {key} waits for the person as {done.candidate.id}. Go on; do not rely on it yet.",
        {"key": key, "status": "waiting", "id": done.candidate.id},
    )
