"""Real doors on a made-up home: the daemon's own listening in a thread, asked over real sockets."""

from __future__ import annotations

import asyncio
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from classifiers.vocabulary import Draft, Evidence, MemoryType, Result
from daemon.api.address import read_address
from daemon.api.listening import listening
from daemon.api.tokens import Tokens, tokens
from daemon.config import Page
from daemon.settings import Settings, resolve
from storage import queue
from storage.checkpoints import Checkpoint, Step
from storage.engine import Store, open_store
from storage.intake import commit
from storage.values import Owner

OWNER = Owner(user="sam")


@dataclass
class Doors:
    """Open doors. `later` moves the clock of the daemon behind them."""

    settings: Settings
    store: Store
    later: timedelta = timedelta(0)
    proposed: threading.Event = field(default_factory=threading.Event)  # the daemon was told of something new

    @property
    def origin(self) -> str:
        address = read_address(self.settings.address)
        assert address is not None
        return address.origin

    @property
    def tokens(self) -> Tokens:
        return tokens(self.settings.token)

    def now(self) -> datetime:
        return datetime.now(UTC) + self.later

    def browser(self) -> httpx.Client:
        return httpx.Client(base_url=self.origin, trust_env=False, timeout=20)

    def agent(self) -> httpx.Client:
        socket = httpx.HTTPTransport(uds=str(self.settings.socket))
        return httpx.Client(base_url="http://localhost", transport=socket, timeout=20)

    def propose(self, key: str = "deploy:blyck", **more: Any) -> str:
        """A candidate as if mined; gives its id."""
        seen = {"command": "./deploy.sh", "why": "exit 0", "excerpt": "Deployed.", "path": "/home/sam/.bash_history"}
        seen |= {name: more.pop(name) for name in tuple(more) if name in {*seen, "session", "actor"}}
        at = more.pop("at", datetime.now(UTC))
        proof = Evidence(record=f"{key} {at}", format="bash", line=3, at=at, outcome=Result.SUCCESS, **seen)
        values = {"type": MemoryType.CAPABILITY, "scope": "git:acme/blyck", "body": f"Known: {key}.", "rule": "made-up"}
        draft = Draft(key=key, confidence=0.9, evidence=(proof,), **(values | more))
        step = Step(None, Checkpoint(path=f"/log/{key}/{at}", format="bash"), (draft,))
        commit(self.store, OWNER, [step], now=self.now())
        return next(each.id for each in queue.candidates(self.store, owner=OWNER) if each.key == key)

    def status(self, name: str) -> str:
        return queue.candidate(self.store, name, owner=OWNER).status

    @contextmanager
    def visitor(self) -> Iterator[Visitor]:
        """Somebody who is signed in."""
        with self.browser() as client:
            answer = client.get("/open", params={"ticket": self.tokens.ticket(self.now())})
            assert answer.status_code == 303
            yield Visitor(client, answer.headers["location"].rpartition("/")[0], self.tokens)


@dataclass
class Visitor:
    """A browser that runs no scripts."""

    client: httpx.Client
    base: str
    tokens: Tokens

    def get(self, path: str = "/inbox", **more: Any) -> httpx.Response:
        return self.client.get(self.base + path, follow_redirects=True, **more)

    def form(self) -> str:
        """What every form of this session carries."""
        return self.tokens.form(self.client.cookies["seorap"])

    def post(self, path: str, *, form: str | None = None, **fields: Any) -> httpx.Response:
        """Send a form, and see the page that follows."""
        data = {"form": self.form() if form is None else form, **fields}
        return self.client.post(self.base + path, data=data, follow_redirects=True)

    def judge(self, judgement: str, *names: str, **fields: Any) -> httpx.Response:
        return self.post("/verdicts", id=list(names), judgement=judgement, **fields)


def said(answer: httpx.Response) -> str:
    """What the page says came of it."""
    found = re.search(r'<div class="said[^>]*>\s*<p>(.*?)</p>', answer.text, re.DOTALL)
    return unescape(" ".join(found.group(1).split())) if found else ""


def settings_of(root: Path, *, port: int = 0, enabled: bool = True) -> Settings:
    found = resolve({"SEORAP_HOME": str(root / "seorap")}, root, "sam")
    page = Page(port=port, enabled=enabled)
    return replace(found, config=msgspec.structs.replace(found.config, page=page))


@contextmanager
def opened(settings: Settings) -> Iterator[Doors]:
    with open_store(settings.database) as store:
        doors = Doors(settings, store)
        ready, over = threading.Event(), []

        async def run() -> None:
            end = asyncio.Event()
            over.append((asyncio.get_running_loop(), end))
            async with listening(settings, store, clock=doors.now, proposed=doors.proposed.set):
                ready.set()
                await end.wait()

        thread = threading.Thread(target=asyncio.run, args=(run(),))
        thread.start()
        try:
            assert ready.wait(20)
            yield doors
        finally:
            loop, end = over[0]
            loop.call_soon_threadsafe(end.set)
            thread.join(20)
            assert not thread.is_alive()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory) -> Path:
    """A new database, to be copied."""
    path = tmp_path_factory.mktemp("empty") / "seorap.sqlite"
    open_store(path).close()
    return path


@pytest.fixture
def opening(tmp_path, empty_database) -> Callable[..., AbstractContextManager[Doors]]:
    """Opens doors on a home of this test's own."""

    def open_doors(*, keep: bool = False, **more: Any) -> AbstractContextManager[Doors]:
        settings = settings_of(tmp_path, **more)
        settings.database.parent.mkdir(mode=0o700, exist_ok=True)
        if not (keep and settings.database.exists()):
            shutil.copyfile(empty_database, settings.database)
        return opened(settings)

    return open_doors


@pytest.fixture(name="said")
def said_() -> Callable[[httpx.Response], str]:
    return said


@pytest.fixture
def visitor(opening) -> Iterator[tuple[Doors, Visitor]]:
    """Doors of this test's own, and somebody signed in."""
    with opening() as found, found.visitor() as who:
        yield found, who


@pytest.fixture(scope="module")
def doors(tmp_path_factory) -> Iterator[Doors]:
    with opened(settings_of(tmp_path_factory.mktemp("home"))) as found:
        yield found
