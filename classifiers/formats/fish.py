r"""fish's history: `- cmd: <text>`, then `  when: <epoch>` and perhaps `  paths:`.

It looks like YAML and is none: the text after `- cmd: ` is raw, and only `\\` and `\n` are escapes (fish 3.6, 4.0). A
command that is run again moves to the end with a new time, so the same entry may be met at several places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from classifiers.histories import CAP, base_name, broken, closed, is_text, opened
from classifiers.vocabulary import Carry, Line, Reading, Record, SourceKind

_COMMAND = b"- cmd:"
_WHEN = re.compile(rb" +when: *(\d{1,11})\s*\Z")
_FACT = re.compile(rb" +([a-z_]+:|- )")
_ESCAPE = re.compile(r"\\([\\n])")


class Fish:
    """See the module."""

    name = "fish"
    kind = SourceKind.SHELL
    whole = False

    def sniff(self, head: bytes, name: str) -> int:
        """It starts with an entry, and has fish's name or a time after it."""
        if not is_text(head) or not head.startswith(_COMMAND):
            return 0
        return 95 if base_name(name).endswith("_history") or b"\n  when: " in head else 0

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  no use
        """One CommandRun an entry; the last entry stays open until the next one begins, or `final`."""
        entry = dict(carry)
        records: list[Record] = []
        skipped = 0
        for line in lines:
            if broken(line):  # perhaps the next entry's command, so what follows is not the open one's
                records += _closed(entry)
                entry = {}
                skipped += 1
            elif line.data.startswith(_COMMAND):
                records += _closed(entry)
                entry = opened(line, _typed(line.data))
            elif entry and (when := _WHEN.match(line.data)):
                entry["at"] = int(when[1])
            elif line.data.strip() and not _FACT.match(line.data):
                skipped += 1
        if final:
            records += _closed(entry)
            entry = {}
        return Reading(tuple(records), entry, parsed=len(lines) - skipped, skipped=skipped)


def _typed(data: bytes) -> str:
    raw = data[len(_COMMAND) :].decode("utf-8", "replace").removeprefix(" ")[:CAP]
    return _ESCAPE.sub(lambda found: "\n" if found[1] == "n" else "\\", raw)


def _closed(entry: Carry) -> list[Record]:
    return [*closed("fish", entry)] if entry else []


FORMAT = Fish()
