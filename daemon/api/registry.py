"""Which apps stand behind which door.

An app is an async context manager that is given a `Served` and yields its routes; what it needs to run begins and ends
with it. Apps of one door share its paths, so each keeps to a first part of its own. Behind the agents' door nothing
gives a verdict: a test reads this table and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager

from starlette.routing import BaseRoute

from daemon.api.alive import alive
from daemon.api.hooks import hooks
from daemon.api.mcp import mcp
from daemon.api.memories import memories
from daemon.api.metrics import metrics
from daemon.api.served import Served
from daemon.surfaces.page.app import page

App = Callable[[Served], AbstractAsyncContextManager[Sequence[BaseRoute]]]

AGENTS: tuple[App, ...] = (alive, metrics, hooks, memories, mcp)
BROWSER: tuple[App, ...] = (alive, page)
