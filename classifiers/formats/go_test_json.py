"""`go test -json` and `gotestsum --jsonfile`: one event a line, one report for each package that ran tests.

Only the package's own event says how it ended, and a package without tests says `skip`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from classifiers.json_lines import typed
from classifiers.report_text import moment, report
from classifiers.vocabulary import Carry, Line, Reading, Record, SourceKind, TestCounts, Where

_ENDS = {"pass": 0, "fail": 1, "skip": 2}
_PACKAGES = 500
"""Packages open at once; beyond that the oldest is given up, so that the carry stays small."""


class _Event(msgspec.Struct, rename="pascal"):
    action: str
    package: str = ""
    test: str = ""
    time: str = ""


_EVENTS = msgspec.json.Decoder(_Event)


def _event(data: bytes) -> _Event | None:
    return typed(_EVENTS, data) if data.lstrip().startswith(b"{") else None


class GoTestJson:
    """See the module."""

    name = "go_test_json"
    kind = SourceKind.REPORT
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  any name may hold one
        """Events of a package among the first lines."""
        for data in head.split(b"\n")[:20]:
            event = _event(data)
            if event and event.package and (event.time or event.action in ("start", "run", "output")):
                return 95
        return 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  events end themselves
        """One TestReport per package when it ends, counting its top-level tests."""
        packages: dict[str, list[int]] = {name: list(counts) for name, counts in carry.get("packages", {}).items()}
        records: list[Record] = []
        parsed = 0
        for line in lines:
            event = None if line.cut else _event(line.data)
            if event is None:
                continue
            parsed += 1
            if event.action in _ENDS and event.package:
                records += self._end(event, packages, Where(line.number, line.offset), path)
        for name in list(packages)[:-_PACKAGES]:
            del packages[name]
        return Reading(tuple(records), {"packages": packages}, parsed, len(lines) - parsed)

    def _end(self, event: _Event, packages: dict[str, list[int]], where: Where, path: str) -> list[Record]:
        if event.test:
            if "/" not in event.test:
                packages.setdefault(event.package, [0, 0, 0])[_ENDS[event.action]] += 1
            return []
        passed, failed, skipped = packages.pop(event.package, [0, 0, 0])
        errors = int(event.action == "fail" and not failed)  # it did not compile, or panicked
        counts = TestCounts(passed, failed, skipped, errors)
        at = moment(event.time)
        extra: dict[str, Any] = {"where": where, "path": path, "at": at, "head": str(where.offset)}
        return [report("go", event.package, counts, **extra)] if sum(counts) else []


FORMAT = GoTestJson()
