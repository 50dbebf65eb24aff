"""The OpenAPI document of `/users/{user}/memories`, as `/openapi.json` serves it."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any

from classifiers.vocabulary import MemoryType
from storage.values import Change, MemoryStatus

Schema = dict[str, Any]

TYPES = [each.value for each in MemoryType]
STATUSES = [each.value for each in MemoryStatus]
TEXT, NUMBER, TIME = {"type": "string"}, {"type": "integer"}, {"type": "string", "format": "date-time"}


def _object(required: Schema, optional: Schema | None = None) -> Schema:
    properties = required | (optional or {})
    return {"type": "object", "required": list(required), "properties": properties, "additionalProperties": False}


_KIND = {"type": "string", "enum": TYPES}
_STATUS = {"type": "string", "enum": STATUSES}
_PATHS = {"type": "array", "items": TEXT}
_PLACE = {"key": TEXT, "type": _KIND, "scope": TEXT, "body": TEXT, "status": _STATUS, "version": NUMBER}

SCHEMAS: dict[str, Schema] = {
    "Memory": _object(
        _PLACE
        | {
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
            "proved": {"type": ["string", "null"], "description": "When what proves it happened."},
            "last_seen": TIME,
        },
        {"paths": _PATHS, "maturity": TEXT, "prevented": NUMBER, "still_failed": NUMBER},
    ),
    "Version": _object(
        _PLACE
        | {
            "supersedes": {"type": ["integer", "null"]},
            "change": {"type": "string", "enum": [each.value for each in Change]},
            "by": TEXT,
            "valid_from": TIME,
        }
    ),
    "Write": _object({"body": TEXT, "type": _KIND}, {"paths": _PATHS}),
    "Waiting": _object({"key": TEXT, "status": {"const": "waiting"}, "id": TEXT}),
    "List": _object(
        {"memories": {"type": "array", "items": {"$ref": "#/components/schemas/Memory"}}, "total": NUMBER},
        {"next": NUMBER | {"description": "`after` of the next part."}},
    ),
    "History": _object({"versions": {"type": "array", "items": {"$ref": "#/components/schemas/Version"}}}),
    "Problem": _object({"type": TEXT, "title": TEXT, "status": NUMBER, "code": TEXT}, {"detail": TEXT}),
}


def _answers(**of: str) -> Schema:
    """`_200="Memory"`: what comes with which status; every other one is a problem."""
    found: Schema = {
        status[1:]: {
            "description": name,
            "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}},
        }
        for status, name in of.items()
    }
    trouble = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return found | {"default": {"description": "What went wrong; `code` stays the same.", "content": trouble}}


def _parameter(name: str, place: str, schema: Schema, says: str) -> Schema:
    return {"name": name, "in": place, "schema": schema, "description": says, "required": place == "path"}


_USER = _parameter("user", "path", TEXT, "The login name, or `user` of config.toml.")
_KEY = _parameter("key", "path", TEXT, "action:target; a slash in it may be encoded.")
_WHERE = [
    _parameter("X-Seorap-Cwd", "header", TEXT, "The folder that is worked in, percent-encoded."),
    _parameter("cwd", "query", TEXT, "The same for this request alone."),
    _parameter("scope", "query", TEXT, "workspace, global, or an identity; else the workspace and then global."),
]
_AGENT = _parameter("X-Seorap-Agent", "header", TEXT, "The name of who asks.")


@cache
def document() -> Schema:
    """OpenAPI 3.1."""
    one = "/users/{user}/memories/{key}"
    part = [
        _parameter("type", "query", _KIND, "Only of this type."),
        _parameter("status", "query", _STATUS, "Only these; else active and stale ones."),
        _parameter("words", "query", TEXT, "Only what holds all of these words."),
        _parameter("limit", "query", NUMBER | {"minimum": 1, "maximum": 200, "default": 50}, "At most so many."),
        _parameter("after", "query", NUMBER | {"minimum": 0, "default": 0}, "So many are passed over."),
    ]
    terms = [
        _AGENT,
        _parameter("If-Match", "header", TEXT, "Only if the memory is at this version; else 412."),
        _parameter("If-None-Match", "header", {"const": "*"}, "Only if there is none yet; else 412."),
        _parameter(
            "Idempotency-Key", "header", TEXT, "The same again is answered the same; another request gives 422."
        ),
    ]
    write = {"required": True, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Write"}}}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Seorap",
            "version": version("seorap"),
            "description": "The drawer, on the agents' Unix socket. What is written here waits for a person.",
        },
        "paths": {
            "/users/{user}/memories": {
                "get": {"summary": "List", "parameters": [_USER, *_WHERE, *part], "responses": _answers(_200="List")}
            },
            one: {
                "get": {
                    "summary": "Read; it counts as read",
                    "parameters": [_USER, _KEY, *_WHERE],
                    "responses": _answers(_200="Memory"),
                },
                "put": {
                    "summary": "Propose, or write what the policy lets agents write",
                    "parameters": [_USER, _KEY, *_WHERE, *terms],
                    "requestBody": write,
                    "responses": _answers(_200="Version", _201="Version", _202="Waiting"),
                },
                "delete": {
                    "summary": "A person's alone: always refused here",
                    "parameters": [_USER, _KEY],
                    "responses": _answers(),
                },
            },
            f"{one}/history": {
                "get": {
                    "summary": "Every version, the oldest first",
                    "parameters": [_USER, _KEY, *_WHERE],
                    "responses": _answers(_200="History"),
                }
            },
        },
        "components": {"schemas": SCHEMAS},
    }
