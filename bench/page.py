"""The inbox page with 1,000 candidates in a real Chromium: first paint, weight, and how soon a verdict is everywhere."""

from __future__ import annotations

import gc
import shutil
import statistics
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bench.home import settings_of, start, started
from classifiers.vocabulary import Actor, Draft, Evidence, MemoryType, Result
from daemon.api.link import found_link
from storage import queue
from storage.checkpoints import Checkpoint, Step
from storage.engine import Store, open_store
from storage.intake import commit
from storage.values import Author, Owner

CANDIDATES = 1000
VERDICTS = 20
TABS = 3
OWNER = Owner(user="sam")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
WEIGHT = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .reduce((sum, each) => sum + each.transferSize, 0)"""
WATCH = """id => { window.gone = null; const look = () => { if (!document.getElementById(`c-${id}`)) {
    window.gone ??= Date.now(); watch.disconnect(); } }; const watch = new MutationObserver(look);
    watch.observe(document.getElementById('list'), {childList: true}); }"""


def main(_arguments: list[str]) -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        print("page: no chromium is installed")
        return
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  only here, and only for who measures

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        root = Path(folder)
        settings = settings_of(root)
        with open_store(settings.database) as store:
            settings.config_file.write_text('user = "sam"\n')
            _fill(store)
            daemon = start(root)
            try:
                while not started(root):
                    time.sleep(0.1)
                before = _private(daemon.pid)
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                _measure(browser, settings, store)
                print(f"page: the daemon's private memory {before} MB before the page, {_private(daemon.pid)} MB after")
                browser.close()
            finally:
                daemon.terminate()
                daemon.wait()


def _measure(browser: Any, settings: Any, store: Store) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(found_link(settings, datetime.now(UTC)))  # noqa: TID251  the measured clock
    page.wait_for_selector("#live.on")
    address, painted, weights = page.url, [], []
    for _ in range(10):  # with nothing kept by the browser
        fresh = browser.new_context(storage_state=context.storage_state()).new_page()
        fresh.goto(address)
        fresh.wait_for_selector("#live.on")
        painted.append(fresh.wait_for_function(PAINTED).json_value())
        weights.append(fresh.evaluate(WEIGHT))
        fresh.context.close()
    print(f"page: {CANDIDATES:,} candidates, first paint {_spread(painted)} ms, {max(weights) / 1000:.0f} kB")
    tabs = [page, *(context.new_page() for _ in range(TABS - 1))]
    for each in tabs[1:]:
        each.goto(address)
        each.wait_for_selector("#live.on")
    print(
        f"page: a verdict in a terminal is in all of {TABS} tabs after {_spread(_reflected(tabs, store, _by_store))} ms"
    )
    print(f"page: a verdict in one tab is in all of {TABS} after {_spread(_reflected(tabs, store, _by_click))} ms")


def _reflected(tabs: list[Any], store: Store, give: Any) -> list[float]:
    """From the verdict to the moment it is gone from the last tab, in milliseconds."""
    took = []
    for _ in range(VERDICTS):
        page = tabs[0]
        name = page.locator("[data-card]").nth(1).get_attribute("id").removeprefix("c-")
        for each in tabs:
            each.evaluate(WATCH, name)
        gc.collect()
        begun = give(page, store, name)
        gone = [each.wait_for_function("() => window.gone").json_value() for each in tabs]
        took.append(max(gone) - begun)
    return took


def _by_store(_page: Any, store: Store, name: str) -> float:
    queue.dismiss(store, name, author=Author(Actor.PERSON, "sam"), now=datetime.now(UTC), owner=OWNER)  # noqa: TID251
    return time.time() * 1000  # noqa: TID251  when it was committed


def _by_click(page: Any, _store: Store, name: str) -> float:
    click = "id => { const begun = Date.now(); document.querySelector(`#c-${id} [data-key=a]`).click(); return begun }"
    return float(page.evaluate(click, name))


def _fill(store: Store) -> None:
    now = datetime.now(UTC)  # noqa: TID251
    drafts = []
    for number in range(CANDIDATES):
        key = f"deploy:service-{number}"
        proofs = tuple(
            Evidence(
                record=f"{key}/{each}",
                format="claude_code",
                path=f"/home/sam/.claude/projects/-home-sam-service-{number}/session.jsonl",
                line=10 + each,
                at=now - timedelta(minutes=number, hours=each),
                session="5e0a1c52-7d0b-4c7e-9a5f-0d2f6b1c9e11",
                actor=Actor.AGENT,
                command=f"npx vercel deploy --prod --scope team --name service-{number}",
                outcome=Result.SUCCESS,
                why="exit 0, Production: https://service.example.com",
                excerpt="Vercel CLI 50.1.0\nInspect: https://vercel.example.com/x\nProduction: ready in 31 s\n" * 3,
            )
            for each in range(3)
        )
        body = f"service-{number} can be deployed from this machine with `npx vercel deploy --prod`."
        scope = f"git:git.example.com/acme/service-{number}"
        drafts.append(
            Draft(
                type=MemoryType.CAPABILITY,
                scope=scope,
                key=key,
                body=body,
                confidence=0.9,
                evidence=proofs,
                rule="vercel-deploy",
            )
        )
    commit(store, OWNER, [Step(None, Checkpoint(path="/log", format="claude_code"), tuple(drafts))], now=now)


def _private(pid: int) -> int:
    rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(row.split()[1]) for row in rows if row.startswith("Private")) // 1024


def _spread(values: list[float]) -> str:
    return f"{statistics.median(values):.0f} (worst {max(values):.0f} of {len(values)})"
