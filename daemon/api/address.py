"""Where the browser's door is: a small file that the process behind it writes and takes away."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec


class Address(msgspec.Struct, frozen=True):
    """The port on loopback, and the process that listens there."""

    port: int
    pid: int

    @property
    def origin(self) -> str:
        """As a browser names it."""
        return f"http://127.0.0.1:{self.port}"


def write_address(file: Path, address: Address) -> None:
    """Say it, whole or not at all; only this user may read it."""
    part = file.with_name(f"{file.name}.{address.pid}")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(msgspec.json.encode(address))
    part.replace(file)


def read_address(file: Path) -> Address | None:
    """What was said last, by a process that may be gone; None when nothing can be read."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Address)
    except (OSError, msgspec.DecodeError):
        return None


def remove_address(file: Path, address: Address) -> None:
    """Take it away, unless another process has written its own meanwhile."""
    if read_address(file) == address:
        file.unlink(missing_ok=True)
