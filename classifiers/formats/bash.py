"""bash's history, plain or with `#<epoch>` time lines, and any other `*_history` that holds one command a line.

With HISTTIMEFORMAT set, all lines up to the next time line are one entry; without it an entry of several lines cannot be
told from several entries, so each line is one. Nothing marks the place where a person unset it again: an entry that grows
past reason ends, and its lines are single again until the next time line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from classifiers.histories import CAP, base_name, broken, closed, is_text, joined, opened
from classifiers.vocabulary import Carry, Line, Reading, Record, SourceKind

_STAMP = re.compile(rb"#(\d{9,11})\s*\Z")
_STAMPS = re.compile(rb"^#\d{9,11}\r?\n", re.MULTILINE)
_LONGEST = 400  # lines of one entry


class Bash:
    """See the module."""

    name = "bash"
    kind = SourceKind.SHELL
    whole = False

    def sniff(self, head: bytes, name: str) -> int:
        """By its name, or by time lines; low for another program's `*_history`, so any other format goes first."""
        file = base_name(name)
        if not is_text(head):
            return 0
        if file.endswith("bash_history"):
            return 85
        if file.endswith("_history"):
            return 20
        return 45 if head.startswith(b"#") and len(_STAMPS.findall(head)) * 3 >= head.count(b"\n") > 0 else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  no use
        """One CommandRun an entry; the entry after the last time line stays open until the next one, or `final`."""
        entry = dict(carry)
        records: list[Record] = []
        skipped = 0
        for line in lines:
            if broken(line):
                skipped += 1
            elif stamp := _STAMP.match(line.data):
                records += _closed(entry)
                entry = opened(line, at=int(stamp[1]), lines=0)
            else:
                text = line.data.decode("utf-8", "replace").rstrip("\r")
                if entry and (entry["lines"] >= _LONGEST or len(entry["text"]) >= CAP):
                    records += _closed(entry)
                    entry = {}
                if entry:
                    _grown(entry, line, text)
                else:
                    records += closed("bash", opened(line, text))
        if final:
            records += _closed(entry)
            entry = {}
        return Reading(tuple(records), entry, parsed=len(lines) - skipped, skipped=skipped)


def _closed(entry: Carry) -> list[Record]:
    return [*closed("bash", entry)] if entry else []


def _grown(entry: Carry, line: Line, text: str) -> None:
    if entry["lines"]:
        joined(entry, text)
    else:  # its first line: the record stands where the command does, not where its time does
        entry |= opened(line, text)
    entry["lines"] += 1


FORMAT = Bash()
