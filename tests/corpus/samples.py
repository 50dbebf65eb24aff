"""Reads the cases of this folder and shows records in the form of their `expected.json`; see README.md beside it."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from classifiers.formats import Format
from classifiers.formats.registry import FORMATS
from classifiers.vocabulary import Line, Output, Reading, Record, Where

CORPUS = Path(__file__).parent


class Sample(NamedTuple):
    """One case of a format."""

    format: Format
    case: str
    data: bytes
    expected: dict[str, Any]

    @property
    def path(self) -> str:
        return str(self.expected.get("path", f"{self.case}.in"))


def samples() -> list[Sample]:
    """Every case of every format in the registry."""
    return [
        Sample(each, path.stem, path.read_bytes(), _expected(path))
        for each in FORMATS
        for path in sorted((CORPUS / each.name).glob("*.in"))
    ]


def _expected(path: Path) -> dict[str, Any]:
    beside = path.with_suffix(".expected.json")
    return json.loads(beside.read_text("utf-8")) if beside.exists() else {}


def lines_of(data: bytes) -> list[Line]:
    """The file's lines as a source hands them to a format."""
    lines = []
    offset = 0
    for number, raw in enumerate(data.split(b"\n"), 1):
        if raw or offset < len(data):
            lines.append(Line(raw, offset, number))
        offset += len(raw) + 1
    return lines


def shown(reading: Reading) -> dict[str, Any]:
    """A reading in the form of `expected.json`."""
    answer: dict[str, Any] = {"records": [shown_record(each) for each in reading.records]}
    if reading.skipped:
        answer["skipped"] = reading.skipped
    if reading.unknown:
        answer["unknown"] = dict(reading.unknown)
    return answer


def shown_record(record: Record) -> dict[str, Any]:
    """A record as its type and the fields that are not their default."""
    answer: dict[str, Any] = {"type": type(record).__name__}
    for each in msgspec.structs.fields(record):
        value = getattr(record, each.name)
        if each.default_factory is not msgspec.NODEFAULT:
            default: Any = each.default_factory()
        else:
            default = each.default
        if value != default:
            answer["line" if each.name == "where" else each.name] = _plain(value)
    return answer


def _plain(value: Any) -> Any:
    match value:
        case Where():
            return value.line
        case Output():
            return value.text
        case datetime():
            return value.isoformat()
        case tuple():
            return [_plain(each) for each in value]
        case _:
            return value


def main(arguments: list[str]) -> None:
    """Print what a format makes of its cases."""
    wanted, case = arguments[0], arguments[1] if len(arguments) > 1 else None
    for sample in samples():
        if sample.format.name == wanted and case in (None, sample.case):
            reading = sample.format.read(lines_of(sample.data), {}, final=True, path=sample.path)
            path = {"path": sample.path} if "path" in sample.expected else {}
            sys.stdout.write(f"{sample.case}\n{json.dumps(path | shown(reading), ensure_ascii=False, indent=1)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
