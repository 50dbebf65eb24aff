"""The inbox: what waits, what was put off, what was decided and what nobody decided."""

from __future__ import annotations

from starlette.responses import Response

from classifiers.vocabulary import MemoryType
from daemon.surfaces.page.answering import Ask
from daemon.surfaces.page.cards import card
from storage import queue
from storage.browsing import Part, Waiting, candidate_part, kept_now, waiting

SIZE = 20  # cards of one page
SORTS = tuple(Waiting.__dataclass_fields__)


async def inbox(ask: Ask) -> Response:
    """`/inbox`: one sort of candidates, searched, filtered and a page at a time."""
    at = ask.page.at
    sort = ask.query("show") if ask.query("show") in SORTS else SORTS[0]
    chosen = ask.query("type")
    strongest = ask.query("order") == "strongest"
    number = max(1, int(ask.query("page", "1"))) if ask.query("page", "1").isdecimal() else 1
    types = (MemoryType(chosen),) if chosen in list(MemoryType) else ()
    part = Part(types=types, words=ask.query("q"), after=(number - 1) * SIZE, limit=SIZE)

    def read() -> Response:
        rows, total = candidate_part(at.store, part, sort=sort, now=ask.now, strongest=strongest, owner=at.owner)
        return ask.html(
            "inbox.html",
            cards=[card(each.candidate, each.proof, ask.now, each.kept) for each in rows],
            counts=waiting(at.store, now=ask.now, owner=at.owner),
            show=sort,
            sorts=SORTS,
            types=list(MemoryType),
            chosen=chosen if types else "",
            words=part.words,
            order="strongest" if strongest else "",
            number=number,
            first=part.after + 1,
            last=part.after + len(rows),
            total=total,
        )

    return await at.work(read)


async def one(ask: Ask) -> Response:
    """`/inbox/ID`: one candidate with all that proves it, whatever became of it; cards on a desktop lead here."""
    at = ask.page.at

    def read() -> Response:
        found = queue.candidate(at.store, ask.request.path_params["id"], owner=at.owner)
        proof = queue.evidence(at.store, found.scope, found.key, owner=at.owner)
        kept = kept_now(at.store, found, owner=at.owner)
        counts = waiting(at.store, now=ask.now, owner=at.owner)
        return ask.html("one.html", cards=[card(found, proof, ask.now, kept)], counts=counts, show="one")

    return await at.work(read)
