"""Tools an agent calls without a shell that prove what a command would: the database tools of MCP servers.

Agents name them `mcp__<server>__<tool>`. Such a call is told as a command of that name, without its arguments: they are
the query, and what it asks for is nobody's business.
"""

from __future__ import annotations

import re
from functools import lru_cache

_DATABASE = re.compile(
    r"mcp__(?P<server>[A-Za-z0-9.-]+(?:_[A-Za-z0-9.-]+)*)__"
    r"(?P<tool>(?:execute|run|read|write)_?(?:sql|query)(?:_query)?|(?:sql|db)?_?query|apply_migration|run_sql_transaction)"
)


@lru_cache(maxsize=256)
def database_tool(name: str) -> tuple[str, str] | None:
    """The tool and its server (`execute_sql`, `supabase`) if `name` is a tool that asks a database; else None."""
    found = _DATABASE.fullmatch(name)
    return (found["tool"], found["server"]) if found else None
