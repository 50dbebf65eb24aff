"""What the formats of test reports share: a report's text, its natural key, and the folder it lies in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from classifiers.step_log import digest
from classifiers.terminal_text import decoded
from classifiers.vocabulary import Line, TestCounts, TestReport, Where


def folder(path: str) -> str:
    """The folder part of a path, with either kind of slash; "" for a bare name."""
    cut = max(path.rfind("/"), path.rfind("\\"))
    return path[:cut] if cut > 0 else path[: cut + 1]


def moment(stamp: object) -> datetime | None:
    """An ISO 8601 text in UTC; a time without zone is taken as UTC. None if it is none, or before 2000."""
    if not isinstance(stamp, str):
        return None
    try:
        at = datetime.fromisoformat(stamp.strip())
        at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return at if at.year >= 2000 else None


def document(lines: Sequence[Line]) -> Any:
    """The JSON document that the lines hold; None when it is none, was cut, or is nested past reason."""
    if any(line.cut for line in lines):
        return None
    text = "\n".join(decoded(line.data) for line in lines).lstrip("\ufeff")
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return None


def line_of(lines: Sequence[Line], *needles: bytes) -> Where:
    """Where the first of `needles` that occurs stands; the first line when none does."""
    for needle in needles:
        for line in lines:
            if needle in line.data:
                return Where(line.number, line.offset)
    return Where(lines[0].number, lines[0].offset) if lines else Where(1, 0)


def count(value: object) -> int:
    """A number of tests, whatever a report holds in its place."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return 0
    try:
        return max(0, int(value))
    except (ValueError, OverflowError):
        return 0


def report(
    tool: str, suite: str, counts: TestCounts, *, where: Where, path: str, at: datetime | None = None, head: str = ""
) -> TestReport:
    """A report's record. `head` tells apart two reports without a time; it may hold anything, only its hash is kept."""
    stamp = at.isoformat() if at else head
    return TestReport(
        key=f"report:{tool}:{digest(suite, stamp, repr(tuple(counts)))}",
        where=where,
        at=at,
        cwd=folder(path),
        tool=tool,
        suite=suite,
        counts=counts,
    )
