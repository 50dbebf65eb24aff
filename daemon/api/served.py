"""What every app behind a door is given: the store, whose it is, the time, and threads for work that may wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from daemon.api.tokens import Tokens
from daemon.settings import Settings
from storage.engine import Store
from storage.policy import Policy
from storage.values import Owner

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """Everything an app may use. SQL and files are for `work`; the loop only waits."""

    settings: Settings
    store: Store
    owner: Owner
    policy: Policy
    tokens: Tokens
    clock: Callable[[], datetime]  # aware
    worker: Executor
    hosts: tuple[str, ...] = ()  # by which a browser may call its door: `127.0.0.1:7763`; none without that door

    async def work(self, job: Callable[[], T]) -> T:
        """Do it in a thread. Raises what the job raises."""
        return await asyncio.get_running_loop().run_in_executor(self.worker, job)
