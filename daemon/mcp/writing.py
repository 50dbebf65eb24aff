"""Writing by an agent: what it learned waits for a person, and how a lesson fared is counted."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from classifiers.vocabulary import MemoryType
from daemon.api.caller import Caller, scopes
from daemon.api.served import Served
from daemon.api.telling import plain, told
from daemon.api.writing import put
from daemon.mcp.told import Cwd, Told
from storage.drawer import at_places
from storage.feedback import Trial
from storage.feedback import report as count
from storage.keys import normal_key
from storage.values import Effect


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
    workspace = who.workspace(at, asked.cwd)
    done = put(
        at,
        who,
        workspace,
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
            changed=workspace.root if asked.scope is Where.WORKSPACE else "",
        )
    assert done.candidate is not None
    key = plain(done.candidate.key)
    return Told(
        f"Proposed: {key} waits for the person as {done.candidate.id}. Go on; do not rely on it yet.",
        {"key": key, "status": "waiting", "id": done.candidate.id},
    )


class Reported(Struct, frozen=True, forbid_unknown_fields=True):
    """What `memory_report` takes."""

    key: Annotated[str, Meta(description="The lesson's key, lesson:…")]
    outcome: Effect
    cwd: Cwd = ""


def report(at: Served, who: Caller, asked: Reported) -> Told:
    """An agent's own word, once a session; what was observed counts before it.

    Raises:
        NotFound, NotALesson: when there is no such lesson here.
    """
    workspace = who.workspace(at, asked.cwd)
    scope = _scope_of(at, asked.key, scopes(workspace))
    trial = Trial(
        key=asked.key,
        scope=scope,
        effect=asked.outcome,
        host=str(who.author),
        session=who.session_on(at.clock()),  # a client that names none has one word a day
        workspace=workspace.identity,
    )
    found = told(count(at.store, trial, now=at.clock(), owner=at.owner))
    counts = f"{found['prevented']} prevented, {found['still_failed']} still failed"
    return Told(f"Noted: {found['key']}, {counts}; confidence {found['confidence']:.2f}.", {"lesson": found})


def _scope_of(at: Served, key: str, places: list[str]) -> str:
    """The first of the scopes that has the memory, else the last."""
    name = normal_key(key)
    held = {each.scope for each in at_places(at.store, [(scope, name) for scope in places], owner=at.owner)}
    return next((scope for scope in places if scope in held), places[-1])
