"""A write that comes through the agents' door: a candidate, or what the person's policy lets agents write."""

from __future__ import annotations

from classifiers.inert import one_line
from classifiers.vocabulary import GLOBAL, MemoryType, Workspace
from daemon.api.caller import Caller
from daemon.api.problems import BadRequest
from daemon.api.served import Served
from storage.drawer import Entry, Terms, Written, write
from storage.errors import KeptAway


def put(  # noqa: PLR0913  what a memory is made of
    at: Served,
    who: Caller,
    workspace: Workspace,
    *,
    key: str,
    body: str,
    kind: MemoryType,
    everywhere: bool = False,
    paths: tuple[str, ...] = (),
    expected: int | None = None,
) -> Written:
    """Write it in the workspace, or everywhere.

    Raises:
        BadRequest: when the body is empty, or no workspace is known and it is not for everywhere.
        KeptAway: when a person dismissed or deleted the key.
        BadKey, PolicyError, VersionConflict, KeyReused: as `storage.drawer.write`.
    """
    if not body.strip():
        raise BadRequest("The body is empty.", "Say in one sentence what is true, and how.")
    if not everywhere and not workspace.identity:
        raise BadRequest(
            "It is not known which workspace this is for.", "Give cwd, the folder you work in, or scope=global."
        )
    entry = Entry(
        key=key,
        body=body.strip(),
        type=kind,
        scope=GLOBAL if everywhere else workspace.identity,
        paths=paths,
        workspace="" if everywhere else workspace.root,
    )
    done = write(
        at.store,
        entry,
        author=who.author,
        now=at.clock(),
        owner=at.owner,
        policy=at.narrowed(workspace.root) if workspace.root else at.policy,
        terms=Terms(expected=expected, request=who.request),
    )
    if done.quiet:
        raise KeptAway(
            f"A person dismissed or deleted {one_line(key, 80)}, and it stays away.",
            "Nothing was stored. Do not write it under another key; the person may lift it: seorap memory lift",
        )
    if done.candidate is not None:
        at.proposed()
    return done
