"""Lines of our own in a file of a person's: where they begin and end."""

from __future__ import annotations

from pathlib import Path

from classifiers.vocabulary import SeorapError

BEGIN, END = b"# >>> seorap >>>\n", b"# <<< seorap <<<\n"


class Kept(SeorapError):
    """A change was not made or not taken back, because what stands there is a person's own. It is as it was."""


def refuse_read_only(path: Path) -> None:
    """Raises Kept when a person does not want the file to be changed."""
    if path.exists() and not path.stat().st_mode & 0o222:
        raise Kept(f"{path} is read-only, so nothing was changed there.", "Make it writable and run setup again.")


def unreadable(path: Path, kind: str) -> Kept:
    """The error for a file that is none of its kind now."""
    return Kept(
        f"{path} is not {kind} as it stands (half-written?), so nothing was changed there.",
        "Mend it and run setup again.",
    )


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
