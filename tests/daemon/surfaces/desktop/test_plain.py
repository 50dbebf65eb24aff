"""The notice without buttons: what it says, and that it troubles nobody."""

from __future__ import annotations

import asyncio
import queue

from daemon.surfaces.desktop.plain import Plain
from daemon.surfaces.desktop.wording import digest


def show(face: Plain, number: int, replaces: int = 0) -> int:
    words = digest(number, today=True, buttons=False)
    return asyncio.run(face.show(words, replaces))


def test_it_says_how_many_and_what_to_type():
    """No content of a candidate reaches it; what was sent cannot be changed."""
    sent: queue.Queue[tuple[str, str]] = queue.Queue()
    assert show(Plain(lambda *words: sent.put(words)), 2) == 0
    assert sent.get(timeout=10) == ("2 things your machine proved today", "Decide in a terminal: seorap review")


def test_a_desktop_that_fails_is_no_trouble():
    """An exception of the notification library stays in its thread."""

    def broken(title: str, message: str) -> None:
        raise OSError(title + message)

    assert show(Plain(broken), 1) == 0
