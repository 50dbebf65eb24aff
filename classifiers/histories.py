"""What the shell histories share: an entry that is still open, and the record it becomes.

A history tells what was typed and never whether it worked, so its records have no exit status. An entry may span lines,
and so batches: an open one is a plain dict that lives in the carry, bounded however long a pasted text is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from classifiers.step_log import digest
from classifiers.vocabulary import Actor, Carry, CommandRun, Dialect, Line, Reading, Where

CAP = 16_384
"""Characters of an entry that are kept; what a person types is shorter, what they paste need not be."""

_LAST_SECOND = 253_402_300_799  # 9999-12-31T23:59:59Z, the last one a datetime holds


def opened(line: Line, text: str = "", **facts: Any) -> Carry:
    """An entry that begins on `line`. `facts` are its other JSON values: `at` (epoch seconds) and `took` (seconds)."""
    return {"text": text[:CAP], "line": line.number, "offset": line.offset, **facts}


def joined(entry: Carry, text: str) -> None:
    """Add the entry's next line, as far as there is room."""
    entry["text"] = f"{entry['text']}\n{text}"[:CAP]


def closed(shell: str, entry: Carry, dialect: Dialect = Dialect.POSIX) -> list[CommandRun]:
    """The record of a whole entry: none for blank ones, comments, and lines with a leading space.

    A leading space is how a person keeps a line out of a history; some tools (bash-preexec) switch that off behind their
    back. The key holds the time and 24 bits of a hash: enough to tell entries of one second apart, and too few to try
    guesses at a secret against.
    """
    text = entry["text"].rstrip()
    if not text or text[0].isspace() or (text[0] == "#" and "\n" not in text):
        return []
    at, took = entry.get("at"), entry.get("took")
    stamp = f"{at}:" if at else ""
    run = CommandRun(
        key=f"{shell}:{stamp}{digest(text)[:6]}",
        where=Where(entry["line"], entry["offset"]),
        at=moment(at),
        command=text,
        actor=Actor.PERSON,
        dialect=dialect,
        duration=float(took) if took else None,
    )
    return [run]


def entries(
    lines: Sequence[Line],
    carry: Carry,
    *,
    final: bool,
    piece: Callable[[Line], tuple[str, bool]],
    begun: Callable[[Line, str], Carry],
    ended: Callable[[Carry], list[CommandRun]],
) -> Reading:
    """The records of a history in which a line may say that its entry goes on in the next one, or the next batch.

    `piece` gives a line's text and whether it goes on.
    """
    entry = dict(carry)
    records: list[CommandRun] = []
    skipped = 0
    for line in lines:
        if broken(line):
            skipped += 1
            entry = {}
            continue
        text, goes_on = piece(line)
        if entry:
            joined(entry, text)
        else:
            entry = begun(line, text)
        if not goes_on:
            records += ended(entry)
            entry = {}
    if final and entry:
        records += ended(entry)
        entry = {}
    return Reading(tuple(records), entry, parsed=len(lines) - skipped, skipped=skipped)


def moment(epoch: float | None) -> datetime | None:
    """Seconds since 1970 as a time in UTC; None for none, for 0 and for what is past any calendar."""
    if not epoch or not 0 < epoch <= _LAST_SECOND:
        return None
    return datetime.fromtimestamp(epoch, UTC)


def broken(line: Line) -> bool:
    """Whether a line is no line of a history: only its head was kept, or it is binary."""
    return line.cut or b"\0" in line.data


def is_text(head: bytes) -> bool:
    """Whether the first bytes are those of a text file: no NUL, and hardly a control character."""
    odd = sum(head.count(byte) for byte in (b"\x01", b"\x02", b"\x03", b"\x04", b"\x05", b"\x06", b"\x07", b"\x0e"))
    return b"\0" not in head and odd * 50 <= len(head)


def base_name(path: str) -> str:
    """The last part of a path, with either kind of slash."""
    return path.replace("\\", "/").rpartition("/")[2]
