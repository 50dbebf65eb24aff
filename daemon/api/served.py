"""What every app behind a door is given: the store, whose it is, the time, and threads for work that may wait."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from classifiers.vocabulary import Workspace
from daemon import app, opening
from daemon.api.tokens import Tokens, tokens
from daemon.settings import Settings
from daemon.waits import Stopwatch
from daemon.workspace_policy import Narrowing
from storage.engine import Store
from storage.policy import Policy
from storage.values import Owner

if TYPE_CHECKING:
    from recall.finding import Finder
    from recall.intents import Lexicon

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """Everything an app may use. SQL and files are for `work`; the loop only waits."""

    settings: Settings
    store: Store
    owner: Owner
    policy: Policy
    narrowed: Callable[[str], Policy]  # the policy in the workspace of that root
    place: Callable[[str], Workspace]  # of a folder
    finder: Finder  # one index in memory for all who ask
    lexicon: Lexicon
    tokens: Tokens
    clock: Callable[[], datetime]  # aware
    worker: Executor
    stopwatch: Stopwatch  # for what agents wait for
    proposed: Callable[[], object]  # somebody behind a door proposed something; any thread may call it
    hosts: tuple[str, ...] = ()  # by which a browser may call its door: `127.0.0.1:7763`; none without that door

    async def work(self, job: Callable[[], T]) -> T:
        """Do it in a thread. Raises what the job raises."""
        return await asyncio.get_running_loop().run_in_executor(self.worker, job)


def served(
    settings: Settings,
    store: Store,
    clock: Callable[[], datetime],
    worker: Executor,
    *,
    proposed: Callable[[], object] = lambda: None,
    hosts: tuple[str, ...] = (),
    stopwatch: Stopwatch | None = None,
) -> Served:
    """What the apps of this process are given. Raises PolicyError and BadToken."""
    from recall.finding import Finder  # noqa: PLC0415  what a daemon that nobody asks never needs
    from recall.intents import lexicon  # noqa: PLC0415  as above
    from recall.meaning import Meaning, installed  # noqa: PLC0415  as above

    owner, policy = opening.owner(settings), opening.policy(settings)
    places, turn = app.places(settings), threading.Lock()

    def place(folder: str) -> Workspace:
        with turn:  # it keeps answers, and several threads ask
            return places(folder, "")

    return Served(
        settings=settings,
        store=store,
        owner=owner,
        policy=policy,
        narrowed=Narrowing(policy, time.monotonic).of,
        place=place,
        finder=Finder(store, owner, Meaning(store, owner) if settings.config.recall.meaning and installed() else None),
        lexicon=lexicon(settings.config.recall.words),
        tokens=tokens(settings.token),
        clock=clock,
        worker=worker,
        stopwatch=stopwatch or Stopwatch(),
        proposed=proposed,
        hosts=hosts,
    )
