"""PowerShell's typed lines as PSReadLine keeps them: `ConsoleHost_history.txt`, no times.

A newline inside an entry is a backtick and a newline (PSReadLine 2, History.cs). PSReadLine itself leaves out lines that
look like passwords, tokens and keys, so a gap proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from classifiers.histories import base_name, closed, entries, is_text, opened
from classifiers.vocabulary import Carry, CommandRun, Dialect, Line, Reading, SourceKind


class PsReadLine:
    """See the module."""

    name = "psreadline"
    kind = SourceKind.SHELL
    whole = False

    def sniff(self, head: bytes, name: str) -> int:
        """`<host>_history.txt`: the content has no mark of its own."""
        file = base_name(name)
        if not is_text(head) or not file.endswith("_history.txt"):
            return 0
        return 90 if file == "ConsoleHost_history.txt" or "PSReadLine" in name else 30

    def read(self, lines: Sequence[Line], carry: Carry, *, final: bool, path: str) -> Reading:  # noqa: ARG002  no use
        """One CommandRun an entry; an entry whose last line ends in a backtick goes on in the next batch."""
        return entries(lines, carry, final=final, piece=_piece, begun=opened, ended=_closed)


def _piece(line: Line) -> tuple[str, bool]:
    """A line's text, and whether its entry goes on in the next line."""
    text = line.data.removesuffix(b"\r").decode("utf-8-sig" if line.offset == 0 else "utf-8", "replace")
    return text.removesuffix("`"), text.endswith("`")


def _closed(entry: Carry) -> list[CommandRun]:
    return closed("psreadline", entry, Dialect.POWERSHELL)


FORMAT = PsReadLine()
