"""`/users/{user}/memories`: the drawer over HTTP, for programs of this user. A program is an agent: it proposes.

A key may hold `/`; the last part `history` means the history, unless its slash is encoded. Versions are ETags.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import msgspec
import structlog
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from classifiers.inert import one_line
from classifiers.vocabulary import GLOBAL, MemoryType, SeorapError
from daemon.api import openapi
from daemon.api.caller import Caller, caller, scopes
from daemon.api.problems import BadRequest, NoSuchUser, PersonsOnly, Problem, TooLarge, WrongMethod, problem
from daemon.api.publisher import publishing
from daemon.api.served import Served
from daemon.api.telling import told, told_version
from daemon.api.writing import put
from storage.browsing import Part, memory_part
from storage.drawer import history, read, show
from storage.errors import NotFound, VersionConflict
from storage.values import MemoryStatus

log = structlog.get_logger()

LARGEST = 1024 * 1024  # bytes of a request's body
MOST = 200  # memories of a list
METHODS = {"one": ("GET", "HEAD", "PUT", "DELETE"), "history": ("GET", "HEAD"), "all": ("GET", "HEAD")}
KEY_OF = re.compile(rb"/users/[^/]+/memories/(?P<key>.+?)(?P<history>/history)?")
_TAG = re.compile(r'"(\d{1,9})"')


class Memory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a PUT."""

    body: str
    type: MemoryType
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that was understood as far as its address and headers go."""

    at: Served
    who: Caller
    method: str
    headers: Mapping[str, str]
    query: Mapping[str, str]
    body: bytes
    key: str = ""
    changed: Callable[[str], None] = lambda root: None  # noqa: ARG005

    @property
    def scopes(self) -> list[str]:
        """Where it is looked for."""
        name = self.query.get("scope", "")
        if name and name != "workspace":
            return [name]
        here = self.who.workspace(self.at, self.query.get("cwd", ""))
        if name and not here.identity:
            raise BadRequest("It is not known which workspace is meant.", "Send X-Seorap-Cwd, or cwd in the query.")
        return [here.identity] if name else scopes(here)


@asynccontextmanager
async def memories(at: Served) -> AsyncIterator[list[BaseRoute]]:
    """The routes; what the policy lets a program keep is in MEMORY.md a moment later."""
    async with publishing(at) as changed:

        async def answer(request: Request, kind: str, work: Callable[[Asked], Response], key: str = "") -> Response:
            try:
                asked = await _asked(request, at, METHODS[kind], key, changed)
                return await at.work(lambda: work(asked))
            except SeorapError as trouble:
                found = problem(trouble)
                log.info("request.refused", why=found.code)
                return _told(found, METHODS[kind])

        async def everything(request: Request) -> Response:
            return await answer(request, "all", _list)

        async def one(request: Request) -> Response:
            named = KEY_OF.fullmatch(request.scope["raw_path"])
            assert named is not None
            key = unquote(named["key"])
            return await (
                answer(request, "history", _history, key) if named["history"] else answer(request, "one", _one, key)
            )

        async def described(_request: Request) -> Response:
            return JSONResponse(openapi.document())

        every = ["GET", "HEAD", "PUT", "DELETE", "POST", "PATCH"]  # those we do not take are answered as a problem too
        yield [
            Route("/openapi.json", described),
            Route("/users/{user}/memories", everything, methods=every),
            Route("/users/{user}/memories/{key:path}", one, methods=every),
        ]


async def _asked(
    request: Request, at: Served, methods: tuple[str, ...], key: str, changed: Callable[[str], None]
) -> Asked:
    if request.path_params["user"] != at.owner.user:
        raise NoSuchUser("This user has no memories here.", "The store is another's, or the name is mistyped.")
    if request.method not in methods:
        raise WrongMethod(f"{request.method} is not for this address.", f"There is {', '.join(methods)}.")
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > LARGEST:
        raise TooLarge(f"The request is larger than {LARGEST:,} bytes.", "A memory is a sentence.")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            raise TooLarge(f"The request is larger than {LARGEST:,} bytes.", "A memory is a sentence.")
    return Asked(at, caller(request.headers), request.method, request.headers, request.query_params, body, key, changed)


def _list(asked: Asked) -> Response:
    kinds, status = asked.query.get("type", ""), asked.query.get("status", "")
    try:
        types = (MemoryType(kinds),) if kinds else ()
        statuses = (MemoryStatus(status),) if status else (MemoryStatus.ACTIVE, MemoryStatus.STALE)
        limit, after = int(asked.query.get("limit", "50")), int(asked.query.get("after", "0"))
    except ValueError:
        raise BadRequest("A value of the query is not known.", "GET /openapi.json says which there are.") from None
    if not (1 <= limit <= MOST and 0 <= after <= 2**31):
        raise BadRequest(f"limit is from 1 to {MOST}, and after from 0.", "")
    part = Part(types=types, words=asked.query.get("words", ""), after=after, limit=limit)
    found, total = memory_part(asked.at.store, part, statuses=statuses, scopes=asked.scopes, owner=asked.at.owner)
    data: dict[str, Any] = {"memories": [told(each) for each in found], "total": total}
    if found and after + len(found) < total:
        data["next"] = after + len(found)
    return JSONResponse(data)


def _one(asked: Asked) -> Response:
    if asked.method == "PUT":
        return _put(asked)
    if asked.method == "DELETE":
        raise PersonsOnly(
            "Only a person deletes a memory.",
            f"Nothing was changed. In a terminal: seorap memory delete {one_line(asked.key, 80)}",
        )
    found = read(asked.at.store, asked.key, now=asked.at.clock(), scopes=asked.scopes, owner=asked.at.owner)
    if found is None:
        raise NotFound(f"There is no memory {one_line(asked.key, 80)} here.", "GET /users/{user}/memories lists them.")
    tag = {"ETag": f'"{found.version}"'}
    if tag["ETag"] in re.findall(r'"[^"]*"', asked.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=tag)
    return JSONResponse(told(found), headers=tag)


def _put(asked: Asked) -> Response:
    try:
        given = msgspec.json.decode(asked.body, type=Memory)
    except msgspec.DecodeError as trouble:
        raise BadRequest(f"The body is no memory: {trouble}.", "GET /openapi.json says what it is.") from None
    wanted = asked.query.get("scope", "workspace")
    if wanted not in ("workspace", GLOBAL):
        raise BadRequest(
            "scope is workspace or global for a write.", "Another workspace is named by its folder, in cwd."
        )
    workspace = asked.who.workspace(asked.at, asked.query.get("cwd", ""))
    scope = GLOBAL if wanted == GLOBAL else workspace.identity
    done = put(
        asked.at,
        asked.who,
        workspace,
        key=asked.key,
        body=given.body,
        kind=given.type,
        everywhere=scope == GLOBAL,
        paths=given.paths,
        expected=_expected(asked, scope),
    )
    if done.memory is None:
        assert done.candidate is not None
        waits = {"key": done.candidate.key, "status": "waiting", "id": done.candidate.id}
        return JSONResponse(waits, 202)
    asked.changed(workspace.root)
    kept = told_version(done.memory)
    return JSONResponse(kept, 201 if done.memory.version == 1 else 200, headers={"ETag": f'"{done.memory.version}"'})


def _expected(asked: Asked, scope: str) -> int | None:
    """The version that `If-Match` or `If-None-Match` wants (RFC 9110, 13.1): 0 for none yet, None for any."""
    wanted, unwanted = asked.headers.get("if-match"), asked.headers.get("if-none-match")
    if unwanted is not None:
        if unwanted.strip() != "*" or wanted is not None:
            raise BadRequest("A write takes If-Match with one version, or If-None-Match: *.", "")
        return 0
    if wanted is None:
        return None
    if wanted.strip() == "*":
        try:
            return show(asked.at.store, asked.key, scope=scope, owner=asked.at.owner).version
        except NotFound:
            raise VersionConflict("There is no such memory to change.", "Nothing was stored.") from None
    tag = _TAG.fullmatch(wanted.strip())
    return int(tag[1]) if tag else -1  # a tag that none of ours can be


def _history(asked: Asked) -> Response:
    for scope in asked.scopes:
        versions = history(asked.at.store, asked.key, scope=scope, owner=asked.at.owner)
        if versions:
            return JSONResponse({"versions": [told_version(each) for each in versions]})
    raise NotFound(f"Nothing was ever kept under {one_line(asked.key, 80)} here.", "")


def _told(found: Problem, methods: tuple[str, ...]) -> Response:
    """RFC 9457."""
    said = {
        "type": f"urn:seorap:problem:{found.code}",
        "title": found.title,
        "status": found.status,
        "code": found.code,
    }
    headers = {"Allow": ", ".join(methods)} if found.status == 405 else None
    body = said | ({"detail": found.hint} if found.hint else {})
    return JSONResponse(body, found.status, headers=headers, media_type="application/problem+json")
