"""An exported file, read and held to its form before anything of it is stored.

It may come from anywhere: each line is bounded and typed, and the first that is wrong is named by its number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from classifiers.vocabulary import SeorapError
from storage import migrations
from storage.backups import is_database
from storage.portable import FORMAT, End, Header, decoder, row_name, values_of
from storage.spots import Spot

LONGEST_LINE = 4 * 1024 * 1024
"""Bytes. A row holds sentences and short excerpts; the longest real ones have some tens of kilobytes."""

Values = dict[str, Any]


class ImportRefused(SeorapError):
    """The file cannot be imported; nothing of it was stored."""


@dataclass(slots=True)
class Incoming:
    """What a file says of one key in one scope."""

    memory: Values | None = None
    versions: dict[int, Values] = field(default_factory=dict)
    candidate: Values | None = None
    stone: Values | None = None


@dataclass(slots=True)
class ImportFile:
    """A file that was read to its end: all but the evidence, which is read again where it is stored."""

    path: Path
    header: Header
    spots: dict[Spot, Incoming] = field(default_factory=dict)
    stones: list[Values] = field(default_factory=list)  # all but those of one key
    verdicts: dict[int, Values] = field(default_factory=dict)
    rows: int = 0

    def evidence(self) -> Iterator[Values]:
        """The evidence rows, read anew. Raises ImportRefused when the file has changed."""
        return (values for name, values, _ in _rows(self.path) if name == "evidence")


def read_import(path: Path) -> ImportFile:
    """Read an exported file and check all of it.

    Raises:
        StoreError: when it is no file, or cannot be read.
        ImportRefused: with the line that is wrong.
    """
    if is_database(path):
        raise ImportRefused(
            f"{path} is a SQLite database.", "Nothing was imported. A backup is put back by seorap restore."
        )
    found = ImportFile(path, _header(path))
    for name, values, number in _rows(path):
        found.rows += 1
        if not _put(found, name, values):
            raise _wrong(path, number, f"this {name} stands in the file twice")
    for (scope, key), spot in found.spots.items():
        last = max(spot.versions, default=0)
        if spot.memory is not None and spot.memory["version"] != last:
            title = f"{path}: {key} in {scope} is at version {spot.memory['version']}, but its history ends at {last}."
            raise ImportRefused(title, "Nothing was imported. Export it again.")
    return found


def _put(found: ImportFile, name: str, values: Values) -> bool:
    """Take a row in; False when there is one of its key already."""
    if name == "evidence":
        return True  # insert-or-ignore by nature
    if name == "verdict":
        return _first(found.verdicts, values["seq"], values)
    if name == "tombstone" and values["kind"] != "key":
        found.stones.append(values)
        return True
    spot = found.spots.setdefault((values["scope"], values["key" if name != "tombstone" else "name"]), Incoming())
    if name == "memory_version":
        return _first(spot.versions, values["version"], values)
    place = {"memory": "memory", "candidate": "candidate", "tombstone": "stone"}[name]
    if getattr(spot, place) is not None:
        return False
    setattr(spot, place, values)
    return True


def _first(rows: dict[int, Values], number: int, values: Values) -> bool:
    return rows.setdefault(number, values) is values


def _header(path: Path) -> Header:
    for number, line in _lines(path):
        try:
            head = decoder().decode(line)
        except (msgspec.DecodeError, RecursionError):
            head = None
        if not isinstance(head, Header):
            raise _wrong(path, number, "no file that `seorap export` wrote begins like this")
        if head.format > FORMAT or not migrations.known(head.revision):
            raise ImportRefused(f"A newer Seorap wrote {path}.", "Nothing was imported. Update this Seorap as well.")
        return head
    raise ImportRefused(f"{path} is empty.", "Nothing was imported.")


def _rows(path: Path) -> Iterator[tuple[str, Values, int]]:
    """Every row between header and end: its table, its values, its line number."""
    rows, ended = 0, False
    for number, line in _lines(path):
        if number == 1:
            continue
        if ended:
            raise _wrong(path, number, "there is more after the end")
        try:
            row = decoder().decode(line)
            values = {} if isinstance(row, End | Header) else values_of(row)
        except (msgspec.DecodeError, RecursionError, OverflowError) as trouble:
            raise _wrong(path, number, _plain(trouble)) from None
        if isinstance(row, Header):
            raise _wrong(path, number, "a second beginning")
        if isinstance(row, End):
            ended = True
            if row.rows != rows:
                raise _wrong(path, number, f"{row.rows:,} rows are announced and {rows:,} are there")
        else:
            rows += 1
            yield row_name(row), values, number
    if not ended:
        raise ImportRefused(
            f"{path} ends early: it was cut off after {rows:,} rows.", "Nothing was imported. Export it again."
        )


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with path.open("rb") as stream:
            number = 0
            while line := stream.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    raise _wrong(path, number, f"the line is longer than {LONGEST_LINE // 1024 // 1024} MB")
                yield number, line
    except OSError as trouble:
        raise ImportRefused(f"{path} cannot be read: {trouble.strerror}.", "Nothing was imported.") from None


def _plain(trouble: Exception) -> str:
    """The decoder's words without its notation; it quotes no more of the line than an enum's word."""
    if isinstance(trouble, RecursionError):
        return "it is nested too deeply"
    if isinstance(trouble, OverflowError):
        return "it holds a time that is none"
    return str(trouble).replace(" - at `$.", " in `").replace("$.", "")


def _wrong(path: Path, number: int, what: str) -> ImportRefused:
    return ImportRefused(f"{path}, line {number}: {what}.", "Nothing was imported.")
