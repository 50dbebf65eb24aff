"""Why a file could not be read: a value, because one file's trouble must never become another's."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from enum import StrEnum


class TroubleKind(StrEnum):
    """What is wrong with the file."""

    MISSING = "missing"
    UNREADABLE = "unreadable"
    NOT_REGULAR = "not_regular"  # a directory, a pipe, a device
    LFS_POINTER = "lfs_pointer"  # Git LFS left a pointer where the content should be
    BINARY = "binary"
    TOO_LARGE = "too_large"  # a one-document format, over the bound
    UNKNOWN_FORMAT = "unknown_format"
    FAILED = "failed"  # the system said no in some other way


_HINTS = {
    TroubleKind.MISSING: "Its place is kept; it is read on when it comes back.",
    TroubleKind.UNREADABLE: "Give this user leave to read it, or remove it from the sources.",
    TroubleKind.NOT_REGULAR: "Only regular files are followed.",
    TroubleKind.LFS_POINTER: "Run `git lfs pull` to fetch the content.",
    TroubleKind.BINARY: "Only text is followed.",
    TroubleKind.TOO_LARGE: "A report is read whole, so it has a bound.",
    TroubleKind.UNKNOWN_FORMAT: "Name its format in the source, if it has one we know.",
    TroubleKind.FAILED: "It is tried again, less and less often.",
}

_LASTING = frozenset(
    {
        TroubleKind.NOT_REGULAR,
        TroubleKind.LFS_POINTER,
        TroubleKind.BINARY,
        TroubleKind.TOO_LARGE,
        TroubleKind.UNKNOWN_FORMAT,
    }
)

_KINDS = {
    errno.ENOENT: TroubleKind.MISSING,
    errno.ENOTDIR: TroubleKind.MISSING,
    errno.ESTALE: TroubleKind.MISSING,
    errno.EACCES: TroubleKind.UNREADABLE,
    errno.EPERM: TroubleKind.UNREADABLE,
    errno.EISDIR: TroubleKind.NOT_REGULAR,
    errno.ENXIO: TroubleKind.NOT_REGULAR,
}


@dataclass(frozen=True, slots=True)
class Trouble:
    """A file that could not be read. Nothing of it was consumed: its checkpoint stays."""

    path: str
    kind: TroubleKind
    detail: str = ""

    @property
    def title(self) -> str:
        """What happened, in one sentence."""
        return f"{self.path}: {self.kind.replace('_', ' ')}" + (f" ({self.detail})" if self.detail else "")

    @property
    def hint(self) -> str:
        """What was kept and what to do."""
        return _HINTS[self.kind]

    @property
    def lasting(self) -> bool:
        """Trying again is of no use until the file changes."""
        return self.kind in _LASTING


def from_error(path: str, error: OSError | ValueError) -> Trouble:
    """The trouble an operating system error (or a path it refuses, a ValueError) means."""
    if isinstance(error, OSError):
        return Trouble(path, _KINDS.get(error.errno or 0, TroubleKind.FAILED), error.strerror or "")
    return Trouble(path, TroubleKind.MISSING, "not a path")
