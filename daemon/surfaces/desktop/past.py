"""What this desktop was shown, at rest: a file beside the lock, for it is this machine's and no part of the memories.

A daemon that starts anew knows from it what it may not show again, and which card it left behind without working buttons.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from daemon.surfaces.desktop.pacing import Past


def read_past(file: Path) -> Past:
    """What was noted last; nothing when it cannot be read."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Past)
    except (OSError, msgspec.DecodeError):
        return Past()


def write_past(file: Path, past: Past) -> None:
    """Note it, whole or not at all. Raises OSError."""
    part = file.with_name(f"{file.name}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(msgspec.json.encode(past))
    part.replace(file)
