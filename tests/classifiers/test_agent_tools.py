"""Database tools of MCP servers, as each agent names them."""

import json

import pytest

from classifiers.agent_tools import told_as
from classifiers.formats.codex import FORMAT as CODEX
from classifiers.formats.copilot_cli import FORMAT as COPILOT
from classifiers.formats.gemini_cli import LOG as GEMINI
from classifiers.formats.opencode import FORMAT as OPENCODE
from classifiers.vocabulary import CommandRun, Line, RunState


@pytest.mark.parametrize(
    ("name", "server", "told"),
    [
        ("mcp__supabase__execute_sql", "", "mcp__supabase__execute_sql"),
        ("supabase_execute_sql", "", "mcp__supabase__execute_sql"),
        ("supabase-execute_sql", "", "mcp__supabase__execute_sql"),
        ("mcp_supabase_execute_sql", "", "mcp__supabase__execute_sql"),
        ("supabase__apply_migration", "", "mcp__supabase__apply_migration"),
        ("shop-db_query", "", "mcp__shop-db__query"),
        ("execute_sql", "supabase", "mcp__supabase__execute_sql"),
        ("query", "postgres", "mcp__postgres__query"),
        ("query", "", ""),
        ("execute_sql", "", ""),
        ("run_sql_query", "", ""),
        ("docs_query", "", ""),
        ("supabase_list_tables", "", ""),
        ("list_tables", "supabase", ""),
        ("bash", "", ""),
    ],
)
def test_a_database_tool_is_told_by_one_name(name, server, told):
    """However an agent joins the names; a plain `query` counts only where its server's name is a database's."""
    assert told_as(name, server) == told


@pytest.mark.parametrize(
    "server",
    ["sandbox", "feedback", "handbook", "soundboard", "redistribution", "mongolian", "neonatal", "prismatic", "docs", "context7", "postgres-docs", "FeedBack", "oracles-of-delphi"],
)  # fmt: skip
@pytest.mark.parametrize("tool", ["query", "run_query"])
def test_a_server_is_a_database_by_whole_words(server, tool):
    """Letters of one inside another word are none; nor is what tells about one."""
    assert [told_as(f"{server}_{tool}"), told_as(f"mcp__{server}__{tool}"), told_as(tool, server)] == [""] * 3


@pytest.mark.parametrize(
    "server",
    ["shop_db", "mysql", "my-postgres", "prodDb", "MongoDB", "PostgreSQL", "BigQuery", "cockroachdb", "acme.neon", "mssql2", "redisProd"],
)  # fmt: skip
def test_a_word_of_a_servers_name_is_enough(server):
    """However the words are joined."""
    told = f"mcp__{server}__query"
    assert (told_as(f"mcp__{server}__query"), told_as("query", server)) == (told, told)


def runs(form, *entries):
    lines = [Line(json.dumps(each).encode(), number * 1000, number) for number, each in enumerate(entries, 1)]
    return [each for each in form.read(lines, {}, final=True, path="x").records if isinstance(each, CommandRun)]


def copilot(success, **data):
    start = {"toolCallId": "c", "toolName": "pg-query", "mcpServerName": "pg", "mcpToolName": "query"}
    return runs(
        COPILOT,
        {"type": "session.start", "data": {"sessionId": "s", "context": {"cwd": "/shop"}}},
        {"type": "tool.execution_start", "data": start | {"arguments": {"sql": "select 'hers'"}}},
        {"type": "tool.execution_complete", "data": {"toolCallId": "c", "success": success} | data},
    )


def gemini(status, response, **call):
    tool = {"id": "t", "name": "mcp_supabase_execute_sql", "args": {"query": "select 'hers'"}, "status": status} | call
    return runs(
        GEMINI,
        {"sessionId": "s", "projectHash": "h", "startTime": "2026-03-02T11:00:00Z", "lastUpdated": "x"},
        {
            "id": "g", "timestamp": "2026-03-02T11:00:00Z", "type": "gemini", "content": "",
            "toolCalls": [tool | {"result": [{"functionResponse": {"response": response}}]}],
        },
    )  # fmt: skip


def opencode(state):
    part = {"type": "tool", "id": "p", "callID": "c", "tool": "supabase_execute_sql"}
    state |= {"input": {"query": "select 'hers'"}, "metadata": {}}
    info = {"id": "m", "role": "assistant", "path": {"cwd": "/shop"}, "time": {"created": 1772449201000}}
    return runs(
        OPENCODE,
        {"info": {"id": "ses", "directory": "/shop"}, "messages": [{"info": info, "parts": [part | {"state": state}]}]},
    )


def codex():
    call = {
        "type": "function_call",
        "name": "_execute_sql",
        "namespace": "mcp__supabase",
        "arguments": "{}",
        "call_id": "c",
    }
    return runs(
        CODEX,
        {"timestamp": "2026-03-02T11:00:00Z", "type": "session_meta", "payload": {"id": "s", "cwd": "/shop"}},
        {"timestamp": "2026-03-02T11:00:00Z", "type": "response_item", "payload": call},
        {"timestamp": "2026-03-02T11:00:00Z", "type": "response_item",
         "payload": {"type": "function_call_output", "call_id": "c", "output": '[{"n":1}]'}},
    )  # fmt: skip


ANSWERED = {
    "copilot": lambda: copilot(True, result={"content": '[{"n":1}]'}),
    "gemini": lambda: gemini("success", {"output": '[{"n":1}]'}),
    "gemini, named for the screen": lambda: gemini(
        "success", {"output": '[{"n":1}]'}, name="query", displayName="query (pg MCP Server)"
    ),
    "opencode": lambda: opencode({"status": "completed", "output": '[{"n":1}]'}),
}
FAILED = {
    "copilot": lambda: copilot(False, error={"message": "Unauthorized", "code": "failure"}),
    "gemini": lambda: gemini("error", {"error": "Unauthorized"}),
    "opencode": lambda: opencode({"status": "error", "error": "Unauthorized"}),
}


@pytest.mark.parametrize("agent", ANSWERED)
def test_a_call_that_was_answered_is_a_command_without_its_query(agent):
    """It ends with 0 and holds what was answered, not what was asked."""
    (run,) = ANSWERED[agent]()
    assert run.command in {"mcp__supabase__execute_sql", "mcp__pg__query"}
    assert (run.exit, run.failed, run.output.text) == (0, False, '[{"n":1}]')


@pytest.mark.parametrize("agent", FAILED)
def test_a_call_that_failed_proves_nothing(agent):
    """It is told as failed, without a status."""
    (run,) = FAILED[agent]()
    assert (run.exit, run.failed) == (None, True)
    assert run.state is not RunState.RUNNING


def test_codex_names_the_server_apart():
    """Its tools' names begin with a line there, and the server is the namespace."""
    (run,) = codex()
    assert (run.command, run.output.text) == ("mcp__supabase__execute_sql", '[{"n":1}]')
