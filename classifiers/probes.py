"""The read-only calls that may tell whether a capability still holds: an allow-list, filled in from the memory's key.

Each asks who one is or whether somebody answers, and changes nothing. Only words that no program could take for an option
or a path are filled in, and no shell reads them. A capability that none of these fits has no probe.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

Command = tuple[str, ...]
Commands = tuple[Command, ...]
"""Run in this order; each must end with 0."""

_WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,200}")
_HOST = re.compile(r"(?P<host>[A-Za-z0-9][A-Za-z0-9.-]{0,200})(?::(?P<port>\d{1,5}))?")


def probe(key: str, body: str) -> Commands:
    """The calls that prove the memory of this key; () when it has none. `body` tells whose account a command used."""
    action, _, target = key.partition(":")
    first, *rest = target.split("/")
    make = _OF.get(f"{action}:{first}")
    if make is not None:
        return make(rest, body)
    return _ssh(target, body) if action == "ssh" else ()


def _simple(*command: str) -> Callable[[list[str], str], Commands]:
    """A call that takes nothing from the key, which then must name no account of its own."""
    return lambda rest, body: () if rest else (command,)  # noqa: ARG005


def _aws(rest: list[str], body: str) -> Commands:  # noqa: ARG001
    call = ("aws", "sts", "get-caller-identity")
    if not rest:
        return (call,)
    return ((*call, "--profile", rest[0]),) if len(rest) == 1 and _WORD.fullmatch(rest[0]) else ()


def _kubectl(rest: list[str], body: str) -> Commands:  # noqa: ARG001
    call = ("kubectl", "auth", "whoami", "--request-timeout=8s")
    if not rest:
        return (call,)
    return ((*call, f"--context={rest[0]}"),) if len(rest) == 1 and _WORD.fullmatch(rest[0]) else ()


def _postgres(rest: list[str], body: str) -> Commands:
    host = _HOST.fullmatch(rest[0]) if rest else None
    if host is None or len(rest) > 2 or not all(_WORD.fullmatch(word) for word in rest[1:]):
        return ()
    there = ("-h", host["host"], *(("-p", host["port"]) if host["port"] else ()))
    who = _user(body, r"\bpsql\b[^`\n]*?\s(?:-U\s*|--username[= ])")
    database = ("-d", rest[1]) if len(rest) == 2 else ()
    call = ("psql", "--no-psqlrc", "--no-password", *there, *who, *database)
    return (("pg_isready", "-t", "8", *there, *database), (*call, "-tAc", "select 1"))


def _redis(rest: list[str], body: str) -> Commands:  # noqa: ARG001
    host = _HOST.fullmatch(rest[0]) if len(rest) == 1 else None
    if host is None:
        return ()
    return (("redis-cli", "-h", host["host"], *(("-p", host["port"]) if host["port"] else ()), "ping"),)


def _ssh(target: str, body: str) -> Commands:
    host = _HOST.fullmatch(target)
    if host is None:
        return ()
    found = re.search(rf"(?<![\w.@-])({_WORD.pattern})@{re.escape(host['host'])}(?![\w.-])", body)
    name = f"{found[1]}@{host['host']}" if found else host["host"]
    port = ("-p", host["port"]) if host["port"] else ()
    return (("ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=8", *port, name, "true"),)


def _user(body: str, before: str) -> Command:
    found = re.search(rf"{before}({_WORD.pattern})", body)
    return ("-U", found[1]) if found else ()


_OF: Mapping[str, Callable[[list[str], str], Commands]] = {
    "auth:github": _simple("gh", "auth", "status"),
    "auth:gitlab": _simple("glab", "auth", "status"),
    "auth:aws": _aws,
    "auth:azure": _simple("az", "account", "show"),
    "auth:digitalocean": _simple("doctl", "account", "get"),
    "auth:npm": _simple("npm", "whoami"),
    "auth:vercel": _simple("vercel", "whoami"),
    "auth:wrangler": _simple("wrangler", "whoami"),
    "auth:k8s": _kubectl,
    "infra:k8s": _kubectl,
    "db:postgres": _postgres,
    "db:redis": _redis,
}
