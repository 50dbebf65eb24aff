"""A candidate as text for a terminal: everything a person needs to judge it, every untrusted letter inert.

Stored text is masked once more, should an older mask have known less. Widths are in cells of a terminal: a Hangul syllable takes two, a combining mark none.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import datetime

from classifiers.inert import one_line
from classifiers.secrets import mask
from classifiers.vocabulary import GLOBAL
from storage.tables import Candidate, EvidenceRow

PROOFS = 3  # shown of one candidate; the count says how many there are
BODY = 4000  # characters; a memory's page shows an agent no more, so nothing is approved unseen
LABEL = 9  # cells of "proof:   "


def entry(candidate: Candidate, proof: Sequence[EvidenceRow], now: datetime) -> list[str]:
    """Two or three lines for a list: id, key, body, the newest proof."""
    status = "" if candidate.status == "pending" else f" [{candidate.status}]"
    if snoozed(candidate, now):
        status = f" [snoozed until {_day(candidate.snoozed_until)}]"
    lines = [f"{candidate.id}  {one_line(candidate.key, 80)}{status}  {times(candidate.seen)}"]
    lines.append(f"        {one_line(mask(candidate.body), 400)}")
    if proof:
        lines.append(f"        {_proof(proof[0])}")
    return lines


def card(candidate: Candidate, proof: Sequence[EvidenceRow], width: int) -> list[str]:
    """The whole card in lines of at most `width` cells: what would be kept, where it holds, and what proves it."""
    inner = max(LABEL + 11, min(width, 100) - 1)
    lines = [*wrapped(f"{candidate.type}  {one_line(candidate.key, 400)}", inner), ""]
    lines += wrapped(one_line(mask(candidate.body), BODY), inner) or [""]
    lines += ["", *_field("holds", _holds(candidate), inner)]
    if candidate.lesson:
        lines += _field("error", one_line(mask(candidate.lesson["signature"]), 200), inner)
    lines += _field("seen", f"{times(candidate.seen)}, last {_day(candidate.last_seen)}", inner)
    for row in proof[:PROOFS]:
        lines += _field("proof", _proof(row), inner)
        if row.command:
            lines += wrapped(f"$ {one_line(mask(row.command), 400)}", inner, " " * LABEL, " " * (LABEL + 2))
        for shown in mask(row.excerpt).splitlines()[:4]:
            lines.append(" " * LABEL + "│ " + _cut(one_line(shown, inner), inner - LABEL - 2))
    if len(proof) > PROOFS:
        lines.append(" " * LABEL + f"and {len(proof) - PROOFS} more")
    return lines


def times(seen: int) -> str:
    """How often it was seen, in words."""
    return "once" if seen == 1 else f"{seen} times"


def snoozed(candidate: Candidate, now: datetime) -> bool:
    """Was it put off, and is that not over yet?"""
    return candidate.status == "pending" and candidate.snoozed_until is not None and candidate.snoozed_until > now


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """`text` in lines of at most `width` cells, broken at spaces where there are any; nothing for no words."""
    lines, line, used = [], first, cells(first)
    for word in text.split():
        glue, size = " " if line.strip() and line not in (first, rest) else "", cells(word)
        if used + len(glue) + size > width and glue:
            lines.append(line)
            line, used, glue = rest, cells(rest), ""
        for part in (glue + word,) if used + len(glue) + size <= width else glue + word:  # letter by letter
            if used + cells(part) > width:
                lines.append(line)
                line, used = rest, cells(rest)
            line += part
            used += cells(part)
    return [*lines, line] if line.strip() and line != first else lines


def side_by_side(items: Sequence[str], width: int) -> list[str]:
    """`items` with three spaces between them, as many on a line as `width` cells hold."""
    lines: list[str] = []
    for item in items:
        if lines and cells(lines[-1]) + 3 + cells(item) <= width:
            lines[-1] += f"   {item}"
        else:
            lines.append(item)
    return lines


def cells(text: str) -> int:
    """How many cells of a terminal the text takes."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    none = sum(unicodedata.category(letter) in {"Mn", "Me"} for letter in text)
    return len(text) + wide - none


def _cut(text: str, width: int) -> str:
    if cells(text) <= width:
        return text
    while cells(text) >= width:
        text = text[:-1]
    return text + "…"


def _field(name: str, text: str, inner: int) -> list[str]:
    return wrapped(text, inner, f"{name}:".ljust(LABEL), " " * LABEL)


def _holds(candidate: Candidate) -> str:
    if candidate.scope == GLOBAL:
        return "everywhere on this machine"
    return f"in {one_line(candidate.workspace or candidate.scope, 200)}"


def _proof(row: EvidenceRow) -> str:
    place = f"{row.path}:{row.line}" if row.path else row.format
    return f"{_day(row.at)} {one_line(mask(row.why), 100)}  ({row.actor}, {one_line(place, 160)})"


def _day(moment: datetime | None) -> str:
    return moment.astimezone().strftime("%Y-%m-%d") if moment else "undated"
