"""A candidate, or how many wait, as a card says it: inert, masked once more, and never longer than a glance.

What is approved by a card is what stood on it, so a text that does not fit has no Approve: it leads to the inbox.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from classifiers.inert import inert, one_line
from classifiers.secrets import mask
from classifiers.vocabulary import GLOBAL
from storage.tables import Candidate, EvidenceRow

BODY = 360  # characters of the memory's text
WHOLE = 4000  # what is looked at of it
COMMAND = 160  # of the newest proof
NAME = 80  # of a key or a place

APPROVE = ("approve", "Approve")
DISMISS = ("dismiss", "Dismiss")
LATER = ("later", "Later")
REVIEW = ("review", "Review")
REST = ("rest", "Not today")
OPEN = ("default", "Open the inbox")  # the action of a click on the card itself
HOW = "Decide in a terminal: seorap review"


@dataclass(frozen=True, slots=True)
class Wording:
    """What a card says, and its buttons as (name, label)."""

    title: str
    body: str
    buttons: tuple[tuple[str, str], ...] = ()
    seen: str = ""  # the memory's text as it stood when the card was made


NO_PAGE = Wording("The inbox cannot be opened from here", HOW)
"""The answer to a click where there is no browser, or no page."""


def card(candidate: Candidate, proof: Sequence[EvidenceRow], *, buttons: bool, markup: bool) -> Wording:
    """One candidate."""
    whole = _clean(candidate.body, WHOLE)
    fits = len(whole) <= BODY
    lines = [one_line(whole, BODY)]
    if proof and proof[0].command:
        lines.append(f"$ {_clean(proof[0].command, COMMAND)}")
    place = "everywhere" if candidate.scope == GLOBAL else f"in {_name(candidate.workspace or candidate.scope)}"
    times = "seen once" if candidate.seen == 1 else f"seen {candidate.seen} times"
    lines.append(f"{times}, holds {place}")
    if not buttons:
        lines.append(HOW)
    chosen = (*((APPROVE,) if fits else ()), DISMISS, LATER, OPEN)
    return Wording(
        title=_plain(f"Keep this? {_clean(candidate.key, NAME)}"),
        body=_body(lines, markup=markup),
        buttons=chosen if buttons else (),
        seen=candidate.body,
    )


def digest(number: int, *, today: bool, buttons: bool) -> Wording:
    """All that waits, as a number: the one that the inbox lists. `today`: all of it was proved today."""
    things = "1 thing" if number == 1 else f"{number} things"
    title = f"{things} your machine proved today" if today else f"{things} your machine proved wait for your word"
    if number == 1 and not today:
        title = "1 thing your machine proved waits for your word"
    body = "Open the inbox to keep or dismiss them." if buttons else HOW
    return Wording(title=title, body=body, buttons=(REVIEW, REST, OPEN) if buttons else ())


def _clean(text: str, limit: int) -> str:
    """Inert first: an invisible letter within a secret must not hide it."""
    return one_line(mask(inert(text)), limit)


def _name(place: str) -> str:
    return _clean(place.rstrip("/").rpartition("/")[2] or place, NAME)


def _body(lines: Sequence[str], *, markup: bool) -> str:
    text = _plain("\n".join(lines))
    return escape(text, quote=False) if markup else text


def _plain(text: str) -> str:
    """Text that D-Bus takes: a file name may hold bytes that are none."""
    return text.encode("utf-8", "replace").decode()
