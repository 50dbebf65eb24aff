"""The tools in the official SDK, stateless: every request stands for itself, so a daemon may start anew between two."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp.types import Tool as Described
from starlette.types import ASGIApp

from daemon.api.caller import Caller, caller
from daemon.api.publisher import publishing
from daemon.api.served import Served
from daemon.mcp.tools import INSTRUCTIONS, TOOLS, Tool, call, waits

LARGEST = 4 * 1024 * 1024  # bytes of a request

Context = ServerRequestContext[Any, Any]


@asynccontextmanager
async def serving(at: Served) -> AsyncIterator[ASGIApp]:
    """The server as an app that answers `POST /`, while the block runs."""
    logging.getLogger("mcp").setLevel(logging.CRITICAL)  # it logs every request, with what was asked

    async def list_tools(_context: Context, _asked: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_described(tool) for tool in TOOLS.values()])

    async def call_tool(context: Context, asked: CallToolRequestParams) -> CallToolResult:
        if asked.name not in TOOLS:
            raise MCPError(INVALID_PARAMS, f"There is no tool {asked.name[:60]!r}; there are {', '.join(TOOLS)}.")
        arguments = asked.arguments or {}
        job = partial(call, at, _caller(context), asked.name, arguments)
        told = await (asyncio.to_thread(job) if waits(arguments) else at.work(job))
        if told.changed is not None:
            changed(told.changed)
        return CallToolResult(content=[TextContent(text=told.text)], structured_content=told.data, is_error=told.failed)

    server = Server(
        "seorap",
        title="Seorap",
        version=version("seorap"),
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    manager = StreamableHTTPSessionManager(server, json_response=True, stateless=True, max_request_body_size=LARGEST)
    async with publishing(at) as changed, manager.run():
        yield manager.asgi_app


def _described(tool: Tool) -> Described:
    return Described(
        name=tool.name,
        title=tool.title,
        description=tool.says,
        input_schema=tool.schema,
        annotations=ToolAnnotations(
            read_only_hint=tool.reads_only, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )


def _caller(context: Context) -> Caller:
    """By the headers; a client that sends its own name with each request is called by that."""
    who = caller(context.request.headers if context.request is not None else {})
    info = context.session.client_params.client_info if context.session.client_params else None
    return who.named(info.name) if info is not None and not who.author.name else who
