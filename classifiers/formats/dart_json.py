"""`dart test --reporter json` and `flutter test --machine`: one event a line, one report for the run.

Loading a file counts as a hidden test, and a skipped test is a "success"; both are told apart by their flags.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from classifiers.json_lines import typed
from classifiers.report_text import report
from classifiers.step_log import digest
from classifiers.vocabulary import Carry, Line, Reading, Record, SourceKind, TestCounts, Where


class _Event(msgspec.Struct, rename="camel"):
    type: str
    protocol_version: str | None = None
    pid: int | None = None
    result: str | None = None
    hidden: bool = False
    skipped: bool = False
    success: bool | None = None


_EVENTS = msgspec.json.Decoder(_Event)


def _event(data: bytes) -> _Event | None:
    return typed(_EVENTS, data) if data.lstrip().startswith(b"{") else None


class DartJson:
    """See the module."""

    name = "dart_json"
    kind = SourceKind.REPORT
    whole = False

    def sniff(self, head: bytes, name: str) -> int:  # noqa: ARG002  any name may hold one
        """The start event with its protocol version among the first lines."""
        for data in head.split(b"\n")[:20]:
            event = _event(data)
            if event and event.type == "start" and event.protocol_version:
                return 95
        return 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  the done event ends it
        """One TestReport at the `done` event; a run without one was killed and gives none."""
        counts: dict[str, int] = dict(carry.get("counts") or {"success": 0, "failure": 0, "error": 0, "skipped": 0})
        run = str(carry.get("run", ""))
        records: list[Record] = []
        parsed = 0
        for line in lines:
            event = None if line.cut else _event(line.data)
            if event is None:
                continue
            parsed += 1
            run = digest(run, line.data.decode("utf-8", "replace"))
            if event.type == "start":
                counts = dict.fromkeys(counts, 0)
            elif event.type == "testDone" and not event.hidden and event.result in counts:
                counts["skipped" if event.skipped else event.result] += 1
            elif event.type == "done" and any(counts.values()):
                bad = event.success is not True and not counts["failure"] + counts["error"]
                found = TestCounts(counts["success"], counts["failure"], counts["skipped"], counts["error"] + int(bad))
                records.append(report("dart", "", found, where=Where(line.number, line.offset), path=path, head=run))
                counts = dict.fromkeys(counts, 0)
        return Reading(tuple(records), {"counts": counts, "run": run}, parsed, len(lines) - parsed)


FORMAT = DartJson()
