"""`seorap inbox --open`: the inbox in a browser, from the daemon or, where none runs, from here until Ctrl-C."""

from __future__ import annotations

import asyncio
import webbrowser
from datetime import UTC, datetime

from classifiers.vocabulary import SeorapError
from daemon.api.link import found_link, made_link
from daemon.api.listening import listening
from daemon.api.tokens import tokens
from daemon.cli.opened import Opened
from daemon.cli.printing import say
from daemon.stopping import when_stopped


def open_page(at: Opened) -> None:
    """Open it. Raises SeorapError when the page is switched off, or the shell belongs to an agent."""
    at.person()
    if not at.settings.config.page.enabled:
        raise SeorapError("The page is switched off in config.toml.", "`[page] enabled = true` switches it on.")
    link = found_link(at.settings, at.now)
    if link is not None:
        _show(at, link)
        return
    from daemon import logs

    logs.configure()
    asyncio.run(_serve(at))


def _show(at: Opened, link: str) -> None:
    """Start the browser, and print the link for whoever has none here."""
    shown = at.settings.graphical and webbrowser.open(link)
    say("The inbox opens in your browser." if shown else "Open this in a browser of this machine:", err=True)
    say(f"  {link}", err=True)
    say("The link works once, within two minutes.", err=True)


async def _serve(at: Opened) -> None:
    over = asyncio.Event()
    when_stopped(over.set)
    async with listening(at.settings, at.store, clock=_now, agents=False) as address:
        if address is None:
            raise SeorapError("The page cannot be served.", "In a terminal: seorap review")
        say("The daemon does not run, so the page is served from here until you press Ctrl-C.", err=True)
        _show(at, made_link(address, tokens(at.settings.token), at.now))
        await over.wait()


def _now() -> datetime:
    return datetime.now(UTC)  # noqa: TID251  the verb is the edge where time comes in
