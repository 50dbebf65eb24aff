"""Reading for an agent that asks: by key, by question, and the list."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from classifiers.inert import one_line
from classifiers.probes import probe as derived
from classifiers.vocabulary import MemoryType, Workspace
from daemon.api.caller import Caller, scopes
from daemon.api.problems import BadRequest
from daemon.api.served import Served
from daemon.api.telling import plain, told
from daemon.mcp.told import Cwd, Told
from daemon.probing import run
from recall.context import context, unfenced
from recall.select import Limits, cost, select
from recall.situation import Situation, inside
from recall.staleness import missing
from storage.browsing import Part, memory_part
from storage.drawer import note_read, show
from storage.drawer import read as look_up
from storage.errors import NotFound
from storage.probes import approved_probe, note_probe
from storage.receipts import READ, write_receipts
from storage.values import MemoryStatus

if TYPE_CHECKING:
    from storage.tables import Memory

MOST = 100  # memories of a list
NOTHING = "Nothing in the drawer speaks of this."


class Read(Struct, frozen=True, forbid_unknown_fields=True):
    """What `memory_read` takes."""

    key: Annotated[str, Meta(description="Exact key, such as deploy:shop or rule:never-touch-prod.")] = ""
    query: Annotated[str, Meta(description="Or what you are about to do or look for, in any words.")] = ""
    probe: Annotated[
        bool, Meta(description="With key: also run its read-only check now, if the person approved one. Takes seconds.")
    ] = False
    files: Annotated[tuple[str, ...], Meta(description="With query: the files you are about to change.")] = ()
    cwd: Cwd = ""


class List(Struct, frozen=True, forbid_unknown_fields=True):
    """What `memory_list` takes."""

    type: MemoryType | None = None
    words: Annotated[str, Meta(description="Only memories that hold all of these words.")] = ""
    limit: Annotated[int, Meta(ge=1, le=MOST)] = 30
    after: Annotated[int, Meta(ge=0, description="Memories to pass over: the next part of a long list.")] = 0
    cwd: Cwd = ""


def read(at: Served, who: Caller, asked: Read) -> Told:
    """One memory by its key, or the few that a question is about. Each counts as read.

    Raises:
        BadRequest: without a key and without a question.
        NotFound: when there is no memory of that key here.
    """
    workspace = who.workspace(at, asked.cwd)
    if asked.key:
        return _by_key(at, who, workspace, asked)
    if not asked.query and not asked.files:
        raise BadRequest("memory_read takes a key or a query.", "memory_list shows the keys.")
    folder = Path(asked.cwd or who.cwd or "/")
    files = tuple(inside(workspace.root, folder / file) for file in asked.files)
    situation = Situation(workspace=workspace, query=asked.query, files=files)
    limits = Limits(at.settings.config.recall.top, at.settings.config.recall.budget)
    gone: list[str] = []

    def left_out(memory: Memory, missing: tuple[str, ...]) -> None:
        gone.append(f"{plain(memory.key)} is left out, for it names {_listed(missing)}, which is not there any more.")

    found = select(at.finder, situation, lexicon=at.lexicon, now=at.clock(), limits=limits, left_out=left_out)
    note_read(at.store, [(each.memory.scope, each.memory.key) for each in found], now=at.clock(), owner=at.owner)
    _receive(at, who, workspace, [(each.memory, "; ".join(each.why)) for each in found])
    memories = [told(each.memory) | {"why": list(each.why)} for each in found]
    text = context(each.memory for each in found) or NOTHING
    return Told("\n".join([text, *gone]), {"memories": memories, "left_out": gone})


def _receive(at: Served, who: Caller, workspace: Workspace, given: Iterable[tuple[Memory, str]]) -> None:
    """Write down what was read, and of a lesson which command it is about: what becomes of that is awaited."""
    from classifiers.tries import last_tried  # noqa: PLC0415  a grammar that most readings never need

    now = at.clock()
    rows = []
    for memory, why in given:
        proof = memory.proof[0] if memory.type is MemoryType.LESSON and memory.proof else {}
        rows.append(
            {
                "host": str(who.author),
                "session": who.session_on(now),
                "scope": memory.scope,
                "key": memory.key,
                "at": now,
                "moment": READ,
                "version": memory.version,
                "why": why,
                "tokens": cost(memory),
                "command": last_tried(str(proof.get("command") or "")),
                "workspace": workspace.identity,
            }
        )
    write_receipts(at.store, rows, owner=at.owner)


def _by_key(at: Served, who: Caller, workspace: Workspace, asked: Read) -> Told:
    memory = look_up(at.store, asked.key, now=at.clock(), scopes=scopes(workspace), owner=at.owner)
    if memory is None:
        raise NotFound(
            f"There is no memory {one_line(asked.key, 80)} here.",
            "memory_read with a query finds by meaning; memory_list shows the keys.",
        )
    _receive(at, who, workspace, [(memory, "it asked for its key")])
    commands = derived(memory.key, memory.body)
    approved = bool(commands) and approved_probe(at.store, memory.scope, memory.key, commands, owner=at.owner)
    gone = missing(memory, workspace, os.path.exists)
    more: dict[str, Any] = {"missing": [plain(each) for each in gone]}
    notes = [f"Beware: it names {_listed(gone)}, which is not there any more."] if gone else []
    if asked.probe and approved:
        ran = run(commands, home=at.settings.environment.home)
        if ran.passed is not None:
            place = (memory.scope, memory.key)
            note_probe(at.store, *place, passed=ran.passed, said=ran.said, now=at.clock(), owner=at.owner)
            memory = show(at.store, memory.key, scope=memory.scope, owner=at.owner)
        more["probe"] = {"passed": ran.passed, "said": unfenced(ran.said)}
        word = "passed" if ran.passed else "could not be run" if ran.passed is None else "FAILED"
        notes.append(f"Its probe {word} just now; it said: {unfenced(ran.said)}")
    elif asked.probe:
        why = f"a person approves it first: seorap probe {plain(memory.key)}" if commands else "there is none for it"
        more["probe"] = {"passed": None, "said": why}
        notes.append(f"Its probe was not run: {why}")
    elif approved:
        notes.append("To see whether it works now: memory_read with probe=true.")
    return Told("\n".join([context([memory]), *notes]), {"memories": [told(memory) | more]})


def _listed(names: Iterable[str]) -> str:
    return unfenced(one_line(", ".join(names)))


def list_(at: Served, who: Caller, asked: List) -> Told:
    """The memories that hold here, by key. A list is no reading of them."""
    part = Part(types=(asked.type,) if asked.type else (), words=asked.words, after=asked.after, limit=asked.limit)
    found, total = memory_part(
        at.store,
        part,
        statuses=(MemoryStatus.ACTIVE, MemoryStatus.STALE),
        scopes=scopes(who.workspace(at, asked.cwd)),
        owner=at.owner,
    )
    data: dict[str, Any] = {"memories": [told(each) for each in found], "total": total}
    text = context(found) or "The drawer holds nothing like that here."
    end = asked.after + len(found)
    if found and end < total:
        text += f"\n{end} of {total}; the next with after={end}."
        data["next"] = end
    return Told(text, data)
