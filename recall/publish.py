"""Put generated text into files: whole or not at all, only when it differs, and never over what somebody else wrote.

Everything generated stands between two marker lines. What is outside them stays byte for byte as it was, whoever wrote
it and in whatever encoding, so files are handled as bytes.
"""

from __future__ import annotations

import stat
from pathlib import Path

from classifiers.trust import MANAGED_BLOCK
from classifiers.vocabulary import SeorapError
from recall.swap import swap

BEGIN, END = (marker.encode() for marker in MANAGED_BLOCK)
ATTEMPTS = 3  # how often an edit made by somebody else at the same moment is waited out


class PublishError(SeorapError):
    """A file could not be written; what it held before is still there."""


def publish(path: Path, block: str, *, within: Path) -> bool:
    """Put `block` between the markers of the file at `path`, which must lie inside `within`. True if bytes changed.

    A file without markers gets the block at its end; a missing file is made. Raises PublishError when the markers are
    damaged, when a symlink leads out of `within`, or when the place cannot be written.
    """
    _stay_within(path, within)
    for _ in range(ATTEMPTS):
        before = _read(path)
        after = _placed(before or b"", block.encode(), path)
        if after == before:
            return False
        if _replace(path, before, after):
            return True
    raise PublishError(f"{path} kept changing while it was written.", "Nothing was lost; it will be tried again.")


def withdraw(path: Path, *, within: Path) -> bool:
    """Take our block out of the file at `path`; a file that held nothing else is removed. True if bytes changed."""
    _stay_within(path, within)
    before = _read(path)
    if before is None or BEGIN not in before:
        return False
    start, end = _markers(before, path)
    rest = before[:start] + before[end:]
    try:
        if rest.strip():
            return _replace(path, before, rest)
        path.unlink()
    except OSError as trouble:
        raise PublishError(f"{path} could not be changed: {trouble.strerror}.", "It is as it was.") from None
    return True


def holds(path: Path) -> bool:
    """Does the file at `path` hold our block, or half of one? Raises PublishError when it cannot be read."""
    found = _read(path)
    return found is not None and (BEGIN in found or END in found)


def alone(path: Path) -> bool:
    """Does it hold our block and nothing else? Raises PublishError as `publish`."""
    found = _read(path)
    if found is None or BEGIN not in found:
        return False
    start, end = _markers(found, path)
    return not (found[:start] + found[end:]).strip()


def exclude(file: Path, patterns: tuple[str, ...]) -> bool:
    """Append `patterns` to a repository's own ignore file (`.git/info/exclude`) unless they are there. True if changed."""
    before = _read(file) or b""
    missing = [pattern for pattern in patterns if pattern.encode() not in before.split(b"\n")]
    if not missing:
        return False
    glue = b"" if before.endswith(b"\n") or not before else b"\n"
    _replace(file, before or None, before + glue + "".join(f"{pattern}\n" for pattern in missing).encode())
    return True


def include(file: Path, patterns: tuple[str, ...]) -> bool:
    """Take the lines that `exclude` appended out again; a file that held nothing else is removed. True if changed."""
    before = _read(file)
    if before is None:
        return False
    ours = {f"{pattern}\n".encode() for pattern in patterns}
    rest = b"".join(line for line in before.splitlines(keepends=True) if line not in ours)
    if not rest and before:
        file.unlink()
        return True
    return rest != before and _replace(file, before, rest)


def _stay_within(path: Path, within: Path) -> None:
    inside = within.resolve()
    if not path.parent.resolve().is_relative_to(inside) or (
        path.is_symlink() and not path.resolve().is_relative_to(inside)
    ):
        raise PublishError(f"{path} leads out of {within} through a link.", "Nothing was written; remove the link.")


def _read(path: Path) -> bytes | None:
    try:
        kind = path.stat().st_mode
        if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):  # a link to a pipe or a device would never end
            raise PublishError(f"{path} is no regular file.", "Nothing was written; remove it.")
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as trouble:
        raise PublishError(f"{path} could not be read: {trouble.strerror}.", "Nothing was written.") from None


def _placed(before: bytes, block: bytes, path: Path) -> bytes:
    ours = BEGIN + b"\n" + block.strip(b"\n") + b"\n" + END
    if BEGIN in before or END in before:
        start, end = _markers(before, path)
        return before[:start] + ours + before[end:]
    glue = b"" if not before else b"\n" if before.endswith(b"\n") else b"\n\n"
    return before + glue + ours + b"\n"


def _markers(data: bytes, path: Path) -> tuple[int, int]:
    """Where our block starts and ends. Two blocks, or half of one, are a person's to sort out."""
    start, end = data.find(BEGIN), data.find(END)
    if data.count(BEGIN) != 1 or data.count(END) != 1 or end < start:
        raise PublishError(
            f"The Seorap markers in {path} are damaged.",
            f"Nothing was written. Leave one line {BEGIN.decode()} before one line {END.decode()}, or remove both.",
        )
    return start, end + len(END)


def _replace(path: Path, before: bytes | None, after: bytes) -> bool:
    """Swap the file's content in one step. False when somebody else changed it meanwhile."""
    try:
        return swap(path, before, after)
    except OSError as trouble:
        raise PublishError(
            f"{path} could not be written: {trouble.strerror}.",
            "What it held before is still there. Make the folder writable, or set [snapshot] enabled = false.",
        ) from None
