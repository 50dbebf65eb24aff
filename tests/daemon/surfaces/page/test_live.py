"""Server-sent events: whoever decides, in whatever process, an open page is told at once."""

from __future__ import annotations

import time
from contextlib import ExitStack

from classifiers.vocabulary import Actor
from storage import queue
from storage.engine import open_store
from storage.values import Author, Owner

OWNER = Owner(user="sam")


def test_an_open_page_is_told_of_a_verdict_by_another_connection(visitor):
    doors, who = visitor
    name = doors.propose()
    with who.client.stream("GET", f"{who.base}/live") as stream, open_store(doors.settings.database) as other:
        lines = stream.iter_lines()
        assert next(lines) == "retry: 1000"
        time.sleep(0.2)  # let it look for the first time: what was before is no change
        queue.dismiss(other, name, author=Author(Actor.PERSON, "sam"), now=doors.now(), owner=OWNER)
        assert next(line for line in lines if line.startswith("event")) == "event: changed"


def test_the_end_does_not_wait_for_a_stream(opening):
    with ExitStack() as outer:
        with opening() as doors:
            who = outer.enter_context(doors.visitor())
            stream = outer.enter_context(who.client.stream("GET", f"{who.base}/live"))
            assert next(stream.iter_lines())
            begun = time.monotonic()
        assert time.monotonic() - begun < 10
