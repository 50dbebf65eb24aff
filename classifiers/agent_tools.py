"""Tools an agent calls without a shell that prove what a command would: the database tools of MCP servers.

Such a call is told as a command named `mcp__<server>__<tool>`, as Claude Code and Codex write it, without its arguments:
they are the query, and what it asks for is nobody's business. Other agents join the names in their own ways: opencode
`supabase_execute_sql`, Copilot `supabase-execute_sql`, Gemini `mcp_supabase_execute_sql`, once `supabase__execute_sql`.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SERVER = r"(?P<server>[A-Za-z0-9.-]+(?:_[A-Za-z0-9.-]+)*{lazy})"
_TOOL = r"(?P<tool>(?:execute|run|read|write)_?(?:sql|query)(?:_query)?|(?:sql|db)?_?query|apply_migration|run_sql_transaction)"
_DATABASE = re.compile(f"mcp__{_SERVER.format(lazy='')}__{_TOOL}")
_JOINED = re.compile(f"(?:mcp_)?{_SERVER.format(lazy='?')}(?:__|[_-]){_TOOL}")
_SURE = re.compile(r"sql|db|migration")
"""What a tool's name holds that asks a database, whoever serves it."""
_DATABASES = re.compile(
    r"(?:\w*sql\w*|postgres\w*|pg|maria|mongo|redis|valkey|supabase|neon|databases?|\w*db|clickhouse|snowflake|bigquery|turso|planetscale|cockroach|prisma|oracle)\d*"
)
"""Words of servers whose plain `query` asks one. Any other `query` may search documents, or be a tool of the agent's own."""
_TEXTS = frozenset({"doc", "docs", "documentation", "handbook", "manual"})
"""Words of servers that tell about a thing, and do not reach it."""
_WORDS = re.compile(r"[_.-]+")
_HUMPS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+\d*|\d+")
_VERBS = frozenset({"execute", "run", "read", "write"})
"""How a tool's own name begins, where no server's stands before it."""


def _asks(tool: str, server: str) -> bool:
    """Whether the tool asks a database: its own name says so, or a whole word of its server's."""
    parts = [part for part in _WORDS.split(server) if part]
    words = {each.lower() for part in parts for each in (part, *_HUMPS.findall(part))}
    return bool(_SURE.search(tool)) or (words.isdisjoint(_TEXTS) and any(map(_DATABASES.fullmatch, words)))


@lru_cache(maxsize=256)
def database_tool(name: str) -> tuple[str, str] | None:
    """The tool and its server (`execute_sql`, `supabase`) if `name` is a tool that asks a database; else None."""
    found = _DATABASE.fullmatch(name)
    return (found["tool"], found["server"]) if found and _asks(found["tool"], found["server"]) else None


@lru_cache(maxsize=1024)
def told_as(name: str, server: str = "") -> str:
    """The command that a call of tool `name` is told as, "" when it asks no database.

    `server` is whose tool it is, where that is written apart; else `name` holds both.
    """
    if server:
        name = f"mcp__{server}__{name}"
    if database_tool(name):
        return name
    found = None if server else _JOINED.fullmatch(name)
    if found is None or found["server"] in _VERBS:
        return ""
    return f"mcp__{found['server']}__{found['tool']}" if _asks(found["tool"], found["server"]) else ""
