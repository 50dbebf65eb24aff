"""A real Chromium on the page of a real daemon. Every screenshot lands in build/screenshots."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from daemon.api.link import found_link
from daemon.settings import Settings, resolve
from storage import queue
from storage.values import Owner

OWNER = Owner(user="sam")
CHROMIUM = "chromium|chromium-browser|google-chrome"
QUIET = (  # a browser that asks nobody else for anything; root in a container cannot have its sandbox
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
)
SHOTS = Path("build") / "screenshots"


@pytest.fixture(scope="session")
def chromium(needed) -> Iterator[Browser]:
    (program,) = needed(CHROMIUM)
    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory():
        browser = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        yield browser
        browser.close()


@dataclass
class Desk:
    """A person at a machine whose daemon runs: their home, and as many browsers as they open."""

    home: Any
    settings: Settings
    browser: Browser
    name: str
    contexts: list[BrowserContext] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def context(self, **more: Any) -> BrowserContext:
        """A browser of its own, with cookies of its own; what goes wrong in it fails the test."""
        context = self.browser.new_context(**{"viewport": {"width": 1200, "height": 900}} | more)
        context.on("console", self._heard)
        context.on("weberror", lambda trouble: self.troubles.append(str(trouble.error)))
        context.on("request", lambda request: self.asked.append(request.url))
        self.contexts.append(context)
        return context

    def _heard(self, said: ConsoleMessage) -> None:
        """A request that was on its way when its page or daemon went tells of the test, not of the page."""
        if said.type in {"error", "warning"} and not said.text.startswith("Failed to load resource: net::"):
            self.troubles.append(said.text)

    def link(self) -> str:
        link = found_link(self.settings, datetime.now(UTC))
        assert link is not None
        return link

    def open(self, context: BrowserContext | None = None, **more: Any) -> Page:
        """The inbox in a browser that was just opened, or in another tab of one; it is live."""
        page = (context or self.context(**more)).new_page()
        page.goto(self.link() if len(page.context.pages) == 1 else page.context.pages[0].url)
        if more.get("java_script_enabled", True):
            expect(page.locator("#live.on")).to_be_visible()
        return page

    def shot(self, page: Page, name: str) -> None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SHOTS / f"{self.name}-{name}.png")

    def status(self, name: str) -> str:
        with self.home.store() as store:
            return queue.candidate(store, name, owner=OWNER).status


@pytest.fixture
def desk(home, until, chromium, request) -> Iterator[Desk]:
    home.environ["TZ"] = "UTC"
    home.start()
    settings = resolve(home.environ, home.root, "sam")
    until(lambda: found_link(settings, datetime.now(UTC)))
    name = re.sub(r"\W+", "-", request.node.name.removeprefix("test_")).strip("-")
    made = Desk(home, settings, chromium, name)
    yield made
    for context in made.contexts:
        for page in context.pages:
            made.shot(page, "end")
        context.close()
    assert made.troubles == []
    assert {url.split("/")[2] for url in made.asked} <= {made.link().split("/")[2]}  # nothing is asked from elsewhere


@pytest.fixture
def decided(desk, until) -> Callable[[str, str], None]:
    """Wait until the store says so."""
    return lambda name, status: until(lambda: desk.status(name) == status)
