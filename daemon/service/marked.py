"""Lines of our own in a file of a person's: where they begin and end."""

from __future__ import annotations

from pathlib import Path

from classifiers.vocabulary import SeorapError

BEGIN, END = b"# >>> seorap >>>\n", b"# <<< seorap <<<\n"


class Kept(SeorapError):
    """A change was not made or not taken back, because what stands there is a person's own. It is as it was."""


def parted(path: Path, data: bytes) -> tuple[bytes, bytes | None, bytes]:
    """What is before our block, in it (None: there is none) and after it. Raises Kept when the markers are damaged."""
    marks = data.count(BEGIN.strip()), data.count(END.strip())
    if marks == (0, 0):
        return data, None, b""
    start = data.find(BEGIN)
    end = data.find(END, start)
    if marks != (1, 1) or start < 0 or end < 0 or (start and data[start - 1 : start] != b"\n"):
        raise Kept(
            f"The Seorap markers in {path} are damaged, so nothing was changed there.", "Remove both lines by hand."
        )
    return data[:start], data[start + len(BEGIN) : end], data[end + len(END) :]
