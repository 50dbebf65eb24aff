"""Change a file's bytes in one step: whole or not at all, and never over what somebody else wrote meanwhile."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def swap(path: Path, before: bytes | None, after: bytes, *, mode: int = 0o644) -> bool:
    """Put `after` where `before` stands (None: no file). False, and nothing changed, when something else stands there.

    A link stays a link and its target is changed. A file that exists keeps its permissions, a new one gets `mode`;
    missing folders are made. Raises OSError; the file is then as it was.
    """
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.seorap")
    target.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(after)
            stream.flush()
            if target.exists():
                draft.chmod(target.stat().st_mode & 0o777)
            os.fsync(stream.fileno())
        if _read(target) != before:
            return False
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return True


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
