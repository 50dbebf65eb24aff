"""A candidate as text for a terminal: everything a person needs to judge it, every untrusted letter inert."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from datetime import datetime

from classifiers.inert import one_line
from classifiers.vocabulary import GLOBAL
from storage.tables import Candidate, EvidenceRow

PROOFS = 3  # shown of one candidate; the count says how many there are


def entry(candidate: Candidate, proof: Sequence[EvidenceRow]) -> list[str]:
    """Two or three lines for a list: id, key, body, the newest proof."""
    status = "" if candidate.status == "pending" else f" [{candidate.status}]"
    lines = [f"{candidate.id}  {one_line(candidate.key, 80)}{status}  {times(candidate.seen)}"]
    lines.append(f"        {one_line(candidate.body, 400)}")
    if proof:
        lines.append(f"        {_proof(proof[0])}")
    return lines


def card(candidate: Candidate, proof: Sequence[EvidenceRow], width: int) -> list[str]:
    """The whole card: what would be kept, where it holds, and what proves it."""
    inner = max(30, min(width, 100) - 4)
    lines = [f"{candidate.type}  {one_line(candidate.key, inner)}", ""]
    lines += textwrap.wrap(one_line(candidate.body, 2000), inner) or [""]
    lines += ["", f"holds:   {_holds(candidate)}"]
    seen = f"{times(candidate.seen)}, last {_day(candidate.last_seen)}"
    lines.append(f"seen:    {seen}")
    for row in proof[:PROOFS]:
        lines.append(f"proof:   {_proof(row)}"[: inner + 60])
        if row.command:
            lines += textwrap.wrap(
                f"$ {one_line(row.command, 400)}", inner - 9, initial_indent=" " * 9, subsequent_indent=" " * 11
            )
        for shown in row.excerpt.splitlines()[:4]:
            lines.append(" " * 9 + "│ " + one_line(shown, inner - 11))
    if len(proof) > PROOFS:
        lines.append(f"         and {len(proof) - PROOFS} more")
    return lines


def times(seen: int) -> str:
    """How often it was seen, in words."""
    return "once" if seen == 1 else f"{seen} times"


def _holds(candidate: Candidate) -> str:
    if candidate.scope == GLOBAL:
        return "everywhere on this machine"
    return f"in {one_line(candidate.workspace or candidate.scope, 80)}"


def _proof(row: EvidenceRow) -> str:
    place = f"{row.path}:{row.line}" if row.path else row.format
    return f"{_day(row.at)} {one_line(row.why, 100)}  ({row.actor}, {one_line(place, 160)})"


def _day(moment: datetime | None) -> str:
    return moment.astimezone().strftime("%Y-%m-%d") if moment else "undated"
